// Makes the payouts of one part of a CSV file. The whole file must be right (read-payout-file.ts); with one fault it
// makes none. The page sends part after part and shows its progress. A line whose payout exists already is skipped and
// answered with its id. So if the answer to a part was lost, the page may simply send that part again.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Context } from '../context.ts';
import { createPayout } from './create-payout.ts';
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
  { csv, fileName, from, count }: Part,
): Promise<{ lines: SentLine[]; next: number | null }> {
  const { faults, payouts } = await readPayoutFile(context, brand, csv);
  if (faults.length > 0) {
    const messages = faults.map(
      ({ line, column, message }) => `line ${line}${column ? `, ${column}` : ''}: ${message}`,
    );
    throw new Refusal(400, messages);
  }
  const part = payouts.slice(from, from + count);
  const lines = await Promise.all(
    part.map((payout) => sendLine(context, by, brand, { ...payout, fileName })),
  );
  const next = from + count < payouts.length ? from + count : null;
  return { lines, next };
}

async function sendLine(
  context: Context,
  by: AuditActor,
  brand: Brand,
  { line, written, madeBefore, fileName }: FilePayout & Pick<Part, 'fileName'>,
): Promise<SentLine> {
  const { merchantReference } = written;
  const row = { line, merchantReference, errorCode: null, message: null };
  if (madeBefore) return { ...row, outcome: 'made-before', ...madeBefore };
  try {
    const {
      id: transactionId,
      status,
      errorCode,
    } = await createPayout(context, brand, written, { by, file: fileName });
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
