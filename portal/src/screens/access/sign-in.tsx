// /sign-in: e-mail and password. Leads back to where one was. What was typed stays when it is refused.
import { Alert, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { post } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { signInRoute } from '../../shell/routes.ts';
import { sessionQuery } from '../../shell/session.ts';
import classes from '../../shell/shell.module.css';

export function SignIn() {
  const router = useRouter();
  const { next } = signInRoute.useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · Tollgate';
  }, []);

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setRunning(true);
    setFault(null);
    try {
      await post('/portal/api/session', { body: { email, password } });
      queryClient.clear();
      await queryClient.fetchQuery(sessionQuery);
      // Only ever an address of this page.
      await (next?.startsWith('/') && !next.startsWith('//')
        ? router.navigate({ href: next })
        : router.navigate({ to: '/' }));
    } catch (error) {
      setFault((error as Error).message);
      setRunning(false);
    }
  }

  return (
    <main className={classes.signIn}>
      <form onSubmit={signIn} className={classes.signInForm}>
        <Stack gap="md">
          <Title order={1}>Sign in to Tollgate</Title>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Button type="submit" loading={running} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </main>
  );
}
