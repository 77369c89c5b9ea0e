// One row of Adyen's settlement details report: its batch, and either a line of the payout, or what the batch pays out
// (contract 17). Amounts are exact: what is no whole minor unit, or does not add up, refuses the report.
import { createHash } from 'node:crypto';
import {
  currencyDigits,
  isCryptoCurrency,
  type OriginalAmount,
  type ReportedLine,
  ReportFault,
  readRefundReference,
} from '@tollgate/provider-kit';
import type { Columns, Row } from './csv-rows.ts';
import { goesTheWrongWay, kindOfType, PAYOUT_TYPE } from './journal-types.ts';
import { readLocalTime } from './local-time.ts';

/** What Adyen keeps of a payment, in the currency of the payout. Blended prices are in the first one alone. */
const FEE_COLUMNS = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'];

export const COLUMNS: Columns = {
  needed: [
    'Merchant Account',
    'Psp Reference',
    'Merchant Reference',
    'Creation Date',
    'TimeZone',
    'Type',
    'Modification Reference',
    'Gross Currency',
    'Gross Debit (GC)',
    'Gross Credit (GC)',
    'Net Currency',
    'Net Debit (NC)',
    'Net Credit (NC)',
    'Batch Number',
  ],
  optional: ['Exchange Rate', ...FEE_COLUMNS, 'Modification Merchant Reference'],
};

export interface RowParts {
  merchantAccount: string;
  unknownValue(field: string, value: string): void;
}

interface InBatch {
  batch: string;
  /** The currency of the payout. */
  currency: string;
  at: Date | null;
}

/** `content`: the same for the same row in every file, whatever its columns. Rows of a batch can have the same one. */
export type SettlementRow =
  | (InBatch & { kind: 'payout'; paidMinor: bigint })
  | (InBatch & { kind: 'line'; line: Omit<ReportedLine, 'key'>; content(): string });

const LONGEST_TEXT = 200;
const BATCH_NUMBER = /^\d{1,18}$/;
const DECIMAL = /^\d{1,12}(?:\.\d{1,12})?$/;

export function readSettlementRow(row: Row, parts: RowParts): SettlementRow {
  const account = row.cell('Merchant Account');
  if (account !== parts.merchantAccount)
    throw new ReportFault(
      `line ${row.line} belongs to the merchant account ${shown(account)}, not to ${parts.merchantAccount}; make the report for this merchant account alone`,
    );
  const batch = row.cell('Batch Number');
  if (!BATCH_NUMBER.test(batch)) throw new ReportFault(`line ${row.line} has no batch number`);
  const currency = currencyIn(row, 'Net Currency');
  const netMinor = difference(row, 'Net Credit (NC)', 'Net Debit (NC)', currency);
  const at = timeOf(row, parts);
  if (row.cell('Type').toLowerCase() === PAYOUT_TYPE.toLowerCase())
    return { kind: 'payout', batch, currency, at, paidMinor: -netMinor };
  const line = lineOf(row, { currency, netMinor, at }, parts);
  return { kind: 'line', batch, currency, at, line, content: () => contentOf(line, row) };
}

type Net = Pick<ReportedLine, 'currency' | 'netMinor'> & { at: Date | null };

function lineOf(row: Row, net: Net, parts: RowParts): Omit<ReportedLine, 'key'> {
  const word = text(row, 'Type') ?? '';
  const payment = text(row, 'Psp Reference');
  return {
    ...amountsOf(row, word, net, parts),
    charge: text(row, 'Merchant Reference'),
    // Adyen writes `<auto>` or the payment's own reference if we gave it none.
    modification: readRefundReference(row.cell('Modification Merchant Reference')),
    payment,
    providerReference: text(row, 'Modification Reference') ?? payment,
    netMinor: net.netMinor,
    currency: net.currency,
    occurredAt: net.at,
    word,
  };
}

type Amounts = Pick<ReportedLine, 'kind' | 'grossMinor' | 'feeMinor' | 'original'>;

