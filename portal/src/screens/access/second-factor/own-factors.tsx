// The user's own second factors: passkeys with names, the authenticator app, recovery codes. The gateway refuses to
// remove the last factor if the role needs one, so the page does not offer it.
import { Button, Group, Modal, Skeleton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, del, patch, post } from '../../../api/client.ts';
import { askConfirmation } from '../../../api/confirmation.ts';
import { invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { Section } from '../../../parts/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { toast } from '../../../shell/toasts.tsx';
import classes from '../access.module.css';
import { AddTotp } from './add-totp.tsx';
import { addPasskey, deviceName } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type AccountAnswer = Answer<'/portal/api/account'>;
type Passkey = AccountAnswer['passkeys'][number];
type Doing =
  | { what: 'add-app' | 'remove-app' | 'new-codes' }
  | { what: 'show-codes'; codes: string[] }
  | { what: 'rename' | 'remove'; passkey: Passkey };

const refresh = () => invalidate('/portal/api/account');

export function OwnFactors({ account }: { account: AccountAnswer | undefined }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { running, run, fault } = useTask();
  if (!account) return <Skeleton height={160} />;
  const { passkeys, totpAddedAt, recoveryCodesLeft, secondFactorNeeded } = account;
  const isLast = secondFactorNeeded && passkeys.length + (totpAddedAt ? 1 : 0) === 1;
  const added = async (codes: string[] | null) => {
    await refresh();
    setDoing(codes ? { what: 'show-codes', codes } : null);
  };
  const add = async () => added((await addPasskey(deviceName())).recoveryCodes);
  const guard = (then: () => unknown) => run(async () => (await askConfirmation()) && then());

  return (
    <Section
      title="Second factor"
      lead={
        secondFactorNeeded
          ? 'Your role requires one. With two, you can still sign in if you lose your phone.'
          : 'Once you have added one, you need it each time you sign in.'
      }
      actions={
        <Button variant="default" onClick={() => guard(add)} loading={running}>
          Add passkey
        </Button>
      }
    >
      {fault && (
        <p role="alert" className={classes.lead}>
          {fault}
        </p>
      )}
      <ul className={classes.rows}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isLast={isLast}
            onRename={() => setDoing({ what: 'rename', passkey })}
            onRemove={() => guard(() => setDoing({ what: 'remove', passkey }))}
          />
        ))}
        <AppRow
          addedAt={totpAddedAt}
          isLast={isLast}
          onAdd={() => guard(() => setDoing({ what: 'add-app' }))}
          onRemove={() => guard(() => setDoing({ what: 'remove-app' }))}
        />
        {recoveryCodesLeft !== null && (
          <Row
            name="Recovery codes"
            text={recoveryCodesLeft === 0 ? 'None left: make new ones' : `${recoveryCodesLeft} of 10 left`}
          >
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => guard(() => setDoing({ what: 'new-codes' }))}
            >
              Make new ones
            </Button>
          </Row>
        )}
      </ul>
      <FactorDialogs
        doing={doing}
        onClose={() => setDoing((now) => (now === doing ? null : now))}
        added={added}
      />
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  /** A user who needs a factor cannot remove the last one. */
  isLast: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, isLast, onRename, onRemove }: PasskeyRowProps) {
  const text = (
    <>
      Passkey, {passkey.lastUsedAt ? 'last used ' : 'added '}
      <Time at={passkey.lastUsedAt ?? passkey.createdAt} />
    </>
  );
  return (
    <Row name={passkey.name} text={text}>
      <Button size="compact-sm" variant="subtle" onClick={onRename}>
        Rename
      </Button>
      <RemoveButton name={passkey.name} isLast={isLast} onClick={onRemove} />
    </Row>
  );
}

interface AppRowProps {
  /** null: there is no app yet. */
  addedAt: string | null;
  isLast: boolean;
  onAdd: () => void;
  onRemove: () => void;
}

function AppRow({ addedAt, isLast, onAdd, onRemove }: AppRowProps) {
  const text = addedAt ? (
    <>
      Added <Time at={addedAt} />
    </>
  ) : (
    'Codes from an app on your phone'
  );
  return (
    <Row name="Authenticator app" text={text}>
      <Button size="compact-sm" variant="subtle" onClick={onAdd}>
        {addedAt ? 'Replace' : 'Add'}
      </Button>
      {addedAt && <RemoveButton name="authenticator app" isLast={isLast} onClick={onRemove} />}
    </Row>
  );
}

function RemoveButton({ name, isLast, onClick }: { name: string; isLast: boolean; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      disabled={isLast}
      title={isLast ? 'This is your last second factor. Add another one first.' : undefined}
      aria-label={`Remove ${name}`}
      onClick={onClick}
    >
      Remove
    </Button>
  );
}

function Row({ name, text, children }: { name: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowName}>{name}</div>
        <div className={classes.quiet}>{text}</div>
      </div>
      <Group gap={4}>{children}</Group>
    </li>
  );
}

interface DialogProps {
  doing: Doing | null;
  onClose: () => void;
  added: (codes: string[] | null) => Promise<void>;
}

function FactorDialogs({ doing, onClose, added }: DialogProps) {
  if (doing === null) return null;
  switch (doing.what) {
    case 'add-app':
      return (
        <Modal opened onClose={onClose} title="Add an authenticator app">
          <AddTotp onAdded={added} />
        </Modal>
      );
    case 'show-codes':
      return (
        <Modal opened onClose={onClose} title="Your recovery codes" closeOnClickOutside={false}>
          <RecoveryCodes codes={doing.codes} onDone={onClose} />
        </Modal>
      );
    case 'new-codes':
      return (
        <ConfirmAction
          opened
          onClose={onClose}
          title="Make new recovery codes?"
          action="Make new codes"
          onConfirm={async () => added((await post('/portal/api/account/recovery-codes')).recoveryCodes)}
        >
          The codes you saved before stop working.
        </ConfirmAction>
      );
    case 'remove-app':
      return (
        <ConfirmAction
          opened
          onClose={onClose}
          title="Remove the authenticator app?"
          action="Remove"
          danger
          onConfirm={() => del('/portal/api/account/totp').then(refresh)}
        >
          Its codes stop working for Tollgate.
        </ConfirmAction>
      );
    case 'remove':
      return (
        <ConfirmAction
          opened
          onClose={onClose}
          title={`Remove ${doing.passkey.name}?`}
          action="Remove"
          danger
          onConfirm={() =>
            del('/portal/api/account/passkeys/{passkeyId}', { params: { passkeyId: doing.passkey.id } }).then(
              refresh,
            )
          }
        >
          This passkey stops working for Tollgate. The device may still offer it.
        </ConfirmAction>
      );
    case 'rename':
      return <Rename passkey={doing.passkey} onClose={onClose} />;
  }
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title="Rename passkey"
      action="Save"
      disabled={name.trim() === ''}
      onConfirm={async () => {
        const params = { passkeyId: passkey.id };
        await patch('/portal/api/account/passkeys/{passkeyId}', { params, body: { name } });
        await refresh();
        toast('Passkey renamed');
      }}
    >
      <TextInput
        label="Name"
        maxLength={60}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmAction>
  );
}
