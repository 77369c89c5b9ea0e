// The recipient of a payout, as merchants and their staff may see it (contract 5, `recipient`): the name as given, and
// the account masked except for its last four characters. The transaction keeps these in clear. The whole account must
// never be kept in clear: it is sealed beside them until the payout ends. Pure.
import { maskAccount } from '@tollgate/provider-kit/text';
import type { PaymentData } from './check-fields.ts';

export { maskAccount };

export interface ShownRecipient {
  name: string | null;
  account: string | null;
}

/** In the form that the transaction keeps. */
export interface Recipient extends ShownRecipient {
  /** A keyed hash that identifies the account (storage/keys/vault.ts); absent: no account is known. Never shown. */
  key?: string;
  /** A keyed hash of the name, which reveals one name with several accounts. */
  nameKey?: string;
}

/** The fields of each method that name the holder (option-catalogue.json). */
export const NAME_FIELDS: readonly string[] = ['accountHolder', 'cardHolder'];
/** Those that name the account. */
const ACCOUNT_FIELDS = [
  'iban',
  'accountNumber',
  'vpa',
  'pixKey',
  'phoneNumber',
  'walletId',
  'address',
  'cardNumber',
];

/** The other fields that distinguish accounts. */
const PLACE_FIELDS = ['ifsc', 'network'];

/** The whole account in one text, equal for equal accounts; null: not known yet. */
export function accountText(data: PaymentData): string | null {
  const field = ACCOUNT_FIELDS.find((name) => data[name] !== undefined);
  if (field === undefined) return null;
  return [field, ...PLACE_FIELDS].map((name) => `${name}=${data[name] ?? ''}`).join(' ');
}

/** In the form that an approver compares with an invoice. A card is never shown whole. */
export function wholeAccount(data: PaymentData): string | null {
  const field = ACCOUNT_FIELDS.find((name) => name !== 'cardNumber' && data[name] !== undefined);
  return field === undefined ? null : data[field]!;
}

/** Equal for names that differ only in case, accents, signs and blanks; null: there is no name yet. */
export function nameText(data: PaymentData): string | null {
  const field = NAME_FIELDS.find((name) => data[name] !== undefined);
  if (field === undefined) return null;
  return `name=${data[field]!.normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')}`;
}

/** null: neither a name nor an account is known. */
export function shownRecipient(data: PaymentData): ShownRecipient | null {
  const first = (names: readonly string[]) =>
    names.map((name) => data[name]).find((value) => value !== undefined);
  const name = first(NAME_FIELDS) ?? null;
  const account = first(ACCOUNT_FIELDS);
  if (name === null && account === undefined) return null;
  return { name, account: account === undefined ? null : maskAccount(account) };
}
