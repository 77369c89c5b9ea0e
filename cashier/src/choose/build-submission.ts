// From the form to the submission: which fields it has, what is wrong with them, what is sent, and which field a fault
// of the gateway is about. Pure.

import type {
  ShownCard,
  ShownField,
  ShownOption,
  Submission,
} from '../../../gateway/src/http/cashier/state/state.ts';
import { EXPIRY, expiryOf, ruleOf, type Surroundings, type Values } from './field-rules.ts';

/** Card fields in the order of a card; for other methods choices first, because the other fields depend on them. */
const CARD_ORDER = ['cardNumber', EXPIRY, 'cardCvv', 'cardHolder'];

/**
 * The fields that the form asks for: for a saved card the CVV if it is needed; never a field with a single possible
 * value.
 */
export function askedFields(
  { fields, isSavedWithoutCvv }: Pick<ShownOption, 'fields' | 'isSavedWithoutCvv'>,
  saved: ShownCard | null,
): ShownField[] {
  if (saved) return isSavedWithoutCvv ? [] : fields.filter(({ name }) => name === 'cardCvv');
  const asked: ShownField[] = [];
  for (const field of fields) {
    const name = /^expiry(Month|Year)$/.test(field.name) ? EXPIRY : field.name;
    if (field.values.length !== 1 && !asked.some((one) => one.name === name)) asked.push({ ...field, name });
  }
  const place = ({ name, values }: ShownField) => (values.length > 0 ? -1 : CARD_ORDER.indexOf(name) + 1);
  return asked.sort((a, b) => place(a) - place(b));
}

/** Includes preselected values, but never a network: coins sent over the wrong one are lost. */
export function withUsual(
  { fields }: Pick<ShownOption, 'fields'>,
  values: Values,
  saved: ShownCard | null,
): Values {
  if (saved) return { cardCvv: values.cardCvv ?? '', brand: saved.brand };
  const usual = fields.filter(
    ({ name, values: { length } }) => length === 1 || (length > 0 && name !== 'network'),
  );
  return { ...Object.fromEntries(usual.map(({ name, values: [first] }) => [name, first!])), ...values };
}

/** Field → key of a sentence. `names`: the fields to check. */
export function faultsOf(fields: readonly ShownField[], place: Surroundings): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { name, required, values } of fields) {
    const rule = ruleOf(name, place);
    const value = values.length > 0 ? (place.values[name] ?? '') : rule.read(place.values[name] ?? '');
    if (value === '') {
      if (required) faults[name] = `missing.${rule.words}`;
    } else if (values.length === 0) {
      const fault = rule.fault(value, place);
      if (fault) faults[name] = `fault.${fault}`;
    }
  }
  return faults;
}

export function submissionOf(
  { fields }: Pick<ShownOption, 'fields'>,
  place: Surroundings,
  saved: ShownCard | null,
): Pick<Submission, 'paymentData' | 'customer'> {
  const paymentData: Record<string, string> = saved ? { token: saved.token } : {};
  const document: { type?: string; number?: string } = {};
  const expiry = expiryOf(place.values[EXPIRY] ?? '');
  for (const { name, values } of fields) {
    if (saved && name !== 'cardCvv') continue;
    const text = place.values[name] ?? '';
    const value =
      name === 'expiryMonth'
        ? expiry?.month
        : name === 'expiryYear'
          ? expiry?.year
          : values.length > 0
            ? text
            : ruleOf(name, place).read(text);
    if (!value) continue;
    if (name.startsWith('customer.document.')) document[name.slice(18) as 'type'] = value;
    else paymentData[name] = value;
  }
  return Object.keys(document).length > 0 ? { paymentData, customer: { document } } : { paymentData };
}

/** The gateway's faults in our own texts, by the field of the form. Faults about no field of the form are left out. */
export function ownFaults(
  said: Readonly<Record<string, string>>,
  fields: readonly ShownField[],
  place: Surroundings,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [path, text] of Object.entries(said)) {
    const name = /^expiry(Month|Year)$/.test(path)
      ? EXPIRY
      : path === 'customer.document'
        ? `${path}.number`
        : path;
    if (!fields.some((one) => one.name === name)) continue;
    const { words } = ruleOf(name, place);
    faults[name] = name === EXPIRY && text.includes('expired') ? 'fault.expiry.past' : `fault.${words}`;
  }
  return faults;
}
