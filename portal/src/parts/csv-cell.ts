// A cell of a CSV file that the page makes: a spreadsheet must not run a text, or make a number or a date of it. Pure.
import { textInCsv } from '../../../gateway/src/actions/spreadsheet/spreadsheet-text.ts';

export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  return value ? `"${textInCsv(value).replaceAll('"', '""')}"` : '';
}
