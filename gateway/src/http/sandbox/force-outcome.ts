// POST /sandbox/transactions/{transactionId}/outcome (contract 7): a merchant's developer decides how one of the
// brand's transactions ends. With the brand's API key; test environment only.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { type ForcedOutcome, forceOutcome } from '../../actions/transactions/force-outcome.ts';
import { type ErrorCode, isErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { toRecord } from '../../domain/transactions/record.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { isUuid } from '../schemas/formats.ts';
import { forceOutcomeOperation } from '../schemas/schemas.ts';

interface Call {
  Params: { transactionId: string };
  Body: { outcome: ForcedOutcome; errorCode?: string | null };
}

export function forceOutcomeRoute(app: FastifyInstance, context: Context): void {
  app.post<Call>(
    '/sandbox/transactions/:transactionId/outcome',
    { schema: forceOutcomeOperation },
    async (request) => {
      const { brand, params, body } = request;
      const errorCode = checkErrorCode(body.errorCode ?? null);
      const { merchantId, brandId } = brand;
      const transaction = isUuid(params.transactionId)
        ? await context.transactions.find(merchantId, params.transactionId)
        : null;
      if (transaction?.brandId !== brandId) throw new Refusal(404, 'transactionId: no such transaction');
      const after = await forceOutcome(context, apiActor(request), transaction, {
        outcome: body.outcome,
        errorCode,
      });
      return toRecord(after, await context.transactions.timeline(merchantId, after.id));
    },
  );
}

function checkErrorCode(code: string | null): ErrorCode | null {
  // 9001 means that the outcome is unknown, so no transaction can end with it.
  if (code === null || (isErrorCode(code) && code !== '9001')) return code;
  throw new Refusal(400, [
    'errorCode: must be a code of the error catalogue that can end a transaction, such as 2005',
  ]);
}
