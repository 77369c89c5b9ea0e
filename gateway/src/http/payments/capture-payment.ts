// POST /capture-payment (contract 16): charges the whole or a part of an authorised pay-in. Request and answer are
// signed. It finds the pay-in and reads the amount in its currency. It must not decide whether the capture is allowed;
// the action does that.
import { type Static, Type } from 'typebox';
import { createCapture } from '../../actions/captures/create-capture.ts';
import { CAPTURE_STATUSES, toCaptureAnswer } from '../../domain/captures/capture.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { apiActor } from '../auth/audit-actor.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_WHERE_ENFORCED } from '../calls/operation.ts';
import { Country, choice, maybe, text, uuid } from '../schemas/schema-fields.ts';
import { sendSigned } from '../send-signed.ts';
import { findNamed } from './find-named.ts';

const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

const CaptureRequest = Type.Object(
  {
    transactionId: maybe(uuid('The pay-in to capture. This or `merchantReference` is required.')),
    merchantReference: maybe(
      // The reference is only looked up, so any text is allowed: old payments may have references with card numbers.
      text(255, 'Your reference of the pay-in to capture, instead of its id.', {
        minLength: 1,
        numbers: 'any',
      }),
    ),
    country: maybe(Country),
    amount: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          "The amount, in units of the pay-in's currency; more than 0, with no more decimals than the currency has and " +
          'at most two for fiat. Omitted: the whole rest.',
        examples: [12.5],
      }),
    ),
    final: maybe(
      Type.Boolean({
        description:
          'Whether this is the last capture: the rest is released to the payer. Default true. false: further captures ' +
          'follow, where the provider takes several.',
      }),
    ),
    captureReference: maybe(
      text(
        255,
        'Your reference, unique for the pay-in. A second call with it makes no second capture, but gets the answer of ' +
          'the first. With it you can safely retry after a lost answer. Required if the brand signs all requests.',
        { minLength: 1, examples: ['shipment-10021-1'] },
      ),
    ),
  },
  {
    title: 'CaptureRequest',
    description: 'Fields that are not listed are ignored, but they are part of the signed body.',
  },
);

const CaptureAnswer = Type.Object(
  {
    statusCode: Type.String({ description: 'Always `000`: accepted.' }),
    captureId: uuid('Identifies the capture; see `captures` of the record.'),
    transactionId: uuid('The pay-in.'),
    status: choice(
      CAPTURE_STATUSES,
      'PENDING: the final status follows by webhook. FAILED: the provider refused it at once; its amount can be ' +
        'captured again.',
    ),
    amount: Type.Number({ description: 'The amount of the capture, in units of the currency.' }),
    amountCapturable: Type.Number({
      description: 'What could still be captured after this capture; 0 after a final one.',
    }),
    result: Type.String({ description: 'The status as text.' }),
  },
  { title: 'CaptureAnswer', description: 'A capture was accepted.' },
);

const captured = {
  statusCode: '000',
  captureId: '0197c2f5-11aa-7b0c-8d1e-2f3a4b5c6d7e',
  transactionId: TRANSACTION_ID,
  status: 'COMPLETED',
  amount: 49.9,
  amountCapturable: 0,
  result: 'The amount was captured.',
} as const;

const errors = brandErrors(404, 413, 415, 422);

type Body = Static<typeof CaptureRequest>;

export const capturePaymentCall = call({
  address: 'POST /capture-payment',
  operationId: 'capturePayment',
  tags: ['Pay-ins'],
  summary: 'Capture an authorised pay-in',
  description:
    'Charges an authorised pay-in (`captureMode: manual`), wholly or in part. The pay-in is COMPLETED with its final ' +
    'capture, or with a capture that leaves no rest. Events: `capture.completed` or `capture.failed`, and once ' +
    '`payin.completed`.\n\nA capture that is not possible gets 400 with an `errorCode`: 5101 more than the rest (the ' +
    'body then has `amountCapturable`), 5102 the pay-in is not authorised, has ended, or had a final capture, 5103 ' +
    'the provider takes one capture and `final` is false.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'enforced',
  requestHeaders: SIGNED_WHERE_ENFORCED,
  body: CaptureRequest,
  examples: {
    rest: { summary: 'Everything', value: { transactionId: TRANSACTION_ID } },
    part: {
      summary: 'The first of several shipments',
      value: {
        merchantReference: 'order-10021',
        country: 'DE',
        amount: 12.5,
        final: false,
        captureReference: 'shipment-10021-1',
      },
    },
  },
  answers: {
    201: {
      description: 'Accepted, by this call or by an earlier one with the same captureReference.',
      schema: CaptureAnswer,
      headers: {
        'X-Signature': 'Base64 of HMAC-SHA256 over the body of this answer, keyed with the signing secret.', // Spec 5
      },
      examples: { captured: { summary: 'The whole amount is captured', value: captured } },
    },
    ...errors,
    422: {
      ...errors[422]!,
      description: 'The captureReference was used before, with another amount or `final`.',
    },
  },
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    // Against copied requests: if somebody else sends one again, they get the first answer, and nothing else happens.
    if (brand.signAllRequests && body.captureReference == null)
      throw new Refusal(400, ['captureReference: required for this brand, which signs all its requests']);
    const transaction = await findNamed(context, brand, body);
    const capture = await createCapture(context, apiActor(request), transaction, {
      amountMinor: amountOf(body, transaction),
      isFinal: body.final ?? true,
      captureReference: body.captureReference ?? null,
    });
    return sendSigned(reply, brand, toCaptureAnswer(capture));
  },
});

/** In minor units of the pay-in's currency; null: the rest. */
function amountOf({ amount }: Body, { currency }: Transaction): bigint | null {
  if (amount == null) return null;
  const converted = toMinor(amount, currency);
  if ('minor' in converted) return converted.minor;
  throw new Refusal(400, [`amount: ${describeAmountFault(converted.fault, currency)}`]);
}
