// The commands `ledger:verify` and `audit:verify`: they read everything, print each fault and a verdict, and answer the
// exit code.
import { verifyAudit } from '../actions/audit/verify-audit.ts';
import { verifyLedger } from '../actions/ledger/verify-ledger.ts';
import type { Sql } from '../storage/database/database.ts';

type Line = (line: string) => void;

/** A proof that ends sooner shows no progress; a proof of many millions of payments takes much longer. */
const QUIET_SECONDS = 10;

/** `note` gets the progress. */
export async function verifyLedgerOf(
  sql: Sql,
  { print, note, quietSeconds = QUIET_SECONDS }: { print: Line; note: Line; quietSeconds?: number },
): Promise<number> {
  const began = performance.now();
  const { ok, checked, faults } = await verifyLedger(sql, ({ done, of, proves }) => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (seconds >= quietSeconds) note(`${done} of ${of} checks after ${seconds} s: ${proves}`);
  });
  for (const fault of faults) print(fault);
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  print(`${ok ? 'The ledger is right' : 'THE LEDGER IS WRONG'}: ${counts.join(', ')} checked`);
  return ok ? 0 : 1;
}

export async function verifyAuditOf(sql: Sql, { print }: { print: Line }): Promise<number> {
  const { ok, checked, faults } = await verifyAudit(sql);
  for (const fault of faults) print(fault);
  const verdict = ok ? 'The audit log is right' : 'THE AUDIT LOG IS WRONG';
  print(`${verdict}: ${checked.rows} rows of ${checked.chains} merchants checked`);
  return ok ? 0 : 1;
}
