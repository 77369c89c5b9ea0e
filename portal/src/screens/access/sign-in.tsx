// /sign-in. It leads back to the address that the user opened. If it loads between password and second factor, it
// continues with the second factor.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { get } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { signInRoute } from '../../shell/routes.ts';
import { wayBack } from '../../shell/session/way-back.ts';
import { AccessCard } from './access-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { SignInStep } from './sign-in-step.ts';

export function SignIn() {
  const router = useRouter();
  const { next } = signInRoute.useSearch();
  const [begun, setBegun] = useState<SignInStep | null>(null);

  function enter() {
    queryClient.clear();
    const href = wayBack(next, location.origin);
    if (href) router.navigate({ href });
    else router.navigate({ to: '/' });
  }
  // Runs once, when the page opens.
  useEffect(() => {
    get('/portal/api/second-factor').then(
      (step) => (step.step === 'done' ? enter() : setBegun(step)),
      // The user is not signed in yet, which is normal here.
      () => {},
    );
  }, []);

  return (
    <AccessCard title="Sign in">
      <SignInForm title="Sign in to Tollgate" begun={begun} next={next} onDone={enter} />
    </AccessCard>
  );
}
