// Who holds the account of a SEPA debit if the request names no holder: the customer (contract 13).
// Pure. It must never replace a holder that the request names.
import { type Customer, fullName } from '@tollgate/provider-kit/seam/customer';
import { findOption } from '../options/payment-option.ts';
import { codePointLength } from '../text.ts';
import { holdsCardNumber } from './card-number-in-text.ts';
import type { PaymentData } from './check-fields.ts';

const LONGEST = 255;

/** null: the option is not a debit, or the customer has no name that we would accept as a holder's. */
export function holderByCustomer(optionId: string | null, customer: Customer | null): string | null {
  const found = optionId === null ? undefined : findOption(optionId);
  if (found?.option.method !== 'sepa-direct-debit' || found.option.direction !== 'PAYIN') return null;
  const name = fullName(customer);
  return name !== null && codePointLength(name) <= LONGEST && !holdsCardNumber(name) ? name : null;
}

/** The given fields, with a holder added if we know one. */
export function withHolder(
  { optionId, customer }: { optionId: string | null; customer: Customer | null },
  data: PaymentData,
): PaymentData {
  if (data.accountHolder !== undefined) return data;
  const holder = holderByCustomer(optionId, customer);
  return holder === null ? data : { ...data, accountHolder: holder };
}
