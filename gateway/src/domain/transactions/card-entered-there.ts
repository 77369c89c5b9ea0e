// Whether the shopper enters the card of a sent pay-in on the provider's page (contract 13, `cardEntry`). The cashier's
// screen and the notifications ask this. It must never look at the account's present setting, which may have changed
// since. Pure.
import { findOption } from '../options/payment-option.ts';
import type { Transaction } from './transaction.ts';

/** We know no card here, and no bank is checking one. */
export function isCardEnteredThere({
  type,
  optionId,
  card,
  threeDs,
}: Pick<Transaction, 'type' | 'optionId' | 'card' | 'threeDs'>): boolean {
  const isCard = optionId !== null && findOption(optionId)?.option.type === 'CARD';
  return type === 'PAYIN' && isCard && card === null && threeDs?.status !== 'PENDING';
}
