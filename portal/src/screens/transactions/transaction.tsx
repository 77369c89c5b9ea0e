// The page of one transaction: a sentence first, then facts, timeline and everything else about it. The gateway says
// which actions are possible (`actions`); the page must never guess.
import { Alert } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { countryName, moneyText, numberText, withAmounts } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useBrand, usePathName } from '../../shell/session/session.ts';
import { Actions } from './actions.tsx';
import { Captures, Deadline, mayStillCapture } from './captures.tsx';
import { COLUMNS, isGone, shownAmount } from './columns.tsx';
import { Exchange, ProviderNotifications, Risk } from './detail-sections.tsx';
import { Disputes } from './disputes.tsx';
import { MandateOf } from './mandate-of.tsx';
import { PAGE, type PageOf } from './page.ts';
import { Story } from './story.tsx';
import classes from './transactions.module.css';
import { Twins } from './twins.tsx';

// They are large to load. They stand at the end of their column, so nothing jumps when they appear.
const Notes = lazy(() => import('./forms/notes.tsx').then(({ Notes }) => ({ default: Notes })));
const SettlementsOf = lazy(() =>
  import('./later/settlements-of.tsx').then(({ SettlementsOf }) => ({ default: SettlementsOf })),
);

const ICONS = {
  good: IconCircleCheck,
  bad: IconCircleX,
  waiting: IconClock,
  attention: IconAlertTriangle,
  quiet: IconReceiptRefund,
} as const;

export function TransactionScreen() {
  const { id: brandId } = useBrand();
  const transactionId = usePathName('transactionId');
  const query = useQuery(apiQuery(PAGE, { params: { brandId, transactionId } }));
  const back = { to: `/b/${brandId}/transactions`, label: 'Transactions' };
  if (query.error && !query.data) {
    return (
      <>
        <PageHeader back={back} />
        <ErrorState error={query.error} again={query.refetch} />
      </>
    );
  }
  const page = query.data;
  if (!page)
    return (
      <PageHeader title={<span aria-busy="true">Transaction</span>} windowTitle="Transaction" back={back} />
    );
  const { transaction, sentence } = page;
  const Icon = ICONS[sentence.tone];
  const { currency, type } = transaction;
  const amount = shownAmount(transaction);
  // An open dispute has a deadline, so it comes first.
  const isDisputed = page.disputes.some(({ status }) => status === 'OPEN' || status === 'INQUIRY');
  return (
    <>
      <PageHeader
        back={back}
        windowTitle={`${type === 'PAYIN' ? 'Pay-in' : 'Payout'} ${transaction.merchantReference}`}
        title={
          <span className={classes.amount}>
            <Money amount={amount} currency={currency} struck={isGone(transaction)} />
            {amount < transaction.amount && (
              <span className={classes.of}> of {moneyText(transaction.amount, currency)}</span>
            )}
          </span>
        }
        lead={
          <>
            <TransactionStatus {...transaction} />
            <span className={classes.when}>
              <Time at={transaction.completedAt ?? transaction.createdAt} exact />
            </span>
          </>
        }
        actions={<Actions page={page} />}
      />
      <Alert
        variant="default"
        className={classes.verdict!}
        data-tone={sentence.tone}
        icon={<Icon size={20} />}
        title={withAmounts(sentence.what)}
        mb="lg"
      >
        {mayStillCapture(page) ? <Deadline page={page} /> : sentence.next && withAmounts(sentence.next)}
      </Alert>
      <div className={classes.columns}>
        <div>
          {isDisputed && <Disputes page={page} />}
          <FactsOf page={page} />
          <Captures page={page} />
          <Story page={page} />
        </div>
        <div>
          <Twins page={page} />
          <PersonOf page={page} />
          <MandateOf page={page} />
          {!isDisputed && <Disputes page={page} />}
          <Exchange page={page} />
          <ProviderNotifications page={page} />
          <Risk page={page} />
          <Suspense>
            <SettlementsOf page={page} />
            <Notes page={page} />
          </Suspense>
        </div>
      </div>
      <Related page={page} />
    </>
  );
}

