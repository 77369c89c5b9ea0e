// POST /sandbox/refunds/{refundId}/outcome (contract 13): a merchant's developer decides how a refund ends. With the
// brand's API key; test environment only.
import { Type } from 'typebox';
import { forceRefund } from '../../../actions/refunds/force-refund.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { records } from '../../examples/examples.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { recordOf } from './forced-transaction.ts';

const RefundPath = Type.Object({ refundId: Type.String({ description: 'Identifies the refund.' }) });
const OutcomeRequest = Type.Object({
  outcome: choice(
    ['COMPLETED', 'FAILED'],
    'How the refund ends. FAILED is also possible after COMPLETED: the money returns to the available balance.',
  ),
});

export const forceRefundCall = call({
  address: 'POST /sandbox/refunds/:refundId/outcome',
  isTestOnly: true,
  operationId: 'forceRefund',
  tags: ['Sandbox'],
  summary: 'Force the outcome of a refund',
  description:
    'Test environment only, and only for payments of the sandbox. Ends a PENDING refund, or makes a COMPLETED ' +
    'refund fail after all, as a provider would. A repeated outcome changes nothing.',
  access: 'brand',
  scopes: ['refunds'],
  signed: 'never',
  params: RefundPath,
  body: OutcomeRequest,
  examples: {
    completed: { summary: 'The refund is paid', value: { outcome: 'COMPLETED' } },
    failed: { summary: 'The refund fails', value: { outcome: 'FAILED' } },
  },
  answers: {
    200: {
      description: 'The pay-in of the refund in its current state.',
      schema: TransactionRecord,
      examples: { refunded: records.refunded! },
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const { merchantId, brandId } = brand;
    const refund = isUuid(params.refundId)
      ? await context.refunds.find(merchantId, brandId, params.refundId)
      : null;
    if (!refund) throw new Refusal(404, 'refundId: no such refund');
    await forceRefund(context, apiActor(request), refund, body.outcome);
    return await recordOf(context, { merchantId, id: refund.transactionId });
  },
});
