// Reads a CSV file of payouts: it checks each line like the form (check-payout.ts), and every fault names its line and
// column. It recognises payouts that exist already, so the same file sent twice makes nothing twice. The file is read
// before any payout is made, and again before each part. Stores nothing. A fault must never repeat the content of a
// cell.
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import type { Brand } from '../../domain/merchants/brand.ts';
import { wireDecimals } from '../../domain/money/money.ts';
import { type DecimalSign, readAmount } from '../../domain/money/written-amount.ts';
import { isCountryCode } from '../../domain/options/country.ts';
import { findOption, optionsOf } from '../../domain/options/payment-option.ts';
import { NAME_FIELDS, type ShownRecipient, shownRecipient } from '../../domain/payment-data/recipient.ts';
import { findReferences, type KnownReference } from '../../storage/payouts/payout-references.ts';
import type { Context } from '../context.ts';
import { checkPayout, type WrittenPayout } from './check-payout.ts';
import {
  type FileColumn,
  type FileFault,
  type Mapping,
  METHOD_COLUMNS,
  REQUIRED_COLUMNS,
} from './payout-columns.ts';
import { type Line, readPayoutLines } from './payout-lines.ts';

export interface FilePayout {
  line: number;
  written: WrittenPayout;
  amountMinor: bigint;
  optionName: string;
  /** null: a saved card, which has its own name. */
  recipient: ShownRecipient | null;
  /** Set if this file, or another one, made this payout before. */
  madeBefore: { transactionId: string; status: string } | null;
}

export interface PayoutFile {
  columns: FileColumn[];
  faults: FileFault[];
  /** Cells that are accepted, but that a person should compare with the original. */
  warnings: FileFault[];
  payouts: FilePayout[];
}

/** The replacement character for bytes that are no UTF-8, if a spreadsheet saved the file in another encoding. */
const UNREADABLE = '\uFFFD';
/** A program that cannot write a letter writes a question mark; one that reads UTF-8 as Latin writes two letters. */
const LOST_LETTER = /\?|[ÃÂ][\u0080-\u00BF\u0152-\u0192\u02C6\u02DC\u2013-\u2122]/;

export async function readPayoutFile(
  context: Context,
  brand: Brand,
  csv: string,
  mapping: Mapping = {},
): Promise<PayoutFile> {
  const read = readPayoutLines(csv, mapping);
  const { columns } = read;
  if ('faults' in read) return { columns, faults: read.faults, warnings: [], payouts: [] };
  const faults: FileFault[] = [];
  const payouts: FilePayout[] = [];
  const firstLines = new Map<string, number>();
  const signs = decimalSigns(read.lines, read.delimiter);
  for (const { line, cells } of read.lines) {
    const payout = readLine(context, brand, { line, cells }, signs);
    if (Array.isArray(payout)) faults.push(...payout);
    else payouts.push(payout);
    if (cells.merchantReference === undefined) continue;
    const claim = claimOf(cells.merchantReference, cells.country ?? countryOfIban(cells.iban));
    const first = firstLines.get(claim);
    if (first !== undefined) {
      const message = `is already in line ${first}; each payout needs its own reference`;
      faults.push({ line, column: 'merchantReference', message });
    }
    firstLines.set(claim, first ?? line);
  }
  faults.push(...(await findAgain(context, brand, payouts)));
  const warnings = read.lines.flatMap(({ line, cells }) =>
    NAME_FIELDS.filter((column) => LOST_LETTER.test(cells[column] ?? '')).map((column) => {
      return { line, column, message: LOST };
    }),
  );
  return { columns, faults: faults.sort((a, b) => a.line - b.line), warnings, payouts };
}

const LOST = 'a letter of the name seems to be lost; compare it with the original';

/**
 * Which sign the file uses for decimals. Its unambiguous amounts decide; if there are none, the separator decides: a
 * spreadsheet that separates cells by semicolons uses the comma for decimals.
 */
