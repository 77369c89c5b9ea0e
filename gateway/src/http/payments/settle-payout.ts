// POST /settle-payout (spec 4.5, contract 8): the merchant approves or declines a PENDING payout, also one of v3. It
// answers in the legacy form, where the codes are strings, and signs the answer. actions/payouts/settle-payout.ts makes
// the decision.
import { Type } from 'typebox';
import { type SettleAction, type Settled, settlePayout } from '../../actions/payouts/settle-payout.ts';
import { CODE, type ErrorCode, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isFinal } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_WHERE_ENFORCED } from '../calls/operation.ts';
import { choice, uuid } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';

const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

const APPROVED = 'Payout approved';
const UNPROCESSED = 'Payout could not be processed';

const SettleRequest = Type.Object(
  {
    action: choice(
      ['APPROVE', 'DECLINE'],
      'APPROVE sets the amount aside and submits the payout; DECLINE ends it.', // Spec 2.12
    ),
    transactionId: uuid('The payout. It must be PENDING.'), // Spec 2.12
  },
  {
    title: 'SettleRequest',
    description:
      'Both are required. Fields that are not listed are ignored, but they are part of the signed body.',
  },
);

const SettleAnswer = Type.Object(
  {
    statusCode: choice(['000', '999'], 'A string: 000 accepted, 999 declined or not possible now.'), // Spec 7.2
    status: choice(
      ['PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED'],
      'Current status of the payout. PENDING: the balance was too low, and the payout can be approved later.',
    ),
    result: Type.String({ description: `"${APPROVED}" or "${UNPROCESSED}".` }),
    transactionId: Type.Optional(uuid('Id of the payout; only with 000.')),
    errorCode: Type.Optional(
      Type.String({
        description: 'Why it was not processed; absent if you declined it. The guide lists all error codes.', // Contract 9
      }),
    ),
    errorReason: Type.Optional(Type.String({ description: 'The text of the error code.' })),
  },
  { title: 'SettleResult', description: 'The answer in the legacy form: string codes, no nested result.' }, // Spec 4.5, 9.3
);

export const settlePayoutCall = call({
  address: 'POST /settle-payout',
  operationId: 'settlePayout',
  tags: ['Payouts'],
  summary: 'Approve or decline a payout',
  description:
    'Your decision on a payout that is PENDING. If there are several calls for one payout, exactly one succeeds; the ' +
    'others get 400. Do not repeat a decline, and do not repeat an approval whose answer was lost: look the ' +
    'payout up. The answer is signed.\n\nA payout that somebody made in the portal of a brand with four eyes ' +
    '(`fourEyes`) is approved by another person there: APPROVE is refused with 403, and it stays PENDING. DECLINE ' +
    'works.', // Spec 4.5, contract 8
  access: 'brand',
  scopes: ['settle'],
  signed: 'enforced',
  requestHeaders: SIGNED_WHERE_ENFORCED,
  body: SettleRequest,
  examples: {
    approve: { summary: 'Approve', value: { action: 'APPROVE', transactionId: TRANSACTION_ID } },
    decline: { summary: 'Decline', value: { action: 'DECLINE', transactionId: TRANSACTION_ID } },
  },
  answers: {
    201: {
      description: 'The result of the decision.',
      schema: SettleAnswer,
      headers: { 'X-Signature': 'Base64 of HMAC-SHA256 over the body as it is sent.' }, // Spec 5
      examples: {
        approved: {
          summary: 'Approved: its final status follows',
          value: {
            statusCode: '000',
            status: 'PROCESSING',
            result: APPROVED,
            transactionId: TRANSACTION_ID,
          },
        },
        declined: {
          summary: 'Declined by you',
          value: { statusCode: '999', status: 'DECLINED', result: UNPROCESSED },
        },
        short: {
          summary: 'The balance is too low; the payout stays PENDING',
          value: {
            statusCode: '999',
            status: 'PENDING',
            result: UNPROCESSED,
            errorCode: CODE.balanceTooSmall,
            errorReason: errorReason(CODE.balanceTooSmall),
          },
        },
        refused: {
          summary: 'The provider declined it',
          value: {
            statusCode: '999',
            status: 'DECLINED',
            result: UNPROCESSED,
            errorCode: CODE.doNotHonour,
            errorReason: errorReason(CODE.doNotHonour),
          },
        },
      },
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    const payout = await context.transactions.find(brand.merchantId, body.transactionId);
    if (payout?.brandId !== brand.brandId || payout.type !== 'PAYOUT') {
      throw new Refusal(404, 'transactionId: no such payout');
    }
    const settled = await settlePayout(context, apiActor(request), payout, { action: body.action });
    return sendSigned(reply, brand, answerOf(settled, body.action));
  },
});

function answerOf(settled: Settled, action: SettleAction): object {
  const { id: transactionId, status, errorCode } = settled.transaction;
  if (settled.kind === 'short') return notProcessed(status, CODE.balanceTooSmall);
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
