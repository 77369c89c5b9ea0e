// Writes settlement details reports as Adyen does, for tests: rows by the names of Adyen's columns, in any order of
// columns and with any separator. It uses no code of the adapter.
import type { Payment } from './books.ts';

/** The columns of Adyen's own sample, in its order. */
export const COLUMNS = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  'Reserved4',
  'Reserved5',
] as const;

export type ReportColumn = (typeof COLUMNS)[number];
export type ReportRow = Partial<Record<string, string>>;

export interface ReportForm {
  columns?: readonly string[];
  separator?: string;
  lineEnd?: string;
  hasMark?: boolean;
  /** Quotes every cell, also where nothing asks for it. */
  isQuoted?: boolean;
}

export function writeReport(rows: readonly ReportRow[], form: ReportForm = {}): string {
  const { columns = COLUMNS, separator = ',', lineEnd = '\n', hasMark = false, isQuoted = false } = form;
  const cell = (text: string) =>
    isQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const content = lines.map((cells) => cells.map(cell).join(separator) + lineEnd).join('');
  return hasMark ? `\uFEFF${content}` : content;
}

/** A row with everything that every row has. */
export function aRow(fields: ReportRow): ReportRow {
  return {
    'Company Account': 'Tollgate',
    'Merchant Account': 'TollgateTestECOM',
    'Creation Date': '2026-11-28 10:00:00',
    TimeZone: 'CET',
    'Net Currency': 'EUR',
    'Batch Number': '1',
    ...fields,
  };
}

/** A settled charge of 25.00 EUR that costs 0.45. */
export function aSettledRow(fields: ReportRow = {}): ReportRow {
  return aRow({
    'Psp Reference': 'QFQTPCQ8HXSKGK82',
    'Merchant Reference': '0198f5a0-0000-7000-8000-000000000001',
    'Payment Method': 'visa',
    Type: 'Settled',
    'Modification Reference': 'CAPTURE000000001',
    'Gross Currency': 'EUR',
    'Gross Credit (GC)': '25.00',
    'Exchange Rate': '1',
    'Net Credit (NC)': '24.55',
    'Markup (NC)': '0.15',
    'Scheme Fees (NC)': '0.1',
    'Interchange (NC)': '0.20',
    'Payment Method Variant': 'visaclassic',
    ...fields,
  });
}

export function aPayoutRow(amount: string, fields: ReportRow = {}): ReportRow {
  return aRow({
    Type: 'MerchantPayout',
    'Creation Date': '2026-11-29 04:00:00',
    'Modification Reference': 'TX1234567XT batch 1, TollgateTestECOM',
    'Net Debit (NC)': amount,
    ...fields,
  });
}

/** The rows of a batch that pays out these payments in euro, for a fee of 0.25 each, and its payout. */
export function rowsOfPayments(payments: readonly Payment[], batch: string): ReportRow[] {
  const decimal = (cents: number) => (cents / 100).toFixed(2);
  const rows = payments.map(({ pspReference, reference, amount, method }) =>
    aSettledRow({
      'Psp Reference': pspReference,
      'Merchant Reference': reference,
      'Payment Method': method === 'scheme' ? 'visa' : method,
      'Modification Reference': pspReference,
      'Gross Credit (GC)': decimal(amount.value),
      'Net Credit (NC)': decimal(amount.value - 25),
      'Commission (NC)': '0.25',
      'Markup (NC)': '',
      'Scheme Fees (NC)': '',
      'Interchange (NC)': '',
      'Batch Number': batch,
    }),
  );
  const sum = payments.reduce((total, { amount }) => total + amount.value - 25, 0);
  return [...rows, aPayoutRow(decimal(sum), { 'Batch Number': batch })];
}
