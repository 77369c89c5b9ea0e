// Proves the ledger (contract 10): balances are the sum of their transfers, transfers are what transactions, refunds and
// fundings say, and every status change and step of a refund has its place and its webhook event; and that listings and totals say the same. Run by
// `npm run ledger:verify` and nightly; it only reads, in one snapshot, so it may run beside full load.
import type { Sql } from '../storage/database.ts';
import { type Counts, LEDGER_CHECKS, readSnapshot } from '../storage/ledger-checks.ts';
import { LISTING_CHECKS } from '../storage/listing/listing-checks.ts';

export interface Verification {
  ok: boolean;
  checked: Counts;
  /** One sentence for each fault, the first few of each kind. */
  faults: string[];
}

export async function verifyLedger(sql: Sql): Promise<Verification> {
  return readSnapshot(sql, async (snapshot) => {
    const faults: string[] = [];
    for (const check of [...LEDGER_CHECKS, ...LISTING_CHECKS]) {
      const { found, total } = await snapshot.run(check);
      faults.push(...found);
      if (total > found.length) faults.push(`… and ${total - found.length} more: ${check.proves}`);
    }
    return { ok: faults.length === 0, checked: await snapshot.counts(), faults };
  });
}
