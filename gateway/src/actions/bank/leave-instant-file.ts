// The bank refused payouts only as instant transfers (contract 15, docs/decisions/0128): they leave their file and wait
// for an ordinary one. No money moves, and no payout ends. A payout about which the bank said anything else must never
// go into another file before a person has looked at it.
import { isAccepted } from '../../domain/bank/instant-refusal.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { isFinal } from '../../domain/transactions/transaction.ts';
import type { BankFile } from '../../storage/bank/bank-file-store.ts';
import { type FiledRow, filedPayouts } from '../../storage/bank/entry-store.ts';
import { leaveFile } from '../../storage/bank/filed-payout-store.ts';
import type { Context } from '../context.ts';
import {
  applied,
  applyToPayout,
  conflict,
  firstNotApplied,
  type OpenedEntry,
  type Verdict,
} from './verdict.ts';

export async function leaveInstantFile(
  context: Context,
  entry: OpenedEntry,
  { file, payouts, code }: { file: BankFile; payouts: readonly FiledRow[]; code: string },
): Promise<Verdict> {
  const { merchantId } = entry;
  const ids = payouts.map(({ transactionId }) => transactionId);
  const left = await leaveFile(context.sql, { merchantId, fileId: file.id }, ids, code);
  const others = payouts.filter(({ transactionId }) => !left.has(transactionId));
  const verdicts: Verdict[] = [];
  for (const payout of others) verdicts.push(await stays(context, entry, { file, payout }));
  const words = `refused as an instant transfer (${code}); it waits for an ordinary file`;
  return firstNotApplied(verdicts) ?? applied(ids.length === 1 ? ids[0]! : null, words);
}

/** An earlier try took the payout out of the file, or it has ended, or the bank has debited it. */
async function stays(
  context: Context,
  entry: OpenedEntry,
  { file, payout }: { file: BankFile; payout: FiledRow },
): Promise<Verdict> {
  const { transactionId } = payout;
  const now = (await filedPayouts(context.sql, entry, [transactionId])).get(transactionId);
  if (now?.refusedFile === file.id && now.fileId !== file.id) return applied(transactionId);
  const transaction = await context.transactions.find(entry.merchantId, transactionId);
  if (!transaction || !isFinal(transaction.status))
    return conflict('it was refused as an instant transfer, but the bank has debited it', transactionId);
  // Says whether the end of the payout agrees.
  const declined = { kind: 'declined', errorCode: CODE.providerFailed } as const;
  return await applyToPayout(context, entry, { payout, sent: new Map() }, declined);
}

/** A report about a payout that left this file. */
export function afterRefusal({ transactionId }: FiledRow, fileId: string, code: string): Verdict {
  if (!isAccepted(code))
    return applied(transactionId, `${code || 'no status'}: the payout has left this file`);
  const fault = 'it accepts a payout that the bank refused as an instant transfer';
  return { ...conflict(fault, transactionId), withdrawnFile: fileId };
}

/** The bank says that it paid the whole file. No other file gets the refused payouts before a person has looked. */
export const paidAfterRefusal = (fileId: string): Verdict => ({
  ...conflict('it also covers payouts that the bank refused as instant transfers'),
  withdrawnFile: fileId,
});
