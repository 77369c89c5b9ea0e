// GET /payments/{transactionId} and GET /payments?merchantReference= (spec 4.7, contract 5): plain reads.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { toRecord } from '../../domain/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { isUuid } from '../formats.ts';
import { getPaymentOperation, listPaymentsOperation } from '../schemas.ts';

export function getPaymentRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { transactionId: string } }>(
    '/payments/:transactionId',
    { schema: getPaymentOperation },
    async ({ brand, params }) => {
      // Unknown, malformed, another brand's: all the same to the caller.
      const transaction = isUuid(params.transactionId)
        ? await context.transactions.find(brand.merchantId, params.transactionId)
        : null;
      if (transaction?.brandId !== brand.brandId) {
        throw new Refusal(404, 'transactionId: no such transaction');
      }
      return await recordOf(context, transaction);
    },
  );
}

export function listPaymentsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: { merchantReference: string; country?: string } }>(
    '/payments',
    { schema: listPaymentsOperation },
    async ({ brand, query }) => {
      const found = await context.transactions.findByReference(
        brand.merchantId,
        brand.brandId,
        query.merchantReference,
        query.country,
      );
      return Promise.all(found.map((one) => recordOf(context, one)));
    },
  );
}

async function recordOf({ transactions, refunds }: Context, transaction: Transaction) {
  const { merchantId, id, sequence } = transaction;
  const timeline = await transactions.timeline(merchantId, id);
  // Steps of refunds count in the sequence and have no line in the timeline: most payments need no third query.
  const refunded = sequence > timeline.length;
  return toRecord(transaction, timeline, refunded ? await refunds.ofTransaction(merchantId, id) : []);
}
