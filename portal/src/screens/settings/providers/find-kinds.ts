// The search in the list of all providers, by what the list says of each. Pure.
import { countryName } from '../../../parts/format.ts';

interface Option {
  name: string;
  direction: 'PAYIN' | 'PAYOUT';
}

/** What the search reads of a provider. */
export interface Searched {
  provider: string;
  name: string;
  options: readonly Option[];
  /** null: no limit. The same holds for `currencies`. */
  countries: readonly string[] | null;
  currencies: readonly string[] | null;
  played: 'played' | 'not-tried';
  /** null: it can be used. */
  unavailable: string | null;
}

export const optionName = ({ name, direction }: Option) =>
  direction === 'PAYOUT' ? `${name} (payout)` : name;

/**
 * Those with an account first, then those that can be connected, the played ones before the others; those that cannot
 * be used come last. Each word of `wanted` must stand in what the list says of a provider, or name a country or a
 * currency if the provider serves all of them.
 */
export function findKinds<Kind extends Searched>(
  kinds: readonly Kind[],
  connected: ReadonlySet<string>,
  wanted: string,
): Kind[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ provider, unavailable, options, played }: Searched) => {
    if (connected.has(provider)) return 0;
    if (unavailable !== null || options.length === 0) return 3;
    return played === 'played' ? 1 : 2;
  };
  return kinds
    .filter((kind) => {
      const said = wordsOf(kind);
      return words.every((word) => said.includes(word) || isWithinNoLimit(kind, word));
    })
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

function wordsOf({ name, provider, options, countries, currencies, played }: Searched): string {
  const places = (countries ?? []).flatMap((code) => [code, countryName(code)]);
  const test = played === 'played' ? 'played' : 'not tried';
  return [name, provider, test, ...options.map(optionName), ...places, ...(currencies ?? [])]
    .join(' ')
    .toLowerCase();
}

/** Whole words alone: a part of a country's name may be a part of a provider's. */
const isWithinNoLimit = ({ countries, currencies }: Searched, word: string): boolean =>
  (countries === null && countryWords().has(word)) || (currencies === null && currencyCodes().has(word));

let ofCountries: ReadonlySet<string> | undefined;
function countryWords(): ReadonlySet<string> {
  if (ofCountries) return ofCountries;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = codes.filter((code) => countryName(code) !== code);
  ofCountries = new Set(named.flatMap((code) => [code, ...countryName(code).split(' ')]).map(lower));
  return ofCountries;
}

let ofCurrencies: ReadonlySet<string> | undefined;
function currencyCodes(): ReadonlySet<string> {
  ofCurrencies ??= new Set(Intl.supportedValuesOf('currency').map(lower));
  return ofCurrencies;
}

const lower = (text: string) => text.toLowerCase();
