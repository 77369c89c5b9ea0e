// One webhook: its state, the request byte for byte, each try with its answer, and a button to send it again.
import { Button, Switch } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { apiQuery, invalidate } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { resendWords } from '../../parts/resend-words.ts';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useBrand, useCan, usePathName } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import { answerText, DeliveryState } from './delivery-state.tsx';
import { Code } from './developers-frame.tsx';

const DELIVERY = '/portal/api/brands/{brandId}/webhooks/deliveries/{transactionId}/{sequence}';

export function DeliveryPage() {
  const { id: brandId } = useBrand();
  const [transactionId, sequence] = [usePathName('transactionId'), usePathName('sequence')];
  const mayResend = useCan('webhooks.resend');
  const [sending, setSending] = useState(false);
  const params = { brandId, transactionId, sequence };
  const { data, error, refetch } = useQuery({ ...apiQuery(DELIVERY, { params }), refetchInterval: 2_000 });
  const back = { to: `/b/${brandId}/developers/webhooks`, label: 'Webhooks' };
  if (error && !data) return <ErrorState error={error} again={refetch} alone />;
  if (!data) return <PageHeader back={back} />;

  const words = resendWords(data.state !== 'unaddressed');

  async function resend() {
    setSending(true);
    try {
      await post(`${DELIVERY}/resend`, { params, body: {} });
      await invalidate(DELIVERY, '/portal/api/brands/{brandId}/webhooks/deliveries');
      toast(words.toast);
    } catch (fault) {
      toast((fault as Error).message, 'bad');
    } finally {
      setSending(false);
    }
  }

  return (
    <>
      <PageHeader
        title={data.eventType}
        lead={<DeliveryState state={data.state} />}
        back={back}
        primary={
          mayResend && (
            <Button leftSection={<IconSend size={16} stroke={1.75} />} loading={sending} onClick={resend}>
              {words.button}
            </Button>
          )
        }
      />
      <Section title="Event">
        <Facts>
          <Fact label="Event id">
            <CopyId value={data.eventId} label="event id" whole />
          </Fact>
          <Fact label="Transaction">
            <TransactionLink id={data.transactionId}>{data.transactionId}</TransactionLink>
          </Fact>
          <Fact label="Number in the transaction">{data.sequence}</Fact>
          <Fact label="Happened">
            <Time at={data.createdAt} exact />
          </Fact>
          <Fact label="Address">
            {data.url && `${data.url}${data.ownAddress ? ' (set by the transaction)' : ''}`}
          </Fact>
          <Fact label="Next try">
            {data.state === 'retrying' && data.nextTryAt && <Time at={data.nextTryAt} exact />}
          </Fact>
        </Facts>
      </Section>
      <Section title="Tries" lead="Oldest first, with the start of each answer.">
        {data.history.length === 0 && <p>No try yet.</p>}
        {data.history.map((one) => (
          <div key={one.tryNumber}>
            <p>
              <strong>{one.tryNumber}.</strong> <Time at={one.at} exact /> to {one.url}: {answerText(one)}
              {one.statusCode !== null && one.answer === null && ', without a body'}
            </p>
            {one.answer && <Code label={`Answer to try ${one.tryNumber}`} text={one.answer} />}
          </div>
        ))}
      </Section>
      <Section title="Request" lead="The headers of the latest try. The body is the same in every try.">
        <Code label="Headers" text={data.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
        <br />
        <Body text={data.body} />
      </Section>
    </>
  );
}

/** Indented for reading. On request it shows the body as it was sent, which is the signed text. */
function Body({ text }: { text: string }) {
  const [isRaw, setRaw] = useState(false);
  const indented = indent(text);
  const shown = isRaw ? text : (indented ?? text);
  return (
    <>
      <Code label="Body" text={shown} plain={!isRaw && indented !== null} />
      {indented !== null && (
        <Switch
          mt="xs"
          size="xs"
          label="As it was sent"
          checked={isRaw}
          onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
        />
      )}
    </>
  );
}

/** null: the text is no JSON, or parsing would change its numbers. */
function indent(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : null;
  } catch {
    return null;
  }
}
