// Runs the proof of the ledger every night (contract 10), of what changed since the last one. A loop of chores.ts. Several
// workers may run it: it reads, and keeps its result for the portal. A fault is logged as an error, once a night; nothing
// is repaired.
import type { Context } from '../actions/context.ts';
import { proveLedger } from '../actions/ledger/prove-ledger.ts';
import { withPatience } from '../storage/database/database.ts';

/** Hour of the day, UTC. */
const NIGHT_HOUR = 3;

/** Work for a loop that runs every few minutes: done in the first turn of the night's hour. */
export function nightlyLedgerCheck(context: Context): () => Promise<void> {
  let lastDay = '';
  return async () => {
    const now = context.now();
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() !== NIGHT_HOUR || day === lastDay) return;
    lastDay = day;
    const { ok, checked, faults } = await withPatience(context.sql, (patient) =>
      proveLedger(context.sql, patient, now),
    );
    if (ok) context.log.info({ checked }, 'the ledger is right');
    else context.log.error({ checked, faults }, 'THE LEDGER IS WRONG; run npm run ledger:verify');
  };
}
