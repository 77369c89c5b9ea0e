// Where the shopper enters the card of a pay-in: here, or on the provider's page (contract 13, `cardEntry`). The first
// provider for the use decides. v3, the cashier's page and the plan of a transaction ask it. If the card is entered at
// the provider, card data in a request is checked and then dropped: it must never be stored or sent.
import type { Provider, Wallet } from '@tollgate/provider-kit';
import type { Brand } from '../../domain/merchants/brand.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { capabilityForOption, type Routed } from '../../domain/options/routed.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { isLongLived } from './cashier-link.ts';
import type { PaymentMeans } from './resolve-means.ts';

type Providers = Pick<Context, 'providersFor'>;

export function isCardEnteredElsewhere(
  { providersFor }: Providers,
  { brandId }: Pick<Brand, 'brandId'>,
  use: Routed,
): boolean {
  return isCardPayin(use) && providersFor(brandId, use)[0]?.cardEntry === 'provider';
}

function isCardPayin({ optionId }: Routed): boolean {
  const option = findOption(optionId)?.option;
  return option?.type === 'CARD' && option.direction === 'PAYIN';
}

/**
 * The first provider, if its account takes Apple Pay on our page; null: it does not. A mandate needs the card itself,
 * and a payment of zero has nothing to show on Apple's sheet.
 */
export function applePayProvider(
  { providersFor }: Providers,
  use: Routed & Pick<Transaction, 'brandId'>,
): (Provider & Required<Pick<Provider, 'openApplePay'>>) | null {
  const first = providersFor(use.brandId, use)[0];
  const isTaken = first?.cardEntry === 'tollgate' && first.wallets?.includes('apple-pay') === true;
  const isFitting = isCardPayin(use) && use.details?.mandate === undefined && use.amountMinor !== 0n;
  return isTaken && isFitting && hasSheet(first) ? first : null;
}

const hasSheet = (provider: Provider): provider is Provider & Required<Pick<Provider, 'openApplePay'>> =>
  provider.openApplePay !== undefined;

/** Fields of the method that its first provider needs, although the option does not require them. */
export function neededFields(
  { providersFor }: Providers,
  { brandId }: Pick<Brand, 'brandId'>,
  use: Routed,
): readonly string[] {
  const first = providersFor(brandId, use)[0];
  return (first && capabilityForOption(first.capabilities, use)?.needs) ?? [];
}

/**
 * What the cashier says about the first provider: whether it is real, where the payer gives the mandate of a debit, and
 * which wallets its page has beside the card.
 */
export function firstProviderFacts(
  { providersFor }: Providers,
  { brandId }: Pick<Brand, 'brandId'>,
  use: Routed,
): { isAtProvider: boolean; isMandateHere: boolean; wallets: Wallet[] } {
  const first = providersFor(brandId, use)[0];
  const isMandateHere = first ? capabilityForOption(first.capabilities, use)?.isMandateHere === true : false;
  // A mandate needs the card itself.
  const hasWallets =
    isCardPayin(use) && use.details?.mandate === undefined && first?.cardEntry === 'provider';
  const wallets = hasWallets ? [...(first.wallets ?? [])] : [];
  return { isAtProvider: (first?.accountId ?? null) !== null, isMandateHere, wallets };
}

/**
 * On the cashier's page a saved card needs its CVV unless the first provider does without it. A payment link may be
 * passed on, so it always asks: whoever has the link has not shown the card.
 */
export function isCvvNeeded(
  { providersFor }: Providers,
  use: Routed & Pick<Transaction, 'brandId' | 'origin' | 'createdAt' | 'cashierExpiresAt'>,
): boolean {
  const first = providersFor(use.brandId, use)[0];
  const isWithout = first && capabilityForOption(first.capabilities, use)?.isSavedWithoutCvv === true;
  return !isWithout || use.origin === 'portal' || isLongLived(use);
}

/**
 * Can a provider take the payment with the present data: a card number and its CVV if the provider wants them, and the
 * fields that it needs?
 */
export function canAccept(provider: Provider, use: Routed, { clearCard, data }: PaymentMeans): boolean {
  const capability = capabilityForOption(provider.capabilities, use);
  if (isCardPayin(use) && provider.cardEntry === 'tollgate') {
    if (clearCard === null) return false;
    if (clearCard.cvv === null && capability?.isSavedWithoutCvv !== true) return false;
  }
  return (capability?.needs ?? []).every((field) => data[field] !== undefined);
}
