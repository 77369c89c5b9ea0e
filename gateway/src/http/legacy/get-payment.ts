// GET /payments/{transactionId} (spec 4.7, contract 5): a plain read.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { toRecord } from '../../domain/transactions/record.ts';
import type { Recorded } from '../../storage/transactions/grouped-reads.ts';
import { isUuid } from '../schemas/formats.ts';
import { getPaymentOperation } from '../schemas/schemas.ts';

export function getPaymentRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { transactionId: string } }>(
    '/payments/:transactionId',
    { schema: getPaymentOperation },
    async ({ brand, params }) => {
      // Unknown, malformed and another brand's id get the same answer.
      const recorded = isUuid(params.transactionId)
        ? await context.transactions.record(brand.merchantId, params.transactionId)
        : null;
      if (recorded?.transaction.brandId !== brand.brandId) {
        throw new Refusal(404, 'transactionId: no such transaction');
      }
      return shown(recorded);
    },
  );
}

export function shown({ transaction, timeline, refunds }: Recorded) {
  return toRecord(transaction, timeline, refunds);
}
