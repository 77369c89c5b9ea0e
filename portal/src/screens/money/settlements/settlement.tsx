// The page of one settlement: a sentence first, then the sum of what is paid out, whether the bank has it, the lines
// that wait for a person, and all its lines.
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { CopyId } from '../../../parts/copy-id.tsx';
import { calendarDay, capital, countText, moneyText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand, usePathName } from '../../../shell/session/session.ts';
import { LinesToDecide } from './decide-lines.tsx';
import { PaperHead, PrintButton } from './print-settlement.tsx';
import { AllLines, useLines } from './settlement-lines.tsx';
import { SETTLEMENT, SettlementState, standingOf } from './settlement-words.tsx';
import classes from './settlements.module.css';
import { Exports } from './settlements.tsx';

type Page = Answer<typeof SETTLEMENT>;

const COLOURS = { good: 'green', bad: 'red', warn: 'yellow', busy: 'accent', quiet: 'gray' } as const;

export function SettlementScreen() {
  const { id: brandId } = useBrand();
  const settlementId = usePathName('settlementId');
  const query = useQuery(apiQuery(SETTLEMENT, { params: { brandId, settlementId } }));
  const back = { to: `/b/${brandId}/money/settlements`, label: 'Settlements' };
  const page = query.data;
  if (!page)
    return (
      <>
        <PageHeader
          {...(query.error
            ? {}
            : { title: <span aria-busy="true">Settlement</span>, windowTitle: 'Settlement' })}
          back={back}
        />
        {query.error && <ErrorState error={query.error} again={query.refetch} />}
      </>
    );
  return <Settlement page={page} back={back} />;
}

function Settlement({ page, back }: { page: Page; back: { to: string; label: string } }) {
  const { settlementId } = page;
  const [state, setState] = useState<string | undefined>();
  const lines = useLines(settlementId, state);
  const firstOf = lines.hasNextPage && !state ? page.lines : null;
  return (
    <>
      <PaperHead settlement={page} lines={lines} />
      <PageHeader
        back={back}
        windowTitle={`Settlement ${page.reference}`}
        title={<Money amount={page.net} currency={page.currency} />}
        lead={
          <>
            Payout {page.reference} of {page.providerName}, {countText(page.lines, 'line')}
          </>
        }
        actions={
          <>
            <PrintButton lines={lines} />
            {page.lines > 0 && <Exports query={{ settlementId }} onlyLines />}
          </>
        }
      />
      <Alert color={COLOURS[standingOf(page).mood]} mb="lg" title={sentenceOf(page)}>
        {adviceOf(page)}
      </Alert>
      <div className={classes.columns}>
        <Sum page={page} />
        <FactsOf page={page} />
      </div>
      {page.waiting > 0 && <LinesToDecide settlementId={settlementId} count={page.waiting} />}
      <AllLines
        lines={lines}
        firstOf={firstOf}
        state={state}
        onState={setState}
        isComplete={page.isComplete}
      />
    </>
  );
}

function sentenceOf({ providerName, net, currency, state, reason, paidAt, bankEntryId }: Page): string {
  if (state === 'conflict') return `This settlement needs a look: ${reason}`;
  const amount = moneyText(net, currency);
  if (bankEntryId !== null) return `${providerName} paid out ${amount}, and your bank has it`;
  return paidAt === null
    ? `${providerName} has not paid out these ${amount} yet`
    : `${providerName} says it paid out ${amount}. Your bank has not shown it yet`;
}

function adviceOf({ state, waiting, bankEntryId, isComplete, lines }: Page): string {
  const parts = [
    state === 'conflict' && 'Ask the provider. No balance changes here: the gateway only compares.',
    waiting > 0 &&
      `${countText(waiting, 'line')} below ${waiting === 1 ? 'waits' : 'wait'} for your decision.`,
    bankEntryId === null &&
      state !== 'conflict' &&
      'The gateway finds the credit in a statement by its amount and its text.',
    !isComplete &&
      (lines === 0
        ? 'The provider has not listed its lines.'
        : 'The provider has not listed all lines, so the sum is not final.'),
  ].filter((part) => part !== false);
  return parts.join(' ') || 'Every line matches a payment.';
}

const ROWS = [
  ['charges', 'Charges'],
  ['refunds', 'Refunds'],
  ['disputes', 'Disputes'],
  ['fees', 'Fees'],
  ['other', 'Other'],
] as const;

/** One column of amounts that adds up, as on paper. */
function Sum({ page }: { page: Page }) {
  const { currency, net, sumOfLines } = page;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  const differs = sumOfLines !== net;
  return (
    <Section title="What it adds up to">
      <table className={classes.sum}>
        <tbody>
          {ROWS.map(([key, label]) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{money(page[key])}</td>
            </tr>
          ))}
          {differs && (
            <tr>
              <th scope="row">Not in the lines</th>
              <td>{money(net - sumOfLines)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Paid out</th>
            <td>{money(net)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}

function FactsOf({ page }: { page: Page }) {
  const { id: brandId } = useBrand();
  const { bankEntry, paidAt, providerName, reference, settlementId } = page;
  return (
    <Section title="Payout">
      <Facts>
        <Fact label="State">
          <SettlementState settlement={page} />
        </Fact>
        <Fact label="Provider">{providerName}</Fact>
        <Fact label="Reference">
          <CopyId value={reference} label="reference" whole />
        </Fact>
        <Fact label="Paid on">{paidAt ? <Time at={paidAt} exact /> : 'Not yet'}</Fact>
        <Fact label="At the bank">
          {bankEntry ? (
            <Anchor
              component={Link}
              to={`/b/${brandId}/money/bank` as '/'}
              search={{ entry: bankEntry.entryId } as never}
            >
              {bankEntry.bookedOn ? `Booked on ${calendarDay(bankEntry.bookedOn)}` : 'Open the bank entry'}
            </Anchor>
          ) : (
            'Not found in a statement'
          )}
        </Fact>
        <Fact label="Bank text">{bankEntry?.text}</Fact>
        <Fact label="Decision">{bankEntry?.decision && capital(bankEntry.decision)}</Fact>
        <Fact label="Settlement id">
          <CopyId value={settlementId} label="settlement id" />
        </Fact>
      </Facts>
    </Section>
  );
}
