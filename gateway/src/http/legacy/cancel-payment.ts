// POST /cancel-payment (contract 8): finds the transaction by id or by reference; actions/transactions/cancel-transaction.ts
// decides. The answer is the legacy one, whose code is a string; signed.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { cancelTransaction } from '../../actions/transactions/cancel-transaction.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { sendSigned } from '../send-signed.ts';
import { type CancelRequest, cancelOperation } from './cancel-schemas.ts';

type Body = Static<typeof CancelRequest>;

export function cancelPaymentRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Body }>('/cancel-payment', { schema: cancelOperation }, async (request, reply) => {
    const { brand, body } = request;
    const found = await findNamed(context, brand, body);
    const { id, type, status } = await cancelTransaction(
      context,
      apiActor(request),
      found,
      body.reason || null,
    );
    const result = type === 'PAYIN' ? 'Payment cancelled' : 'Payout cancelled';
    return sendSigned(reply, brand, { statusCode: '000', status, result, transactionId: id });
  });
}

async function findNamed(context: Context, brand: Brand, body: Body): Promise<Transaction> {
  const { transactionId, merchantReference, country } = body;
  if (transactionId == null) {
    if (merchantReference != null) {
      return await findByReference(context, brand, merchantReference, country ?? null);
    }
    throw new Refusal(400, ['transactionId: required, unless merchantReference is given']);
  }
  const found = await context.transactions.find(brand.merchantId, transactionId);
  if (found?.brandId !== brand.brandId) throw new Refusal(404, 'transactionId: no such transaction');
  if (merchantReference != null && merchantReference !== found.merchantReference) {
    throw new Refusal(400, ['merchantReference: is not that of this transactionId; send one of the two']);
  }
  if (country != null && country !== found.referenceCountry) {
    throw new Refusal(400, ['country: is not that of this transactionId; leave it out']);
  }
  return found;
}
