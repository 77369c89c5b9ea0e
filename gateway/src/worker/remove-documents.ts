// Removes shoppers' confirmations (receipts, UTRs, names of senders) DOCUMENT_RETENTION_DAYS after the payment ended,
// and evidence as long after its dispute ended. If the dispute never ends, its last change and its deadline count. The
// row of the confirmation stays, with the HMAC that stops a UTR from confirming twice. A loop of chores.ts, in every
// process with the worker role; two at once do no harm.
import type { Context } from '../actions/context.ts';
import { removeOldEvidence } from '../storage/after-end/response-store.ts';

const DAY_MS = 86_400_000;
/** Documents may have 2 MB, so small batches keep each statement short. */
const BATCH = 100;

/** One turn. 'more': it removed a whole batch, so there may be more. */
export async function removeOldDocuments(
  { confirmations, sql, config, now }: Pick<Context, 'confirmations' | 'sql' | 'config' | 'now'>,
  batch = BATCH,
): Promise<'more' | 'done'> {
  const endedBefore = new Date(now().getTime() - config.documentRetentionDays * DAY_MS);
  const removed = [
    await confirmations.removeOld(endedBefore, batch),
    await removeOldEvidence(sql, endedBefore, batch),
  ];
  return removed.includes(batch) ? 'more' : 'done';
}
