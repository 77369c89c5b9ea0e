// Asks the user to confirm their identity if a change needs it (api/confirmation.ts): users, keys, approvals, the
// user's own account. Afterwards the change continues by itself, so the user types nothing again.
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Answer, get } from '../../api/client.ts';
import { onConfirmationNeeded } from '../../api/confirmation.ts';

const ConfirmIdentity = lazy(() =>
  import('../../screens/access/confirm-identity.tsx').then((file) => ({ default: file.ConfirmIdentity })),
);

const ConfirmAtProvider = lazy(() =>
  import('../../screens/access/confirm-at-provider.tsx').then((file) => ({
    default: file.ConfirmAtProvider,
  })),
);

interface Asked {
  ways: Answer<'/portal/api/account/confirmation'>['ways'];
  singleSignOn: boolean;
  answer: (isConfirmed: boolean) => void;
}

export function IdentityGuard() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      onConfirmationNeeded(async () => {
        const { until, ways, singleSignOn } = await get('/portal/api/account/confirmation');
        if (until !== null) return true;
        return new Promise((resolve) => {
          const answer = (isConfirmed: boolean) => {
            setAsked(null);
            resolve(isConfirmed);
          };
          setAsked({ ways, singleSignOn, answer });
        });
      }),
    [],
  );
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      {asked.singleSignOn ? (
        <ConfirmAtProvider onConfirmed={() => asked.answer(true)} onBack={() => asked.answer(false)} />
      ) : (
        <ConfirmIdentity
          ways={asked.ways}
          onConfirmed={() => asked.answer(true)}
          onBack={() => asked.answer(false)}
        />
      )}
    </Suspense>
  );
}
