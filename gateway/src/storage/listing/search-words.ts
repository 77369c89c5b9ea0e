// Finds transactions in which each of several words means something, in whatever field: terms of the listing for the
// words, its amount for an amount (domain/transactions/search-words.ts). The index on terms intersects the words. Words
// are whole: a beginning has no term. It only reads.
import type { SearchTerm } from '../../domain/transactions/search-terms.ts';
import type { Sql } from '../database/database.ts';
import type { Place } from '../database/parameters.ts';
import { nameTextsOf, termsOn, termTextOf } from './columns.ts';
import type { PageRequest } from './filter.ts';
import { findByTerms } from './find-by-terms.ts';

/** One more than the limit if there are more. */
export async function findByWords(
  sql: Sql,
  request: PageRequest,
  words: readonly SearchTerm[][],
): Promise<string[]> {
  const inTerms = (terms: string, day: string) =>
    words.map((_, i) => `${terms} && ${termsOn(day, `w.texts${i}`)}`).join(' and ');
  return await findByTerms(sql, request, {
    // One row with the texts of each word.
    rows: (place) =>
      `select ${words.map((word, i) => `${textsOf(word, request, place)} as texts${i}`).join(', ')}`,
    inListing: `l.day = days.day and ${inTerms('l.terms', 'days.day')}`,
    inTerms,
  });
}

/** All meanings of a word. A word with a hyphen may be two words of a name, of which the longer one counts. */
function textsOf(word: readonly SearchTerm[], { brandId }: PageRequest, place: Place): string {
  const brand = `${place(brandId)}::uuid`;
  const texts = word.map(({ kind, value }) => {
    const typed = `${place(value)}::text`;
    if (kind === 'name') return `(${nameTextsOf(brand, typed)})[1]`;
    return termTextOf(brand, kind === 'id' ? 'reference' : kind, typed);
  });
  return `array_remove(array[${texts.join(', ')}], null)`;
}
