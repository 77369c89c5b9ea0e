// GET /operator/unknown-outcomes (contract 2, 4, 16): payments, refunds and captures with an unknown outcome, of all
// merchants. A plain read.
import { Type } from 'typebox';
import type { Capture } from '../../../domain/captures/capture.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import { chargeReference, type Transaction } from '../../../domain/transactions/transaction.ts';
import {
  UNKNOWN_STATES,
  unknownCaptures,
  unknownPayments,
  unknownRefunds,
} from '../../../storage/transactions/across-merchants.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import * as examples from './payment-examples.ts';
import { UnknownOutcome } from './payment-schemas.ts';

const MOST = 100;

const Query = closed({
  state: Type.Optional(choice(UNKNOWN_STATES, 'Only outcomes in this state. Default: both.')),
  after: Type.Optional(uuid('The `id` of an outcome: only outcomes after it.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 100.' }),
  ),
});

export const listUnknownOutcomesCall = call({
  address: 'GET /operator/unknown-outcomes',
  operationId: 'listUnknownOutcomes',
  tags: ['Operator'],
  summary: 'List unknown outcomes',
  description:
    'Payments, refunds and captures of all merchants whose provider gave no answer, oldest first. For the next page, send ' +
    'the id of the last outcome as `after`. Outcomes that are `to-decide` wait for a person.',
  access: 'operator',
  querystring: Query,
  answers: {
    200: { description: 'The outcomes.', schema: Type.Array(UnknownOutcome), examples: examples.unknown },
    ...operatorErrors(),
  },
  handle: async ({ sql }, { query }) => {
    const { state = null, after = null, limit = MOST } = query;
    const page = { state, after, limit: Number(limit) };
    const [payments, refunds, captures] = await Promise.all([
      unknownPayments(sql, page),
      unknownRefunds(sql, page),
      unknownCaptures(sql, page),
    ]);
    // The ids contain their time, so one order holds for payments, refunds and captures.
    return [...payments.map(ofPayment), ...refunds.map(ofRefund), ...captures.map(ofCapture)]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, page.limit);
  },
});

const stateOf = (dueAt: Date | null) => ({
  state: dueAt === null ? ('to-decide' as const) : ('asking' as const),
  nextQuestionAt: dueAt?.toISOString() ?? null,
});

function ofPayment(transaction: Transaction): UnknownOutcome {
  const { id, merchantId, brandId, type, merchantReference, currency, amountMinor } = transaction;
  const { provider, providerReference, inquiries, createdAt, dueAt } = transaction;
  return {
    id,
    kind: 'payment',
    ...stateOf(dueAt),
    merchantId,
    brandId,
    transactionId: id,
    refundId: null,
    captureId: null,
    type,
    merchantReference,
    currency,
    amount: toWire(amountMinor, currency),
    provider,
    providerReference,
    reference: chargeReference(transaction),
    inquiries,
    createdAt: createdAt.toISOString(),
  };
}

function ofRefund(refund: Refund): UnknownOutcome {
  const { id, merchantId, brandId, transactionId, refundReference, currency, amountMinor } = refund;
  const { provider, providerReference, inquiries, createdAt, dueAt } = refund;
  return {
    id,
    kind: 'refund',
    ...stateOf(dueAt),
    merchantId,
    brandId,
    transactionId,
    refundId: id,
    captureId: null,
    type: 'PAYIN',
    merchantReference: refundReference,
    currency,
    amount: toWire(amountMinor, currency),
    provider,
    providerReference,
    reference: id,
    inquiries,
    createdAt: createdAt.toISOString(),
  };
}

function ofCapture(capture: Capture): UnknownOutcome {
  const { id, merchantId, brandId, transactionId, captureReference, currency, amountMinor } = capture;
  const { provider, providerReference, inquiries, createdAt, dueAt } = capture;
  return {
    id,
    kind: 'capture',
    ...stateOf(dueAt),
    merchantId,
    brandId,
    transactionId,
    refundId: null,
    captureId: id,
    type: 'PAYIN',
    merchantReference: captureReference,
    currency,
    amount: toWire(amountMinor, currency),
    provider,
    providerReference,
    reference: id,
    inquiries,
    createdAt: createdAt.toISOString(),
  };
}