function decimalSigns(lines: readonly Line[], delimiter: string): DecimalSign[] {
  const amounts = lines.flatMap(({ cells: { amount } }) => (amount === undefined ? [] : [amount]));
  const separates = (sign: DecimalSign, amount: string) =>
    amount.split(sign).length === 2 &&
    new RegExp(`\\${sign}\\d*$`).test(amount) &&
    !/^\d{1,3}[.,]\d{3}$/.test(amount);
  // A sign that occurs twice in an amount groups digits, so the other sign separates decimals.
  const groups = (sign: DecimalSign, amount: string) => amount.split(sign).length > 2;
  const clear = (['.', ','] as const).filter((sign) => {
    const other = sign === '.' ? ',' : '.';
    return amounts.some((one) => separates(sign, one) || groups(other, one));
  });
  return clear.length > 0 ? clear : [delimiter === ';' ? ',' : '.'];
}

/** Answers the payout, or every fault of the line, one for each column. */
function readLine(
  context: Context,
  brand: Brand,
  { line, cells }: Line,
  signs: readonly DecimalSign[],
): FilePayout | FileFault[] {
  const { method = '', amount = '', currency = '', country, merchantReference = '', userId, email } = cells;
  const faults: FileFault[] = [];
  const note = (column: string, message: string) => {
    if (!faults.some((one) => one.column === column)) faults.push({ line, column, message });
  };
  for (const column of REQUIRED_COLUMNS) if (cells[column] === undefined) note(column, 'is needed');
  for (const [column, cell] of Object.entries(cells))
    if (cell.includes(UNREADABLE)) note(column, 'has unreadable letters; save the file as UTF-8');
  const option = optionNamed(method);
  if (!option) {
    const names = optionsOf('PAYOUT').map(({ name }) => name);
    note('method', `is not known; one of ${names.join(', ')}`);
  }
  const read = readAmount(amount, signs, decimalsOf(currency));
  if ('fault' in read) note('amount', read.fault);
  const written: WrittenPayout = {
    paymentOptionId: option?.id ?? '',
    currency,
    // An unreadable amount already has its fault; 1 lets us check the other cells.
    amount: 'decimal' in read ? Number(read.decimal) : 1,
    country: country ?? countryOfIban(cells.iban),
    merchantReference,
    userId: userId ?? null,
    email: email ?? null,
    paymentData: Object.fromEntries(
      METHOD_COLUMNS.flatMap((name) => (cells[name] ? [[name, cells[name]]] : [])),
    ),
  };
  const checked = checkPayout(context, brand, written, context.now());
  if (Array.isArray(checked)) {
    for (const { field, message } of checked) note(columnOf(field), message);
    return faults;
  }
  if (faults.length > 0) return faults;
  const { amountMinor, paymentData } = checked;
  const recipient = shownRecipient(paymentData);
  return { line, written, amountMinor, optionName: option!.name, recipient, madeBefore: null };
}

/** Many files have no country, because an IBAN begins with it. */
function countryOfIban(iban: string | undefined): string | null {
  const country = iban?.slice(0, 2).toUpperCase();
  return country !== undefined && isCountryCode(country) ? country : null;
}

const columnOf = (field: string) =>
  field === 'paymentOptionId' ? 'method' : field.replace(/^paymentData\./, '');

/** Two for an unknown currency, which has its own fault. */
function decimalsOf(currency: string): number {
  return isCurrencyCode(currency) ? wireDecimals(currency) : 2;
}

function optionNamed(method: string) {
  const name = method.toLowerCase();
  return findOption(name)?.option ?? optionsOf('PAYOUT').find((option) => option.name.toLowerCase() === name);
}

/** Marks payouts that exist already; a reference that another payment has is a fault. */
async function findAgain(context: Context, brand: Brand, payouts: FilePayout[]): Promise<FileFault[]> {
  const references = payouts.map(({ written }) => written.merchantReference);
  const known = new Map<string, KnownReference>();
  for (const one of await findReferences(context.sql, brand.merchantId, references))
    known.set(claimOf(one.merchantReference, one.country), one);
  const faults: FileFault[] = [];
  for (const payout of payouts) {
    const { written, amountMinor, line } = payout;
    const first = known.get(claimOf(written.merchantReference, written.country));
    if (!first) continue;
    const isSame =
      first.type === 'PAYOUT' &&
      first.brandId === brand.brandId &&
      first.currency === written.currency &&
      first.amountMinor === amountMinor;
    if (isSame) payout.madeBefore = { transactionId: first.transactionId, status: first.status };
    else {
      const message = 'another payment has this reference; give this payout its own';
      faults.push({ line, column: 'merchantReference', message });
    }
  }
  return faults;
}

const claimOf = (reference: string, country: string | null) => `${country ?? ''} ${reference}`;
