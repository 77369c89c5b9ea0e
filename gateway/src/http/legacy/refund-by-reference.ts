// POST /refund/by-reference (spec 4.11, contract 8): pays money of a completed pay-in back. Signed both ways. It finds the
// pay-in and reads the amount in its currency; it must not decide whether the refund is allowed, which the action does.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createRefund } from '../../actions/refunds/create-refund.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { REFUND_REASONS, toRefundAnswer } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { brandErrors, type Operation, SIGNED_WHERE_ENFORCED } from '../operation.ts';
import { Country, Currency, choice, maybe, text, uuid } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';

const RefundRequest = Type.Object(
  {
    // It is only looked up, so any text is allowed: old payments may have references with card numbers.
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
          'The country the pay-in was made with, as two letters in upper case. Needed where the reference exists in several ' +
          'countries.', // Contract 3
      }),
    ),
    amount: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'How much, in units of the currency of the pay-in; more than 0, with no more decimals than the currency has and at ' +
          'most two for fiat. Left out: all that is left.', // Contract 8
        examples: [12.5],
      }),
    ),
    currency: maybe(
      Type.String({ ...Currency, description: 'A cross-check: must be that of the pay-in.' }), // Contract 8
    ),
    refundReference: maybe(
      text(
        255,
        'Yours, unique for the brand. Sent again for the same pay-in it makes no second refund, but gets the answer of the ' +
          'first. Use it: a retry after a lost answer is then safe. Required where the brand signs all requests.', // Contract 3, 8
        { minLength: 1, examples: ['refund-10021-1'] },
      ),
    ),
    reason: maybe(choice(REFUND_REASONS, 'Why. Comes back in the record and in webhooks.')), // Contract 8
  },
  {
    title: 'RefundRequest',
    description: 'Fields that are not listed are ignored, and signed all the same.', // Contract 8
  },
);

const RefundAnswer = Type.Object(
  {
    statusCode: Type.String({ description: 'Always `000`: accepted.' }),
    refundId: uuid('Identifies the refund; see `refunds` of the record.'),
    transactionId: uuid('The pay-in.'),
    status: choice(['PENDING'], 'How every refund begins. COMPLETED or FAILED follows by webhook.'),
    amount: Type.Number({ description: 'What is given back.' }),
    amountRefundable: Type.Number({
      description: 'What could still be refunded once this refund was made; the same in each replay.',
    }),
    result: Type.String({ description: 'The same in words.' }),
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

const refundOperation = {
  operationId: 'refundByReference',
  tags: ['Refunds'],
  summary: 'Refund a pay-in',
  description:
    'Gives back all or part of a COMPLETED pay-in, as often as something is left. The amount is taken from the available ' +
    'balance at once and held until the refund is COMPLETED or FAILED, which gives it back; the pay-in stays COMPLETED ' +
    'throughout. Events: `refund.pending`, then `refund.completed` or `refund.failed`.\n\n' +
    'HTTP 400 with an `errorCode` where it cannot be: 5001 over the rest (the body then has `amountRefundable`), 5002 not a ' +
    'completed pay-in, 5004 not refundable by its provider, 5006 balance too small.', // Contract 8
  access: 'brand',
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
    rest: { summary: 'All that is left', value: { merchantReference: 'order-10021' } },
  },
  answers: {
    201: {
      description: 'Accepted, now or when the same refundReference came first.',
      schema: RefundAnswer,
      headers: {
        'X-Signature': 'Base64 of HMAC-SHA256 over the body of this answer, keyed with the signing secret.', // Spec 5
      },
      examples: { accepted: { summary: 'A part is on its way back', value: accepted } },
    },
    ...errors,
    422: {
      ...errors[422]!,
      description: 'The refundReference was used before, for another pay-in or amount.',
    },
  },
} satisfies Operation;

type Body = Static<typeof RefundRequest>;

export function refundByReferenceRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Body }>('/refund/by-reference', { schema: refundOperation }, async (request, reply) => {
    const { brand, body } = request;
    const { merchantReference, country, refundReference, reason } = body;
    // If somebody else repeats the request, it gets the answer of the first one and has no effect.
    if (brand.signAllRequests && refundReference == null) {
      throw new Refusal(400, ['refundReference: required for this brand, which signs all its requests']);
    }
    const transaction = await findByReference(context, brand, merchantReference, country ?? null);
    if (transaction.type !== 'PAYIN') {
      throw new Refusal(400, ['merchantReference: is that of a payout, and only pay-ins can be refunded']);
    }
    const refund = await createRefund(context, apiActor(request), transaction, {
      amountMinor: amountOf(body, transaction),
      refundReference: refundReference ?? null,
      reason: reason ?? null,
    });
    return sendSigned(reply, brand, toRefundAnswer(refund));
  });
}

/** In minor units of the pay-in's currency; null: the rest. */
function amountOf({ amount, currency }: Body, transaction: Transaction): bigint | null {
  const faults: string[] = [];
  if (currency != null && currency !== transaction.currency) {
    faults.push(`currency: must be that of the pay-in, ${transaction.currency}`);
  }
  const converted = amount == null ? { minor: null } : toMinor(amount, transaction.currency);
  if ('fault' in converted) {
    faults.push(`amount: ${describeAmountFault(converted.fault, transaction.currency)}`);
  }
  if (faults.length > 0 || 'fault' in converted) throw new Refusal(400, faults);
  return converted.minor;
}
