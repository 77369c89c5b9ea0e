// Adds the options that packages of providers bring to the catalogue (contract 18): once, at the start, before a
// request is answered. It judges each of them first, because a stranger wrote it. An option that stands once stays
// until the end of the process.
import { createHash } from 'node:crypto';
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { OWN_FIELDS, type OwnField, type OwnOption } from '@tollgate/provider-kit/seam/own-option';
import { svgFault } from '../svg-picture.ts';
import { codePointLength, hasVisibleCharacter, isCleanText, isUuid } from '../text.ts';
import { isCountryCode } from './country.ts';
import { FLOW_OF_TYPE } from './payment-flow.ts';
import { addOption, findOption, type OptionField, optionsOf, type PaymentOption } from './payment-option.ts';

const METHOD = /^[a-z][a-z0-9-]{0,49}$/;
const LONGEST_NAME = 60;
const MOST_LOGO_BYTES = 64 * 1_024;

/** What was added, by its id. The same option may come again: several providers of a package serve it. */
const added = new Map<string, OwnOption>();
const logos = new Map<string, Buffer>();

/** The logos of added options by their file names: pictures that only draw. */
export const ownLogos = (): ReadonlyMap<string, Buffer> => logos;

/** Whether a package brought it. */
export const isOwnOption = (id: string): boolean => added.has(id);

/** Adds all of them, or none. Answers the first fault as a part of a sentence; null: they are in the catalogue. */
export function addOwnOptions(options: readonly OwnOption[]): string | null {
  const fresh = new Map<string, OwnOption>();
  for (const option of options) {
    const id = typeof option.id === 'string' ? option.id.toLowerCase() : '';
    const known = added.get(id) ?? fresh.get(id);
    if (known && JSON.stringify(known) === JSON.stringify(option)) continue;
    const fault = optionFault(option) ?? takenFault(option, [...fresh.values()]);
    if (fault !== null) return fault;
    fresh.set(id, option);
  }
  for (const [id, option] of fresh) {
    added.set(id, option);
    addOption(newOption(option, id));
  }
  return null;
}

function optionFault(option: OwnOption): string | null {
  const { id, name, direction, type, method, logo, fields, countries, currencies } = option;
  if (typeof id !== 'string') return 'one of its options has no id';
  if (!isUuid(id)) return `${JSON.stringify(id)} is no UUID for an option`;
  const says = (fault: string) => `its option ${id} ${fault}`;
  if (typeof name !== 'string' || !isCleanText(name) || !hasVisibleCharacter(name))
    return says('has no name');
  if (codePointLength(name) > LONGEST_NAME) return says(`has a name of over ${LONGEST_NAME} characters`);
  if (direction !== 'PAYIN' && direction !== 'PAYOUT')
    return says('has a direction other than PAYIN, PAYOUT');
  if (!Object.hasOwn(FLOW_OF_TYPE, type) || (type as string) === 'CARD')
    return says(`has a type that it cannot have: ${JSON.stringify(type)}`);
  if (typeof method !== 'string' || !METHOD.test(method))
    return says('needs a method of lower-case letters, digits and hyphens');
  // Rules are found by the method, and every object has this one.
  if (method in {}) return says(`cannot have the method ${method}`);
  if (!Array.isArray(fields)) return says('has no list of fields');
  const strange = fields.findIndex((one) => !OWN_FIELDS.includes(one));
  if (strange >= 0)
    return says(`asks for a field that the gateway does not know: ${JSON.stringify(fields[strange])}`);
  if (new Set(fields).size < fields.length) return says('asks for the same field twice');
  if (countries !== 'any' && !isListOf(countries, isCountryCode))
    return says('needs countries: any, or codes of ISO 3166-1');
  if (!isListOf(currencies, (one) => currencyDigits(one) !== undefined))
    return says('needs currencies that the gateway knows');
  const fault = logoFault(logo);
  return fault && says(`has a logo that cannot be shown: ${fault}`);
}

function isListOf(list: unknown, isKnown: (one: string) => boolean): boolean {
  return (
    Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string' && isKnown(one))
  );
}

function logoFault(logo: unknown): string | null {
  if (typeof logo !== 'string') return 'it is no text of an SVG';
  const bytes = Buffer.from(logo);
  if (bytes.length > MOST_LOGO_BYTES) return `it has over ${MOST_LOGO_BYTES / 1_024} KB`;
  const fault = svgFault(bytes);
  // A brand may send another kind of picture; a package has only this one.
  if (fault !== null) return fault.replace(/, or send a PNG$/, '');
  // The policy of the logos allows no style of their own, so such a picture would be black.
  if (/<(\w+:)?style|\sstyle\s*=/i.test(logo))
    return 'the SVG must use attributes such as fill in place of <style> and style="…"';
  // Each machine has other fonts, and the policy allows no picture within.
  return /<(\w+:)?(text|image|feImage)\b|data:/i.test(logo)
    ? 'the SVG must draw texts and pictures as shapes'
    : null;
}

function takenFault({ id, name, method, direction }: OwnOption, fresh: readonly OwnOption[]): string | null {
  const taken = findOption(id);
  if (taken)
    return `its option ${id} (${name}) has the id of ${(taken.suboption ?? taken.option).name}, which is taken`;
  const own = [...added.values(), ...fresh];
  if (fresh.some((one) => one.id.toLowerCase() === id.toLowerCase()))
    return `it has two options with the id ${id}`;
  const isOwn = (one: string) => own.some((other) => other.method === one);
  const others = (['PAYIN', 'PAYOUT'] as const).flatMap((of) =>
    optionsOf(of).flatMap((option) => [option, ...option.suboptions].map((one) => ({ one, of }))),
  );
  // A method may have one option for each direction, if both are the package's.
  const other =
    others.find(({ one, of }) => one.method === method && (of === direction || !isOwn(method)))?.one ??
    fresh.find((one) => one.method === method && one.direction === direction);
  return other
    ? `its option ${id} (${name}) has the method ${method} of ${other.name}, which is taken`
    : null;
}

function newOption(option: OwnOption, id: string): PaymentOption {
  const { name, direction, type, method, logo, countries, currencies } = option;
  const bytes = Buffer.from(logo);
  // Pages keep a logo for a week, so another picture has another name.
  const file = `${method}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.svg`;
  logos.set(file, bytes);
  const places = countries === 'any' ? ['WORLDWIDE'] : countries;
  return {
    id,
    name,
    direction,
    type,
    method,
    flow: FLOW_OF_TYPE[type],
    logo: file,
    availableCountries: places.map((code) => ({ code, currencies: [...currencies] })),
    fields: option.fields.map(fieldNamed),
    suboptions: [],
  };
}

/** Label and values as other options ask for it. */
function fieldNamed(name: OwnField): OptionField {
  const fields = [...optionsOf('PAYIN'), ...optionsOf('PAYOUT')].flatMap((option) => option.fields);
  const { label, type, values } = fields.find((one) => one.name === name)!;
  return { name, label, type, values: [...values], required: true };
}
