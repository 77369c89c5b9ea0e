// POST /v3/payment (spec 4.2): checks what only this call has (card signature, card details, addresses, domain), translates
// the body into the domain's words and calls actions/transactions/create-transaction.ts. Faults must be answered before
// anything is stored, in the order of contract 3.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createTransaction } from '../../actions/transactions/create-transaction.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { type GivenCard, readCard } from '../../domain/payment-data/card.ts';
import { signCardAnswer } from '../../domain/transactions/result.ts';
import { checkCardSignature } from '../auth/request-signature.ts';
import {
  checkMethodFields,
  checkTransactionBody,
  refusalOf,
  requestFields,
} from '../request-body/transaction-body.ts';
import { type PayinRequest as PayinBody, payinOperation } from '../schemas/schemas.ts';
import { comparedData, idempotencyKeyOf } from './idempotency-key.ts';

type Body = Static<typeof PayinBody>;

export function createPayinRoute(app: FastifyInstance, context: Context): void {
  const options = { schema: payinOperation, attachValidation: true };
  app.post<{ Body: Body }>('/v3/payment', options, async (request, reply) => {
    const { brand, body } = request;
    const amountMinor = checkTransactionBody(context, brand, body, request.validationError);
    const option = findOption(body.paymentOptionId)?.option;
    const isCard = option?.type === 'CARD' && option.direction === 'PAYIN';
    if (isCard) checkCardSignature(context, request, body);
    const card = isCard ? checkCard(body, context.now()) : null;
    const paymentData = isCard ? {} : checkMethodFields('PAYIN', body, context.now());
    const key = isCard ? idempotencyKeyOf(request) : null;
    const answer = await createTransaction(context, {
      type: 'PAYIN',
      brand,
      origin: 'v3',
      optionId: body.paymentOptionId,
      amountMinor,
      ...requestFields(body),
      card,
      paymentData,
      idempotency: key === null ? null : { key, fingerprint: context.vault.fingerprint(comparedData(body)) },
    });
    if (isCard) reply.header('X-Signature', signCardAnswer(answer.result, brand.signingSecrets[0]!.secret));
    if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
  });
}

function checkCard(body: Body, now: Date): GivenCard {
  const paymentData = body.paymentData ?? {};
  if (Object.keys(paymentData).length === 0) {
    throw new Refusal(400, [
      'paymentData: required for a card: cardNumber, expiryMonth, expiryYear, cardCvv, cardHolder',
    ]);
  }
  const card = readCard(paymentData, now);
  if (Array.isArray(card)) throw refusalOf(card);
  return card;
}
