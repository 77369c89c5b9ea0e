// Runs the proofs of the ledger (contract 10) and of the audit log (contract 12) every night. Loops of chores.ts.
// Several workers may run them: they only read, and store their results for the portal and the metrics. They log a
// fault as an error, once a night, and repair nothing. The ledger's proof covers changes since the last proof; the
// audit log's proof covers every row.
import { verifyAudit } from '../actions/audit/verify-audit.ts';
import type { Context } from '../actions/context.ts';
import { proveLedger } from '../actions/ledger/prove-ledger.ts';
import { keepProofRun } from '../storage/audit/proof-runs.ts';
import { withPatientConnection } from '../storage/database/database.ts';

/** Hour of the day, UTC. */
const NIGHT_HOUR = 3;

/** Work for a loop that runs every few minutes: it runs the check in the first turn of the night's hour. */
function eachNight(context: Context, check: (now: Date) => Promise<void>): () => Promise<void> {
  let lastDay = '';
  return async () => {
    const now = context.now();
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() !== NIGHT_HOUR || day === lastDay) return;
    lastDay = day;
    await check(now);
  };
}

export function nightlyLedgerCheck(context: Context): () => Promise<void> {
  const { sql, log } = context;
  return eachNight(context, async (now) => {
    const { ok, checked, faults } = await withPatientConnection(sql, (patient) =>
      proveLedger(sql, patient, now),
    );
    await keepProofRun(sql, 'ledger', { endedAt: context.now(), faults: faults.length });
    if (ok) log.info({ checked }, 'the ledger is right');
    else log.error({ checked, faults }, 'THE LEDGER IS WRONG; run npm run ledger:verify');
  });
}

export function nightlyAuditCheck(context: Context): () => Promise<void> {
  const { sql, log } = context;
  return eachNight(context, async () => {
    const { ok, checked, faults } = await withPatientConnection(sql, verifyAudit);
    await keepProofRun(sql, 'audit', { endedAt: context.now(), faults: faults.length });
    const { rows, chains } = checked;
    if (ok) log.info({ rows: String(rows), chains }, 'the audit log is right');
    else
      log.error({ rows: String(rows), chains, faults }, 'THE AUDIT LOG IS WRONG; run npm run audit:verify');
  });
}
