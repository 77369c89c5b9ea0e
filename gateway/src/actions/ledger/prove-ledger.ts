// Proves the ledger every night, and keeps the result, which each merchant can read in the portal. It reads the changes
// since the last proof (docs/decisions/0089). The first proof reads everything, and so does the next one after a
// merchant's proof failed. It repairs nothing. `npm run ledger:verify` always reads everything.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../storage/database/database.ts';
import { type ProofResult, proveChanges } from '../../storage/ledger/changed-checks.ts';
import { keepProofs, type LedgerProof } from '../../storage/ledger/ledger-proof-store.ts';
import { isAnythingProved, moveProofMark, removeProofMark } from '../../storage/ledger/proof-marks.ts';
import { ALL_CHECKS, summary, type Verification, verifyMerchants } from './verify-ledger.ts';

/** No commit takes this long: an id is made moments before its commit, and every statement has a deadline. */
const OPEN_COMMITS_MS = 3_600_000;

/** `patient`: a proof may read every row (storage/database/database.ts). */
export async function proveLedger(sql: Sql, patient: Sql, now: Date): Promise<Verification> {
  const isFirst = !(await isAnythingProved(sql));
  const { merchants, ...verification } = isFirst
    ? await verifyMerchants(patient)
    : ofChanges(await proveChanges(patient, ALL_CHECKS));
  await keepProofs(
    sql,
    merchants.map(({ faults, ...counts }) => ({ ...counts, provedAt: now, ok: faults.length === 0, faults })),
  );
  const through = firstIdAt(new Date(now.getTime() - OPEN_COMMITS_MS));
  for (const { merchantId, faults } of merchants) {
    if (faults.length === 0) await moveProofMark(patient, merchantId, { through, provedAt: now });
    else await removeProofMark(sql, merchantId);
  }
  return verification;
}

type MerchantProof = Omit<LedgerProof, 'provedAt' | 'ok'>;

function ofChanges(proved: readonly ProofResult[]): Verification & { merchants: MerchantProof[] } {
  const sum = (of: (one: ProofResult) => number) => proved.reduce((total, one) => total + of(one), 0);
  const checks = [
    ...Map.groupBy(
      proved.flatMap(({ found }) => found),
      ({ proves }) => proves,
    ),
  ].map(([proves, parts]) => ({
    proves,
    found: parts.flatMap(({ faults }) => faults),
    total: parts.reduce((total, part) => total + part.total, 0),
  }));
  const counts = {
    transactions: sum((one) => one.transactions),
    transfers: sum((one) => one.transfers),
    balances: sum((one) => one.balances),
  };
  return {
    ...summary(checks, counts),
    merchants: proved.map(({ found, balances: _, ...counts }) => ({
      ...counts,
      faults: found.flatMap(({ faults }) => faults.map(({ fault }) => fault)),
    })),
  };
}
