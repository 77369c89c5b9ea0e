// Removes shoppers' proofs of payment DOCUMENT_RETENTION_DAYS after the payment ended: receipts, UTRs, names of senders. The
// fact that something was handed in stays, and the HMAC that lets a UTR confirm once. A loop of chores.ts, in every process
// with the worker role; two at once do no harm.
import type { Context } from '../actions/context.ts';

const DAY_MS = 86_400_000;
/** Documents of up to 2 MB: a batch is a statement of a moment. */
const BATCH = 100;

/** One turn. 'more': it removed a whole batch, so there may be more. */
export async function removeOldDocuments(
  { confirmations, config, now }: Pick<Context, 'confirmations' | 'config' | 'now'>,
  batch = BATCH,
): Promise<'more' | 'done'> {
  const endedBefore = new Date(now().getTime() - config.documentRetentionDays * DAY_MS);
  return (await confirmations.removeOld(endedBefore, batch)) === batch ? 'more' : 'done';
}
