// Asks for the password, and the second factor if there is one, before a change that needs it. It opens over the dialog
// in which the user began the change.
import { Anchor, Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { Fault } from '../../parts/fault.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useSession } from '../../shell/session/session.ts';
import classes from './access.module.css';
import { CodeField } from './second-factor/code-field.tsx';
import { askPasskey } from './second-factor/passkey.ts';
import { RecoveryCodeField } from './second-factor/recovery-code-field.tsx';

type Way = Answer<'/portal/api/account/confirmation'>['ways'][number];

interface Props {
  ways: Way[];
  onConfirmed: () => void;
  onBack: () => void;
}

export function ConfirmIdentity({ ways, onConfirmed, onBack }: Props) {
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
      onConfirmed();
    });
  }
  function turnTo(other: Way) {
    setWay(other);
    setCode('');
    setFault(null);
  }

  return (
    <Modal opened onClose={onBack} zIndex={300} title="Confirm that it is you">
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className={classes.lead}>This change requires it. The confirmation is valid for ten minutes.</p>
          <Fault text={fault} />
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
            <Button variant="default" onClick={onBack} disabled={running}>
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
