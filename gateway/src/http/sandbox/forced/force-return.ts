// POST /sandbox/transactions/{transactionId}/return (contract 13): a merchant's developer sends a completed payout or
// debit back, as a bank would. With the brand's API key; test environment only.
import { Type } from 'typebox';
import { returnTransaction } from '../../../actions/after-end/return-transaction.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { sentBack } from '../../examples/after-end-examples.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { maybe, text } from '../../schemas/schema-fields.ts';
import { findTransaction, recordOf, TransactionPath } from './forced-transaction.ts';

const ReturnRequest = Type.Object({
  reason: maybe(
    text(255, 'The reason, in the words of the bank.', { minLength: 1, examples: ['AC04 closed account'] }),
  ),
});

export const forceReturnCall = call({
  address: 'POST /sandbox/transactions/:transactionId/return',
  isTestOnly: true,
  operationId: 'forceReturn',
  tags: ['Sandbox'],
  summary: 'Return a payout or debit',
  description:
    'Test environment only, and only for payments of the sandbox. A COMPLETED payout or direct debit comes back ' +
    'once, with its whole amount. The money of a payout returns to the available balance. The money of a debit ' +
    'leaves the available balance, which may become negative. The transaction stays COMPLETED and has `returned`. ' +
    'Events: `payout.returned`, `payin.returned`. A repeated request changes nothing.',
  access: 'brand',
  scopes: ['payments', 'payouts'],
  signed: 'never',
  params: TransactionPath,
  body: ReturnRequest,
  examples: { closed: { summary: 'The account is closed', value: { reason: 'AC04 closed account' } } },
  answers: {
    200: {
      description: 'The transaction in its current state.',
      schema: TransactionRecord,
      examples: sentBack,
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const transaction = await findTransaction(context, brand, params.transactionId);
    if (!comesBack(transaction)) {
      const fault =
        'transactionId: only a payout or a direct debit can come back; a card payment is disputed';
      throw new Refusal(400, [fault], { transactionId: transaction.id });
    }
    await returnTransaction(context, apiActor(request), transaction, body.reason ?? null);
    return await recordOf(context, transaction);
  },
});

const comesBack = ({ type, optionId }: Transaction): boolean =>
  type === 'PAYOUT' || (optionId !== null && findOption(optionId)?.option.type === 'DIRECT_DEBIT');
