// Stuck transactions, above the list, only if there are any, with their age and a way to decide them. Payouts to
// approve are one line, because their queue is a screen of its own.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { durationText, moneyText, numberText } from '../../parts/format.ts';
import { type WaitingItem, WaitingList } from '../../parts/table/waiting-list.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';

const STUCK = '/portal/api/brands/{brandId}/stuck';
type StuckThing = Answer<typeof STUCK>['items'][number];

const SAID = {
  'unknown-outcome': 'The outcome is unknown',
  'undecided-refund': 'The outcome of the refund is unknown',
  'undecided-capture': 'The outcome of the capture is unknown',
  'failed-refund': 'A refund failed',
};
const FEW = 3;
/** The gateway lists at most this many of a kind. */
const MOST = 100;

export function Stuck() {
  const { id: brandId } = useBrand();
  const now = useNow();
  const [all, setAll] = useState(false);
  const next = useCan('payments.decide') ? 'decide it' : 'an approver decides';
  const things = useQuery(apiQuery(STUCK, { params: { brandId } })).data?.items ?? [];
  const age = (since: string) => durationText(Math.max(0, now.getTime() - Date.parse(since)));
  const payouts = things.filter(({ kind }) => kind === 'waiting-payout');
  const items: WaitingItem[] = things.flatMap(
    ({ kind, transactionId, refundId, captureId, currency, amount, since }) =>
      kind === 'waiting-payout'
        ? []
        : {
            key: refundId ?? captureId ?? transactionId,
            what: `${SAID[kind]}; ${kind === 'failed-refund' ? 'the customer has not got it' : next}`,
            detail: `${moneyText(amount, currency)}, for ${age(since)}`,
            path: `/b/${brandId}/transactions/${transactionId}`,
          },
  );
  const few = all ? items : items.slice(0, FEW);
  return (
    <>
      <WaitingList
        label="Stuck transactions"
        items={
          payouts[0] ? [...few, payoutsItem(payouts, `/b/${brandId}/payouts`, age(payouts[0].since))] : few
        }
      />
      {items.length > FEW && (
        <Anchor component="button" type="button" size="sm" mb="md" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </Anchor>
      )}
    </>
  );
}

function payoutsItem(payouts: readonly StuckThing[], path: string, oldest: string): WaitingItem {
  const count = `${numberText(payouts.length)}${payouts.length < MOST ? '' : ' or more'}`;
  const what =
    payouts.length === 1
      ? 'One payout has waited for approval for more than a day'
      : `${count} payouts have waited for approval for more than a day`;
  return { key: 'payouts', what, detail: `the oldest for ${oldest}`, path };
}
