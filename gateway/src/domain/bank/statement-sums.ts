// Whether a message of a bank adds up: opening balance + booked entries = closing balance, for each account and
// currency. If balances contradict entries, only a person may apply the message. docs/decisions/0103 says what is
// compared and what cannot be. Pure.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { type BankAmount, EXACT_DIGITS, readAmount } from './bank-amount.ts';
import type { Fields } from './message-reader.ts';
import { readBooked } from './read-booked.ts';

/** The balance that a statement closes with. */
export interface ClosingBalance {
  account: string;
  amountMinor: bigint;
  currency: string;
  /** A day. */
  day: string;
}

export interface Balance {
  /** OPBD, PRCD, CLBD or ITBD. */
  kind: string;
  /** The balance of a page, not of the whole statement. */
  isInterim: boolean;
  money: BankAmount;
  isOwed: boolean;
  day: string | null;
}

const KINDS: ReadonlySet<string> = new Set(['OPBD', 'PRCD', 'CLBD', 'ITBD']);

/** null: the balance is not of a kind that counts. */
export function readBalance(fields: Fields): Balance | null {
  const kind = fields.get('Tp/CdOrPrtry/Cd') ?? '';
  const currency = fields.get('Amt@Ccy');
  const money = KINDS.has(kind) && currency !== undefined ? readAmount(fields.get('Amt'), currency) : null;
  if (money === null) return null;
  const isInterim = (fields.get('Tp/SubTp/Cd') ?? fields.get('Tp/SubTp/Prtry')) === 'INTM';
  const day = readBooked(fields.get('Dt/Dt') ?? fields.get('Dt/DtTm') ?? null)?.day ?? null;
  return { kind, isInterim, money, isOwed: fields.get('CdtDbtInd') === 'DBIT', day };
}

export function closingBalances(balances: readonly Balance[], account: string): ClosingBalance[] {
  return balances.flatMap(({ kind, isInterim, money: { minor, currency }, isOwed, day }) =>
    kind === 'CLBD' && !isInterim && minor !== null && day !== null
      ? [{ account, amountMinor: isOwed ? -minor : minor, currency, day }]
      : [],
  );
}

/** A statement of a message, or one page of it. */
export interface StatementPart {
  account: string;
  /** The same for all pages of a statement. */
  name: string;
  /**
   * For a part that says that it is one of several pages: its number, and whether it is the last. null: it does not say
   * so.
   */
  page: { number: number; isLast: boolean } | null;
  balances: readonly Balance[];
  /** The sum of its booked entries by currency, in units of 10^-5; null: a figure is too fine for this. */
  entered: ReadonlyMap<string, bigint | null>;
}

interface Sum {
  part: StatementPart;
  currency: string;
  opening: bigint | null;
  openingDay: string | null;
  closing: bigint | null;
  closingDay: string | null;
  entered: bigint | null;
  /** The balances belong to pages, not to the whole statement. */
  isOfPages: boolean;
  /** The pages that are in the message. */
  pages: StatementPart['page'][];
}

/** What a statement says of an account in one currency. Its pages are one statement. */
export interface StatementSum {
  account: string;
  currency: string;
  /** In minor units; null: it has no such balance, or the currency cannot hold it. */
  openingMinor: bigint | null;
  openingDay: string | null;
  closingMinor: bigint | null;
  closingDay: string | null;
  /** The sum of its booked entries. */
  enteredMinor: bigint | null;
  /** Its other pages are in other files, so nothing can be compared. */
  isPage: boolean;
}

/** The sums of a message, and what does not add up, in words. null: everything that can be compared does. */
export function sumsOfParts(parts: readonly StatementPart[]): { sums: StatementSum[]; fault: string | null } {
  const sums = joinedSums(parts);
  return { sums: sums.map(toSum), fault: sums.map(faultOf).find((fault) => fault !== null) ?? null };
}

const toSum = (sum: Sum): StatementSum => ({
  account: sum.part.account,
  currency: sum.currency,
  openingMinor: minorOf(sum.opening, sum.currency),
  openingDay: sum.openingDay,
  closingMinor: minorOf(sum.closing, sum.currency),
  closingDay: sum.closingDay,
  enteredMinor: minorOf(sum.entered, sum.currency),
  isPage: isPageAlone(sum),
});

