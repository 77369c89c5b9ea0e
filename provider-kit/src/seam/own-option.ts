// An option that a provider brings itself (contract 18): the declaration's part of it, as data. The gateway checks it
// and adds it to the catalogue at the start. Must hold no rule of a provider.
import type { OptionType } from '../catalogue.ts';

/** The inputs that an own option may ask for. The gateway has label and check of each. */
export const OWN_FIELDS = [
  'accountHolder',
  'accountNumber',
  'bic',
  'customer.document.number',
  'customer.document.type',
  'iban',
  'ifsc',
  'phoneNumber',
  'vpa',
  'walletId',
] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

export interface OwnOption {
  /** A UUID, which never changes: merchants store it. */
  id: string;
  /** The name that shoppers know. */
  name: string;
  direction: 'PAYIN' | 'PAYOUT';
  /** It gives what the payer does. CARD is not possible: the gateway has the one option for cards. */
  type: Exclude<OptionType, 'CARD'>;
  /** The name of its method in the capabilities: a word that no other option uses. */
  method: string;
  /** The text of an SVG picture: shapes and gradients, without scripts, texts, pictures or anything from outside. */
  logo: string;
  /** All of them must be filled in. */
  fields: readonly OwnField[];
  countries: 'any' | readonly string[];
  currencies: readonly string[];
}
