// Adds an authenticator app: a code to scan, the same code as text, and the first code of the app as proof.
import { Button, Skeleton, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type Answer, post, put } from '../../../api/client.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Fault } from '../../../parts/fault.tsx';
import { useTask } from '../../../parts/use-task.ts';
import classes from '../access.module.css';
import { CodeField } from './code-field.tsx';

export function AddTotp({ onAdded }: { onAdded: (recoveryCodes: string[] | null) => void }) {
  const [app, setApp] = useState<Answer<'/portal/api/account/totp', 'post'> | null>(null);
  const [code, setCode] = useState('');
  const { running, fault, run, setFault } = useTask();
  // Makes a new secret each time this opens; the gateway keeps the last one.
  useEffect(() => {
    let gone = false;
    post('/portal/api/account/totp').then(
      (answer) => !gone && setApp(answer),
      (error: Error) => !gone && setFault(error.message),
    );
    return () => {
      gone = true;
    };
  }, [setFault]);

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => onAdded((await put('/portal/api/account/totp', { body: { code } })).recoveryCodes));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.lead}>Scan this with your authenticator app, then type the code it shows.</p>
        {app ? (
          <img className={classes.qr} src={app.qrCode} alt="QR code for the authenticator app" />
        ) : (
          <Skeleton className={classes.qr} />
        )}
        {app && (
          <div>
            <div className={classes.quiet}>Cannot scan? Type this key:</div>
            <code className={classes.secret}>{app.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>{' '}
            <CopyText
              text={app.secret}
              label="Copy key"
              size="compact-xs"
              variant="subtle"
              leftSection={null}
            />
          </div>
        )}
        <Fault text={fault} />
        <CodeField value={code} onChange={setCode} label="Code the app shows" autoFocus />
        <Button type="submit" loading={running} disabled={!app} fullWidth>
          Add authenticator app
        </Button>
      </Stack>
    </form>
  );
}
