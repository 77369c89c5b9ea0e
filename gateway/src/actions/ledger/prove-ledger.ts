// Verifies the ledger and keeps the result, which each merchant can read in the portal. It repairs nothing.
import type { Sql } from '../../storage/database/database.ts';
import { keepProofs } from '../../storage/ledger/ledger-proof-store.ts';
import { type Verification, verifyMerchants } from './verify-ledger.ts';

/** `patient`: the verification reads every row (storage/database/database.ts). */
export async function proveLedger(sql: Sql, patient: Sql, now: Date): Promise<Verification> {
  const { merchants, ...verification } = await verifyMerchants(patient);
  await keepProofs(
    sql,
    merchants.map(({ faults, ...counts }) => ({ ...counts, provedAt: now, ok: faults.length === 0, faults })),
  );
  return verification;
}
