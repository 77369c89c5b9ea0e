// /single-sign-on/:merchantId: the address that a company gives its people. It goes to the identity provider at once.
// If it cannot, it says what is wrong.
import { Button, Loader, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { post } from '../../../api/client.ts';
import { faultText } from '../../../parts/fault-text.ts';
import classes from '../access.module.css';
import { AccessCard } from '../access-card.tsx';
import { beginSingleSignOnRoute } from '../routes.ts';
import { keepNext } from './visits.ts';

export function BeginSingleSignOn() {
  const { merchantId } = beginSingleSignOnRoute.useParams();
  const { next } = beginSingleSignOnRoute.useSearch();
  const [fault, setFault] = useState<string | null>(null);

  const begin = useCallback(async () => {
    setFault(null);
    try {
      const { url } = await post('/portal/api/single-sign-on/{merchantId}', { params: { merchantId } });
      keepNext(next);
      location.replace(url);
    } catch (error) {
      setFault(faultText((error as Error).message));
    }
  }, [merchantId, next]);
  useEffect(() => {
    begin();
  }, [begin]);

  return (
    <AccessCard title="Single sign-on">
      {fault === null ? (
        <Stack gap="md" align="center">
          <Loader size="sm" />
          <Title order={1}>Going to your identity provider</Title>
          <p className={classes.lead}>You sign in there and come back here.</p>
        </Stack>
      ) : (
        <Stack gap="md">
          <Title order={1}>Single sign-on is not working</Title>
          <p className={classes.lead} role="alert">
            {fault}
          </p>
          <Button onClick={begin}>Try again</Button>
          <Button component={Link} to="/sign-in" variant="default">
            Sign in with a password
          </Button>
        </Stack>
      )}
    </AccessCard>
  );
}
