// Which two-letter country codes exist (ISO 3166-1 alpha-2). Contract 3: upper case only, an unknown code is refused.
// WORLDWIDE and ANY are not countries: they stand only in the catalogue (spec 2.2), never in a request. XK (Kosovo) is
// not in the ISO list, but the library has it and banks and card schemes use it, so it is accepted.

// We import the library's file itself, because its default entry loads the country names of 70 languages.
import countries from 'i18n-iso-countries/index.js';

const COUNTRY_CODES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

/** Whether the code is an ISO 3166-1 alpha-2 code in upper case. */
export function isCountryCode(code: string): boolean {
  return COUNTRY_CODES.has(code);
}