function minorOf(exact: bigint | null, currency: string): bigint | null {
  const unit = 10n ** BigInt(Math.max(EXACT_DIGITS - (currencyDigits(currency) ?? 2), 0));
  return exact === null || exact % unit !== 0n ? null : exact / unit;
}

function joinedSums(parts: readonly StatementPart[]): Sum[] {
  const sums: Sum[] = [];
  const last = new Map<string, Sum>();
  for (const part of parts) {
    const balances = Map.groupBy(part.balances, ({ money }) => money.currency);
    for (const currency of new Set([...balances.keys(), ...part.entered.keys()])) {
      const own = sumOf(part, currency, balances.get(currency) ?? []);
      const key = `${part.account} ${currency}`;
      const former = last.get(key);
      if (former && goesOn(former, own)) join(former, own);
      else {
        sums.push(own);
        last.set(key, own);
      }
    }
  }
  return sums;
}

/** `own`: the part's balances in this currency. */
function sumOf(part: StatementPart, currency: string, own: readonly Balance[]): Sum {
  const of = (kind: string) => own.filter((one) => one.kind === kind).sort(byDay);
  const interim = of('ITBD');
  let opening = of('OPBD')[0] ?? of('PRCD')[0];
  let closing = of('CLBD').at(-1);
  // A page begins or ends with an interim balance. If both ends are known, interim balances only inform.
  if (interim.length === 1 && opening && !closing) closing = interim[0];
  else if (interim.length === 1 && closing && !opening) opening = interim[0];
  const entered = part.entered.get(currency);
  return {
    part,
    currency,
    opening: signed(opening),
    openingDay: opening?.day ?? null,
    closing: signed(closing),
    closingDay: closing?.day ?? null,
    pages: [part.page],
    entered: entered === undefined ? 0n : entered,
    isOfPages: [opening, closing].some((one) => one && (one.isInterim || one.kind === 'ITBD')),
  };
}

const byDay = (a: Balance, b: Balance) => ((a.day ?? '') < (b.day ?? '') ? -1 : a.day === b.day ? 0 : 1);

function signed(balance: Balance | undefined): bigint | null {
  const exact = balance?.money.exact ?? null;
  return exact !== null && balance!.isOwed ? -exact : exact;
}

const addsUp = ({ opening, closing, entered }: Sum): boolean =>
  opening === null || closing === null || entered === null || opening + entered === closing;

/** Whether this is the next page: the statement has not closed yet, or the page repeats the balances of the whole. */
function goesOn(former: Sum, { part, opening, closing }: Sum): boolean {
  if (part.name !== former.part.name && part.page === null) return false;
  if (former.closing === null) return opening === null;
  return opening === former.opening && closing === former.closing && !addsUp(former);
}

function join(former: Sum, next: Sum): void {
  former.entered = former.entered === null || next.entered === null ? null : former.entered + next.entered;
  former.closing = next.closing;
  former.closingDay = next.closingDay;
  former.isOfPages ||= next.isOfPages;
  former.pages.push(...next.pages);
}

function faultOf(sum: Sum): string | null {
  if (addsUp(sum)) return null;
  if (isPageAlone(sum)) return null;
  const { part, currency, opening, closing, entered } = sum;
  return (
    `the statement of ${part.account} does not add up: the opening balance ${decimal(opening!)} plus the entries ` +
    `${decimal(entered!)} is not the closing balance ${decimal(closing!)} ${currency}`
  );
}

/** The other pages are in other files. */
const isPageAlone = ({ part, isOfPages, pages }: Sum): boolean =>
  part.page !== null && !isOfPages && !areAll(pages);

const areAll = (pages: Sum['pages']): boolean =>
  pages[0]?.number === 1 && pages.at(-1)?.isLast === true && pages.at(-1)!.number === pages.length;

/** With two decimals, or more if it needs them. */
export function decimal(exact: bigint): string {
  const digits = String(exact < 0n ? -exact : exact).padStart(6, '0');
  const decimals = digits.slice(-5).replace(/0{1,3}$/, '');
  return `${exact < 0n ? '-' : ''}${digits.slice(0, -5)}.${decimals}`;
}
