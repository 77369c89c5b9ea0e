// POST /sandbox/transactions/{transactionId}/outcome (contract 7): a merchant's developer decides how one of the
// brand's transactions ends. With the brand's API key; test environment only.
import { Type } from 'typebox';
import { forceOutcome } from '../../../actions/transactions/force-outcome.ts';
import { CODE, type ErrorCode, isErrorCode } from '../../../domain/errors/error-codes.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { forced } from '../../examples/examples.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { findTransaction, recordOf, TransactionPath } from './forced-transaction.ts';

export const forceOutcomeCall = call({
  address: 'POST /sandbox/transactions/:transactionId/outcome',
  isTestOnly: true,
  operationId: 'forceOutcome',
  tags: ['Sandbox'],
  summary: 'Force an outcome',
  description:
    'Test environment only, and only for payments of the sandbox. Ends an open transaction with the given outcome. ' +
    'COMPLETED also works for a transaction that expired or was cancelled; it is then a late success.',
  access: 'brand',
  scopes: ['payments', 'payouts'],
  signed: 'never',
  params: TransactionPath,
  body: Type.Object({
    outcome: choice(['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'], 'The outcome.'),
    errorCode: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The reason, as an error code.' }),
    ),
  }),
  examples: {
    completed: { summary: 'The money arrives', value: { outcome: 'COMPLETED' } },
    declined: {
      summary: 'Declined, with a chosen reason',
      value: { outcome: 'DECLINED', errorCode: CODE.insufficientFunds },
    },
    expired: { summary: 'The time runs out', value: { outcome: 'EXPIRED' } },
    error: { summary: 'A technical failure', value: { outcome: 'ERROR' } },
  },
  answers: {
    200: {
      description: 'The transaction in its current state.',
      schema: TransactionRecord,
      examples: forced,
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const errorCode = checkErrorCode(body.errorCode ?? null);
    const transaction = await findTransaction(context, brand, params.transactionId);
    const after = await forceOutcome(context, apiActor(request), transaction, {
      outcome: body.outcome,
      errorCode,
    });
    return await recordOf(context, after);
  },
});

function checkErrorCode(code: string | null): ErrorCode | null {
  // 9001 means that the outcome is unknown, so no transaction can end with it.
  if (code === null || (isErrorCode(code) && code !== CODE.outcomeUnknown)) return code;
  throw new Refusal(400, [
    'errorCode: must be a code of the error catalogue that can end a transaction, such as 2005',
  ]);
}
