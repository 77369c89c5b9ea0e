// The filters of the portal's list of transactions, as an address writes them, and their meaning for storage. The list
// and the export share them, so that both show the same. Lists are comma-separated; days are those of the brand's time
// zone.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { type Static, Type } from 'typebox';
import { type ErrorCode, isErrorCode } from '../../../domain/errors/error-codes.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { endOfDay, isDay, startOfDay } from '../../../domain/ledger/zoned-days.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { describeAmountFault, toMinor } from '../../../domain/money/money.ts';
import { isCountryCode } from '../../../domain/options/country.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { holdsCardNumber } from '../../../domain/payment-data/card-number-in-text.ts';
import { MONEY_BACK, type MoneyBack } from '../../../domain/records/money-back.ts';
import { STATUSES, type Status, type TransactionType } from '../../../domain/transactions/transaction.ts';
import { listMoneyBack, onlyMoneyBack } from '../../../storage/after-end/money-back.ts';
import { listHeld, onlyHeld } from '../../../storage/captures/capture-reads.ts';
import type { Sql } from '../../../storage/database/database.ts';
import type { Refunded, TransactionFilter, TransactionPage } from '../../../storage/listing/filter.ts';
import { listTransactions } from '../../../storage/listing/list-transactions.ts';
import { searchTransactions } from '../../../storage/listing/search-transactions.ts';

const list = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, format: 'text', description }));

export const filterFields = {
  q: Type.Optional(
    Type.String({
      maxLength: 320,
      format: 'text',
      description:
        'E-mail address, phone number, last four digits of a card, words of a name, any id, any reference, in ' +
        'upper or lower case. You may search for the first part only: at least eight characters of an id, at least ' +
        'three of a merchant or refund reference; or for three or more digits that stand together in a reference. An ' +
        'amount has decimals or a currency: `49.90`, `49,90`, `50 EUR`. Of several words, each may fit another field ' +
        'of the same transaction: `1234 4242`. A card number is refused.',
    }),
  ),
  from: list('First day, `YYYY-MM-DD`, in the time zone of the brand.'),
  to: list('Last day, inclusive, in the time zone of the brand.'),
  status: list('Statuses, comma-separated.'),
  type: list('PAYIN, PAYOUT.'),
  currency: list('Currency codes, comma-separated.'),
  option: list('Ids of payment options or suboptions, comma-separated; an option includes its suboptions.'),
  country: list('Country codes, comma-separated.'),
  errorCode: list('Error codes, comma-separated.'),
  refunded: list('How much was refunded: none, part, all.'),
  moneyBack: list(`What happened to its money: ${MONEY_BACK.join(', ')}.`),
  authorized: list(
    'all: only authorised payments, ordered by the time left. day: only those that lapse within 24 hours ' +
      'with something left to capture. With `q` they are in the order of the search.',
  ),
  amountFrom: list('Smallest amount, in units of `currency`, which must have exactly one value.'),
  amountTo: list('Largest amount, in units of `currency`, which must have exactly one value.'),
};
const Fields = Type.Object(filterFields);
export type FilterQuery = Static<typeof Fields>;

export interface ListRequest {
  filter: TransactionFilter;
  /** null: no search. */
  text: string | null;
  /** Only authorised payments; `day`: only those that lapse within 24 hours. null: every payment. */
  held: 'all' | 'day' | null;
  /** Only payments to which one of these happened; empty: every payment. */
  moneyBack: readonly MoneyBack[];
}

const CARD_NUMBER = 'q: holds a card number; search for its last four digits';

