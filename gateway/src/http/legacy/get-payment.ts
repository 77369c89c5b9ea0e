// GET /payments/{transactionId} and GET /payments?merchantReference= (spec 4.7, contract 5): plain reads.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { toRecord } from '../../domain/record.ts';
import { Refusal } from '../../domain/refusal.ts';
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
      return toRecord(transaction, await context.transactions.timeline(brand.merchantId, transaction.id));
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
      return Promise.all(
        found.map(async (one) =>
          toRecord(one, await context.transactions.timeline(brand.merchantId, one.id)),
        ),
      );
    },
  );
}
