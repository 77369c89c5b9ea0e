// The result of each line of a payout file, as a CSV file. A spreadsheet must not read a reference as a formula or a number.
import type { Answer } from '../../api/client.ts';

export type SentLine = Answer<'/portal/api/brands/{brandId}/payouts/file/send', 'post'>['lines'][number];

export function resultFile(lines: readonly SentLine[]): string {
  const rows = lines.map(({ line, merchantReference, outcome, transactionId, status, errorCode, message }) =>
    [line, merchantReference, outcome, transactionId, status, errorCode, message].map(cell).join(','),
  );
  return ['line,merchantReference,outcome,transactionId,status,errorCode,message', ...rows, ''].join('\r\n');
}

/** A spreadsheet would run a cell that begins like a formula, or a part of one if it splits there. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replace(/(?=[=+\-@])(?<=^|[;\t\r\n]["\s]*)/g, "'");
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`;
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
