// The result of each line of a payout file, as a CSV file. A spreadsheet must not read a reference as a formula or a
// number.
import type { Answer } from '../../../api/client.ts';
import { csvCell } from '../../../parts/csv-cell.ts';

export type SentLine = Answer<'/portal/api/brands/{brandId}/payouts/file/send', 'post'>['lines'][number];

export function resultFile(lines: readonly SentLine[]): string {
  const rows = lines.map(({ line, merchantReference, outcome, transactionId, status, errorCode, message }) =>
    [line, merchantReference, outcome, transactionId, status, errorCode, message].map(csvCell).join(','),
  );
  return ['line,merchantReference,outcome,transactionId,status,errorCode,message', ...rows, ''].join('\r\n');
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
