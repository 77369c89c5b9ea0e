// The first second factor, between password and portal: a passkey or an authenticator app, then the recovery codes.
import { Anchor, Stack, Title } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { Fault } from '../../../parts/fault.tsx';
import { useTask } from '../../../parts/use-task.ts';
import classes from '../access.module.css';
import { AddTotp } from './add-totp.tsx';
import { addPasskey, deviceName } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export function Enrol({ onDone }: { onDone: () => void }) {
  const [withApp, setWithApp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { running, fault, run } = useTask();
  const added = (recoveryCodes: string[] | null) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else onDone();
  };

  if (codes)
    return (
      <Stack gap="md">
        <Title order={1}>Save your recovery codes</Title>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </Stack>
    );
  if (withApp)
    return (
      <Stack gap="md">
        <Title order={1}>Add an authenticator app</Title>
        <AddTotp onAdded={added} />
        <Anchor component="button" type="button" onClick={() => setWithApp(false)}>
          Use a passkey instead
        </Anchor>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Title order={1}>Add a second factor</Title>
      <p className={classes.lead}>
        Your role can move money or change settings, so a password alone is not enough.
      </p>
      <Fault text={fault} />
      <div className={classes.choices}>
        <button
          type="button"
          className={classes.choice}
          disabled={running}
          onClick={() => run(async () => added((await addPasskey(deviceName())).recoveryCodes))}
        >
          <IconFingerprint size={24} stroke={1.5} aria-hidden="true" />
          <span className={classes.choiceName}>Passkey</span>
          <span className={classes.choiceText}>
            Fingerprint, face or PIN of this device. The quickest way.
          </span>
        </button>
        <button type="button" className={classes.choice} disabled={running} onClick={() => setWithApp(true)}>
          <IconDeviceMobile size={24} stroke={1.5} aria-hidden="true" />
          <span className={classes.choiceName}>Authenticator app</span>
          <span className={classes.choiceText}>A code from an app on your phone, each time you sign in.</span>
        </button>
      </div>
    </Stack>
  );
}
