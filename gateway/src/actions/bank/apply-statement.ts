// Applies the waiting entries of a statement (contract 15), piece by piece, under a lease of the statement. Each effect
// is written once. So if a process dies, or a second process takes over too early, nothing changes twice.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { idsOfReference } from '../../domain/bank/creditor-reference.ts';
import { idOfCompact } from '../../domain/bank/payment-file.ts';
import { claimTransactions } from '../../storage/bank/entry-claims.ts';
import {
  type EntryVerdict,
  filedPayouts,
  payinsBetween,
  saveVerdicts,
  unfiledPayouts,
  waitingEntries,
} from '../../storage/bank/entry-store.ts';
import {
  type BankStatement,
  endStatement,
  extendLease,
  leaseStatement,
  leftStatements,
} from '../../storage/bank/statement-store.ts';
import { withRetries } from '../../storage/database/database.ts';
import { recipientKeys } from '../../storage/transactions/payout-recipients.ts';
import { readSentChargesOf } from '../../storage/transactions/sent-charges.ts';
import type { Context } from '../context.ts';
import { claimsOf } from './claims-of-entries.ts';
import { judgeEntry } from './judge-entry.ts';
import { openEntry } from './open-entry.ts';
import { pairCredits } from './pair-credits.ts';
import { type Candidates, type FoundPayments, inParallel, type OpenedEntry, payoutOf } from './verdict.ts';

/** Longer than a piece takes. If a process dies, another process continues after this time. */
export const LEASE_MS = 30_000;
const PIECE = 1_000;
const MOST_STATEMENTS = 4;

/** Answers the statement with its counts. */
export async function applyStatement(
  context: Context,
  statement: Pick<BankStatement, 'merchantId' | 'brandId' | 'id'>,
): Promise<BankStatement> {
  let after: string | null = null;
  let saved = Promise.resolve();
  try {
    for (;;) {
      // Saving verdicts changes no payment, so we read the payments of the next piece in parallel.
      const reading: Promise<Piece> = readPiece(context, statement, after);
      const [piece] = await Promise.all([reading, saved]);
      // Keep looping after a full pass: a person may meanwhile have assigned an entry that comes earlier.
      if (piece.entries.length === 0 && after === null) break;
      after = piece.entries.at(-1)?.id ?? null;
      if (piece.entries.length === 0) continue;
      await extendLease(context.sql, statement, new Date(context.now().getTime() + LEASE_MS));
      const verdicts = await judgePiece(context, piece);
      saved = saveVerdicts(context.sql, verdicts);
    }
  } finally {
    await saved;
  }
  await pairCredits(context, statement);
  return await withRetries(() => context.sql.begin((tx) => endStatement(tx, statement)));
}

/** For the worker: applies statements that a dead process left behind. Answers how many there were. */
export async function applyLeftStatements(context: Context): Promise<number> {
  const now = context.now();
  const left = await leftStatements(context.sql, now, MOST_STATEMENTS);
  for (const one of left) {
    const until = new Date(context.now().getTime() + LEASE_MS);
    const leased = await leaseStatement(context.sql, one, { now, until });
    if (leased) await applyStatement(context, leased);
  }
  return left.length;
}

interface Piece {
  entries: readonly OpenedEntry[];
  found: FoundPayments;
}

async function readPiece(
  context: Context,
  statement: Pick<BankStatement, 'merchantId' | 'brandId' | 'id'>,
  after: string | null,
): Promise<Piece> {
  const { merchantId, id: statementId } = statement;
  const waiting = await waitingEntries(context.sql, { merchantId, statementId, after, limit: PIECE });
  const entries = await Promise.all(waiting.map((entry) => openEntry(context, entry)));
  return { entries, found: await paymentsNamedBy(context, statement, entries) };
}

/**
 * Claims the payments of single entries together. Call it after the verdicts of the former piece are saved, because
 * saving verdicts releases claims.
 */
async function judgePiece(context: Context, { entries, found }: Piece): Promise<EntryVerdict[]> {
  const claims = claimsOf(context, entries, found);
  const claimed = new Set(await claimTransactions(context.sql, claims));
  const candidates: Candidates = { ...found, claimed, reports: new Map() };
  const verdicts: EntryVerdict[] = [];
  await inParallel(inLines(entries).values(), async (line) => {
    for (const one of line) {
      const { merchantId, id, reason: readReason } = one;
      const { withdrawnFile = null, ...verdict } = await judgeEntry(context, one, candidates);
      const { state } = verdict;
      verdicts.push({ merchantId, id, readReason, withdrawnFile, ...verdict });
      if (state !== 'applied') context.countNotification(BANK_ID, state);
    }
  });
  return verdicts;
}

/**
 * Entries about the same payment stay in order: a debit comes before its return. A status report or a sum may concern a
 * whole file, so a piece with such an entry is judged as a single line.
 */
function inLines(entries: readonly OpenedEntry[]): OpenedEntry[][] {
  const speaksOfMore = ({ direction, said }: OpenedEntry) =>
    direction === 'status' || (direction === 'debit' && said !== null && said.messageId !== null);
  if (entries.some(speaksOfMore)) return [[...entries]];
  const lineOf = ({ id, said, references }: OpenedEntry) =>
    references[0] ?? (said?.endToEndId && idOfCompact(said.endToEndId)) ?? id;
  return [...Map.groupBy(entries, lineOf).values()];
}

/** Our payments that the entries name: one query of each kind for all entries. */
async function paymentsNamedBy(
  { sql }: Context,
  brand: Pick<BankStatement, 'merchantId' | 'brandId'>,
  entries: readonly OpenedEntry[],
): Promise<FoundPayments> {
  const references = [...new Set(entries.flatMap((entry) => entry.references))];
  const found = await payinsBetween(
    sql,
    brand,
    references.map((reference) => idsOfReference(reference)!),
  );
  const ids = entries.flatMap(({ said }) => (said?.endToEndId && idOfCompact(said.endToEndId)) || []);
  const payins = new Map([...found].map(([place, payin]) => [references[place]!, payin]));
  const payouts = await filedPayouts(sql, brand, [...new Set(ids)]);
  const unfiled = await unfiledPayouts(
    sql,
    brand,
    ids.filter((id) => !payouts.has(id)),
  );
  const assigned = entries.flatMap(({ role, transactionId }) => (role === 'paid' && transactionId) || []);
  const named = new Set([...[...payins.values()].map(({ id }) => id), ...payouts.keys(), ...assigned]);
  const sent = await readSentChargesOf(sql, brand.merchantId, [...named]);
  const paid = entries.flatMap(({ direction, said }) => {
    const namesRecipient = direction === 'debit' || said?.nameCheck !== undefined;
    const payout = namesRecipient && said?.counterparty.account ? payoutOf(said, payouts) : undefined;
    return payout ? [payout.transactionId] : [];
  });
  const recipients = await recipientKeys(sql, brand, paid);
  return { payins, payouts, unfiled, recipients, sent };
}
