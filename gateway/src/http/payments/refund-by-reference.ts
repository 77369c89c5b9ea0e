// POST /refund/by-reference (spec 4.11, contract 8): pays money of a completed pay-in back. Request and answer are
// signed. It finds the pay-in and reads the amount in its currency. It must not decide whether the refund is allowed;
// the action does that.
import { type Static, Type } from 'typebox';
import { createRefund } from '../../actions/refunds/create-refund.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { REFUND_REASONS, toRefundAnswer } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_WHERE_ENFORCED } from '../calls/operation.ts';
import { Country, Currency, choice, maybe, text, uuid } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';

const RefundRequest = Type.Object(
  {
    // The reference is only looked up, so any text is allowed: old payments may have references with card numbers.
    // Spec 2.1, contract 8
    merchantReference: text(255, 'Your reference of the pay-in to refund.', {
      minLength: 1,
      numbers: 'any',
      examples: ['order-10021'],
    }),
    country: maybe(
      Type.String({
        ...Country,
        description:
          'The country the pay-in was made with, as two letters in upper case. Required if the reference exists for ' +
          'several countries.', // Contract 3
      }),
    ),
    amount: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          "The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and " +
          'at most two for fiat. Omitted: the whole remaining amount.', // Contract 8
        examples: [12.5],
      }),
    ),
    currency: maybe(
      Type.String({ ...Currency, description: 'Optional check: must be the currency of the pay-in.' }), // Contract 8
    ),
    refundReference: maybe(
      text(
        255,
        'Your reference, unique for the brand. A second call with it for the same pay-in makes no second refund, but ' +
          'gets the answer of the first. With it you can safely retry after a lost answer. Required if the brand signs ' +
          'all requests.', // Contract 3, 8
        { minLength: 1, examples: ['refund-10021-1'] },
      ),
    ),
    reason: maybe(choice(REFUND_REASONS, 'The reason. Returned in the record and in webhooks.')), // Contract 8
    despiteDispute: maybe(
      Type.Boolean({
        description:
          'Refund also while a dispute of the pay-in withholds its money, or is LOST. The payer then gets it twice. Omitted or ' +
          'false: such a refund is refused with 5003.', // Contract 8
      }),
    ),
  },
  {
    title: 'RefundRequest',
    description: 'Fields that are not listed are ignored, but they are part of the signed body.', // Contract 8
  },
);

const RefundAnswer = Type.Object(
  {
    statusCode: Type.String({ description: 'Always `000`: accepted.' }),
    refundId: uuid('Identifies the refund; see `refunds` of the record.'),
    transactionId: uuid('The pay-in.'),
    status: choice(['PENDING'], 'The first status of every refund. COMPLETED or FAILED follows by webhook.'),
    amount: Type.Number({ description: 'The refunded amount, in units of the currency.' }),
    amountRefundable: Type.Number({
      description:
        'What is left to refund after this refund: paid, less refunds, less what disputes withhold or took. The same in ' +
        'each replay.',
    }),
    result: Type.String({ description: 'The status code as text.' }),
  },
  { title: 'RefundAnswer', description: 'A refund was accepted.' }, // Contract 8
);

const accepted = {
  statusCode: '000',
  refundId: '0197c2f5-11aa-7b0c-8d1e-2f3a4b5c6d7e',
  transactionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
  status: 'PENDING',
  amount: 12.5,
  amountRefundable: 37.4,
  result: 'The refund was accepted. Its final status follows by webhook.',
};

const errors = brandErrors(404, 413, 415, 422);

type Body = Static<typeof RefundRequest>;

export const refundByReferenceCall = call({
  address: 'POST /refund/by-reference',
  operationId: 'refundByReference',
  tags: ['Refunds'],
  summary: 'Refund a pay-in',
  description:
    'Refunds all or part of a COMPLETED pay-in, repeatedly until nothing is left to refund. The amount is taken ' +
    'from the available balance at once and reserved. If the refund becomes FAILED, the amount returns to the ' +
    'available balance. The pay-in stays COMPLETED. Events: `refund.pending`, then `refund.completed` or ' +
    '`refund.failed`.\n\nA refund that is not possible gets 400 with an `errorCode`: 5001 more than the ' +
    'remaining amount (the body then has `amountRefundable`), 5002 the pay-in is not completed, or was returned, ' +
    '5003 a dispute of it withholds the money or is LOST (`despiteDispute` refunds it anyway), 5004 its provider ' +
    'cannot refund it, 5006 the balance is too low.', // Contract 8
  access: 'brand',
  scopes: ['refunds'],
  signed: 'enforced',
  requestHeaders: SIGNED_WHERE_ENFORCED,
  body: RefundRequest,
  examples: {
    part: {
      summary: 'A part',
      value: {
        merchantReference: 'order-10021',
        amount: 12.5,
        currency: 'EUR',
        refundReference: 'refund-10021-1',
        reason: 'CUSTOMER_REQUEST',
      },
    },
    rest: { summary: 'The whole remaining amount', value: { merchantReference: 'order-10021' } },
  },
  answers: {
    201: {
      description: 'Accepted, by this call or by an earlier one with the same refundReference.',
      schema: RefundAnswer,
      headers: {
        'X-Signature': 'Base64 of HMAC-SHA256 over the body of this answer, keyed with the signing secret.', // Spec 5
      },
      examples: { accepted: { summary: 'A partial refund is accepted', value: accepted } },
    },
    ...errors,
    422: {
      ...errors[422]!,
      description: 'The refundReference was used before, for another pay-in or amount.',
    },
  },
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    const { merchantReference, country, refundReference, reason, despiteDispute } = body;
    // Against copied requests: if somebody else sends one again, they get the first answer, and nothing else happens.
    if (brand.signAllRequests && refundReference == null) {
      throw new Refusal(400, ['refundReference: required for this brand, which signs all its requests']);
    }
    const transaction = await findByReference(context, brand, merchantReference, country ?? null);
    if (transaction.type !== 'PAYIN') {
      throw new Refusal(400, ['merchantReference: belongs to a payout; only pay-ins can be refunded']);
    }
    const refund = await createRefund(context, apiActor(request), transaction, {
      amountMinor: amountOf(body, transaction),
      refundReference: refundReference ?? null,
      reason: reason ?? null,
      despiteDispute: despiteDispute === true,
    });
    return sendSigned(reply, brand, toRefundAnswer(refund));
  },
});

/** In minor units of the pay-in's currency; null: the rest. */
function amountOf({ amount, currency }: Body, transaction: Transaction): bigint | null {
  const faults: string[] = [];
  if (currency != null && currency !== transaction.currency) {
    faults.push(`currency: must be the currency of the pay-in, ${transaction.currency}`);
  }
  const converted = amount == null ? { minor: null } : toMinor(amount, transaction.currency);
  if ('fault' in converted) {
    faults.push(`amount: ${describeAmountFault(converted.fault, transaction.currency)}`);
  }
  if (faults.length > 0 || 'fault' in converted) throw new Refusal(400, faults);
  return converted.minor;
}
