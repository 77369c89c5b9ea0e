// When the nightly proofs last ran over all merchants, and how they ended (proof_runs), for the metrics. Merchants read
// their part in ledger_proofs.
import type { Sql } from '../database/database.ts';

export type Proof = 'ledger' | 'audit';

export interface ProofRun {
  proof: Proof;
  /** Before the first success, the time when the database was made. */
  succeededAt: Date;
  /** Faults that the last run found. */
  faults: number;
}

export async function keepProofRun(
  sql: Sql,
  proof: Proof,
  { endedAt, faults }: { endedAt: Date; faults: number },
): Promise<void> {
  await (faults === 0
    ? sql`update proof_runs set succeeded_at = ${endedAt}, ended_at = ${endedAt}, faults = 0 where proof = ${proof}`
    : sql`update proof_runs set ended_at = ${endedAt}, faults = ${faults} where proof = ${proof}`);
}

export async function listProofRuns(sql: Sql): Promise<ProofRun[]> {
  const rows = await sql`select proof, succeeded_at, faults from proof_runs order by proof`;
  return rows.map(({ proof, succeeded_at: succeededAt, faults }) => ({ proof, succeededAt, faults }));
}
