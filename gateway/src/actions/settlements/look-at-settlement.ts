// Looks at a settlement that is due (contract 17): reads further pages of its lines, compares lines that did not fit
// once more, because their payment may have ended since. What still does not fit is looked at again after a growing
// pause, and waits for a person meanwhile. actions/bank/pair-credits.ts finds its credit at the bank.

import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import {
  countOpenLines,
  type JudgedLine,
  LINES_AT_ONCE,
  openLines,
  saveLineVerdicts,
} from '../../storage/settlements/line-store.ts';
import {
  findSettlement,
  lockSource,
  type Source,
  type StoredSettlement,
  saveSettlement,
} from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { readPages } from './follow-payout.ts';
import { judgeLines, withState } from './store-lines.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The pause after each look; later ones a day. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];
/** Five weeks: after them only news, a statement or a person brings more. */
const MOST_LOOKS = 40;

export const sourceOf = ({ merchantId, brandId, provider, accountId }: StoredSettlement): Source => ({
  merchantId,
  brandId,
  provider,
  accountId: accountId ?? brandId,
});

export async function lookAtSettlement(context: Context, settlement: StoredSettlement): Promise<void> {
  const source = sourceOf(settlement);
  const adapter = context.provider(settlement.provider, settlement.accountId);
  const pages =
    adapter?.settlements?.linesOf && !settlement.isComplete
      ? await readPages(context, adapter, source, settlement)
      : 'complete';
  await withRetries(() =>
    context.sql.begin(async (tx) => {
      const at = context.now();
      await lockSource(tx, source, at);
      const current = await findSettlement(tx, settlement, settlement.id);
      if (!current) return;
      await judgeAgain(tx, source, current);
      const open = (await countOpenLines(tx, source, [current.id])).get(current.id);
      const isDone = pages === 'complete' && !open && current.bankEntryId !== null;
      const looks = pages === 'more' ? current.looks : current.looks + 1;
      const pauseMs = pages === 'more' ? 0 : (PAUSES_MS[current.looks] ?? DAY_MS);
      const dueAt = isDone || looks > MOST_LOOKS ? null : new Date(at.getTime() + pauseMs);
      await saveSettlement(tx, withState({ ...current, looks, dueAt }), at);
    }),
  );
}

async function judgeAgain(
  tx: SqlTransaction,
  source: Source,
  { merchantId, id }: StoredSettlement,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const lines = await openLines(tx, { merchantId, id }, { after, limit: LINES_AT_ONCE });
    if (lines.length === 0) return;
    const verdicts = await judgeLines(tx, source, lines);
    const judged = lines.map((line, i): JudgedLine => ({ ...line, ...verdicts[i]! }));
    await saveLineVerdicts(tx, judged);
    if (lines.length < LINES_AT_ONCE) return;
    after = lines.at(-1)!.id;
  }
}
