// POST /cancel-payment (contract 8): finds the transaction by id or by reference;
// actions/transactions/cancel-transaction.ts decides. It answers in the legacy form, where the code is a string, and
// signs the answer.
import { Type } from 'typebox';
import { cancelTransaction } from '../../actions/transactions/cancel-transaction.ts';
import { requireScope } from '../auth/api-key.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_WHERE_ENFORCED } from '../calls/operation.ts';
import { Country, choice, maybe, text, uuid, visibleText } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';
import { findNamed } from './find-named.ts';

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
    status: choice(
      ['DECLINED', 'COMPLETED'],
      'Status of the transaction. DECLINED: its errorCode is 3001. COMPLETED: a part of it was captured before.',
    ),
    result: Type.String({ description: 'The status code as text.' }),
    transactionId: uuid('The cancelled transaction.'),
  },
  { title: 'CancelResult', description: 'The answer in the legacy form: string codes, no nested result.' }, // Contract 8
);

export const cancelPaymentCall = call({
  address: 'POST /cancel-payment',
  operationId: 'cancelPayment',
  tags: ['Transactions'],
  summary: 'Cancel a transaction',
  description:
    'Ends a pay-in that is INIT or PROCESSING, or a payout that is INIT or PENDING: DECLINED, errorCode 3001. ' +
    'Any other transaction gets 400: it is final, its provider has accepted it already, or its outcome is unknown ' +
    '(9001). If money still arrives for a cancelled pay-in, the pay-in becomes COMPLETED with ' +
    '`lateSuccess`.\n\nAn authorised pay-in is voided: the payer gets the held money back. If a part was captured, the ' +
    'pay-in is COMPLETED with that part, and the rest is released. While a capture is PENDING: 400, errorCode 5102. ' +
    'The answer is signed.',
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