/** Throws Refusal 400 with every fault. */
export function readFilter(query: FilterQuery, { timeZone }: Pick<Brand, 'timeZone'>): ListRequest {
  const faults: string[] = [];
  const many = <Value extends string>(
    name: keyof FilterQuery,
    isKnown: (one: string) => boolean,
  ): Value[] => {
    const values = (query[name] ?? '').split(',').filter((one) => one !== '');
    faults.push(
      ...values.filter((one) => !isKnown(one)).map((one) => `${name}: ${one} is not a valid value`),
    );
    return values as Value[];
  };
  const currencies = many('currency', (one) => currencyDigits(one) !== undefined);
  const amount = (name: 'amountFrom' | 'amountTo') => {
    const read = readAmount(query[name], currencies);
    if (typeof read !== 'string') return read;
    faults.push(`${name}: ${read}`);
    return null;
  };
  const day = (name: 'from' | 'to', momentOf: typeof startOfDay) => {
    const text = query[name];
    if (text === undefined || text === '') return null;
    if (isDay(text)) return momentOf(text, timeZone);
    faults.push(`${name}: must be a day such as 2036-03-01`);
    return null;
  };
  const filter: TransactionFilter = {
    createdFrom: day('from', startOfDay),
    createdTo: day('to', endOfDay),
    statuses: many<Status>('status', (one) => STATUSES.includes(one as Status)),
    types: many<TransactionType>('type', (one) => one === 'PAYIN' || one === 'PAYOUT'),
    currencies,
    optionIds: many('option', (one) => findOption(one) !== undefined).flatMap(withSuboptions),
    countries: many('country', isCountryCode),
    errorCodes: many<ErrorCode>('errorCode', isErrorCode),
    refunded: many<Refunded>('refunded', (one) => ['none', 'part', 'all'].includes(one)),
    amountFromMinor: amount('amountFrom'),
    amountToMinor: amount('amountTo'),
  };
  const wanted = many<'all' | 'day'>('authorized', (one) => one === 'all' || one === 'day');
  const held = wanted.includes('all') ? 'all' : (wanted[0] ?? null);
  const isMoneyBack = (one: string) => MONEY_BACK.includes(one as MoneyBack);
  let moneyBack: readonly MoneyBack[] = many<MoneyBack>('moneyBack', isMoneyBack);
  // The listing has an index for these.
  if (moneyBack.length > 0 && moneyBack.every((one) => one in LISTED) && filter.refunded?.length === 0) {
    filter.refunded = moneyBack.map((one) => LISTED[one as keyof typeof LISTED]);
    moneyBack = [];
  }
  if (query.q !== undefined && holdsCardNumber(query.q)) faults.push(CARD_NUMBER);
  if (faults.length > 0) throw new Refusal(400, faults);
  return { filter, text: query.q?.trim() || null, held, moneyBack };
}

const LISTED = { refunded: 'all', 'partly-refunded': 'part' } as const;

/** A string in the result is a fault. null: the query names no amount. */
function readAmount(text: string | undefined, currencies: readonly string[]): bigint | null | string {
  if (text === undefined || text === '') return null;
  const [currency, ...more] = currencies;
  if (!currency || more.length > 0) return 'needs exactly one value of currency';
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(text)) return 'must be an amount such as 49.90';
  const read = toMinor(Number(text), currency);
  return 'fault' in read ? describeAmountFault(read.fault, currency) : read.minor;
}

function withSuboptions(id: string): string[] {
  const found = findOption(id);
  if (!found) return [];
  const { option, suboption } = found;
  return suboption ? [suboption.id] : [option.id, ...option.suboptions.map((one) => one.id)];
}

/** An authorised payment that lapses so soon needs somebody now. */
const LAST_DAY_MS = 24 * 3_600_000;

/** A page of the list, with or without a search. */
export async function readPage(
  sql: Sql,
  { merchantId, brandId }: Pick<Brand, 'merchantId' | 'brandId'>,
  { filter, text, held, moneyBack }: ListRequest,
  place: { before: string | null; limit: number; now: Date },
): Promise<TransactionPage> {
  const { now, ...rest } = place;
  const request = { merchantId, brandId, filter, ...rest };
  const lapsesBefore = held === 'day' ? new Date(now.getTime() + LAST_DAY_MS) : null;
  const isBack = moneyBack.length > 0;
  if (text === null) {
    if (held !== null) {
      const found = await listHeld(sql, { ...request, lapsesBefore });
      return isBack ? { ...found, ids: await onlyMoneyBack(sql, request, found.ids, moneyBack) } : found;
    }
    return isBack ? listMoneyBack(sql, request, moneyBack) : listTransactions(sql, request);
  }
  const found = await searchTransactions(sql, { ...request, text, typed: true });
  let { ids } = found;
  if (held !== null) ids = await onlyHeld(sql, merchantId, ids, lapsesBefore);
  if (isBack) ids = await onlyMoneyBack(sql, request, ids, moneyBack);
  return { ...found, ids };
}
