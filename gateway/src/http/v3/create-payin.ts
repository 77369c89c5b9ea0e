// POST /v3/payment (spec 4.2): checks what only this door knows (card signature, card details, addresses, domain),
// translates the body into the domain's words and calls actions/create-payin.ts. Faults are answered before
// anything is stored. The order of checks is contract 3's.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createPayin, type PayinRequest } from '../../actions/create-payin.ts';
import type { Brand } from '../../domain/brand.ts';
import { isCurrencyCode } from '../../domain/currency.ts';
import { describeAmountFault, toMinor } from '../../domain/money.ts';
import { checkCardDetails, checkTokenDetails } from '../../domain/payment-data/card.ts';
import { checkPaymentData, type PaymentData } from '../../domain/payment-data/payment-data.ts';
import { findOption } from '../../domain/payment-option.ts';
import { Refusal } from '../../domain/refusal.ts';
import { signCardAnswer } from '../../domain/result.ts';
import { bodyString } from '../../domain/signature.ts';
import { checkNotificationUrl, checkRedirectUrl } from '../../domain/web-address.ts';
import { checkCardSignature } from '../auth/card-signature.ts';
import { detailsOf } from '../known-fields.ts';
import { type PayinRequest as PayinBody, payinOperation } from '../schemas.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';

type Body = Static<typeof PayinBody>;

export function createPayinRoute(app: FastifyInstance, context: Context): void {
  const options = { schema: payinOperation, attachValidation: true };
  app.post<{ Body: Body }>('/v3/payment', options, async (request, reply) => {
    const { brand, body } = request;
    const amountMinor = checkFields(context, brand, body, request.validationError);
    const option = findOption(body.paymentOptionId)?.option;
    const isCard = option?.type === 'CARD' && option.direction === 'PAYIN';
    if (isCard) {
      const showString = context.config.environment === 'test';
      checkCardSignature(brand, body, request.headers.signature, { now: context.now(), showString });
    }
    const card = isCard ? checkCard(body, context.now()) : null;
    const paymentData = isCard ? {} : checkMethod(body);
    const key = isCard ? idempotencyKeyOf(request) : null;
    const answer = await createPayin(context, {
      brand,
      origin: 'v3',
      optionId: body.paymentOptionId,
      currency: body.currency,
      amountMinor,
      country: body.country ?? null,
      // An empty one is no reference: it signs like an absent one too (spec 5, rule 4).
      merchantReference: body.merchantReference || null,
      paymentReference: body.paymentReference || null,
      userId: body.userId || null,
      details: detailsOf(body),
      card,
      paymentData,
      idempotency: key === null ? null : { key, fingerprint: context.vault.fingerprint(bodyString(body)) },
    });
    if (isCard) reply.header('X-Signature', signCardAnswer(answer.result, brand.signingSecrets[0]!.secret));
    if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
    return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
  });
}

/**
 * What the schema found, and what it cannot say: scale of the amount, addresses, the facilitator's domain. Every fault
 * is listed at once, so a field is looked at only where it is of the right type.
 */
function checkFields(context: Context, brand: Brand, body: Body, schemaFault: unknown): bigint {
  const faults = schemaFault instanceof Refusal ? [schemaFault.messages].flat() : [];
  const { currency, redirectUrl, notificationUrl, merchantDomain } = body;
  const note = (field: string, fault: string | null) => {
    if (fault !== null) faults.push(`${field}: ${fault}`);
  };
  // Of an amount that is no number, or negative or infinite, the schema has spoken.
  const isAmount = Number.isFinite(body.amount) && body.amount >= 0;
  const amount = isAmount && isCurrencyCode(currency) ? toMinor(body.amount, currency) : null;
  if (amount && 'fault' in amount) note('amount', describeAmountFault(amount.fault, currency));
  if (typeof redirectUrl === 'string') note('redirectUrl', checkRedirectUrl(redirectUrl));
  if (typeof notificationUrl === 'string') {
    const { allowInsecureWebhooks } = context.config;
    note('notificationUrl', checkNotificationUrl(notificationUrl, { allowInsecure: allowInsecureWebhooks }));
  }
  if (brand.paymentFacilitator && merchantDomain == null) note('merchantDomain', 'required for this brand');
  else if (brand.paymentFacilitator && !brand.domains.includes(merchantDomain!)) {
    note('merchantDomain', 'must be one of the domains configured for this brand');
  }
  if (faults.length > 0 || !amount || 'fault' in amount) throw new Refusal(400, faults);
  return amount.minor;
}

/** The fields of a method other than a card; of an option nobody knows none are known either. */
function checkMethod(body: Body): PaymentData {
  const found = findOption(body.paymentOptionId);
  if (!found || found.option.direction !== 'PAYIN') return {};
  const checked = checkPaymentData(found, body.paymentData ?? {}, body.currency);
  if (!Array.isArray(checked)) return checked;
  throw new Refusal(
    400,
    checked.map((one) => `${one.field}: ${one.message}`),
  );
}

function checkCard(body: Body, now: Date): PayinRequest['card'] {
  const paymentData = body.paymentData ?? {};
  if (Object.keys(paymentData).length === 0) {
    throw new Refusal(400, [
      'paymentData: required for a card: cardNumber, expiryMonth, expiryYear, cardCvv, cardHolder',
    ]);
  }
  if (paymentData.token != null) {
    const checked = checkTokenDetails(paymentData);
    if (Array.isArray(checked))
      throw new Refusal(
        400,
        checked.map((one) => `${one.field}: ${one.message}`),
      );
    return { kind: 'saved', token: checked.token, cvv: checked.cvv };
  }
  const checked = checkCardDetails(paymentData, now);
  if (Array.isArray(checked))
    throw new Refusal(
      400,
      checked.map((one) => `${one.field}: ${one.message}`),
    );
  return { kind: 'new', details: checked };
}
