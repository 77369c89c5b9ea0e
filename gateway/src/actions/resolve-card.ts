// The card of a pay-in, new or saved, as the rest of the gateway uses it: summary, number in hand, sealed number.
// Called by create-payin.ts. The clear number and the CVV live in the answer alone and go no further than the provider.
import type { Brand } from '../domain/brand.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { type CardDetails, checkTokenDetails, hasExpired } from '../domain/payment-data/card.ts';
import { Refusal } from '../domain/refusal.ts';
import type { CardSummary } from '../domain/transaction.ts';
import type { CardInHand } from '../providers/provider.ts';
import { findCard } from '../storage/card-store.ts';
import { sealContext } from '../storage/vault.ts';
import type { Context } from './context.ts';
import type { PayinRequest } from './create-payin.ts';

/** A card ready to be charged: what may be shown, what must not, and the sealed number for later. */
export interface ResolvedCard {
  summary: CardSummary;
  inHand: CardInHand;
  panSealed: Buffer;
}

/** A saved card that cannot be used: unknown to this brand and user, or expired. */
export interface UnusableCard {
  declined: ErrorCode;
}

export async function resolveCard(
  context: Context,
  { brand, userId, card }: Pick<PayinRequest, 'brand' | 'userId' | 'card'>,
): Promise<ResolvedCard | UnusableCard | null> {
  if (card === null) return null;
  return card.kind === 'new'
    ? newCard(context, brand, userId, card.details)
    : await savedCard(context, brand, userId, card);
}

function newCard(context: Context, brand: Brand, userId: string | null, given: CardDetails): ResolvedCard {
  const { cvv, holder, ...details } = given;
  const summary: CardSummary = {
    brand: details.brand,
    first6: details.first6,
    last4: details.last4,
    expiryMonth: details.expiryMonth,
    expiryYear: details.expiryYear,
  };
  if (userId !== null) summary.token = context.vault.token(`${brand.brandId} ${userId} ${details.number}`);
  const panSealed = context.vault.seal(details.number, sealContext.pan(brand.merchantId));
  return { summary, inHand: { details, holder, cvv }, panSealed };
}

async function savedCard(
  context: Context,
  { merchantId, brandId }: Brand,
  userId: string | null,
  { token, cvv }: { token: string; cvv: string },
): Promise<ResolvedCard | UnusableCard> {
  const stored = userId === null ? null : await findCard(context.sql, merchantId, brandId, token, userId);
  if (!stored) return { declined: '2014' };
  // Only now is the brand known, and with it the length of its CVV (spec 2.8).
  const checked = checkTokenDetails({ token, cardCvv: cvv }, stored.card.brand);
  if (Array.isArray(checked)) {
    const faults = checked.map(({ field, message }) => `${field}: ${message}`);
    throw new Refusal(400, faults);
  }
  const number = await context.vault.open(stored.panSealed, sealContext.pan(merchantId));
  const { expiryMonth, expiryYear } = stored.card;
  if (hasExpired(Number(expiryMonth), Number(expiryYear), context.now())) return { declined: '2002' };
  const details = { number: number.toString('utf8'), expiryMonth, expiryYear };
  return { summary: stored.card, inHand: { details, holder: null, cvv }, panSealed: stored.panSealed };
}
