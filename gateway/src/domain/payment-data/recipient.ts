// Whom a payout pays, as merchants and their staff may see it (contract 5, `recipient`): the name as it was given, and the
// account masked but for its last four characters. Kept in clear in the transaction; the whole account is sealed beside it
// until the payout ends. Pure.
import type { PaymentData } from './check-fields.ts';

export interface ShownRecipient {
  name: string | null;
  account: string | null;
}

/** As it is kept in the transaction. */
export interface Recipient extends ShownRecipient {
  /** A keyed hash of the account that identifies it (storage/keys/vault.ts); absent if none is known. Never shown. */
  key?: string;
  /** The same of the name, so that one name with several accounts is seen. */
  nameKey?: string;
}

/** The fields of each method that name the holder and the account (option-catalogue.json). */
const NAME_FIELDS = ['accountHolder', 'cardHolder'];
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

const SHOWN_CHARACTERS = 4;

/** The other fields that distinguish accounts. */
const PLACE_FIELDS = ['ifsc', 'network'];

/** The whole account in one text, equal for equal accounts; null while it is not known. */
export function accountText(data: PaymentData): string | null {
  const field = ACCOUNT_FIELDS.find((name) => data[name] !== undefined);
  if (field === undefined) return null;
  return [field, ...PLACE_FIELDS].map((name) => `${name}=${data[name] ?? ''}`).join(' ');
}

/** As an approver compares it with an invoice; a card is never shown whole. */
export function wholeAccount(data: PaymentData): string | null {
  const field = ACCOUNT_FIELDS.find((name) => name !== 'cardNumber' && data[name] !== undefined);
  return field === undefined ? null : data[field]!;
}

/** Equal for names that differ only in case, accents, signs and blanks; null while there is none. */
export function nameText(data: PaymentData): string | null {
  const field = NAME_FIELDS.find((name) => data[name] !== undefined);
  if (field === undefined) return null;
  return `name=${data[field]!.normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')}`;
}

/** null while neither a name nor an account is known. */
export function shownRecipient(data: PaymentData): ShownRecipient | null {
  const first = (names: string[]) => names.map((name) => data[name]).find((value) => value !== undefined);
  const name = first(NAME_FIELDS) ?? null;
  const account = first(ACCOUNT_FIELDS);
  if (name === null && account === undefined) return null;
  return { name, account: account === undefined ? null : maskAccount(account) };
}

/** If an account is no longer than the shown part, nothing is shown. */
export function maskAccount(account: string): string {
  const characters = [...account];
  if (characters.length <= SHOWN_CHARACTERS) return '***';
  return `***${characters.slice(-SHOWN_CHARACTERS).join('')}`;
}
