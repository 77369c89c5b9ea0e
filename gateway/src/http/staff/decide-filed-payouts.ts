// A person decides about a payout of a payment file whose name the bank knows otherwise (contract 15): it stays in the
// file, or it ends.
import { Type } from 'typebox';
import {
  type DecidedPayout,
  keepFiledPayout,
  withdrawFiledPayout,
} from '../../actions/bank/decide-name-check.ts';
import type { Context } from '../../actions/context.ts';
import * as examples from '../operator/bank/bank-examples.ts';
import { answerFiledPayouts, FiledPayout } from '../schemas/filed-payouts.ts';
import { closed, uuid, visibleText } from '../schemas/schema-fields.ts';
import { staffCalls } from './staff-calls.ts';

const ids = {
  fileId: Type.String({ description: 'The file.' }),
  transactionId: uuid('A payout of the file whose name does not or almost match.'),
};
const body = closed({ reason: visibleText(255, 'Why, for the audit log.') });
const show = async (context: Context, { file, transactionId }: DecidedPayout) =>
  (await answerFiledPayouts(context, { merchantId: file.merchantId, fileId: file.id }, [transactionId]))[0]!;

export const keepFiledPayoutCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-files/:fileId/payouts/:transactionId/keep',
  ids,
  summary: 'Keep a payout whose name differs',
  description:
    'The bank has reported that the name of the recipient does not match, or almost matches. The payout stays in its ' +
    'file. No money moves: you release the file at the bank.',
  body,
  answers: { 200: { description: 'The payout.', schema: FiledPayout, examples: examples.keptPayout } },
  errors: { 409: 'There is no mismatch, somebody has decided, or the payout has ended.' },
  operator: { operationId: 'keepFiledPayout', examples: examples.keeping, show },
  portal: {
    address: 'POST /bank/files/:fileId/payouts/:transactionId/keep',
    operationId: 'keepPortalFiledPayout',
    tags: ['Portal bank'],
    permission: 'bank.decide',
    show,
  },
  handle: async (context, { actor, brand }, { params, body: { reason } }) =>
    await keepFiledPayout(context, actor, brand, { ...params, reason }),
});

export const withdrawFiledPayoutCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-files/:fileId/payouts/:transactionId/withdraw',
  ids,
  summary: 'Withdraw a payout whose name differs',
  description:
    'The bank has reported that the name of the recipient does not match, or almost matches. The payout is DECLINED ' +
    'with 4003, and its amount returns to the balance. First remove it at the bank, or cancel the whole order there: ' +
    'this call does not tell the bank.',
  body,
  answers: { 200: { description: 'The payout.', schema: FiledPayout, examples: examples.withdrawnPayout } },
  errors: {
    409:
      'There is no mismatch, the payout has ended, the bank has accepted or executed it, or a statement is being ' +
      'imported.',
  },
  operator: { operationId: 'withdrawFiledPayout', examples: examples.payoutWithdrawal, show },
  portal: {
    address: 'POST /bank/files/:fileId/payouts/:transactionId/withdraw',
    operationId: 'withdrawPortalFiledPayout',
    tags: ['Portal bank'],
    permission: 'bank.decide',
    show,
  },
  handle: async (context, { actor, brand }, { params, body: { reason } }) =>
    await withdrawFiledPayout(context, actor, brand, { ...params, reason }),
});
