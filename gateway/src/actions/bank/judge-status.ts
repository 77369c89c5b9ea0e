// What a status report of the bank (pain.002) says about a file, or about a payout in it (contract 15). It never
// guesses: a report that does not fit becomes `unmatched` or a `conflict`, for a person.
import type { Outcome } from '@tollgate/provider-kit/seam/outcome';
import { isAccepted, isInstantRefusal } from '../../domain/bank/instant-refusal.ts';
import { isNameCheck } from '../../domain/bank/name-check.ts';
import { idOfCompact } from '../../domain/bank/payment-file.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { otherAmountText } from '../../domain/money/money.ts';
import { type BankFile, findBankFile } from '../../storage/bank/bank-file-store.ts';
import { type FiledRow, openPayoutsOf } from '../../storage/bank/entry-store.ts';
import { hasRefused, noteAccepted } from '../../storage/bank/filed-payout-store.ts';
import type { Context } from '../context.ts';
import { judgeName, judgeOtherNames } from './judge-name-check.ts';
import { afterRefusal, leaveInstantFile, paidAfterRefusal } from './leave-instant-file.ts';
import {
  applied,
  applyToPayout,
  applyToPayouts,
  type Candidates,
  conflict,
  type EntryDetails,
  fileNamedBy,
  firstNotApplied,
  isInForce,
  type OpenedEntry,
  PAID,
  payoutOf,
  unmatched,
  type Verdict,
  withdrawnConflict,
} from './verdict.ts';

export async function judgeStatus(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  candidates: Candidates,
): Promise<Verdict> {
  const { payouts } = candidates;
  const named = said.messageId === null ? null : idOfCompact(said.messageId);
  const file = named === null ? null : await findBankFile(context.sql, entry, named);
  if (!file) {
    const payout = payoutOf(said, payouts);
    const isLost = payout?.fileId === null && said.status?.code !== 'RJCT';
    const verdict = unmatched('it is about none of our files');
    // In a restored copy: the bank has the file that was lost. While this entry is open, no other file gets the payout.
    return isLost ? { ...verdict, transactionId: payout.transactionId } : verdict;
  }
  if (!(await isInForce(context, entry, file.id, candidates))) {
    // The whole file counts as rejected only if the report also rejects the payout that it names.
    const isRejected = said.status?.code === 'RJCT' && (said.ofRest !== null || said.endToEndId === null);
    return isRejected ? conflict('its file was withdrawn') : withdrawnConflict(file.id);
  }
  if (said.endToEndId === null) return await ofWhole(context, entry, said, file);
  const own = await ofOne(context, entry, said, { file, payout: payoutOf(said, payouts), candidates });
  if (said.ofRest === null) return own;
  // The other payouts are rejected too, whatever happened to the named payout.
  const status = { code: 'RJCT', reason: said.ofRest.reason };
  const rest = await ofWhole(context, entry, { ...said, endToEndId: null, status }, file);
  return firstNotApplied([own, rest]) ?? own;
}

/** A report about one payout. */
async function ofOne(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  { file, payout, candidates }: { file: BankFile; payout: FiledRow | undefined; candidates: Candidates },
): Promise<Verdict> {
  if (!payout) return unmatched('it names none of our payouts');
  const { transactionId } = payout;
  const { code, reason } = said.status!;
  if (payout.fileId !== file.id)
    return payout.refusedFile === file.id
      ? afterRefusal(payout, file.id, code)
      : conflict('its payout is not in the file that it names', transactionId);
  if (entry.amountMinor !== null && entry.amountMinor !== payout.amountMinor)
    return conflict(
      otherAmountText('reported', { ...entry, currency: 'EUR' }, { ...payout, currency: 'EUR' }),
      transactionId,
    );
  if (isNameCheck(code)) return await judgeName(context, entry, said, { payout, candidates });
  const of = { merchantId: entry.merchantId, fileId: file.id };
  if (isAccepted(code)) await noteAccepted(context.sql, of, [transactionId], context.now());
  if (file.isInstant && isInstantRefusal(code, reason))
    return await leaveInstantFile(context, entry, { file, payouts: [payout], code: reason! });
  const outcome = outcomeOf(code, reason);
  return outcome
    ? await applyToPayout(context, entry, { payout, sent: candidates.sent }, outcome)
    : applied(transactionId, `${code || 'no status'}: nothing changes`);
}

/** A report about all open payouts of the file or batch. */
async function ofWhole(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  file: BankFile,
): Promise<Verdict> {
  const { code, reason } = said.status!;
  const named = fileNamedBy(said);
  const isOfBatch = said.batchId !== null;
  if (isOfBatch && (named?.id !== file.id || named.batch === null))
    return unmatched('it names no batch of this file');
  const of = { merchantId: entry.merchantId, fileId: file.id, batch: isOfBatch ? named!.batch : null };
  if (isNameCheck(code)) return await judgeOtherNames(context, entry, said, of);
  if (isAccepted(code)) await noteAccepted(context.sql, of, null, context.now());
  const outcome = outcomeOf(code, reason);
  if (!outcome) return applied(null, `${code || 'no status'}: nothing changes`);
  const open = await openPayoutsOf(context.sql, of);
  if (file.isInstant && isInstantRefusal(code, reason))
    return await leaveInstantFile(context, entry, { file, payouts: open, code: reason! });
  const verdict = await applyToPayouts(context, entry, open, outcome);
  const paysRefused = outcome.kind === 'completed' && (await hasRefused(context.sql, of));
  return paysRefused && verdict.state === 'applied' ? paidAfterRefusal(file.id) : verdict;
}

/** null: the status changes nothing. */
function outcomeOf(code: string, reason: string | null): Outcome | null {
  if (code === 'ACSC') return PAID;
  if (code !== 'RJCT') return null;
  const errorCode = REJECTIONS[reason ?? ''] ?? CODE.providerFailed;
  return { kind: 'declined', errorCode, reason };
}

const REJECTIONS: Readonly<Record<string, ErrorCode>> = {
  AC01: CODE.accountInvalid,
  AC04: CODE.accountInvalid,
  AC06: CODE.accountInvalid,
  BE01: CODE.nameMismatch,
};
