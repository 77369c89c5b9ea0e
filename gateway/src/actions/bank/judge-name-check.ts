// What the bank's name check says about the payouts of a file (contract 15, docs/decisions/0128). It is only noted, for
// a person. A name check must never move money, end a payout or take it out of its file.
import {
  isMismatch,
  type NameResult,
  nameResultOf,
  RESULT_WORDS,
  SOME_MISMATCH,
} from '../../domain/bank/name-check.ts';
import { readBooked } from '../../domain/bank/read-booked.ts';
import { timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import type { FiledRow } from '../../storage/bank/entry-store.ts';
import { payoutsNotListed, saveNameChecks } from '../../storage/bank/name-check-store.ts';
import type { Context } from '../context.ts';
import {
  applied,
  type Candidates,
  conflict,
  type EntryDetails,
  type OpenedEntry,
  paysItsRecipient,
  type Verdict,
} from './verdict.ts';

const UNFINISHED = 'name check: it is not finished';

/** `payout`: the one that the report names, in its file and with its amount. */
export async function judgeName(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  { payout, candidates }: { payout: FiledRow; candidates: Candidates },
): Promise<Verdict> {
  const { transactionId } = payout;
  if (!paysItsRecipient(context, entry, transactionId, candidates))
    return conflict('it checked a different account than the payout names', transactionId);
  const result = nameResultOf(said.status!.code);
  if (result === null) return applied(transactionId, UNFINISHED);
  await save(context, entry, said, {
    fileId: payout.fileId!,
    result,
    transactionIds: [transactionId],
    isNamed: true,
  });
  return noted(transactionId, result);
}

/** What the report says about the payouts of the file or batch that it does not list. */
export async function judgeOtherNames(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  { fileId, batch }: { fileId: string; batch: number | null },
): Promise<Verdict> {
  const { code } = said.status!;
  const known = nameResultOf(code);
  if (known === null) return applied(null, UNFINISHED);
  const { merchantId } = entry;
  const reportedAt = reportedAtOf(entry, said);
  const { ids, all } = await payoutsNotListed(context.sql, { merchantId, fileId, batch, reportedAt });
  if (ids.length === 0) return applied(null, 'name check: it lists each payout');
  let result = known;
  if (code === SOME_MISMATCH && all > 1) {
    // Banks count the names that match, and list the others.
    if (said.nameCheck?.matches !== ids.length)
      return applied(null, 'name check: it does not say which of the other names match');
    result = 'match';
  }
  await save(context, entry, said, { fileId, result, transactionIds: ids, isNamed: false });
  return noted(all === 1 ? ids[0]! : null, result);
}

const noted = (transactionId: string | null, result: NameResult): Verdict =>
  applied(
    transactionId,
    `name check: ${RESULT_WORDS[result]}${isMismatch(result) ? '; a person decides' : ''}`,
  );

async function save(
  { sql }: Pick<Context, 'sql'>,
  entry: OpenedEntry,
  said: EntryDetails,
  news: { fileId: string; result: NameResult; transactionIds: readonly string[]; isNamed: boolean },
): Promise<void> {
  const { merchantId, brandId, id: entryId } = entry;
  await saveNameChecks(sql, { ...news, merchantId, brandId, entryId, reportedAt: reportedAtOf(entry, said) });
}

/** A report without a readable time was written when it came. */
const reportedAtOf = ({ statementId }: OpenedEntry, { nameCheck }: EntryDetails): Date =>
  readBooked(nameCheck?.reportedAt ?? null)?.at ?? timeOfId(statementId);
