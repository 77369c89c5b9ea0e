// /single-sign-on/:merchantId/return: where the merchant's identity provider sends people back. It passes the
// provider's answer to the gateway, once, and removes it from the address. After a sign-in this tab goes on. After a
// confirmation the tab that asked goes on, and the user may close this one.
import { Button, Loader, Stack, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, post } from '../../../api/client.ts';
import { queryClient } from '../../../api/queries.ts';
import { faultText } from '../../../parts/fault-text.ts';
import { wayBack } from '../../../shell/session/way-back.ts';
import classes from '../access.module.css';
import { AccessCard } from '../access-card.tsx';
import { returnFromProviderRoute } from '../routes.ts';
import { ConfirmLink } from './confirm-link.tsx';
import { rememberedMerchants, rememberMerchant } from './remembered-merchants.ts';
import { takeNext, tellOutcome } from './visits.ts';

export function ReturnFromProvider() {
  const router = useRouter();
  const { merchantId } = returnFromProviderRoute.useParams();
  const [isConfirmed, setConfirmed] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);

  // Runs once, because the provider's answer works only once.
  useEffect(() => {
    const query = location.search.slice(1);
    history.replaceState(history.state, '', location.pathname);
    finish(merchantId, query).then((outcome) => {
      if (outcome === 'confirmed') setConfirmed(true);
      else goOn();
    }, setFault);
  }, []);

  function goOn() {
    queryClient.clear();
    const href = wayBack(takeNext(), location.origin);
    if (href) router.navigate({ href });
    else router.navigate({ to: '/' });
  }
  function linked(name: string) {
    rememberMerchant({ merchantId, name });
    tellOutcome('signed-in');
    goOn();
  }
  const email = emailToLink(fault);

  return (
    <AccessCard title="Single sign-on">
      {email !== null ? (
        <ConfirmLink merchantId={merchantId} email={email} onDone={linked} />
      ) : fault ? (
        <NotSignedIn fault={fault} />
      ) : isConfirmed ? (
        <Stack gap="md">
          <Title order={1}>It is you</Title>
          <p className={classes.lead}>Your change goes on in the other window. You can close this one.</p>
          <Button variant="default" onClick={() => window.close()}>
            Close
          </Button>
        </Stack>
      ) : (
        <Stack gap="md" align="center">
          <Loader size="sm" />
          <Title order={1}>Signing you in</Title>
        </Stack>
      )}
    </AccessCard>
  );
}

/** The address of an account that has a password and is not linked yet. */
function emailToLink(fault: Error | null): string | null {
  if (!(fault instanceof ApiError)) return null;
  const { reason, email, hasPassword } = fault.answer;
  return reason === 'not linked' && hasPassword === true ? String(email) : null;
}

async function finish(merchantId: string, query: string) {
  const { outcome, merchantName } = await post('/portal/api/single-sign-on/{merchantId}/finish', {
    params: { merchantId },
    body: { query: query === '' ? 'nothing' : query },
  });
  if (outcome === 'signed-in') rememberMerchant({ merchantId, name: merchantName });
  tellOutcome(outcome);
  return outcome;
}

const TITLES: Record<string, string> = {
  stale: 'Start again',
  'no role': 'You have no role here',
  disabled: 'You can no longer sign in',
  'another person': 'That was another person',
  changed: 'Start again',
  'not linked': 'Link your account first',
};

function NotSignedIn({ fault }: { fault: Error }) {
  const reason = fault instanceof ApiError ? String(fault.answer.reason ?? '') : '';
  const [last] = rememberedMerchants();
  return (
    <Stack gap="md">
      <Title order={1}>{TITLES[reason] ?? 'You are not signed in'}</Title>
      <p className={classes.lead} role="alert">
        {faultText(fault.message)}
      </p>
      {last && (
        <Button
          component={Link}
          to="/single-sign-on/$merchantId"
          params={{ merchantId: last.merchantId } as never}
        >
          Try again at {last.name}
        </Button>
      )}
      <Button component={Link} to="/sign-in" variant="default">
        Go to the sign-in page
      </Button>
    </Stack>
  );
}
