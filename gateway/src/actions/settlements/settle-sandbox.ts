// The sandbox pays out what is not settled yet (contract 17): one settlement for each currency. Its lines take the same
// way as those of a real provider. Only in `test`.
import { Refusal } from '../../domain/errors/refusal.ts';
import { sandboxLines } from '../../domain/settlements/sandbox-payout.ts';
import type { ReportedLine } from '../../domain/settlements/settlement.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { knownKeys, settledOf } from '../../storage/settlements/line-store.ts';
import { readPaymentFacts } from '../../storage/settlements/payment-facts.ts';
import {
  lockSource,
  type OfBrand,
  type Source,
  type StoredSettlement,
} from '../../storage/settlements/settlement-store.ts';
import { unsettledPayins } from '../../storage/settlements/unsettled-payins.ts';
import type { Context } from '../context.ts';
import { storeLines } from './store-lines.ts';

export const SANDBOX_ID = 'sandbox';
const DAYS_BACK = 60;
const DAY_MS = 86_400_000;
const PAYMENTS_AT_ONCE = 1_000;
/** The next payout has the others. */
const ENOUGH_LINES = 5_000;

/**
 * The settlements, the one with the most lines first. `until`: only what had happened by then, for a payout in the
 * past. Throws Refusal 409 if nothing is left to pay out.
 */
export async function settleSandbox(
  context: Context,
  { merchantId, brandId }: OfBrand,
  until: Date | null = null,
): Promise<StoredSettlement[]> {
  const source = { merchantId, brandId, accountId: brandId, provider: SANDBOX_ID };
  const settlements = await withRetries(() =>
    context.sql.begin(async (tx) => {
      await lockSource(tx, source, context.now());
      const at = context.now();
      const lines = await unsettledLines(tx, source, { at, until });
      const stored: StoredSettlement[] = [];
      for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
        const payout = payoutOf(own, currency, at);
        const part = { payout, lines: own, isComplete: true, nextPage: null };
        stored.push((await storeLines(tx, source, part, at)).settlement);
      }
      return stored;
    }),
  );
  if (settlements.length === 0) throw new Refusal(409, 'nothing is left to pay out');
  return settlements.toSorted((a, b) => b.lines - a.lines);
}

/** Payments that were looked at before, and have no more lines, must not keep the later ones out. */
async function unsettledLines(
  tx: SqlTransaction,
  source: Source,
  { at, until }: { at: Date; until: Date | null },
): Promise<ReportedLine[]> {
  const since = new Date(at.getTime() - DAYS_BACK * DAY_MS);
  const lines: ReportedLine[] = [];
  for (let after: string | null = null; lines.length < ENOUGH_LINES; ) {
    const ids: string[] = await unsettledPayins(tx, source, { since, after, limit: PAYMENTS_AT_ONCE });
    const facts = await readPaymentFacts(tx, source, ids);
    const settled = await settledOf(tx, source, ids);
    const told = [...facts.values()]
      .flatMap((one) => sandboxLines(one, settled))
      .filter(({ occurredAt }) => until === null || occurredAt === null || occurredAt <= until);
    // A line that waits for a person settles nothing, but it was paid out.
    const known = await knownKeys(
      tx,
      source,
      told.map(({ key }) => key),
    );
    lines.push(...told.filter(({ key }) => !known.has(key)));
    if (ids.length < PAYMENTS_AT_ONCE) break;
    after = ids.at(-1)!;
  }
  return lines;
}

function payoutOf(lines: readonly ReportedLine[], currency: string, at: Date) {
  const reference = `SBX-${timeOrderedId(at).replaceAll('-', '').slice(0, 20).toUpperCase()}`;
  return {
    reference,
    currency,
    netMinor: lines.reduce((sum, { netMinor }) => sum + netMinor, 0n),
    paidAt: at,
    failure: null,
    bankWords: [reference],
  };
}
