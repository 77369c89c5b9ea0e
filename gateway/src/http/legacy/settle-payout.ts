// POST /settle-payout (spec 4.5, contract 8): the merchant approves or declines a PENDING payout, also one of v3. The answer
// is the legacy one, whose codes are strings; signed. actions/payouts/settle-payout.ts makes the decision.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { type SettleAction, type Settled, settlePayout } from '../../actions/payouts/settle-payout.ts';
import { type ErrorCode, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isFinal } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { sendSigned } from '../send-signed.ts';
import { APPROVED, settleOperation, UNPROCESSED } from './settle-schemas.ts';

interface Call {
  Body: { action: SettleAction; transactionId: string };
}

export function settlePayoutRoute(app: FastifyInstance, context: Context): void {
  app.post<Call>('/settle-payout', { schema: settleOperation }, async (request, reply) => {
    const { brand, body } = request;
    const payout = await context.transactions.find(brand.merchantId, body.transactionId);
    if (payout?.brandId !== brand.brandId || payout.type !== 'PAYOUT') {
      throw new Refusal(404, 'transactionId: there is no such payout');
    }
    const settled = await settlePayout(context, apiActor(request), payout, { action: body.action });
    return sendSigned(reply, brand, answerOf(settled, body.action));
  });
}

function answerOf(settled: Settled, action: SettleAction): object {
  const { id: transactionId, status, errorCode } = settled.transaction;
  if (settled.kind === 'short') return notProcessed(status, '4001');
  if (settled.kind === 'declined') return notProcessed(status, action === 'DECLINE' ? null : errorCode);
  const over = isFinal(status) && status !== 'COMPLETED';
  if (over) return notProcessed(status, errorCode);
  return { statusCode: '000', status, result: APPROVED, transactionId };
}

function notProcessed(status: string, errorCode: ErrorCode | null): object {
  return {
    statusCode: '999',
    status,
    result: UNPROCESSED,
    ...(errorCode && { errorCode, errorReason: errorReason(errorCode) }),
  };
}
