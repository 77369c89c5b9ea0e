// POST /cancel-payment (contract 8): finds the transaction by id or by reference;
// actions/transactions/cancel-transaction.ts decides. It answers in the legacy form, where the code is a string, and
// signs the answer.
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { cancelTransaction } from '../../actions/transactions/cancel-transaction.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { requireScope } from '../auth/api-key.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_WHERE_ENFORCED } from '../calls/operation.ts';
import { Country, choice, maybe, text, uuid, visibleText } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';

const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

const CancelRequest = Type.Object(
  {
    transactionId: maybe(uuid('The transaction to cancel. This or `merchantReference` is required.')),
    merchantReference: maybe(
      // The reference is only looked up, so any text is allowed: old payments may have references with card numbers.
      text(255, 'Your reference of the transaction to cancel, instead of its id.', {
        minLength: 1,
        numbers: 'any',
      }),
    ),
    country: maybe(Country),
    reason: maybe(
      visibleText(255, 'The reason, as free text; kept in the timeline of the transaction.', {
        minLength: 0,
      }),
    ),
  },
  {
    title: 'CancelRequest',
    description:
      'Names a transaction by its id or by its reference. If the reference exists for several countries, the ' +
      'country is required. If id and reference are both given, they must belong to the same transaction.', // Contract 8
  },
);

const CancelAnswer = Type.Object(
  {
    statusCode: choice(['000'], 'A string: accepted.'), // Spec 7.2
    status: choice(['DECLINED'], 'Status of the transaction; its errorCode is 3001.'),
    result: Type.String({ description: 'The status code as text.' }),
    transactionId: uuid('The cancelled transaction.'),
  },
  { title: 'CancelResult', description: 'The answer in the legacy form: string codes, no nested result.' }, // Contract 8
);

type Body = Static<typeof CancelRequest>;

export const cancelPaymentCall = call({
  address: 'POST /cancel-payment',
  operationId: 'cancelPayment',
  tags: ['Transactions'],
  summary: 'Cancel a transaction',
  description:
    'Ends a pay-in that is INIT or PROCESSING, or a payout that is INIT or PENDING: DECLINED, errorCode 3001. ' +
    'Any other transaction gets 400: it is final, its provider has accepted it already, or its outcome is unknown ' +
    '(9001). If money still arrives for a cancelled pay-in, the pay-in becomes COMPLETED with ' +
    '`lateSuccess`. The answer is signed.',
  access: 'brand',
  scopes: ['payments', 'payouts'],
  signed: 'enforced',
  requestHeaders: SIGNED_WHERE_ENFORCED,
  body: CancelRequest,
  examples: {
    byId: { summary: 'By id', value: { transactionId: TRANSACTION_ID, reason: 'out of stock' } },
    byReference: { summary: 'By reference', value: { merchantReference: 'order-10021', country: 'DE' } },
  },
  answers: {
    201: {
      description: 'The transaction is cancelled.',
      schema: CancelAnswer,
      headers: { 'X-Signature': 'Base64 of HMAC-SHA256 over the body as it is sent.' }, // Spec 5
      examples: {
        cancelled: {
          summary: 'Cancelled',
          value: {
            statusCode: '000',
            status: 'DECLINED',
            result: 'Payment cancelled',
            transactionId: TRANSACTION_ID,
          },
        },
      },
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    const found = await findNamed(context, brand, body);
    requireScope(request.keyScopes, [found.type === 'PAYIN' ? 'payments' : 'payouts']);
    const { id, type, status } = await cancelTransaction(
      context,
      apiActor(request),
      found,
      body.reason || null,
    );
    const result = type === 'PAYIN' ? 'Payment cancelled' : 'Payout cancelled';
    return sendSigned(reply, brand, { statusCode: '000', status, result, transactionId: id });
  },
});

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
    throw new Refusal(400, ['merchantReference: does not belong to this transactionId; send one of the two']);
  }
  if (country != null && country !== found.referenceCountry) {
    throw new Refusal(400, ['country: does not belong to this transactionId; omit it']);
  }
  return found;
}
