// Finds transactions in which each of several words means something, in whatever field: terms of the listing for the
// words, its amount for an amount (domain/transactions/search-words.ts). The index on terms intersects the words, day
// by day, the latest first, until the page is full. Words are whole: a beginning has no term. It only reads.
import type { SearchTerm } from '../../domain/transactions/search-terms.ts';
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';
import { BY_TERM, dayOf, nameTextsOf, termsOfT, termsOn, termTextOf } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import { fitsAmount, fitsChoices, fitsTime, type PageRequest } from './filter.ts';
import { daysOf, QUEUED } from './list-transactions.ts';

/** One more than the limit if there are more. */
export async function findByWords(
  sql: Sql,
  request: PageRequest,
  words: readonly SearchTerm[][],
): Promise<string[]> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const most = `${place(request.limit + 1)}::integer`;
  const fitsRow = `${fitsChoices('t', request, place)} and ${fitsTime('t.id', request, place)}
       and ${fitsAmount('t', request, place)}`;
  const rows = await sql.unsafe(
    `with ${QUEUED(merchant)}, ${wantedWords(request, words, place)}, fits as materialized (
       select facet.facet from facets facet
       where facet.merchant_id = ${merchant} and ${fitsChoices('facet', request, place)}
     ), found as (
       (select x.id from (${daysOf(merchant, request, place)}) days
        cross join lateral (
          select id from (
            select l.id from wanted w join listing l on l.merchant_id = ${merchant}
              and l.day = days.day and ${eachIn('l.terms', 'days.day', words)}
            where ${fitsTime('l.id', request, place)} and l.facet in (select facet from fits)
              and ${fitsAmount('l', request, place)} and l.id not in (select id from queued)
            ${BY_TERM}) l
          order by id desc limit ${most}) x
        order by days.day desc, x.id desc limit ${most})
       union
       (select t.id from queued q join transactions t on t.merchant_id = ${merchant} and t.id = q.id
        where ${fitsRow} and ${fitsWords(merchant, words)}
        order by t.id desc limit ${most})
     )
     select ${IS_FILLED} as filled, array(select id from found order by id desc limit ${most}) as ids`,
    values as never[],
  );
  const { filled, ids } = rows[0] as unknown as { filled: boolean; ids: string[] };
  return filled ? ids : await walkByWords(sql, request, words);
}

/** One row with the texts of each word. */
const wantedWords = (request: PageRequest, words: readonly SearchTerm[][], place: Place) =>
  `wanted as materialized (select ${words.map((word, i) => `${textsOf(word, request, place)} as texts${i}`).join(', ')})`;

const eachIn = (terms: string, day: string, words: readonly SearchTerm[][]) =>
  words.map((_, i) => `${terms} && ${termsOn(day, `w.texts${i}`)}`).join(' and ');
const fitsWords = (merchant: string, words: readonly SearchTerm[][]) => `exists (
         select from (select ${termsOfT(merchant)} as own) as terms cross join wanted w
         where ${eachIn('terms.own', dayOf('t.id'), words)})`;

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

/** Searches all transactions, for the time until the listing is complete. */
async function walkByWords(
  sql: Sql,
  request: PageRequest,
  words: readonly SearchTerm[][],
): Promise<string[]> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const rows = await sql.unsafe(
    `with ${wantedWords(request, words, place)}
     select t.id from transactions t where t.merchant_id = ${merchant} and ${fitsChoices('t', request, place)}
       and ${fitsTime('t.id', request, place)} and ${fitsAmount('t', request, place)}
       and ${fitsWords(merchant, words)}
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return rows.map(({ id }) => id);
}
