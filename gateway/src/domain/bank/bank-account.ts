// A merchant's own bank account, used as a provider (contract 15).
// Pure. It must never accept an account without a valid IBAN and a holder.
import type { Credentials } from '@tollgate/provider-kit/seam/declaration';
import { checkBic, checkIban } from '../payment-data/iban.ts';

/** The id of the provider. */
export const BANK_ID = 'bank';

export interface BankAccount {
  /** Without spaces, upper case. */
  iban: string;
  /** As it was entered. */
  holder: string;
  /** null: not given; inside the SEPA area the IBAN is enough. */
  bic: string | null;
}

/** null: there is no valid IBAN or no holder. */
export function bankAccountOf({ iban, holder, bic }: Credentials): BankAccount | null {
  const read = typeof iban === 'string' ? checkIban(iban) : null;
  if (read === null || 'fault' in read || typeof holder !== 'string') return null;
  const code = typeof bic === 'string' ? checkBic(bic) : null;
  return { iban: read.value, holder, bic: code && 'value' in code ? code.value : null };
}
