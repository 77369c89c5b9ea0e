// Asks for the password, and the second factor where there is one, before what guards the account is changed. `useConfirmed` answers
// a dialog to show and a function that runs the change: at once where it was confirmed lately, else after the dialog.
import { Alert, Anchor, Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Answer, get, post } from '../../api/client.ts';
import { useTask } from '../../parts/use-task.ts';
import { useSession } from '../../shell/session.ts';
import classes from './access.module.css';
import { CodeField } from './code-field.tsx';
import { askPasskey } from './passkey.ts';
import { RecoveryCodeField } from './recovery-code-field.tsx';

type Way = Answer<'/portal/api/account/confirmation'>['ways'][number];

interface Asked {
  ways: Way[];
  then: () => unknown;
}

export function useConfirmed(): { dialog: ReactNode; confirmed: (then: () => unknown) => Promise<unknown> } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    dialog: asked && <ConfirmIdentity ways={asked.ways} then={asked.then} onClose={() => setAsked(null)} />,
    async confirmed(then) {
      const { until, ways } = await get('/portal/api/account/confirmation');
      return until === null ? setAsked({ ways, then }) : then();
    },
  };
}

function ConfirmIdentity({ ways, then, onClose }: Asked & { onClose: () => void }) {
  const { user } = useSession();
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { running, fault, run, setFault } = useTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      await post('/portal/api/account/confirmation', {
        body: {
          password,
          ...(way === 'totp' && { totp: code }),
          ...(way === 'recovery-code' && { recoveryCode: code }),
          ...(way === 'passkey' && { passkey: (await askPasskey()) as never }),
        },
      });
      onClose();
      await then();
    });
  }
  function turnTo(other: Way) {
    setWay(other);
    setCode('');
    setFault(null);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Confirm that it is you"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className={classes.lead}>Before you change how you sign in. It counts for ten minutes.</p>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          <input type="hidden" name="username" autoComplete="username" value={user.email} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {way === 'totp' && <CodeField value={code} onChange={setCode} />}
          {way === 'recovery-code' && <RecoveryCodeField value={code} onChange={setCode} />}
          {ways.length > 1 && (
            <Group gap="md">
              {ways
                .filter((other) => other !== way)
                .map((other) => (
                  <Anchor key={other} component="button" type="button" onClick={() => turnTo(other)}>
                    {OTHER_WAY[other]}
                  </Anchor>
                ))}
            </Group>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={running}>
              Back
            </Button>
            <Button type="submit" loading={running}>
              {way === 'passkey' ? 'Confirm with passkey' : 'Confirm'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const OTHER_WAY: Record<Way, string> = {
  passkey: 'Use a passkey',
  totp: 'Use a code from your app',
  'recovery-code': 'Use a recovery code',
};
