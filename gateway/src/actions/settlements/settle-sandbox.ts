// The sandbox pays out what is not settled yet (contract 17): one settlement for each currency. Its lines take the same
// way as those of a real provider. Only in `test`.
import { Refusal } from '../../domain/errors/refusal.ts';
import { sandboxLines } from '../../domain/settlements/sandbox-payout.ts';
import type { ReportedLine } from '../../domain/settlements/settlement.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { withRetries } from '../../storage/database/database.ts';
import { settledOf } from '../../storage/settlements/line-store.ts';
import { readPaymentFacts } from '../../storage/settlements/payment-facts.ts';
import {
  lockSource,
  type OfBrand,
  type StoredSettlement,
} from '../../storage/settlements/settlement-store.ts';
import { unsettledPayins } from '../../storage/settlements/unsettled-payins.ts';
import type { Context } from '../context.ts';
import { storeLines } from './store-lines.ts';

export const SANDBOX_ID = 'sandbox';
const DAYS_BACK = 60;
const DAY_MS = 86_400_000;
/** The payments of one payout; the next payout has the others. */
const MOST_PAYMENTS = 5_000;

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
      const at = context.now();
      await lockSource(tx, source, at);
      const since = new Date(at.getTime() - DAYS_BACK * DAY_MS);
      const ids = await unsettledPayins(tx, source, { since, limit: MOST_PAYMENTS });
      const facts = await readPaymentFacts(tx, source, ids);
      const settled = await settledOf(tx, source, ids);
      const lines = [...facts.values()]
        .flatMap((one) => sandboxLines(one, settled))
        .filter(({ occurredAt }) => until === null || occurredAt === null || occurredAt <= until);
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
