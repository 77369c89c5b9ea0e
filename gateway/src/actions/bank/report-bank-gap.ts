// What banks tell a restored copy about payouts that it has lost, or does not know as sent (decision 94). The copy
// takes statements even while it is held. No new file gets these payouts. This report changes nothing.
import { idOfCompact } from '../../domain/bank/payment-file.ts';
import {
  type KnownPayout,
  readKnownFiles,
  readKnownPayouts,
  readOpenEntriesSince,
} from '../../storage/bank/bank-gap-reads.ts';
import { readHold } from '../../storage/schema/restored-copy.ts';
import type { Context } from '../context.ts';
import { openEntry } from './open-entry.ts';
import { fileNamedBy, type OpenedEntry } from './verdict.ts';

export interface LostPayout {
  /** The id of the payout, or of the file if the bank names no payout. */
  id: string;
  of: 'payout' | 'file';
  amountMinor: bigint | null;
  currency: string | null;
  bookedAt: Date | null;
  /** What this copy knows about it, in words. */
  here: string;
}

/** null: this copy is not held. Lists each payout and file once. */
export async function reportBankGap(context: Context): Promise<LostPayout[] | null> {
  const { sql } = context;
  const hold = await readHold(sql);
  if (hold === null) return null;
  const entries = await readOpenEntriesSince(sql, hold.heldSince);
  const opened = await Promise.all(entries.map((entry) => openEntry(context, entry)));
  const named = opened.flatMap((entry) => (isNo(entry) ? [] : [{ entry, ...namedBy(entry) }]));
  const payouts = await readKnownPayouts(sql, [...new Set(named.flatMap(({ payout }) => payout ?? []))]);
  const files = await readKnownFiles(sql, [...new Set(named.flatMap(({ file }) => file ?? []))]);
  const lost = new Map<string, LostPayout>();
  for (const { entry, payout, file } of named) {
    const { amountMinor, currency, bookedAt } = entry;
    const said = { amountMinor, currency, bookedAt };
    const here = payout === null ? null : wordsOf(payouts.get(payout));
    if (payout !== null && here !== null) lost.set(payout, { id: payout, of: 'payout', ...said, here });
    else if (payout === null && file !== null && !files.has(file))
      lost.set(file, {
        id: file,
        of: 'file',
        ...said,
        here: 'not in this copy: it may contain waiting payouts',
      });
  }
  return [...lost.values()];
}

/** The bank says that it did not execute it. */
const isNo = ({ said }: OpenedEntry): boolean => said === null || said.status?.code === 'RJCT';

function namedBy({ said }: OpenedEntry): { payout: string | null; file: string | null } {
  return {
    payout: said?.endToEndId ? idOfCompact(said.endToEndId) : null,
    file: said === null ? null : (fileNamedBy(said)?.id ?? null),
  };
}

/** null: this copy knows the payout as sent. */
function wordsOf(payout: KnownPayout | undefined): string | null {
  if (!payout) return 'not in this copy: its creation was lost';
  if (payout.isFiled) return null;
  return payout.status === 'PROCESSING'
    ? 'approved here, but in no file: it goes into no new file until somebody dismisses the entry'
    : `${payout.status} here: even when approved, it goes into no file until somebody dismisses the entry`;
}
