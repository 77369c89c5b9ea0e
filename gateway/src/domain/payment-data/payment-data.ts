// The fields of a method other than a card, as they come in `paymentData` (spec 2.8, contract 7): which given fields
// are wrong, and which are missing. The rules of each method are in a file of its own. It must never refuse a request
// for a missing field. Pure.

import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { findOption, OptionField, PaymentOption } from '../options/payment-option.ts';
import { sepaAmountFault } from '../options/sepa-amount.ts';
import { codePointLength, isCleanText } from '../text.ts';
import { holdsCardNumber } from './card-number-in-text.ts';
import type { PaymentData } from './check-fields.ts';
import { checkFormats } from './check-formats.ts';
import { documentFault } from './pix.ts';

export interface PaymentDataFault {
  /** The merchant's name for it: paymentData.iban, customer.document.number, amount. */
  field: string;
  message: string;
}

export interface Given {
  /** As sent: it may contain anything. */
  paymentData: Readonly<Record<string, unknown>>;
  currency: string;
  /** null: it is wrong; another check reports that. */
  amountMinor: bigint | null;
  customer: Customer | null;
  /** Needed because a payout's card must not have expired. */
  now: Date;
}

type Found = NonNullable<ReturnType<typeof findOption>>;

/** No method has a longer value. */
const LONGEST = 255;

/**
 * The option's fields from the given data. Wrong fields are faults (contract 7: 400), missing ones are left out. Fields
 * that the method does not know are ignored.
 */
export function checkPaymentData({ option }: Found, given: Given): PaymentData | PaymentDataFault[] {
  const data: Record<string, string> = {};
  const faults: PaymentDataFault[] = [];
  for (const field of fieldsOf(option)) {
    const value = given.paymentData[field.name];
    if (value === undefined || value === null || value === '') continue;
    const fault = faultOf(field.name, value, field.valuesByCurrency?.[given.currency] ?? field.values);
    if (fault === null) data[field.name] = value as string;
    else faults.push({ field: `paymentData.${field.name}`, message: fault });
  }
  const checked = checkFormats(option.method, data, given);
  for (const [field, message] of Object.entries(checked.faults))
    faults.push({ field: `paymentData.${field}`, message });
  const document = asksForDocument(option) ? documentFault(given.customer?.document) : null;
  if (document) faults.push({ field: `customer.document.${document.part}`, message: document.message });
  // A payout that is too large would be approved, but no payment file could hold it. The option's own limits report one
  // that is too small.
  if (given.amountMinor !== null && sepaAmountFault(option, given.amountMinor) === 'too-large')
    faults.push({ field: 'amount', message: 'must be at most 999999999.99 for a SEPA transfer' });
  return faults.length > 0 ? faults : checked.data;
}

/**
 * The fields that the cashier must ask for, under their names in the request: country, suboption, paymentData.iban,
 * customer.document.
 */
export function missingInputs(
  found: Found,
  given: { country: string | null; currency: string; data: PaymentData; customer: Customer | null },
): string[] {
  const { option, suboption } = found;
  const missing: string[] = [];
  const { availableCountries } = suboption ?? option;
  const anywhere = availableCountries.some(({ code }) => code === 'WORLDWIDE' || code === 'ANY');
  if (given.country === null && !anywhere) missing.push('country');
  if (option.suboptions.length > 0 && !suboption) missing.push('suboption');
  for (const { name, required } of option.fields) {
    if (!required) continue;
    if (isOfCustomer(name)) {
      if (!hasCustomerField(given.customer, name)) missing.push(name);
    } else if (given.data[name] === undefined && given.data[TOKEN.name] === undefined) {
      missing.push(`paymentData.${name}`);
    }
  }
  return missing;
}

/** A saved card replaces all fields of a payout's card (contract 7), so no form asks for them. */
const TOKEN: OptionField = { name: 'token', label: '', type: 'string', values: [], required: false };

function fieldsOf(option: PaymentOption): OptionField[] {
  const fields = option.fields.filter(({ name }) => !isOfCustomer(name));
  return option.type === 'CARD' && option.direction === 'PAYOUT' ? [TOKEN, ...fields] : fields;
}

/** The name of the account's or card's holder: it is stored in clear and shown (recipient.ts). */
const NAMES_OF_HOLDERS = ['accountHolder', 'cardHolder'];

function faultOf(name: string, value: unknown, allowed: readonly string[]): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!isCleanText(value)) return 'must not contain control characters or broken surrogate pairs';
  if (codePointLength(value) > LONGEST) return `must have at most ${LONGEST} characters`;
  if (NAMES_OF_HOLDERS.includes(name) && holdsCardNumber(value)) return 'must not hold a card number';
  if (allowed.length === 0 || allowed.includes(value)) return null;
  return allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of ${allowed.join(', ')}`;
}

const isOfCustomer = (field: string) => field.startsWith('customer.');

const asksForDocument = (option: PaymentOption) =>
  option.fields.some(({ name }) => name.startsWith('customer.document'));

/** The stored document of another payment may be a passport. The method cannot use that, so it counts as missing. */
function hasCustomerField(customer: Customer | null, name: string): boolean {
  if (name.startsWith('customer.document')) {
    return Boolean(customer?.document?.number) && documentFault(customer?.document) === null;
  }
  const value = customer?.[name.slice('customer.'.length) as keyof Customer];
  return value !== undefined && value !== null && value !== '';
}
