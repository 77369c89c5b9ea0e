// The operation of POST /cancel-payment: what it takes, what it answers, and worked examples (contract 8).
import { Type } from 'typebox';
import { brandErrors, type Operation, SIGNED_WHERE_ENFORCED } from '../operation.ts';
import { Country, choice, maybe, text, uuid } from '../schemas/schema-fields.ts';

const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

export const CancelRequest = Type.Object(
  {
    transactionId: maybe(uuid('What to cancel. This or `merchantReference` is required.')),
    merchantReference: maybe(
      // It is only looked up, so any text is allowed: old payments may have references with card numbers.
      text(255, 'Your reference of what to cancel, in place of its id.', { minLength: 1, numbers: 'any' }),
    ),
    country: maybe(Country),
    reason: maybe(text(255, 'Why, in your words; kept in the timeline of the transaction.')),
  },
  {
    title: 'CancelRequest',
    description:
      'Names a transaction by its id, or by its reference and, where several countries have it, its country. Where both ' +
      'are there they must mean the same transaction.', // Contract 8
  },
);

const CancelAnswer = Type.Object(
  {
    statusCode: choice(['000'], 'A string: accepted.'), // Spec 7.2
    status: choice(['DECLINED'], 'Of the transaction; its errorCode is 3001.'),
    result: Type.String({ description: 'The same in words.' }),
    transactionId: uuid('What was cancelled.'),
  },
  { title: 'CancelResult', description: 'In the legacy form: string codes, no nesting.' }, // Contract 8
);

export const cancelOperation = {
  operationId: 'cancelPayment',
  tags: ['Transactions'],
  summary: 'Cancel a transaction',
  description:
    'Ends a pay-in that is INIT or PROCESSING, or a payout that is INIT or PENDING: DECLINED, errorCode 3001. Anything ' +
    'else is answered 400: what is final, what its provider has accepted already, and what nobody knows the outcome of ' +
    'yet (9001). Money that arrives for a cancelled pay-in all the same completes it, marked `lateSuccess`. The answer is ' +
    'signed.',
  access: 'brand',
  requestHeaders: SIGNED_WHERE_ENFORCED,
  body: CancelRequest,
  examples: {
    byId: { summary: 'By id', value: { transactionId: TRANSACTION_ID, reason: 'out of stock' } },
    byReference: { summary: 'By reference', value: { merchantReference: 'order-10021', country: 'DE' } },
  },
  answers: {
    201: {
      description: 'It is cancelled.',
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
} satisfies Operation;
