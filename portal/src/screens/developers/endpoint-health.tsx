// The health of the notification address: success, latency, waiting webhooks, and since when it fails or is paused,
// with a button to resume.
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { numberText, percentText } from '../../parts/format.ts';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { latency } from './delivery-state.tsx';

const HEALTH = '/portal/api/brands/{brandId}/webhooks/health';

export function EndpointHealth() {
  const { id: brandId } = useBrand();
  const mayChange = useCan('webhooks.change');
  const { data } = useQuery({ ...apiQuery(HEALTH, { params: { brandId } }), refetchInterval: 5_000 });
  const [resuming, setResuming] = useState(false);
  if (!data) return null;
  const count = (value: number) =>
    value >= data.countedTo ? `${numberText(value)} or more` : numberText(value);

  async function resume() {
    setResuming(true);
    try {
      await post('/portal/api/brands/{brandId}/webhooks/resume', { params: { brandId }, body: {} });
      await invalidate(HEALTH, '/portal/api/brands/{brandId}/webhooks/deliveries');
      toast('Webhooks are resumed. The missed ones are sent first.');
    } catch (error) {
      toast((error as Error).message, 'bad');
    } finally {
      setResuming(false);
    }
  }

  return (
    <Section
      title="Notification address"
      lead={data.url ?? 'None is set. Events go to the address that each payment names.'}
    >
      {data.endpoints.map((endpoint) => (
        <Alert key={endpoint.url} color={endpoint.pausedAt ? 'yellow' : 'red'} mb="md">
          <Group justify="space-between" gap="md">
            <span>
              {!endpoint.isBrandAddress && `${endpoint.url}: `}
              {endpoint.pausedAt ? 'Paused since ' : 'No 2xx answer since '}
              <Time at={endpoint.pausedAt ?? endpoint.failingSince} exact />
              {endpoint.pauseReason && ` (${endpoint.pauseReason})`}.{' '}
              {endpoint.pausedAt
                ? 'Its events wait until somebody resumes it.'
                : 'Failed webhooks are tried again.'}
            </span>
            {mayChange && endpoint.pausedAt && (
              <Button variant="default" loading={resuming} onClick={resume}>
                Resume
              </Button>
            )}
          </Group>
        </Alert>
      ))}
      <Facts>
        <Fact label="Answered 2xx">
          {data.tries > 0 &&
            `${percentText(data.succeeded / data.tries)} of the latest ${numberText(data.tries)} tries`}
        </Fact>
        <Fact label="Answer time">
          {data.p95Ms !== null &&
            `95 of 100 within ${latency(data.p95Ms)}, half within ${latency(data.p50Ms!)}`}
        </Fact>
        <Fact label="Trying again">{count(data.retrying)}</Fact>
        <Fact label="Waiting in line">{count(data.waiting)}</Fact>
        <Fact label="Given up">{count(data.abandoned)}</Fact>
        <Fact label="Without an address">{count(data.unaddressed)}</Fact>
      </Facts>
    </Section>
  );
}
