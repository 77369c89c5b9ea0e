// Worked records, options and refunds for the API reference. They are never written by hand: the domain makes the
// records from a made-up transaction (example-transaction.ts), and the options come from the catalogue.
import { discover } from '../../domain/options/payment-option.ts';
import { toRecord } from '../../domain/records/record.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { Example } from '../calls/operation.ts';
import { capturedRecord } from './capture-examples.ts';
import { completedCardPayin } from './card-examples.ts';
import {
  BRAND_ID,
  CASHIER_URL,
  DECIDED_AT,
  exampleSteps,
  exampleTransaction,
  inMinutes,
  PUBLIC_URL,
  TRANSACTION_ID,
} from './example-transaction.ts';
import { completedPayout } from './payout-examples.ts';

export const exampleRefund: Refund = {
  merchantId: BRAND_ID,
  transactionId: TRANSACTION_ID,
  id: '0197c2f5-11aa-7b0c-8d1e-2f3a4b5c6d7e',
  brandId: BRAND_ID,
  status: 'COMPLETED',
  amountMinor: 1_250n,
  refundableAfterMinor: 3_740n,
  currency: 'EUR',
  refundReference: 'refund-10021-1',
  origin: 'merchant',
  reason: 'CUSTOMER_REQUEST',
  errorCode: null,
  provider: 'sandbox',
  providerReference: null,
  inquiries: 0,
  dueAt: null,
  createdAt: inMinutes(60),
  updatedAt: inMinutes(61),
  completedAt: inMinutes(61),
};

export const refundedPayin = {
  ...completedCardPayin.transaction,
  amountRefundedMinor: exampleRefund.amountMinor,
  updatedAt: exampleRefund.updatedAt,
};

const declined = exampleSteps(exampleTransaction({ card: completedCardPayin.transaction.card }), {
  kind: 'declined',
  errorCode: '2001',
});
const expired = exampleSteps(
  exampleTransaction(),
  { kind: 'redirect', redirectUrl: `${PUBLIC_URL}/cashier/…`, expiresAt: inMinutes(60) },
  { kind: 'expired' },
);

const session = exampleTransaction({
  origin: 'session',
  provider: null,
  optionId: null,
  expiresAt: inMinutes(60),
});

export const records: Record<string, Example> = {
  completed: {
    summary: 'A completed pay-in by card',
    value: toRecord(completedCardPayin.transaction, completedCardPayin.timeline),
  },
  captured: capturedRecord,
  refunded: {
    summary: 'The same pay-in, partly refunded',
    value: toRecord(refundedPayin, completedCardPayin.timeline, { refunds: [exampleRefund] }),
  },
  declined: { summary: 'A declined pay-in', value: toRecord(declined.transaction, declined.timeline) },
  open: {
    summary: 'A session that nobody has paid yet',
    value: toRecord(session, [], { cashierUrl: CASHIER_URL }),
  },
  expired: { summary: 'An expired pay-in', value: toRecord(expired.transaction, expired.timeline) },
  payout: {
    summary: 'A payout, approved and completed',
    value: toRecord(completedPayout.transaction, completedPayout.timeline),
  },
};

export const recordList: Record<string, Example> = {
  one: { summary: 'One', value: [records.completed!.value] },
  none: { summary: 'None', value: [] },
};

/** The result of the sandbox's forced outcome for an open payment. */
export const forced: Record<string, Example> = {
  declined: {
    summary: 'Declined',
    value: toRecord({ ...declined.transaction, updatedAt: DECIDED_AT }, declined.timeline),
  },
};

/**
 * Real entries of the catalogue, for one country and currency: an option for every country, and an option with
 * suboptions.
 */
export const payinOptions = discover('PAYIN', {
  country: 'DE',
  currency: 'EUR',
  isEnabled: () => true,
  publicUrl: PUBLIC_URL,
})
  .filter(({ type }) => type === 'CARD' || type === 'OPEN_BANKING')
  .map((option) => ({ ...option, suboptions: option.suboptions.slice(0, 2) }));

export const payoutOptions = discover('PAYOUT', {
  country: 'DE',
  currency: 'EUR',
  isEnabled: () => true,
  publicUrl: PUBLIC_URL,
});
