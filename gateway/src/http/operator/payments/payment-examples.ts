// Worked requests and answers of the operator's calls about single payments, for the API reference. Every id in them is
// made up.
import { operatorRecord } from '../../../domain/records/operator-record.ts';
import { toRecord } from '../../../domain/records/record.ts';
import type { Example } from '../../calls/operation.ts';
import { completedCardPayin } from '../../examples/card-examples.ts';
import { BRAND_ID, TRANSACTION_ID } from '../../examples/example-transaction.ts';

type Examples = Record<string, Example>;

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

const merchantId = '0197b0a9-3e0d-7b11-8c2a-1f0e9d8c7b6a';
const refundId = '0197c2f5-0a1b-7c2d-8e3f-4a5b6c7d8e9f';
const { transaction, timeline } = completedCardPayin;
const tried = {
  tryNumber: 1,
  at: '2026-03-01T10:00:00.200Z',
  durationMs: 84,
  url: 'https://shop.example/webhooks',
  statusCode: 204,
  error: null,
  answer: null,
};

const shown = {
  ...operatorRecord(toRecord(transaction, timeline), { seesPeople: false }),
  merchantId,
  requestId: 'order-10021-1',
  webhooks: [
    {
      eventId: '0197c2f4-5bff-7c01-8d02-9e0f1a2b3c4d',
      eventType: 'payin.completed',
      sequence: 1,
      state: 'delivered',
      createdAt: '2026-03-01T10:00:00.180Z',
      deliveredAt: '2026-03-01T10:00:00.284Z',
      nextTryAt: null,
      tries: [tried],
    },
  ],
  webhooksArchived: null,
  providerCalls: [
    {
      kind: 'charge',
      provider: 'sandbox',
      accountId: null,
      reference: TRANSACTION_ID,
      providerReference: transaction.providerReference,
      status: 'COMPLETED',
      inquiries: 0,
      nextQuestionAt: null,
    },
  ],
  providerNotifications: [],
  requests: [
    {
      requestId: 'order-10021-1',
      at: '2026-03-01T10:00:00.185Z',
      method: 'POST',
      path: '/v3/payment',
      status: 201,
      durationMs: 182.4,
      errorCode: null,
    },
  ],
  audit: [],
};

export const payment = one('To a token with the scope read', shown);
export const payments = one('One payment', [shown]);

const waits = {
  merchantId,
  brandId: BRAND_ID,
  transactionId: TRANSACTION_ID,
  currency: 'EUR',
  provider: 'adyen',
};
export const unknown = one('A payment and a refund', [
  {
    id: TRANSACTION_ID,
    kind: 'payment',
    state: 'asking',
    ...waits,
    refundId: null,
    captureId: null,
    type: 'PAYIN',
    merchantReference: 'order-10021',
    amount: 49.9,
    reference: TRANSACTION_ID,
    providerReference: null,
    inquiries: 2,
    nextQuestionAt: '2026-03-01T10:06:10.000Z',
    createdAt: '2026-03-01T10:00:00.000Z',
  },
  {
    id: refundId,
    kind: 'refund',
    state: 'to-decide',
    ...waits,
    refundId,
    captureId: null,
    type: 'PAYIN',
    merchantReference: 'return-7',
    amount: 10,
    reference: refundId,
    providerReference: null,
    inquiries: 9,
    nextQuestionAt: null,
    createdAt: '2026-03-01T10:00:44.000Z',
  },
]);

export const decision: Examples = {
  paid: {
    summary: "Paid, as the provider's page shows",
    value: { outcome: 'COMPLETED', reason: 'settled in batch 71 of 2 March' },
  },
  unpaid: {
    summary: 'Not paid',
    value: { outcome: 'DECLINED', reason: 'not known at the provider, ticket 4711' },
  },
};
export const captureDecision = one('Completed', {
  outcome: 'COMPLETED',
  reason: 'captured, says the provider',
});
export const refundDecision = one('Failed', { outcome: 'FAILED', reason: 'not known at the provider' });
