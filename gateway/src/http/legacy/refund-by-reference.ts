// POST /refund/by-reference (spec 4.11, contract 8): pays money of a completed pay-in back. Signed both ways. It finds the
// pay-in and reads the amount in its currency; it must not decide whether the refund is allowed, which the action does.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createRefund } from '../../actions/refunds/create-refund.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { toRefundAnswer } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { sendSigned } from '../send-signed.ts';
import { type RefundRequest, refundOperation } from './refund-schemas.ts';

type Body = Static<typeof RefundRequest>;

export function refundByReferenceRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Body }>('/refund/by-reference', { schema: refundOperation }, async (request, reply) => {
    const { brand, body } = request;
    const { merchantReference, country, refundReference, reason } = body;
    // If somebody else repeats the request, it gets the answer of the first and does nothing.
    if (brand.signAllRequests && refundReference == null) {
      throw new Refusal(400, ['refundReference: required for this brand, which signs all its requests']);
    }
    const transaction = await findByReference(context, brand, merchantReference, country ?? null);
    if (transaction.type !== 'PAYIN') {
      throw new Refusal(400, ['merchantReference: is that of a payout, and only pay-ins can be refunded']);
    }
    const refund = await createRefund(context, apiActor(request), transaction, {
      amountMinor: amountOf(body, transaction),
      refundReference: refundReference ?? null,
      reason: reason ?? null,
    });
    return sendSigned(reply, brand, toRefundAnswer(refund));
  });
}

/** In minor units of the pay-in's currency; null: the rest. */
function amountOf({ amount, currency }: Body, transaction: Transaction): bigint | null {
  const faults: string[] = [];
  if (currency != null && currency !== transaction.currency) {
    faults.push(`currency: must be that of the pay-in, ${transaction.currency}`);
  }
  const converted = amount == null ? { minor: null } : toMinor(amount, transaction.currency);
  if ('fault' in converted) {
    faults.push(`amount: ${describeAmountFault(converted.fault, transaction.currency)}`);
  }
  if (faults.length > 0 || 'fault' in converted) throw new Refusal(400, faults);
  return converted.minor;
}
