// Finds a brand's transactions by an e-mail address, a phone number, the last four digits of a card, the words of a
// name, the id of a transaction, session, refund or event, or a reference of the merchant or the provider.
// domain/transactions/search-terms.ts decides what a text may mean. Whole values match. What a person typed also finds
// ids and the merchant's references by their beginning, the digits in them, amounts, and words of different fields
// together (decision 137). The filters of the listing apply. It only reads.
import {
  idsBeginningWith,
  isBeginning,
  lastDigitsOf,
  type SearchTerm,
  termsOfText,
} from '../../domain/transactions/search-terms.ts';
import { readSearchWords } from '../../domain/transactions/search-words.ts';
import { idsOfSameMillisecond } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';
import type { Place } from '../database/parameters.ts';
import { formerNameTextsOf, nameTextsOf, termsOn, termTextOf } from './columns.ts';
import { fitsTime, type PageRequest, pageOf, type TransactionPage } from './filter.ts';
import { findByTerms } from './find-by-terms.ts';
import { listTransactions } from './list-transactions.ts';
import { findByWords } from './search-words.ts';

export interface SearchRequest extends PageRequest {
  /** As typed. */
  text: string;
  /** Typed by a person, so it may be a part of what they look for. */
  typed?: boolean;
}

/**
 * If many references begin alike, a search looks only at this many of them, the last ones in alphabetical order, which
 * are mostly the newest; and at this many of the newest transactions.
 */
const MOST_BEGINNINGS = 1_000;

export async function searchTransactions(sql: Sql, request: SearchRequest): Promise<TransactionPage> {
  const { text, limit, filter } = request;
  const pages = [findWhole(sql, request)];
  if (request.typed) {
    const { words, amounts } = readSearchWords(text);
    const narrowed = { ...request, filter: { ...filter, amounts } };
    if (amounts && words.length === 0)
      pages.push(listTransactions(sql, { ...narrowed, limit: limit + 1 }).then(({ ids }) => ids));
    else if (words.length + (amounts ? 1 : 0) > 1) pages.push(findByWords(sql, narrowed, words));
  }
  const found = new Set((await Promise.all(pages)).flat());
  return pageOf([...found].sort().reverse(), limit);
}

/** Transactions that the whole text may mean. */
async function findWhole(sql: Sql, request: SearchRequest): Promise<string[]> {
  const terms = termsOfText(request.text);
  if (terms.length === 0) return [];
  const digits = /^\s*#?\d+\s*$/.test(request.text) && request.typed ? lastDigitsOf(request.text) : [];
  const all = [...terms, ...digits];
  const inTerms = (own: string, day: string) => `${own} @> ${termsOn(day, 'w.texts')}`;
  return await findByTerms(sql, request, {
    rows: (place) => wantedTerms(request, all, place),
    inListing: inTerms('l.terms', 'days.day'),
    inTerms,
    named: (merchant, place) => namedIds(merchant, request, all, place),
  });
}

/**
 * For each meaning of the text, the terms that a transaction must have. An id may belong to a refund: refund ids are
 * stored as references.
 */
function wantedTerms({ brandId }: SearchRequest, terms: SearchTerm[], place: Place): string {
  const brand = `${place(brandId)}::uuid`;
  return terms
    .map(({ kind, value }) => {
      const typed = `${place(value)}::text`;
      if (kind === 'name')
        return [nameTextsOf, formerNameTextsOf]
          .map((of) => `select texts from (select ${of(brand, typed)} as texts) as name where texts <> '{}'`)
          .join(' union ');
      return `select array[${termTextOf(brand, kind === 'id' ? 'reference' : kind, typed)}] as texts`;
    })
    .join(' union ');
}

/** Looks up values that have their own index. */
function namedIds(merchant: string, request: SearchRequest, terms: SearchTerm[], place: Place): string {
  const { brandId, text } = request;
  const typed = text.trim();
  const spellings = `${place(spellingsOf(typed))}::text[]`;
  const found = [
    `select id from openings where merchant_id = ${merchant} and merchant_reference = any(${spellings})`,
    `select transaction_id from refunds where merchant_id = ${merchant} and brand_id = ${place(brandId)}::uuid
       and refund_reference = any(${spellings})`,
  ];
  for (const { kind, value } of terms) {
    if (kind !== 'id') continue;
    const id = `${place(value)}::uuid`;
    const { first, last } = idsOfSameMillisecond(value);
    found.push(
      `select id from openings where merchant_id = ${merchant} and (id = ${id} or session_id = ${id})
         and id between ${place(first)}::uuid and ${place(last)}::uuid`,
      `select transaction_id from event_log where merchant_id = ${merchant} and event_id = ${id}`,
    );
  }
  if (request.typed && isBeginning(typed)) found.push(...begunIds(merchant, request, place));
  return found.join(' union ');
}

const spellingsOf = (typed: string) => [...new Set([typed, typed.toUpperCase(), typed.toLowerCase()])];
/** Sorts after every text in the order of bytes, which the indexes use. */
const LAST_CHARACTER = '\u{10ffff}';

/** Each statement reads an index within its limit. */
function begunIds(merchant: string, request: SearchRequest, place: Place): string[] {
  const typed = request.text.trim();
  const brand = `${place(request.brandId)}::uuid`;
  const most = `limit ${MOST_BEGINNINGS}`;
  const begins = (column: string, spelling: string) =>
    `${column} >= ${place(spelling)}::text and ${column} < ${place(spelling + LAST_CHARACTER)}::text`;
  const found = spellingsOf(typed).flatMap((one) => [
    `(select id from openings where merchant_id = ${merchant} and ${begins('merchant_reference', one)} and brand_id = ${brand}
       order by merchant_reference desc ${most})`,
    `(select transaction_id from refunds where merchant_id = ${merchant} and brand_id = ${brand}
       and ${begins('refund_reference', one)} order by refund_reference desc ${most})`,
  ]);
  found.push(`select id from (
       select id, merchant_reference from openings o where merchant_id = ${merchant} and ${fitsTime('o.id', request, place)}
       order by id desc ${most}) as newest where starts_with(lower(merchant_reference), lower(${place(typed)}::text))`);
  const ids = idsBeginningWith(typed);
  if (ids)
    found.push(`(select id from openings where merchant_id = ${merchant}
       and id >= ${place(ids.first)}::uuid and id <= ${place(ids.last)}::uuid order by id desc ${most})`);
  return found;
}
