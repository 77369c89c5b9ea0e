// Proves the ledger (contract 10): balances are the sum of their transfers; transfers match transactions, refunds and
// fundings; closed days match their transfers. Every status change and step after an end has its place and its webhook
// event; listings and totals agree. `npm run ledger:verify` runs it, and a loop every night (prove-ledger.ts). It only
// reads, in one snapshot, so it may run beside full load.
import type { Sql } from '../../storage/database/database.ts';
import {
  type Counts,
  type Fault,
  LEDGER_CHECKS,
  type MerchantCounts,
  readSnapshot,
  type Snapshot,
} from '../../storage/ledger/ledger-checks.ts';
import { REPORT_CHECKS } from '../../storage/ledger/report-checks.ts';
import { STORY_CHECKS } from '../../storage/ledger/story-checks.ts';
import { LISTING_CHECKS } from '../../storage/listing/listing-checks.ts';

export interface Verification {
  ok: boolean;
  checked: Counts;
  /** One sentence for each fault, the first few of each kind. */
  faults: string[];
}

/** `done` of `of` checks have run. `proves` is the sentence that the last check proved or disproved. */
export interface ProofProgress {
  done: number;
  of: number;
  proves: string;
}

export async function verifyLedger(
  sql: Sql,
  onProgress: (progress: ProofProgress) => void = () => {},
): Promise<Verification> {
  return await readSnapshot(sql, async (snapshot) =>
    summary(await runChecks(snapshot, onProgress), await snapshot.counts()),
  );
}

/** The same, with each merchant's own faults. */
export async function verifyMerchants(
  sql: Sql,
): Promise<Verification & { merchants: (MerchantCounts & { faults: string[] })[] }> {
  return await readSnapshot(sql, async (snapshot) => {
    const checks = await runChecks(snapshot);
    const faults = Map.groupBy(
      checks.flatMap(({ found }) => found),
      (one) => one.merchantId,
    );
    const merchants = await snapshot.countsOfMerchants();
    return {
      ...summary(checks, await snapshot.counts()),
      merchants: merchants.map((one) => ({
        ...one,
        faults: (faults.get(one.merchantId) ?? []).map(({ fault }) => fault),
      })),
    };
  });
}

interface Checked {
  proves: string;
  found: Fault[];
  total: number;
}

export const ALL_CHECKS = [...LEDGER_CHECKS, ...STORY_CHECKS, ...REPORT_CHECKS, ...LISTING_CHECKS];

async function runChecks(
  snapshot: Snapshot,
  onProgress: (progress: ProofProgress) => void = () => {},
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const check of ALL_CHECKS) {
    const { proves } = check;
    checked.push({ proves, ...(await snapshot.run(check)) });
    onProgress({ done: checked.length, of: ALL_CHECKS.length, proves });
  }
  return checked;
}

export function summary(checks: Checked[], checked: Counts): Verification {
  const faults = checks.flatMap(({ proves, found, total }) => [
    ...found.slice(0, MOST_SHOWN).map(({ fault }) => fault),
    ...(total > MOST_SHOWN ? [`… and ${total - MOST_SHOWN} more: ${proves}`] : []),
  ]);
  return { ok: faults.length === 0, checked, faults };
}

const MOST_SHOWN = 20;
