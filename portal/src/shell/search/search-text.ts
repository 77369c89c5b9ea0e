// How the address writes filters: plain names and values, a list as a repeated name, nothing for unset filters. Values
// stay text, so that a reference of digits only stays a reference. A card number must never enter an address.
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

/** The single text, or undefined. */
export const oneOf = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? oneOf(value[0])
    : value === undefined || value === null || value === ''
      ? undefined
      : String(value);

/** The texts, or undefined if there are none. */
function listOf(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).map(oneOf).filter((one) => one !== undefined);
  return all.length > 0 ? all : undefined;
}

/** The names of a screen's filters: each is a text or a list of texts. */
export type FilterKinds = Readonly<Record<string, 'text' | 'list'>>;
export type FiltersOf<Kinds extends FilterKinds> = {
  [N in keyof Kinds]?: Kinds[N] extends 'list' ? string[] : string;
};

/** The filters that are set in an address. Other names in it are ignored. */
export function filtersOf<Kinds extends FilterKinds>(kinds: Kinds, search: Search): FiltersOf<Kinds> {
  const values = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind === 'list' ? listOf(search[name]) : oneOf(search[name]),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
