// POST /v3/payment (spec 4.2): checks what only this call has (card signature, card details, addresses, domain),
// translates the body into the domain's words and calls actions/transactions/create-transaction.ts. It must answer
// faults before anything is stored, in the order of contract 3.
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { isCardEnteredElsewhere } from '../../actions/payment-means/card-entry.ts';
import { createTransaction } from '../../actions/transactions/create-transaction.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { type GivenCard, readCard } from '../../domain/payment-data/card.ts';
import { signCardAnswer } from '../../domain/records/result.ts';
import { checkCardSignature } from '../auth/request-signature.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_BY_STRICT_BRANDS } from '../calls/operation.ts';
import { cardAnswers, cardRequests } from '../examples/card-examples.ts';
import { methodAnswers, methodRequests } from '../examples/method-examples.ts';
import { mandateIdOf } from '../request-body/mandate-fields.ts';
import {
  checkMethodFields,
  checkTransactionBody,
  refusalOf,
  requestFields,
} from '../request-body/transaction-body.ts';
import { Envelope } from '../schemas/answer-schemas.ts';
import { browserOf, laterOf } from '../schemas/known-fields.ts';
import { PayinRequest } from '../schemas/schema-fields.ts';
import { comparedData, idempotencyKeyOf } from './idempotency-key.ts';

type Body = Static<typeof PayinRequest>;

export const createPayinCall = call({
  address: 'POST /v3/payment',
  operationId: 'createPayin',
  tags: ['Pay-ins'],
  summary: 'Create a pay-in',
  description:
    'One request creates the transaction and its session. Every business result is HTTP 201, even a decline; read ' +
    '`resultType`. An HTTP 4xx means that nothing was charged.\n\nCards only: `Signature` is checked if the brand ' +
    'enforces signatures, and `Idempotency-Key` makes a retry safe: the stored answer is returned byte for byte. ' +
    'After a timeout without a key, query the transaction before you try again.\n\nA later charge, your customer absent: ' +
    '`paymentData: {mandateId}` and nothing else in it. It never asks the customer for anything, and `Idempotency-Key` ' +
    'works whatever the method.\n\nIf the account at the provider has ' +
    '`cardEntry: provider`, the customer enters the card on the page of the provider: leave `paymentData` out. The ' +
    'answer is a `redirect` to that page. If you send card data anyway, it is checked, but neither stored nor forwarded.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'strict',
  requestHeaders: {
    Signature:
      'For cards, if the brand enforces signatures. Base64 of HMAC-SHA256, keyed with the signing secret, over ' +
      '`paymentOptionId:merchantReference:currency:amount`; the amount in its shortest form (50.00 is `50`); an ' +
      'omitted reference is an empty segment.', // Spec 5
    'Idempotency-Key':
      'For cards, and for later charges of a mandate. 1 to 64 characters, unique for each intended payment. Answers are kept for 48 hours, per merchant ' +
      'and brand.', // Spec 8
    ...SIGNED_BY_STRICT_BRANDS,
  },
  body: PayinRequest,
  examples: { ...cardRequests, ...methodRequests },
  answers: {
    201: {
      description: 'A business result. `resultType` says which. Treat an unknown `resultType` as unresolved.',
      schema: Envelope,
      headers: {
        'X-Signature':
          'Cards. Base64 of HMAC-SHA256 over `transactionId:merchantReference:currency:amount:status` of `result`.', // Spec 5
        'Idempotent-Replayed': '`true` if this is the stored answer of an earlier request.',
      },
      examples: { ...cardAnswers, ...methodAnswers },
    },
    ...brandErrors(409, 413, 415, 422),
  },
  options: { attachValidation: true },
  handle: async (context, request, reply) => {
    const { brand, body } = request;
    const amountMinor = checkTransactionBody(context, brand, body, request.validationError);
    const option = findOption(body.paymentOptionId)?.option;
    const isCard = option?.type === 'CARD' && option.direction === 'PAYIN';
    if (isCard) checkCardSignature(context, { request, reply }, body);
    const mandateId = mandateIdOf(body);
    const later = laterOf(body, amountMinor);
    const { card, paymentData } =
      mandateId === null ? readMeans(context, brand, body, { isCard, amountMinor, later }) : NO_MEANS;
    const key = isCard || mandateId !== null ? idempotencyKeyOf(request) : null;
    const fields = requestFields(body, request.id);
    const answer = await createTransaction(context, {
      type: 'PAYIN',
      brand,
      origin: 'v3',
      optionId: body.paymentOptionId,
      amountMinor,
      ...fields,
      details: { ...fields.details, ...later, ...browserOf(body) },
      card,
      paymentData,
      ...(mandateId !== null ? { mandateId } : {}),
      idempotency: key === null ? null : { key, fingerprint: context.vault.fingerprint(comparedData(body)) },
    });
    if (isCard) reply.header('X-Signature', signCardAnswer(answer.result, brand.signingSecrets[0]!.secret));
    if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
  },
});

/** A later charge names a mandate, and nothing else. */
const NO_MEANS = { card: null, paymentData: {} };

interface Asked {
  isCard: boolean;
  amountMinor: bigint;
  later: ReturnType<typeof laterOf>;
}

function readMeans(context: Context, brand: Brand, body: Body, { isCard, amountMinor, later }: Asked) {
  const now = context.now();
  if (!isCard) return { card: null, paymentData: checkMethodFields('PAYIN', body, { amountMinor, now }) };
  const { paymentOptionId: optionId, currency, country = null } = body;
  const use = { optionId, country, currency, details: later, amountMinor };
  return { card: checkCard(body, now, isCardEnteredElsewhere(context, brand, use)), paymentData: {} };
}

/**
 * null: the shopper enters the card at the provider. If the request has a card, it is checked like any other, but not
 * passed on (contract 13).
 */
function checkCard(body: Body, now: Date, isElsewhere: boolean): GivenCard | null {
  const paymentData = body.paymentData ?? {};
  const isEmpty = Object.keys(paymentData).length === 0;
  if (isEmpty && isElsewhere) return null;
  if (isEmpty) {
    throw new Refusal(400, [
      'paymentData: required for a card: cardNumber, expiryMonth, expiryYear, cardCvv, cardHolder',
    ]);
  }
  const card = readCard(paymentData, now);
  if (Array.isArray(card)) throw refusalOf(card);
  return isElsewhere ? null : card;
}