function FactsOf({ page }: { page: PageOf }) {
  const { transaction, facts, refundable, attempts } = page;
  const { type, amountDisputed, currency, errorCode, errorReason, card, option } = transaction;
  const isPayin = type === 'PAYIN';
  return (
    <Section title={isPayin ? 'Payment' : 'Payout'}>
      <Facts>
        <Fact label="Created">
          <Time at={transaction.createdAt} exact />
        </Fact>
        <Fact label="Completed">
          {transaction.completedAt && <Time at={transaction.completedAt} exact />}
        </Fact>
        <Fact label="Merchant reference">
          <CopyId value={transaction.merchantReference} label="merchant reference" />
        </Fact>
        <Fact label="Transaction id">
          <CopyId value={transaction.id} label="transaction id" />
        </Fact>
        <Fact label="Method">{[option, card].filter(Boolean).join(', ')}</Fact>
        <Fact label="Charged by">
          {facts.initiator === 'MERCHANT' && 'The merchant, while the customer was absent'}
        </Fact>
        <Fact label="Card expires">{facts.cardExpiry}</Fact>
        {!isPayin && <Fact label="Account">{facts.recipient}</Fact>}
        {isPayin && (
          <>
            <Held page={page} />
            <RefundedFacts page={page} />
            <Fact label="Taken by disputes">
              {amountDisputed > 0 && <Money amount={amountDisputed} currency={currency} />}
            </Fact>
            <Fact label="Left to refund">
              {refundable > 0 && <Money amount={refundable} currency={currency} />}
            </Fact>
          </>
        )}
        <Fact label="Reason">{errorReason}</Fact>
        <Fact label="Error code">{errorCode && <CopyId value={errorCode} label="error code" />}</Fact>
        <Fact label="Declined attempts">{attempts.length > 0 && numberText(attempts.length)}</Fact>
        <Fact label="Payment reference">
          {transaction.paymentReference && (
            <CopyId value={transaction.paymentReference} label="payment reference" />
          )}
        </Fact>
        <Fact label="Session">
          <CopyId value={facts.sessionId} label="session id" />
        </Fact>
        <Fact label="Extra 1">{facts.extra1}</Fact>
        <Fact label="Extra 2">{facts.extra2}</Fact>
        <Fact label="Extra 3">{facts.extra3}</Fact>
      </Facts>
    </Section>
  );
}

/** A pending refund is not a refund yet, and a failed refund is none. */
function RefundedFacts({ page: { refunds, transaction } }: { page: PageOf }) {
  const sum = (wanted: PageOf['refunds'][number]['status']) => {
    const own = refunds.filter(({ status }) => status === wanted);
    const all = own.reduce((total, { amount }) => total + amount, 0);
    return all > 0 && <Money amount={all} currency={transaction.currency} />;
  };
  return (
    <>
      <Fact label="Refunded">{sum('COMPLETED')}</Fact>
      <Fact label="Being refunded">{sum('PENDING')}</Fact>
      <Fact label="Refund failed">{sum('FAILED')}</Fact>
    </>
  );
}

/** The amounts of an authorised payment. */
function Held({ page: { authorization, transaction } }: { page: PageOf }) {
  if (!authorization) return null;
  const { amount, captured, pending, capturable, released, captureBefore, open } = authorization;
  const money = (value: number) => value > 0 && <Money amount={value} currency={transaction.currency} />;
  return (
    <>
      <Fact label="Authorised">{money(amount)}</Fact>
      <Fact label="Captured">{money(captured)}</Fact>
      <Fact label="Being captured">{money(pending)}</Fact>
      <Fact label="Left to capture">{money(capturable)}</Fact>
      <Fact label="Released">{money(released)}</Fact>
      <Fact label="Capture before">{open && <Time at={captureBefore} exact />}</Fact>
    </>
  );
}

/** Shows nothing if no personal data is known. */
function PersonOf({ page: { person, transaction } }: { page: PageOf }) {
  if (Object.values(person).every((one) => one === null)) return null;
  return (
    <Section title={transaction.type === 'PAYIN' ? 'Customer' : 'Recipient'}>
      <Facts>
        <Fact label="Name">{person.name}</Fact>
        <Fact label="E-mail">{person.email}</Fact>
        <Fact label="Phone">{person.phone}</Fact>
        <Fact label="Country">{person.country && countryName(person.country)}</Fact>
        <Fact label="Customer id">
          {person.userId && <CopyId value={person.userId} label="customer id" />}
        </Fact>
        <Fact label="IP address">{person.ip}</Fact>
      </Facts>
    </Section>
  );
}

function Related({ page: { related } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  if (related.length === 0) return null;
  return (
    <Section
      title="Other transactions of this customer"
      lead="Found by the customer id or the e-mail address, newest first."
    >
      <DataTable
        label="Other transactions of this customer"
        columns={COLUMNS}
        hidden={[
          'captured',
          'captureBefore',
          'refunded',
          'disputed',
          'type',
          'country',
          'id',
          'providerReference',
          'customer',
        ]}
        rows={related}
        rowKey={({ id }) => id}
        link={({ id }) => toTransaction(brandId, id)}
      />
    </Section>
  );
}
