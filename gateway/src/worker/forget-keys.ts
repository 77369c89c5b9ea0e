// Deletes idempotency keys after 48 hours: the key, the HMAC of its request, and the stored answer. A loop of chores.ts, in
// every process with the worker role; a lease lets one of them do it at a time.
import type { Context } from '../actions/context.ts';
import { forgetKeys } from '../storage/transactions/forget-keys.ts';

const BATCH = 1_000;

/** One turn. 'more': it checked a whole batch, so there may be more. */
export async function sweepOldKeys(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  batch = BATCH,
): Promise<'more' | 'done'> {
  return (await forgetKeys(sql, now(), batch)) === batch ? 'more' : 'done';
}
