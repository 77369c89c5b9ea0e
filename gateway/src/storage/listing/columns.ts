// Turns a row `t` of transactions into its values in the listing, as SQL: facet, search terms, day. Existing rows keep
// the values of the release that wrote them. So if an expression changes, a search also asks for the former terms, or a
// worker folds all rows again (fill-listing.ts).
import { FEWEST_DIGITS, TAIL_DIGITS } from '../../domain/transactions/search-terms.ts';
import { millisecondsOf } from '../ledger/list-transfers.ts';

/**
 * 64 bits, so that two values of a merchant almost never share a number. PostgreSQL partitions tables by this hash, so
 * it must not change between releases. md5 takes 0.7 µs more, and a fold computes the hash eight times for a
 * transaction.
 */
const hashOf = (text: string, seed = '0') => `hashtextextended(${text}, ${seed})`;

/** How much of what the pay-in has brought was refunded. */
export const REFUNDED = `case when t.amount_refunded_minor = 0 then 'none'
  when t.amount_refunded_minor < t.amount_captured_minor then 'part' else 'all' end`;

/**
 * What a completed pay-in counts in totals, if less than its amount was captured (contract 16); else null: the totals
 * count its amount. Rows of releases that had no captures have null too.
 */
export const COUNTED_OF_T = `case when t.type = 'PAYIN' and t.status = 'COMPLETED' and t.amount_captured_minor <> t.amount_minor
  then t.amount_captured_minor end`;
/** The amount of a row of the listing in totals. */
export const countedOf = (row: string) => `coalesce(${row}.counted_minor, ${row}.amount_minor)`;

/** The columns of a facet, each with its expression. */
const FACET = {
  brand_id: 't.brand_id',
  type: 't.type',
  status: 't.status',
  currency: 't.currency',
  option_id: 't.option_id',
  country: 't.country',
  error_code: 't.error_code',
  origin: 't.origin',
  refunded: REFUNDED,
};
export const FACET_COLUMNS = Object.keys(FACET).join(', ');
export const FACET_OF_T = Object.entries(FACET)
  .map(([column, value]) => `${value} as ${column}`)
  .join(', ');
/** Line breaks separate the values, because no value contains one. */
export const FACET_NUMBER_OF_T = hashOf(
  Object.values(FACET)
    .map((value) => `coalesce((${value})::text, '')`)
    .join(` || E'\\n' || `),
);

export const DAY_MS = 86_400_000;
export const dayOf = (id: string) => `(${millisecondsOf(id)} / ${DAY_MS})::integer`;
export const QUARTER_MS = 900_000;
export const quarterOf = (id: string) =>
  `to_timestamp(${millisecondsOf(id)} / ${QUARTER_MS} * ${QUARTER_MS / 1_000})`;

/** One letter for each kind. References compare without regard to case. */
const KINDS = { email: 'e', phone: 'p', last4: 'c', reference: 'r', name: 'n', digits: 'd' } as const;
export type TermKind = keyof typeof KINDS;
/** The text of a term: the brand, the kind and the value. */
export const termTextOf = (brandId: string, kind: TermKind, value: string) =>
  `${brandId}::text || '${KINDS[kind]}' || ${kind === 'phone' ? value : `lower(${value})`}`;
/**
 * A term is the hash of its text and of the transaction's day, counted since 1970. This lets a search for a frequent
 * value go day by day.
 */
export const termOn = (day: string, text: string) => hashOf(text, `${day}::bigint`);
export const termsOn = (day: string, texts: string) =>
  `array(select ${termOn(day, 'own.text')} from unnest(${texts}) as own (text))`;

/** The gateway or the sandbox made a value that contains the id: a search by the id finds it. */
const unlessMadeUp = (value: string) => `case when position(t.id::text in ${value}) = 0 then ${value} end`;

/**
 * Drops a zero in brackets (the national prefix) and reads 00 as +: `+49 (0)151 23`, `0049 151 23` and `+4915123` are
 * the same number.
 */
function wholeNumber(phone: string): string {
  return `regexp_replace(regexp_replace(regexp_replace(${phone}, '\\(0\\)', '', 'g'), '\\D', '', 'g'), '^00', '')`;
}

/** The last digits find `0151 23456789` whichever country code stands before it. null: the number is shorter. */
function tailOf(phone: string): string {
  const digits = `regexp_replace(${phone}, '\\D', '', 'g')`;
  return `case when length(${digits}) > ${TAIL_DIGITS} then right(${digits}, ${TAIL_DIGITS}) end`;
}

