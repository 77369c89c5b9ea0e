// How the address writes filters: plain names and values, a list as a repeated name, nothing for unset filters. Values
// stay text, so that a reference of digits only stays a reference; a route's `validateSearch` may turn them into more.
// A card number must never enter an address.
import { cardNumberEnd } from '../../api/card-number.ts';

export type Search = Record<string, string | string[]>;

export function parseSearch(text: string): Search {
  const found: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (cardNumberEnd(value) !== null) continue;
    const former = found[name];
    if (former === undefined) found[name] = value;
    else found[name] = Array.isArray(former) ? [...former, value] : [former, value];
  }
  return found;
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '' && cardNumberEnd(String(one)) === null)
        text.append(name, String(one));
  }
  return text.size > 0 ? `?${text}` : '';
}

/** For `validateSearch`: the single text, or undefined. */
export const oneOf = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? oneOf(value[0])
    : value === undefined || value === null || value === ''
      ? undefined
      : String(value);

/** For `validateSearch`: the texts, or undefined if there are none. */
export function listOf(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).map(oneOf).filter((one) => one !== undefined);
  return all.length > 0 ? all : undefined;
}
