// The means of payment of a pay-in, or the recipient of a payout, as the rest of the gateway uses it: what may be
// shown, what is sealed, and what a provider gets. A token becomes the saved card that it stands for. Only the answer
// has the clear number and the CVV; nobody but the provider gets them.

import type { ClearCard } from '@tollgate/provider-kit';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { LaterCharge } from '../../domain/mandates/later-charge.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import {
  type CardDetails,
  checkTokenDetails,
  type GivenCard,
  hasExpired,
  shownCard,
  type TokenDetails,
} from '../../domain/payment-data/card.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import {
  accountText,
  nameText,
  type Recipient,
  shownRecipient,
} from '../../domain/payment-data/recipient.ts';
import type { CardSummary, TransactionType } from '../../domain/transactions/transaction.ts';
import { findCard, type StoredCard } from '../../storage/cashier/card-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

export interface PaymentMeans {
  /** Why it cannot be used: the token does not belong to this brand and user (2014), or its card has expired (2002). */
  unusable: ErrorCode | null;
  /** The part of the card that may be shown, if it is a card. */
  card: CardSummary | null;
  /** Identifies the card after its number is deleted (storage/keys/vault.ts). */
  cardKey: Buffer | null;
  /** The recipient of a payout. */
  recipient: Recipient | null;
  /** A pay-in's card number. We keep it as long as we may still need it. */
  panSealed: Buffer | null;
  /** A pay-in's card, in clear. */
  clearCard: ClearCard | null;
  /** The known fields of any other method; a payout's card is among them. */
  data: PaymentData;
  /** The mandate that the merchant charges while the payer is absent; absent: it is no later charge. */
  later?: LaterCharge;
}

export interface GivenPaymentMeans {
  type: TransactionType;
  brand: Brand;
  /** null: the request named no user, so no card is saved and no token can be used. */
  userId: string | null;
  /** A pay-in's card; null for other methods and for payouts. */
  card: GivenCard | null;
  /** The payer agreed to save a new card. On the merchant's own page the merchant asks; absent: nobody agreed. */
  savesCard?: boolean;
  /** Already checked (domain/payment-data), as far as given. */
  paymentData: PaymentData;
}

type Parts = Pick<Context, 'sql' | 'vault' | 'now'>;

/** Throws Refusal 400 if a saved card's CVV has the wrong length. */
export async function resolvePaymentMeans(context: Parts, given: GivenPaymentMeans): Promise<PaymentMeans> {
  const means = await readPaymentMeans(context, given);
  const number = cardNumberOf(means);
  return number === null ? means : { ...means, cardKey: context.vault.cardKey(given.brand.brandId, number) };
}

/** The card number in clear, of a pay-in or a payout; null: no card. */
export function cardNumberOf({ clearCard, data }: PaymentMeans): string | null {
  return clearCard?.details.number ?? data.cardNumber ?? null;
}

async function readPaymentMeans(
  context: Parts,
  { type, brand, userId, card, savesCard, paymentData }: GivenPaymentMeans,
): Promise<PaymentMeans> {
  if (card?.kind === 'new') return newCard(context, brand, savesCard ? userId : null, card.details);
  if (card) return await savedCard(context, brand, userId, card);
  if (type === 'PAYIN') return { ...NOTHING, data: paymentData };
  return await recipientOf(context, brand, userId, paymentData);
}

const NOTHING: PaymentMeans = {
  unusable: null,
  card: null,
  cardKey: null,
  recipient: null,
  panSealed: null,
  clearCard: null,
  data: {},
};

/** `userId`: the user for whom the card is saved; null: it is not saved. */
function newCard(context: Parts, brand: Brand, userId: string | null, given: CardDetails): PaymentMeans {
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
  return { ...NOTHING, card: summary, panSealed, clearCard: { details, holder, cvv } };
}

async function savedCard(
  context: Parts,
  brand: Brand,
  userId: string | null,
  { token, cvv }: TokenDetails,
): Promise<PaymentMeans> {
  const stored = await findSaved(context, brand, userId, token);
  if (!stored) return { ...NOTHING, unusable: CODE.tokenInvalid };
  // Only now do we know the card's brand, and so the length of its CVV (spec 2.8).
  const checked = checkTokenDetails(
    { token, cardCvv: cvv },
    { brand: stored.card.brand, isCvvOptional: cvv === null },
  );
  if (Array.isArray(checked)) {
    const faults = checked.map(({ field, message }) => `${field}: ${message}`);
    throw new Refusal(400, faults);
  }
  const { card, panSealed } = stored;
  if (isExpired(context, card)) return { ...NOTHING, unusable: CODE.cardExpired };
  const { expiryMonth, expiryYear } = card;
  const details = { number: await openNumber(context, brand, stored), expiryMonth, expiryYear };
  return { ...NOTHING, card, panSealed, clearCard: { details, holder: null, cvv } };
}

/** A payout's recipient; a token is replaced by the card that it names (contract 7). */
async function recipientOf(
  context: Parts,
  brand: Brand,
  userId: string | null,
  data: PaymentData,
): Promise<PaymentMeans> {
  const { token } = data;
  if (token === undefined) {
    return { ...NOTHING, card: cardOf(data), recipient: recipientIn(context, brand, data), data };
  }
  const stored = await findSaved(context, brand, userId, token);
  if (!stored) return { ...NOTHING, unusable: CODE.tokenInvalid };
  if (isExpired(context, stored.card)) return { ...NOTHING, unusable: CODE.cardExpired };
  // The token belongs to the pay-in that saved the card; a payout issues none.
  const { token: _, ...card } = stored.card;
  const { expiryMonth, expiryYear } = card;
  const whole = { token, cardNumber: await openNumber(context, brand, stored), expiryMonth, expiryYear };
  return { ...NOTHING, card, recipient: recipientIn(context, brand, whole), data: whole };
}

function recipientIn({ vault }: Parts, { brandId }: Brand, data: PaymentData): Recipient | null {
  const shown = shownRecipient(data);
  const account = accountText(data);
  const name = nameText(data);
  if (!shown || account === null) return shown;
  const key = vault.recipientKey(brandId, account);
  return { ...shown, key, ...(name !== null && { nameKey: vault.recipientKey(brandId, name) }) };
}

function cardOf({ cardNumber, expiryMonth, expiryYear }: PaymentData): CardSummary | null {
  if (cardNumber === undefined || expiryMonth === undefined || expiryYear === undefined) return null;
  return { ...shownCard(cardNumber), expiryMonth, expiryYear };
}

async function findSaved(
  { sql }: Parts,
  { merchantId, brandId }: Brand,
  userId: string | null,
  token: string,
): Promise<StoredCard | null> {
  return userId === null ? null : await findCard(sql, { merchantId, brandId, userId }, token);
}

function isExpired({ now }: Parts, { expiryMonth, expiryYear }: CardSummary): boolean {
  return hasExpired(Number(expiryMonth), Number(expiryYear), now());
}

async function openNumber(
  { vault }: Parts,
  { merchantId }: Brand,
  { panSealed }: StoredCard,
): Promise<string> {
  return (await vault.open(panSealed, sealContext.pan(merchantId))).toString('utf8');
}
