// Makes the payouts of one part of a CSV file. The whole file must be right (read-payout-file.ts); with one fault it
// makes none. The page sends part after part and shows its progress. A line whose payout exists already is skipped and
// answered with its id. So if the answer to a part was lost, the page may simply send that part again.
import { createHash } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { createPayout } from './create-payout.ts';
import type { Mapping } from './payout-columns.ts';
import { type FilePayout, readPayoutFile } from './read-payout-file.ts';

export interface SentLine {
  line: number;
  merchantReference: string;
  /** refused: nothing was made; `message` says why. */
  outcome: 'made' | 'made-before' | 'refused';
  transactionId: string | null;
  status: string | null;
  errorCode: ErrorCode | null;
  message: string | null;
}

export interface Part {
  /** The whole file. */
  csv: string;
  mapping: Mapping;
  /** The file's name, for those who approve; null: unknown. */
  fileName: string | null;
  /** How many payouts of the file come before it. */
  from: number;
  count: number;
}

/** Throws Refusal 400 with the faults of the file. */
export async function sendPayoutFile(
  context: Context,
  by: AuditActor,
  brand: Brand,
  { csv, mapping, fileName, from, count }: Part,
): Promise<{ lines: SentLine[]; next: number | null }> {
  const { faults, payouts } = await readPayoutFile(context, brand, csv, mapping);
  if (faults.length > 0) {
    const messages = faults.map(
      ({ line, column, message }) => `line ${line}${column ? `, ${column}` : ''}: ${message}`,
    );
    throw new Refusal(400, messages);
  }
  const part = payouts.slice(from, from + count);
  // Nobody could tell a file without a name from another one, so its payouts are shown one by one.
  const file = fileName && { file: fileName, fileId: fileIdOf(brand, by, { csv, mapping }) };
  const lines = await Promise.all(
    part.map((payout) =>
      sendLine(context, by, brand, { ...payout, from: file ? { ...file, line: payout.line } : {} }),
    ),
  );
  const next = from + count < payouts.length ? from + count : null;
  return { lines, next };
}

/** The same for all parts of a file, also if a part is sent again; other people's uploads have their own. */
function fileIdOf({ brandId }: Brand, { id }: AuditActor, file: Pick<Part, 'csv' | 'mapping'>): string {
  const content = JSON.stringify([brandId, id, file.csv, file.mapping]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

async function sendLine(
  context: Context,
  by: AuditActor,
  brand: Brand,
  { line, written, madeBefore, from }: FilePayout & { from: Pick<Maker, 'file' | 'fileId' | 'line'> },
): Promise<SentLine> {
  const { merchantReference } = written;
  const row = { line, merchantReference, errorCode: null, message: null };
  if (madeBefore) return { ...row, outcome: 'made-before', ...madeBefore };
  try {
    const {
      id: transactionId,
      status,
      errorCode,
    } = await createPayout(context, brand, written, { by, from });
    return { ...row, outcome: 'made', transactionId, status, errorCode };
  } catch (error) {
    if (!(error instanceof Refusal) || error.httpStatus >= 500) throw error;
    const { errorCode, transactionId = null } = error.extras;
    // Somebody sent the same line a moment ago.
    if (errorCode === CODE.referenceUsed && transactionId !== null)
      return { ...row, outcome: 'made-before', transactionId, status: null };
    return { ...row, outcome: 'refused', transactionId, status: null, message: error.message };
  }
}