function amountsOf(row: Row, word: string, { currency, netMinor }: Net, parts: RowParts): Amounts {
  const kind = kindOfType(word);
  if (kind === null) parts.unknownValue('Type', word.slice(0, 50));
  if (kind === 'fee') return { kind, grossMinor: 0n, feeMinor: -netMinor, original: null };
  const feeMinor = FEE_COLUMNS.reduce((sum, column) => sum + amountIn(row, column, currency), 0n);
  const gross = grossOf(row);
  const isConverted = gross !== null && gross.currency !== currency;
  const isComparable = kind !== null && kind !== 'other' && !isConverted;
  if (isComparable && (gross?.amountMinor ?? 0n) - feeMinor !== netMinor)
    throw new ReportFault(
      `line ${row.line} does not add up: its gross amount less its fees is not its net amount`,
    );
  if (isConverted) {
    const missing = FEE_COLUMNS.find((column) => !row.has(column));
    if (missing !== undefined)
      throw new ReportFault(
        `the report has no column ${missing}, and line ${row.line} cannot be understood without it`,
      );
  }
  const grossMinor = netMinor + feeMinor;
  const original = isConverted ? gross : null;
  if (original !== null && original.amountMinor * grossMinor < 0n)
    throw new ReportFault(`line ${row.line} takes in one currency what it gives in the other`);
  if (kind === null) return { kind: 'other', grossMinor, feeMinor, original };
  const isOdd = goesTheWrongWay(kind, original?.amountMinor ?? grossMinor);
  if (isOdd) parts.unknownValue('Type', `${word} ${grossMinor < 0n ? 'debit' : 'credit'}`);
  return { kind: isOdd ? 'other' : kind, grossMinor, feeMinor, original };
}

/** null: the row has no gross amount. */
function grossOf(row: Row): OriginalAmount | null {
  if (row.cell('Gross Credit (GC)') === '' && row.cell('Gross Debit (GC)') === '') return null;
  const currency = currencyIn(row, 'Gross Currency');
  const rate = row.cell('Exchange Rate');
  return {
    amountMinor: difference(row, 'Gross Credit (GC)', 'Gross Debit (GC)', currency),
    currency,
    rate: DECIMAL.test(rate) ? rate : null,
  };
}

function currencyIn(row: Row, column: string): string {
  const currency = row.cell(column);
  if (currencyDigits(currency) === undefined || isCryptoCurrency(currency))
    throw new ReportFault(
      `line ${row.line} has no known currency in the column ${column}: ${shown(currency)}`,
    );
  return currency;
}

const difference = (row: Row, credit: string, debit: string, currency: string): bigint =>
  amountIn(row, credit, currency) - amountIn(row, debit, currency);

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/;

/** In our minor units. Adyen writes decimals of the currency, so its own minor units do not matter here. */
function amountIn(row: Row, column: string, currency: string): bigint {
  const cell = row.cell(column);
  if (cell === '') return 0n;
  const [, sign = '', whole, part = ''] = AMOUNT.exec(cell) ?? [];
  const digits = currencyDigits(currency)!;
  const fraction = part.slice(0, digits);
  if (whole === undefined || !/^0*$/.test(part.slice(digits)))
    throw new ReportFault(
      `line ${row.line} has no amount of ${currency} in the column ${column}: ${shown(cell)}; amounts have a decimal point and at most ${digits} decimals`,
    );
  return BigInt(sign + whole + fraction.padEnd(digits, '0'));
}

function timeOf(row: Row, { unknownValue }: RowParts): Date | null {
  const zone = row.cell('TimeZone');
  const time = readLocalTime(row.cell('Creation Date'), zone);
  if ('at' in time) return time.at;
  unknownValue(time.unknown, row.cell(time.unknown).slice(0, 50));
  return null;
}

function text(row: Row, column: string): string | null {
  const cell = row.cell(column);
  // Most cells are short, and need no counting of characters.
  return (cell.length <= LONGEST_TEXT ? cell : Array.from(cell).slice(0, LONGEST_TEXT).join('')) || null;
}

const shown = (cell: string) => (cell === '' ? 'nothing' : `“${Array.from(cell).slice(0, 40).join('')}”`);

/**
 * Hashes what the row says, not how it is written. Only columns that every report has count: a report may leave out the
 * columns of the fee, and then the line has another fee and gross amount.
 */
function contentOf(line: Omit<ReportedLine, 'key'>, row: Row): string {
  const { word, payment, charge, netMinor, currency, occurredAt } = line;
  const gross = line.kind === 'fee' ? null : grossOf(row);
  const facts = [
    word.toLowerCase(),
    payment,
    charge,
    text(row, 'Modification Reference'),
    String(netMinor),
    currency,
    gross && gross.amountMinor !== 0n ? [String(gross.amountMinor), gross.currency] : null,
    occurredAt?.toISOString() ?? [row.cell('Creation Date'), row.cell('TimeZone')],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}