const VALUES: [TermKind, string][] = [
  ['email', `t.details #>> '{customer,email}'`],
  ['phone', `regexp_replace(t.details #>> '{customer,phone}', '\\D', '', 'g')`],
  ['phone', wholeNumber(`t.details #>> '{customer,phone}'`)],
  ['phone', tailOf(`t.details #>> '{customer,phone}'`)],
  ['last4', `t.card ->> 'last4'`],
  ['reference', unlessMadeUp(`(t.details ->> 'paymentReference')`)],
  ['reference', unlessMadeUp('t.user_id')],
  ['reference', unlessMadeUp('t.provider_reference')],
];
const ofRefund = ['r.id::text', 'r.provider_reference'].map((value) =>
  termTextOf('t.brand_id', 'reference', value),
);

/**
 * The words of a name as texts of terms, the longest first. They have no accents and no capitals, as people type them
 * on any keyboard: `Straße` and `STRASSE` are the same word, and so are `ışık` and `ISIK`. A single letter is not a
 * word, because it may be an abbreviated first name.
 */
export const nameTextsOf = (brandId: string, name: string) =>
  wordsOf(brandId, withPlainLetters(withoutMarks(name, 'NFKD')));

/** The texts that release 0.2.0 wrote: they find the rows that it listed. */
export const formerNameTextsOf = (brandId: string, name: string) =>
  wordsOf(brandId, withoutMarks(name, 'NFD'));

const wordsOf = (brandId: string, plainName: string) => `array(
    select ${brandId}::text || '${KINDS.name}' || word from (
      select distinct unnest(regexp_split_to_array(${plainName}, '[[:space:].,''’()-]+')) as word
    ) as words where length(word) > 1 order by length(word) desc, word)`;

const withoutMarks = (name: string, form: 'NFD' | 'NFKD') =>
  `lower(regexp_replace(normalize(${name}, ${form}), '[\\u0300-\\u036F]', '', 'g'))`;

/**
 * Letters that do not consist of a base letter and an accent. The list has small and capital letters, because some
 * databases cannot turn these capitals into small letters.
 */
const LETTERS = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' };
const withPlainLetters = (name: string) =>
  Object.entries(LETTERS).reduce(
    (sql, [letters, plain]) => `replace(${sql}, '${letters}', '${plain}')`,
    `translate(${name}, 'ıøØłŁđĐðÐħĦŧŦ', 'ioollddddhhtt')`,
  );

const NAME_OF_T = `concat_ws(' ', t.recipient ->> 'name', t.details #>> '{customer,name}',
      t.details #>> '{customer,firstName}', t.details #>> '{customer,lastName}')`;

/** If a reference has more, only the first ones are found. */
const MOST_RUNS = 4;
/** A merchant's own UUID is found as a whole; its digits would only be noise. */
const unlessUuid = (value: string) =>
  `case when ${value} !~* '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' then ${value} end`;

/** The runs of digits in the merchant's references without leading zeros: 1718 finds S-001718. */
const DIGITS_OF_T = `array(
    select ${termTextOf('t.brand_id', 'digits', `coalesce(nullif(ltrim(run[1], '0'), ''), '0')`)}
    from regexp_matches(concat_ws(' ', ${unlessUuid('t.merchant_reference')}, ${unlessUuid(`(t.details ->> 'paymentReference')`)}),
      '[0-9]{${FEWEST_DIGITS},}', 'g') as run limit ${MOST_RUNS})`;

/** Steps of refunds count in the sequence, so most transactions need no look at the refunds. */
export const textsOfT = (
  merchant: string,
) => `array[${VALUES.map(([kind, value]) => termTextOf('t.brand_id', kind, value)).join(', ')}]
  || ${nameTextsOf('t.brand_id', NAME_OF_T)} || ${DIGITS_OF_T} || case when t.sequence > 1 and t.type = 'PAYIN' then array(
    select v.term from refunds r cross join lateral (values (${ofRefund.join('), (')})) as v (term)
    where r.merchant_id = ${merchant} and r.transaction_id = t.id) end`;

/**
 * The search terms of a row `t` of transactions, as a sorted array. The merchant reference and a refund's reference
 * have their own indexes, and the time in its id finds a session. `merchant`: the statement's parameter, from which
 * Citus finds the shard.
 */
export const termsOfT = (
  merchant: string,
) => `array(select distinct ${termOn(dayOf('t.id'), 'own.text')} from unnest(${textsOfT(merchant)}) as own (text)
  where own.text is not null order by 1)`;
