// GET /portal/api/brands/{brandId}/stuck: the transactions that will not go on without a person, oldest first, with the
// possible actions. A plain read.
import { Type } from 'typebox';
import type { Capture } from '../../../domain/captures/capture.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { failedRefunds } from '../../../storage/after-end/failed-refunds.ts';
import {
  payoutsWaitingSince,
  undecidedCaptures,
  undecidedRefunds,
  undecidedTransactions,
} from '../../../storage/transactions/stuck-store.ts';
import { call } from '../../calls/call.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { moment, money, said } from './transaction-fields.ts';

/** A payout that waits this long for its approval is probably forgotten. */
const LONG_MS = 24 * 3_600_000;
/** For each kind. */
const MOST = 100;

const StuckItem = Type.Object(
  {
    kind: choice(
      ['unknown-outcome', 'undecided-refund', 'undecided-capture', 'waiting-payout', 'failed-refund'],
      'unknown-outcome, undecided-refund and undecided-capture: the provider never gave an outcome, and the gateway no longer asks. ' +
        'waiting-payout: a payout that waits too long for its approval. failed-refund: a refund failed in the last 30 days, ' +
        'and nobody made another one since.',
    ),
    transactionId: uuid('The transaction.'),
    refundId: orNull(uuid('The refund, for an undecided or failed refund.')),
    captureId: orNull(uuid('The capture, for an undecided capture.')),
    type: choice(['PAYIN', 'PAYOUT'], 'Pay-in or payout.'),
    currency: said('Currency code.'),
    amount: money('Amount of the transaction, refund or capture.'),
    reference: said("The merchant's reference, or the id of the refund or capture."),
    since: moment('When it began to wait.'),
  },
  { title: 'StuckItem', description: 'A case that waits for a person.' },
);

export const listStuckCall = call({
  address: 'GET /portal/api/brands/:brandId/stuck',
  operationId: 'listStuck',
  tags: ['Portal transactions'],
  summary: 'List what is stuck',
  description:
    'Outcomes, refunds and captures that a person must decide, refunds that failed, and payouts that have waited for ' +
    'their approval for more than a day. At most 100 of each kind.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The stuck cases.',
      schema: Type.Object({ items: Type.Array(StuckItem, { description: 'Oldest first.' }) }),
    },
    ...portalErrors(),
  },
  handle: async ({ sql, now }, { portal: { brand } }) => {
    const [unknown, refunds, failed, captures, payouts] = await Promise.all([
      undecidedTransactions(sql, brand, MOST),
      undecidedRefunds(sql, brand, MOST),
      failedRefunds(sql, brand, now(), MOST),
      undecidedCaptures(sql, brand, MOST),
      payoutsWaitingSince(sql, brand, new Date(now().getTime() - LONG_MS), MOST),
    ]);
    const items = [
      ...unknown.map((one) => toStuck('unknown-outcome', one)),
      ...payouts.map((one) => toStuck('waiting-payout', one)),
      ...refunds.map((one) => stuckRefund('undecided-refund', one, one.createdAt)),
      ...failed.map((one) => stuckRefund('failed-refund', one, one.updatedAt)),
      ...captures.map(stuckCapture),
    ];
    return { items: items.sort((a, b) => (a.since < b.since ? -1 : 1)) };
  },
});

function toStuck(kind: 'unknown-outcome' | 'waiting-payout', transaction: Transaction) {
  const { id, type, currency, amountMinor, merchantReference, createdAt } = transaction;
  return {
    kind,
    transactionId: id,
    refundId: null,
    captureId: null,
    type,
    currency,
    amount: toWire(amountMinor, currency),
    reference: merchantReference,
    since: createdAt.toISOString(),
  };
}

function stuckRefund(
  kind: 'undecided-refund' | 'failed-refund',
  { id, transactionId, currency, amountMinor, refundReference }: Refund,
  since: Date,
) {
  return {
    kind,
    transactionId,
    refundId: id,
    captureId: null,
    type: 'PAYIN' as const,
    currency,
    amount: toWire(amountMinor, currency),
    reference: refundReference ?? id,
    since: since.toISOString(),
  };
}

function stuckCapture({ id, transactionId, currency, amountMinor, captureReference, createdAt }: Capture) {
  return {
    kind: 'undecided-capture' as const,
    transactionId,
    refundId: null,
    captureId: id,
    type: 'PAYIN' as const,
    currency,
    amount: toWire(amountMinor, currency),
    reference: captureReference ?? id,
    since: createdAt.toISOString(),
  };
}
