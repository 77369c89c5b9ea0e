// The recipient of a payout as it will be sealed and later handed to a provider: the fields as they were given, or those
// of the saved card that a token names (contract 7). Called by create-payout.ts, and by whoever completes a hosted or v2
// payout. A card's number goes no further than the seal.
import type { Brand } from '../domain/brand.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { hasExpired, shownCard } from '../domain/payment-data/card.ts';
import type { PaymentData } from '../domain/payment-data/payment-data.ts';
import type { CardSummary } from '../domain/transaction.ts';
import { findCard } from '../storage/card-store.ts';
import { sealContext } from '../storage/vault.ts';
import type { Context } from './context.ts';

export type Recipient =
  | {
      data: PaymentData;
      /** What may be shown of the card, if it is one and complete. */
      card: CardSummary | null;
    }
  /** A token that is not of this brand and user, or whose card has expired. */
  | { declined: ErrorCode };

/** `data`: checked (domain/payment-data), as far as it was given. */
export async function resolveRecipient(
  context: Pick<Context, 'sql' | 'vault' | 'now'>,
  { merchantId, brandId }: Pick<Brand, 'merchantId' | 'brandId'>,
  userId: string | null,
  data: PaymentData,
): Promise<Recipient> {
  const { token } = data;
  if (token === undefined) return { data, card: summaryOf(data) };
  const stored = userId === null ? null : await findCard(context.sql, merchantId, brandId, token, userId);
  if (!stored) return { declined: '2014' };
  const { expiryMonth, expiryYear } = stored.card;
  if (hasExpired(Number(expiryMonth), Number(expiryYear), context.now())) return { declined: '2002' };
  const number = await context.vault.open(stored.panSealed, sealContext.pan(merchantId));
  // The token is that of the pay-in that saved the card; a payout issues none.
  const { token: _, ...card } = stored.card;
  return { data: { token, cardNumber: number.toString('utf8'), expiryMonth, expiryYear }, card };
}

function summaryOf({ cardNumber, expiryMonth, expiryYear }: PaymentData): CardSummary | null {
  if (cardNumber === undefined || expiryMonth === undefined || expiryYear === undefined) return null;
  return { ...shownCard(cardNumber), expiryMonth, expiryYear };
}
