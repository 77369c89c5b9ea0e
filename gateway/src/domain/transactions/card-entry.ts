// Whether the card of a pay-in that was sent is entered on the provider's page (contract 13, `cardEntry`). The cashier's screen and
// the notifications ask. Pure; it must not look at what an account is set to now, which may have changed since.
import { findOption } from '../options/payment-option.ts';
import type { Transaction } from './transaction.ts';

/** No card is known here, and none is being checked by its bank. */
export function isCardEnteredThere({
  type,
  optionId,
  card,
  threeDs,
}: Pick<Transaction, 'type' | 'optionId' | 'card' | 'threeDs'>): boolean {
  const isCard = optionId !== null && findOption(optionId)?.option.type === 'CARD';
  return type === 'PAYIN' && isCard && card === null && threeDs?.status !== 'PENDING';
}
