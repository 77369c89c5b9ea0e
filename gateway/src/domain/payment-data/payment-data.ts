// The fields of a method other than a card, as they come in `paymentData` (spec 2.8, contract 7): what is wrong with those
// that are there, and which are missing. The rules of each method stand in a file of its own beside this one.
// Receptions check with it before anything is stored; create-payin.ts and create-payout.ts ask what is missing. Pure.

import type { findOption } from '../payment-option.ts';
import type { Customer } from '../transaction.ts';
import { checkFormats } from './formats.ts';

/** Checked values by field name. */
export type PaymentData = Readonly<Record<string, string>>;

export interface PaymentDataFault {
  /** As the merchant knows it: paymentData.iban, customer.document. */
  field: string;
  message: string;
}

type Found = NonNullable<ReturnType<typeof findOption>>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of the option in what was sent: those that are there and wrong are faults (contract 7: 400), those that are
 * absent are simply not in the answer. Fields the method does not know are ignored.
 */
export function checkPaymentData(
  found: Found,
  given: Fields,
  currency: string,
): PaymentData | PaymentDataFault[] {
  const data: Record<string, string> = {};
  const faults: PaymentDataFault[] = [];
  const { method } = found.suboption ?? found.option;
  for (const field of found.option.fields) {
    const value = given[field.name];
    if (value === undefined || value === null || value === '' || field.name.startsWith('customer.')) continue;
    const name = `paymentData.${field.name}`;
    if (typeof value !== 'string') {
      faults.push({ field: name, message: 'must be a string' });
      continue;
    }
    const allowed = field.valuesByCurrency?.[currency] ?? field.values;
    if (allowed.length > 0 && !allowed.includes(value)) {
      faults.push({ field: name, message: `must be ${allowed.join(' or ')}` });
      continue;
    }
    data[field.name] = value;
  }
  const checked = checkFormats(found.option.direction, method, data);
  for (const [field, message] of Object.entries(checked.faults))
    faults.push({ field: `paymentData.${field}`, message });
  return faults.length > 0 ? faults : checked.data;
}

/** What the cashier has to ask for, in the words of the request: country, suboption, paymentData.iban, customer.document. */
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
    if (name.startsWith('customer.')) {
      if (!hasCustomerField(given.customer, name)) missing.push(name);
    } else if (given.data[name] === undefined) missing.push(`paymentData.${name}`);
  }
  return missing;
}

function hasCustomerField(customer: Customer | null, name: string): boolean {
  if (name.startsWith('customer.document')) {
    return Boolean(customer?.document?.number);
  }
  const value = customer?.[name.slice('customer.'.length) as keyof Customer];
  return value !== undefined && value !== null && value !== '';
}
