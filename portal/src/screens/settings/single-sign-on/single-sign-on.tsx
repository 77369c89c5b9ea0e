// Settings › Single sign-on, for all brands: the merchant's identity provider, which groups get which role, and whether
// passwords still work. Only a user who has signed in by single sign-on can require it, so that nobody locks everybody
// out.
import { Button, PasswordInput, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Answer, del, put } from '../../../api/client.ts';
import { apiQuery, invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { CopyId } from '../../../parts/copy-id.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { toast } from '../../../shell/toasts.tsx';
import { SaveBar } from '../frame/save-bar.tsx';
import { Setting, SettingsFrame } from '../frame/settings-frame.tsx';
import { type Draft, useDraft } from '../frame/use-draft.ts';
import classes from '../settings.module.css';
import { type RoleRow, RoleRows } from './role-rows.tsx';

const PATH = '/portal/api/single-sign-on';
type Shown = Answer<typeof PATH>;
type Role = NonNullable<Shown['settings']>['roles'][string];

export function SingleSignOn() {
  const query = useQuery(apiQuery(PATH));
  return (
    <SettingsFrame lead="Your people sign in at your company's identity provider, for all of its brands.">
      {query.data ? (
        <Form shown={query.data} reload={query.refetch} />
      ) : query.error ? (
        <ErrorState error={query.error} again={query.refetch} />
      ) : (
        <Stack gap="xl">
          <Skeleton height={64} />
          <Skeleton height={64} />
          <Skeleton height={64} />
        </Stack>
      )}
    </SettingsFrame>
  );
}

const FIELDS = ['issuer', 'clientId', 'clientSecret', 'roleClaim', 'roles'] as const;

function Form({ shown, reload }: { shown: Shown; reload: () => Promise<unknown> }) {
  const { settings } = shown;
  const stored = useMemo(() => draftOf(settings), [settings]);
  const draft = useDraft(stored);

  async function save() {
    const { clientSecret, roles, ...rest } = draft.value;
    const named = roles.filter(({ value }) => value.trim() !== '');
    await put(PATH, {
      body: {
        ...rest,
        ...(clientSecret !== '' && { clientSecret }),
        roles: Object.fromEntries(named.map(({ value, role }) => [value.trim(), role as Role])),
      },
    });
    await invalidate(PATH);
  }

  return (
    <>
      <div className={classes.form}>
        <ProviderFields shown={shown} draft={draft} />
        <RoleFields draft={draft} />
        <UseFields shown={shown} draft={draft} />
      </div>
      <SaveBar draft={draft} save={save} reload={reload} fields={FIELDS} />
      {settings && !draft.isDirty && <Removal />}
    </>
  );
}

interface Fields {
  draft: Draft<Values>;
}

const text = (
  { value, faults, set }: Draft<Values>,
  name: 'issuer' | 'clientId' | 'clientSecret' | 'roleClaim',
) => ({
  value: value[name],
  error: faults[name],
  onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value),
});

function ProviderFields({ shown: { settings, redirectUrl }, draft }: Fields & { shown: Shown }) {
  return (
    <>
      <Setting
        title="At the identity provider"
        field={<CopyId value={redirectUrl} label="redirect address" whole />}
      >
        Register a web application there (OpenID Connect, authorization code) with exactly this redirect
        address. It belongs to your company alone. Do not use a wildcard. Then enter here what the provider
        shows.
      </Setting>
      <Setting
        title="Issuer"
        field={
          <TextInput
            aria-label="Issuer"
            placeholder="https://login.example.com/tenant"
            {...text(draft, 'issuer')}
          />
        }
      >
        The address of the issuer, exactly as the provider writes it.
      </Setting>
      <Setting
        title="Client"
        field={
          <Stack gap="xs">
            <TextInput label="Client id" {...text(draft, 'clientId')} />
            <PasswordInput
              label="Client secret"
              autoComplete="off"
              placeholder={settings ? 'Stored. Leave it empty to keep it.' : ''}
              {...text(draft, 'clientSecret')}
            />
          </Stack>
        }
      >
        The secret is stored encrypted and never shown again.
      </Setting>
    </>
  );
}

function RoleFields({ draft }: Fields) {
  return (
    <Setting
      title="Roles"
      field={
        <Stack gap="md">
          <TextInput label="Claim" {...text(draft, 'roleClaim')} />
          <RoleRows
            rows={draft.value.roles}
            error={draft.faults.roles}
            onChange={(roles) => draft.set('roles', roles)}
          />
        </Stack>
      }
    >
      <p>
        A claim, such as <code>groups</code> or <code>realm_access.roles</code>, says what somebody is. Each
        value gives a role. If several match, the first one in the list counts. Nobody signs in without a
        role.
      </p>
      <p>
        The role is set at each sign-in. New people become users without an invitation. People who already
        have an account here confirm once with its password. If a brand requires four eyes, you and the people
        who get in this way count as one person for a day.
      </p>
    </Setting>
  );
}

function UseFields({ shown: { settings, signedInByIt }, draft }: Fields & { shown: Shown }) {
  const isRequired = draft.value.required;
  return (
    <>
      {settings && (
        <Setting
          title="Sign-in address"
          field={<CopyId value={settings.signInUrl} label="sign-in address" whole />}
        >
          Give it to your people, or enter it at the identity provider as the address that starts a sign-in.
        </Setting>
      )}
      <Setting
        title="Passwords"
        field={
          <Switch
            label="Require single sign-on"
            checked={isRequired}
            disabled={!isRequired && !signedInByIt}
            onChange={({ currentTarget }) => draft.set('required', currentTarget.checked)}
          />
        }
      >
        {isRequired || signedInByIt
          ? 'If it is required, passwords and invitation links no longer work, and users who signed in with a password are signed out. The operator of the gateway can switch it off again.'
          : 'Before you can require it, save it, sign out, and sign in with it yourself. That proves that it works.'}
      </Setting>
    </>
  );
}

function Removal() {
  const [asked, setAsked] = useState(false);
  async function remove() {
    await del(PATH);
    await invalidate(PATH);
    toast('Single sign-on removed');
  }
  return (
    <div>
      <Button variant="default" onClick={() => setAsked(true)}>
        Remove single sign-on
      </Button>
      <ConfirmAction
        opened={asked}
        onClose={() => setAsked(false)}
        title="Remove single sign-on?"
        action="Remove single sign-on"
        danger
        onConfirm={remove}
      >
        Everybody else who signed in by it is signed out. They sign in with their passwords; who has none
        needs a link from an owner.
      </ConfirmAction>
    </div>
  );
}

interface Values {
  issuer: string;
  clientId: string;
  clientSecret: string;
  roleClaim: string;
  roles: RoleRow[];
  required: boolean;
}

function draftOf(settings: Shown['settings']): Values {
  const rows = Object.entries(settings?.roles ?? {}).map(([value, role]) => ({ value, role }));
  return {
    issuer: settings?.issuer ?? '',
    clientId: settings?.clientId ?? '',
    clientSecret: '',
    roleClaim: settings?.roleClaim ?? 'groups',
    roles: rows.length > 0 ? rows : [{ value: '', role: 'owner' }],
    required: settings?.required ?? false,
  };
}
