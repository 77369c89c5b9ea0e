// The credentials of an account, made from the provider's declaration, so that a new provider needs no new form. It
// never shows stored values. An empty field keeps the stored one, and says so.
import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Setting } from '../frame/settings-frame.tsx';
import type { Draft } from '../frame/use-draft.ts';
import type { AccountDraft } from './account-draft.ts';
import type { Field, Kind } from './provider-list.ts';

interface Props {
  kind: Kind;
  draft: Draft<AccountDraft>;
  /** The number of stored values by name; null: the account is new. */
  stored: Readonly<Record<string, number>> | null;
}

export function CredentialFields({ kind, draft, stored }: Props) {
  return (
    kind.credentials
      // In test there is nothing to enter for a credential that only live accounts need.
      .filter((field) => field.isNeeded || isOptional(field) || stored?.[field.name])
      .map((field) => (
        <Setting
          key={field.name}
          title={field.isNeeded ? field.label : `${field.label} (optional)`}
          field={<Credential kind={kind} field={field} draft={draft} count={stored?.[field.name] ?? 0} />}
        >
          {field.help}
        </Setting>
      ))
  );
}

const isOptional = ({ isNeeded, isLiveOnly }: Field) => !isNeeded && !isLiveOnly;

interface FieldProps {
  kind: Kind;
  field: Field;
  draft: Draft<AccountDraft>;
  /** The number of stored values. */
  count: number;
}

function Credential({ kind, field, draft: { value, set, faults, setFaults }, count }: FieldProps) {
  const { name, label, isSecret, isList, isNeeded } = field;
  const key = `credential.${name}`;
  const typed = String(value[key]);
  const isGone = value[`gone.${name}`] === true;
  const Input = isSecret ? PasswordInput : TextInput;
  return (
    <Stack gap="xs">
      <Input
        aria-label={label}
        placeholder={count > 0 ? 'Stored; leave empty to keep' : ''}
        value={typed}
        disabled={isGone && !isList}
        error={faults[`credentials.${name}`]}
        // Keeps the browser from filling in one of its own passwords.
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        maxLength={4_096}
        onChange={({ currentTarget }) => {
          set(key, currentTarget.value);
          setFaults({ ...faults, [`credentials.${name}`]: '' });
        }}
      />
      {isList && count > 0 && typed !== '' && (
        <Checkbox
          label="Keep the old one valid"
          description={`Until ${kind.name} signs only with the new one. Then end it here.`}
          checked={value[`alone.${name}`] !== true}
          onChange={({ currentTarget }) => set(`alone.${name}`, !currentTarget.checked)}
        />
      )}
      {isList && count > 1 && typed === '' && (
        <Checkbox
          label="End the old one"
          description={`Two are stored. Notifications that ${kind.name} signs with the old one are then refused.`}
          checked={isGone}
          onChange={({ currentTarget }) => set(`gone.${name}`, currentTarget.checked)}
        />
      )}
      {!isNeeded && !isList && count > 0 && typed === '' && (
        <Checkbox
          label="Remove it"
          checked={isGone}
          onChange={({ currentTarget }) => set(`gone.${name}`, currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
