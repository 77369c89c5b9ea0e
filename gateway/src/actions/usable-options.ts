// What a session may be paid with: the options the brand may use in the session's country and currency and for its amount,
// and of each the suboptions. The rules are those a choice is held to (contract 7), so that nothing is offered that would
// be turned down. Read by the v2 calls.
import type { Brand } from '../domain/brand.ts';
import { optionsOf, type PaymentOption, type Suboption } from '../domain/payment-option.ts';
import type { Transaction } from '../domain/transaction.ts';
import { judgeUse } from './judge-use.ts';

type Session = Pick<Transaction, 'type' | 'country' | 'currency' | 'amountMinor'>;

/** An option all of whose suboptions are out of reach is none. */
export function usableOptions(brand: Brand, session: Session): PaymentOption[] {
  return optionsOf(session.type).filter(
    (option) =>
      isUsable(brand, session, option.id) &&
      (option.suboptions.length === 0 || usableSuboptions(brand, session, option).length > 0),
  );
}

export function usableSuboptions(brand: Brand, session: Session, option: PaymentOption): Suboption[] {
  return option.suboptions.filter(({ id }) => isUsable(brand, session, id));
}

function isUsable(brand: Brand, session: Session, optionId: string): boolean {
  return judgeUse({ ...session, brand, optionId }, session.type) === 'ok';
}
