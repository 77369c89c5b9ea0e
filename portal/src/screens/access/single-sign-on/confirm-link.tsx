// The first time that somebody comes by single sign-on with the address of an existing account, this asks for the
// account's password and second factor. The person proves that the account is theirs. From then on single sign-on opens
// the account.
import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { post } from '../../../api/client.ts';
import { Fault } from '../../../parts/fault.tsx';
import { useTask } from '../../../parts/use-task.ts';
import classes from '../access.module.css';
import { AfterPassword } from '../after-password.tsx';
import type { SignInStep } from '../sign-in-step.ts';

interface Props {
  merchantId: string;
  email: string;
  onDone: (merchantName: string) => void;
}

export function ConfirmLink({ merchantId, email, onDone }: Props) {
  const [password, setPassword] = useState('');
  const [later, setLater] = useState<SignInStep | null>(null);
  const { running, fault, run } = useTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () => {
      const answer = await post('/portal/api/session', {
        body: { email, password, merchantId, linkSingleSignOn: true },
      });
      if (answer.step === 'done') onDone(answer.merchantName);
      else setLater(answer);
    });
  }

  if (later) return <AfterPassword step={later} onDone={() => onDone(later.merchantName)} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1}>Is this account yours?</Title>
        <p className={classes.lead}>
          {email} already has an account here. Enter its password once to confirm that it is yours. From then
          on single sign-on opens it, and whoever manages your identity provider could open it too.
        </p>
        <Fault text={fault} />
        <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={running} fullWidth>
          It is mine
        </Button>
        <p className={classes.quiet}>
          Not yours, or a forgotten password? Ask an owner of your company for a link. Open the link in this
          browser, then start again.
        </p>
      </Stack>
    </form>
  );
}
