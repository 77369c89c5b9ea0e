// A cell of a CSV file that the page makes. A spreadsheet must not run its text, or turn it into a number or a date.
// Pure.
import { textInCsv } from '../../../gateway/src/actions/spreadsheet/spreadsheet-text.ts';

export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  return value ? `"${textInCsv(value).replaceAll('"', '""')}"` : '';
}
