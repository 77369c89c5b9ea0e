// The second factor of a sign-in: the passkey first, then a code of the app, then a recovery code.
import { Anchor, Button, Divider, Stack, Title } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { post } from '../../../api/client.ts';
import { Fault } from '../../../parts/fault.tsx';
import { useTask } from '../../../parts/use-task.ts';
import classes from '../access.module.css';
import type { SignInStep } from '../sign-in-step.ts';
import { CodeField } from './code-field.tsx';
import { provePasskey } from './passkey.ts';
import { RecoveryCodeField } from './recovery-code-field.tsx';

export function Prove({ step, onDone }: { step: SignInStep; onDone: () => void }) {
  const { ways, email } = step;
  const hasPasskey = ways.includes('passkey');
  const hasApp = ways.includes('totp');
  const [withRecovery, setWithRecovery] = useState(false);
  const [code, setCode] = useState('');
  const { running, fault, run, setFault } = useTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      if (withRecovery) await post('/portal/api/second-factor/recovery-code', { body: { code } });
      else await post('/portal/api/second-factor/totp', { body: { code } });
      onDone();
    });
  }
  function turnTo(recovery: boolean) {
    setWithRecovery(recovery);
    setCode('');
    setFault(null);
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1}>Confirm that it is you</Title>
        <p className={classes.lead}>{email}</p>
        <Fault text={fault} />
        {hasPasskey && !withRecovery && (
          <Button
            fullWidth
            loading={running && code === ''}
            leftSection={<IconFingerprint size={18} />}
            onClick={() => run(async () => provePasskey().then(onDone))}
            data-autofocus
          >
            Use a passkey
          </Button>
        )}
        {hasPasskey && hasApp && !withRecovery && <Divider label="or" />}
        {hasApp && !withRecovery && (
          <>
            <CodeField value={code} onChange={setCode} autoFocus={!hasPasskey} />
            <Button
              type="submit"
              variant={hasPasskey ? 'default' : 'filled'}
              loading={running && code !== ''}
            >
              Continue
            </Button>
          </>
        )}
        {withRecovery && (
          <>
            <RecoveryCodeField autoFocus value={code} onChange={setCode} />
            <Button type="submit" loading={running}>
              Continue
            </Button>
          </>
        )}
        {withRecovery ? (
          <Anchor component="button" type="button" onClick={() => turnTo(false)}>
            Back
          </Anchor>
        ) : (
          ways.includes('recovery-code') && (
            <Anchor component="button" type="button" onClick={() => turnTo(true)}>
              Use a recovery code
            </Anchor>
          )
        )}
      </Stack>
    </form>
  );
}
