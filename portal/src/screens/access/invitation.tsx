// /invitations/:token: who is invited and where, a name, a password, and then the second factor. If the link no longer
// works, it says what to do.
import { Button, PasswordInput, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, BASE, post } from '../../api/client.ts';
import { apiQuery, queryClient } from '../../api/queries.ts';
import { Fault } from '../../parts/fault.tsx';
import { useTask } from '../../parts/use-task.ts';
import { ROLES } from '../../shell/session/account-menu.tsx';
import classes from './access.module.css';
import { AccessCard } from './access-card.tsx';
import { AfterPassword } from './after-password.tsx';
import { invitationRoute } from './routes.ts';
import type { SignInStep } from './sign-in-step.ts';

export function Invitation() {
  const router = useRouter();
  const { token } = invitationRoute.useParams();
  const [step, setStep] = useState<SignInStep | null>(null);
  const query = useQuery({
    ...apiQuery('/portal/api/invitations/{token}', { params: { token } }),
    enabled: step === null,
    staleTime: Number.POSITIVE_INFINITY,
  });

  function enter() {
    queryClient.clear();
    router.navigate({ to: '/' });
  }

  return (
    <AccessCard title="Invitation">
      {step ? (
        <AfterPassword step={step} onDone={enter} />
      ) : query.error ? (
        <NoInvitation error={query.error} />
      ) : query.data ? (
        <Accept
          token={token}
          invitation={query.data}
          onStep={(answer) => (answer.step === 'done' ? enter() : setStep(answer))}
        />
      ) : (
        <Stack gap="md">
          <Skeleton height={28} width="70%" />
          <Skeleton height={96} />
        </Stack>
      )}
    </AccessCard>
  );
}

function NoInvitation({ error }: { error: Error }) {
  const reason = error instanceof ApiError ? error.answer.reason : null;
  const elsewhere = error instanceof ApiError ? error.answer.singleSignOn : null;
  const [title, text] =
    typeof elsewhere === 'string'
      ? [
          'Your company uses single sign-on',
          'You do not need this link. Sign in at your company’s identity provider.',
        ]
      : reason === 'used'
        ? [
            'This invitation has already been used',
            'If you used it, sign in with the password that you chose. If not, tell the person who sent it.',
          ]
        : reason === 'expired'
          ? [
              'This invitation has expired',
              'An invitation is valid for a week. Ask the person who sent it for a new one.',
            ]
          : error instanceof ApiError && error.status === 404
            ? [
                'This invitation does not exist',
                'Check that you copied the whole link, or ask the person who sent it for a new one.',
              ]
            : ['The invitation could not be loaded', error.message];
  return (
    <Stack gap="md">
      <Title order={1}>{title}</Title>
      <p className={classes.lead}>{text}</p>
      {typeof elsewhere === 'string' ? (
        <Button component="a" href={`${BASE}/portal/single-sign-on/${elsewhere}`}>
          Single sign-on
        </Button>
      ) : (
        <Button component={Link} to="/sign-in" variant={reason === 'used' ? 'filled' : 'default'}>
          Sign in
        </Button>
      )}
    </Stack>
  );
}

interface Props {
  token: string;
  invitation: { email: string; name: string | null; merchantName: string; role: string; isMember: boolean };
  onStep: (step: SignInStep) => void;
}

function Accept({ token, invitation, onStep }: Props) {
  const { email, merchantName, role, isMember } = invitation;
  const [name, setName] = useState(invitation.name ?? '');
  const [password, setPassword] = useState('');
  const { running, fault, run } = useTask();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(async () =>
      onStep(await post('/portal/api/invitations/{token}', { params: { token }, body: { name, password } })),
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1}>{isMember ? 'Choose a new password' : `Join ${merchantName}`}</Title>
        <p className={classes.lead}>
          {isMember
            ? `For the user ${email} at ${merchantName}.`
            : `Your role: ${ROLES[role] ?? role}. You sign in with ${email}.`}
        </p>
        <Fault text={fault} />
        {/* So that password managers store the two together. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <TextInput
          label="Your name"
          description="Your colleagues see it next to your changes."
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
          autoFocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description="At least 12 characters, for example three or four unrelated words."
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={running} fullWidth>
          {isMember ? 'Set password' : 'Create account'}
        </Button>
      </Stack>
    </form>
  );
}
