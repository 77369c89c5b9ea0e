// POST …/transactions/{transactionId}/decision, …/refunds/{refundId}/decision and …/captures/{captureId}/decision: a
// person says how a payment, refund or capture ended if its provider never told (contract 4, 16). The rules are in the
// actions.
import { Type } from 'typebox';
import { DECIDED_CAPTURES, decideCapture } from '../../../actions/captures/decide-capture.ts';
import { DECIDED_REFUNDS, decideRefund } from '../../../actions/refunds/decide-refund.ts';
import { DECIDED_OUTCOMES, decideOutcome } from '../../../actions/transactions/decide-outcome.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const reason = visibleText(255, 'How you know the outcome; shown in the timeline and in the audit log.', {
  minLength: 3,
});
const Decision = closed({ outcome: choice(DECIDED_OUTCOMES, 'The outcome.'), reason });
const CaptureDecision = closed({ outcome: choice(DECIDED_CAPTURES, 'How the capture ended.'), reason });
const RefundDecision = closed({ outcome: choice(DECIDED_REFUNDS, 'How the refund ended.'), reason });

const decided = {
  200: { description: 'Decided. The updated page.', schema: TransactionPage },
  ...portalErrors(409),
};

export const decideOutcomeCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/decision',
  operationId: 'decideOutcome',
  tags: ['Portal transactions'],
  summary: 'Decide an unknown outcome',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts; a decision that contradicts it is refused (409).',
  access: 'portal',
  permission: 'payments.decide',
  params: TransactionPath,
  body: Decision,
  answers: decided,
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    const after = await decideOutcome(context, portal.actor, transaction, body);
    return transactionPage(context, portal, after);
  },
});

export const decideRefundCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/refunds/:refundId/decision',
  operationId: 'decideRefund',
  tags: ['Portal transactions'],
  summary: 'Decide how a refund ended',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts. The amount of a FAILED refund may be refunded again.',
  access: 'portal',
  permission: 'payments.decide',
  params: Type.Object({ ...TransactionPath.properties, refundId: uuid('The refund.') }),
  body: RefundDecision,
  answers: decided,
  handle: async (context, { portal, params, body }) => {
    const { merchantId, id } = await findTransaction(context, portal.brand, params);
    const refunds = await context.refunds.ofTransaction(merchantId, id);
    const refund = refunds.find((one) => one.id === params.refundId.toLowerCase());
    if (!refund) throw new Refusal(404, 'refundId: the transaction has no such refund');
    await decideRefund(context, portal.actor, refund, body);
    return transactionPage(context, portal, await findTransaction(context, portal.brand, params));
  },
});

export const decideCaptureCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/captures/:captureId/decision',
  operationId: 'decideCapture',
  tags: ['Portal transactions'],
  summary: 'Decide how a capture ended',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts. The amount of a FAILED capture may be captured again.',
  access: 'portal',
  permission: 'payments.decide',
  params: Type.Object({ ...TransactionPath.properties, captureId: uuid('The capture.') }),
  body: CaptureDecision,
  answers: decided,
  handle: async (context, { portal, params, body }) => {
    const { merchantId, id } = await findTransaction(context, portal.brand, params);
    const captures = await context.captures.ofTransaction(merchantId, id);
    const capture = captures.find((one) => one.id === params.captureId.toLowerCase());
    if (!capture) throw new Refusal(404, 'captureId: the transaction has no such capture');
    await decideCapture(context, portal.actor, capture, body);
    return transactionPage(context, portal, await findTransaction(context, portal.brand, params));
  },
});
