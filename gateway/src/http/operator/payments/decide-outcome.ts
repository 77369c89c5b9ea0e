// POST /operator/payments/{id}/outcome, POST /operator/refunds/{id}/outcome and POST /operator/captures/{id}/outcome
// (contract 2, 4, 16): an operator says how a payment, refund or capture ended if its provider never told. The actions
// are those of the portal, with the same rules (docs/decisions/0048). They accept only outcomes that the gateway no
// longer asks about. They ask the provider once more, and its answer counts. They write the audit row in the commit of
// the change.
import { Type } from 'typebox';
import { DECIDED_CAPTURES, decideCapture } from '../../../actions/captures/decide-capture.ts';
import { DECIDED_REFUNDS, decideRefund } from '../../../actions/refunds/decide-refund.ts';
import { DECIDED_OUTCOMES, decideOutcome } from '../../../actions/transactions/decide-outcome.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { findCaptureAnywhere, findRefundAnywhere } from '../../../storage/transactions/across-merchants.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { operatorPayment } from './operator-payment.ts';
import * as examples from './payment-examples.ts';
import { OperatorPayment } from './payment-schemas.ts';
import { PaymentPath, seesPeople } from './show-payment.ts';

const reason = visibleText(255, 'How you know the outcome; shown in the timeline and in the audit log.', {
  minLength: 3,
});
const Decision = closed({ outcome: choice(DECIDED_OUTCOMES, 'The outcome.'), reason });
const RefundDecision = closed({ outcome: choice(DECIDED_REFUNDS, 'How the refund ended.'), reason });
const CaptureDecision = closed({ outcome: choice(DECIDED_CAPTURES, 'How the capture ended.'), reason });
const RefundPath = Type.Object({ id: uuid('The refund.') });
const CapturePath = Type.Object({ id: uuid('The capture.') });

const decided = {
  200: {
    description: 'Decided. The payment in its current state.',
    schema: OperatorPayment,
    examples: examples.payment,
  },
  ...operatorErrors({
    409: 'There is nothing to decide: the outcome is known, the gateway still asks, or the provider answered just now.',
  }),
};

export const decidePaymentOutcomeCall = call({
  address: 'POST /operator/payments/:id/outcome',
  operationId: 'decidePaymentOutcome',
  tags: ['Operator'],
  summary: 'Decide an unknown outcome',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts; a decision that contradicts it is refused (409). COMPLETED is final. ' +
    'DECLINED cancels a pay-in (3001; money that arrives later still counts). For a payout it returns the amount ' +
    'to the balance (9002): make sure first that the provider did not pay it.',
  access: 'operator',
  params: PaymentPath,
  body: Decision,
  examples: examples.decision,
  answers: decided,
  handle: async (context, request) => {
    const transaction = await context.transactions.findAnywhere(request.params.id);
    if (!transaction) throw new Refusal(404, 'id: no such transaction');
    const after = await decideOutcome(context, request.operator, transaction, request.body);
    return await operatorPayment(context, after, seesPeople(request));
  },
});

export const decideRefundOutcomeCall = call({
  address: 'POST /operator/refunds/:id/outcome',
  operationId: 'decideRefundOutcome',
  tags: ['Operator'],
  summary: 'Decide how a refund ended',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts. The amount of a FAILED refund may be refunded again.',
  access: 'operator',
  params: RefundPath,
  body: RefundDecision,
  examples: examples.refundDecision,
  answers: decided,
  handle: async (context, request) => {
    const refund = await findRefundAnywhere(context.sql, request.params.id);
    const payin = refund && (await context.transactions.find(refund.merchantId, refund.transactionId));
    if (!refund || !payin) throw new Refusal(404, 'id: no such refund');
    await decideRefund(context, request.operator, refund, request.body);
    return await operatorPayment(context, payin, seesPeople(request));
  },
});

export const decideCaptureOutcomeCall = call({
  address: 'POST /operator/captures/:id/outcome',
  operationId: 'decideCaptureOutcome',
  tags: ['Operator'],
  summary: 'Decide how a capture ended',
  description:
    'Possible only if the gateway no longer asks the provider. This call asks the provider once more. If the ' +
    'provider answers, its answer counts. The amount of a FAILED capture may be captured again while the ' +
    'authorisation lasts: make sure first that the provider did not capture it.',
  access: 'operator',
  params: CapturePath,
  body: CaptureDecision,
  examples: examples.captureDecision,
  answers: decided,
  handle: async (context, request) => {
    const capture = await findCaptureAnywhere(context.sql, request.params.id);
    if (!capture) throw new Refusal(404, 'id: no such capture');
    await decideCapture(context, request.operator, capture, request.body);
    const payin = await context.transactions.find(capture.merchantId, capture.transactionId);
    if (!payin) throw new Refusal(404, 'id: no such capture');
    return await operatorPayment(context, payin, seesPeople(request));
  },
});
