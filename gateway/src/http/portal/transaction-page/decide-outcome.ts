// POST …/transactions/{transactionId}/decision and …/refunds/{refundId}/decision: a person says how a payment or refund
// ended if its provider never told (contract 4). The rules are in the actions.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { DECIDED_REFUNDS, decideRefund } from '../../../actions/refunds/decide-refund.ts';
import { DECIDED_OUTCOMES, decideOutcome } from '../../../actions/transactions/decide-outcome.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, type TransactionParams, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const reason = visibleText(255, 'How you know the outcome; shown in the timeline and in the audit log.', {
  minLength: 3,
});
const Decision = closed({ outcome: choice(DECIDED_OUTCOMES, 'What became of it.'), reason });
const RefundDecision = closed({ outcome: choice(DECIDED_REFUNDS, 'How it ended.'), reason });

const decided = {
  200: { description: 'Decided. The updated page.', schema: TransactionPage },
  ...portalErrors(409),
};

const decideOperation = {
  operationId: 'decideOutcome',
  tags: ['Portal transactions'],
  summary: 'Decide an unknown outcome',
  description:
    'Only if the gateway no longer asks the provider. This call asks it once more: its answer counts, and if it ' +
    'contradicts the decision, the decision is refused (409).',
  access: 'portal',
  permission: 'payments.decide',
  params: TransactionPath,
  body: Decision,
  answers: decided,
} satisfies Operation;

const decideRefundOperation = {
  operationId: 'decideRefund',
  tags: ['Portal transactions'],
  summary: 'Decide how a refund ended',
  description:
    'Only if the gateway no longer asks the provider. This call asks it once more, and its answer counts. The ' +
    'amount of a FAILED refund may be refunded again.',
  access: 'portal',
  permission: 'payments.decide',
  params: Type.Object({ ...TransactionPath.properties, refundId: uuid('The refund.') }),
  body: RefundDecision,
  answers: decided,
} satisfies Operation;

export function decideOutcomeRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: TransactionParams; Body: Static<typeof Decision> }>(
    '/portal/api/brands/:brandId/transactions/:transactionId/decision',
    { schema: decideOperation },
    async ({ portal, params, body }) => {
      const transaction = await findTransaction(context, portal.brand, params);
      const after = await decideOutcome(context, portal.actor, transaction, body);
      return transactionPage(context, portal, after);
    },
  );
}

export function decideRefundRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: TransactionParams & { refundId: string }; Body: Static<typeof RefundDecision> }>(
    '/portal/api/brands/:brandId/transactions/:transactionId/refunds/:refundId/decision',
    { schema: decideRefundOperation },
    async ({ portal, params, body }) => {
      const { merchantId, id } = await findTransaction(context, portal.brand, params);
      const refunds = await context.refunds.ofTransaction(merchantId, id);
      const refund = refunds.find((one) => one.id === params.refundId.toLowerCase());
      if (!refund) throw new Refusal(404, 'refundId: the transaction has no such refund');
      await decideRefund(context, portal.actor, refund, body);
      return transactionPage(context, portal, await findTransaction(context, portal.brand, params));
    },
  );
}
