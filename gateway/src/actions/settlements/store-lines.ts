// Stores lines of a payout and compares each with our payments (contract 17), under the lock of the account. Lines that
// came before, in whatever page or file, are left out by their key. It moves no money.

import { readChargeReference } from '@tollgate/provider-kit/charge-reference';
import { ReportFault } from '@tollgate/provider-kit/seam/settlement';
import { type LineVerdict, matchLine, type ToldLine } from '../../domain/settlements/match-line.ts';
import {
  addLines,
  NO_SUMS,
  type ReportedLine,
  type ReportedPayout,
  stateOf,
} from '../../domain/settlements/settlement.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { insertLines, knownKeys, type NewLine, settledOf } from '../../storage/settlements/line-store.ts';
import { readPaymentFacts } from '../../storage/settlements/payment-facts.ts';
import {
  accountOf,
  findByReference,
  type Source,
  type StoredSettlement,
  saveSettlement,
} from '../../storage/settlements/settlement-store.ts';

export interface StoredPart {
  settlement: StoredSettlement;
  known: number;
  unmatched: number;
  conflicts: number;
}

/** What is known of how the lines came. */
export interface PartOfPayout {
  payout: ReportedPayout;
  lines: readonly ReportedLine[];
  /** All lines of the payout are here now. */
  isComplete: boolean;
  /** Where the next page begins; null: there is none. */
  nextPage: string | null;
  /** When it is looked at next. Absent: at once, because its credit may be at the bank already. */
  dueAt?: Date;
}

/** Only under the lock of the account (`lockSource`). Throws ReportFault if a line cannot belong to the payout. */
export async function storeLines(
  tx: SqlTransaction,
  source: Source,
  { payout, lines, isComplete, nextPage, dueAt }: PartOfPayout,
  at: Date,
): Promise<StoredPart> {
  const odd = lines.find(({ currency }) => currency !== payout.currency);
  if (odd)
    throw new ReportFault(
      `a line of payout ${payout.reference} is in ${odd.currency}, not ${payout.currency}`,
    );
  const before = (await findByReference(tx, source, payout.reference)) ?? newSettlement(source, payout, at);
  if (before.currency !== payout.currency)
    throw new ReportFault(`payout ${payout.reference} is in ${before.currency}, not ${payout.currency}`);
  const known = await knownKeys(
    tx,
    source,
    lines.map(({ key }) => key),
  );
  const fresh = new Map<string, ReportedLine>();
  for (const line of lines) if (!known.has(line.key) && !fresh.has(line.key)) fresh.set(line.key, line);
  const added = [...fresh.values()];
  const verdicts = await judgeLines(tx, source, added);
  const rows = added.map((line, i): NewLine => ({ ...lineOf(source, before, line, at), ...verdicts[i]! }));
  const after = withState({
    ...before,
    ...toldOf(before, payout),
    ...addLines(before, added),
    lines: before.lines + added.length,
    isComplete: before.isComplete || isComplete,
    nextPage,
    dueAt: dueAt ?? at,
    looks: 0,
  });
  await saveSettlement(tx, after, at);
  await insertLines(tx, rows);
  return {
    settlement: after,
    known: lines.length - added.length,
    unmatched: rows.filter(({ state }) => state === 'unmatched').length,
    conflicts: rows.filter(({ state }) => state === 'conflict').length,
  };
}

export const withState = (settlement: StoredSettlement): StoredSettlement => ({
  ...settlement,
  ...stateOf(settlement),
});

function newSettlement(source: Source, payout: ReportedPayout, at: Date): StoredSettlement {
  const { merchantId, brandId, provider } = source;
  return {
    ...NO_SUMS,
    merchantId,
    brandId,
    provider,
    accountId: accountOf(source),
    id: timeOrderedId(at),
    reference: payout.reference,
    currency: payout.currency,
    statedMinor: null,
    paidAt: null,
    failure: null,
    bankWords: [],
    lines: 0,
    isComplete: false,
    state: 'open',
    reason: null,
    bankEntryId: null,
    creditMinor: null,
    nextPage: null,
    dueAt: at,
    looks: 0,
    createdAt: at,
  };
}

/** Two reports that tell of another amount for the same payout contradict each other, so a person has to look. */
function toldOf(before: StoredSettlement, { netMinor, paidAt, failure, bankWords }: ReportedPayout) {
  const contradicts = before.statedMinor !== null && netMinor !== null && before.statedMinor !== netMinor;
  return {
    statedMinor: before.statedMinor ?? netMinor,
    paidAt: paidAt ?? before.paidAt,
    failure:
      failure ?? before.failure ?? (contradicts ? 'the provider told of two amounts for this payout' : null),
    bankWords: bankWords.length > 0 ? bankWords : before.bankWords,
  };
}

function lineOf(source: Source, { id: settlementId }: StoredSettlement, line: ReportedLine, at: Date) {
  const { merchantId, brandId, accountId } = source;
  return { ...line, merchantId, brandId, accountId, settlementId, id: timeOrderedId(at), isDecided: false };
}

/** The verdicts, in the order of the lines. A line of this set settles what a later one then cannot settle. */
export async function judgeLines(
  tx: SqlTransaction,
  source: Source,
  lines: readonly ToldLine[],
): Promise<LineVerdict[]> {
  const ids = lines.map((line) => transactionOf(line));
  const named = [...new Set(ids.filter((id) => id !== null))];
  const facts = await readPaymentFacts(tx, source, named);
  const settled = await settledOf(tx, source, named);
  const from = { provider: source.provider, accountId: accountOf(source) };
  return lines.map((line, i) => {
    const id = ids[i] ?? null;
    const verdict = matchLine(line, from, id === null ? null : (facts.get(id) ?? null), settled);
    if (verdict.settles !== null) settled.add(verdict.settles);
    return verdict;
  });
}

const transactionOf = ({ charge }: Pick<ReportedLine, 'charge'>): string | null =>
  charge === null ? null : (readChargeReference(charge)?.transactionId ?? null);
