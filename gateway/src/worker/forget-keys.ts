// Removes idempotency keys after 48 hours: the key, the HMAC of its request, and the stored answer (spec 8, contract
// 8). A loop of chores.ts, in every process with the worker role. It goes from merchant to merchant; two workers at
// once do no harm.
import type { Context } from '../actions/context.ts';
import {
  KEY_LIFETIME_MS,
  merchantsWithKeysBefore,
  removeKeysBefore,
} from '../storage/transactions/idempotency-keys.ts';

const BATCH = 1_000;

/** One turn. 'more': a merchant had a whole batch, so there may be more. */
export async function sweepOldKeys(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  limit = BATCH,
): Promise<'more' | 'done'> {
  const before = new Date(now().getTime() - KEY_LIFETIME_MS);
  let most = 0;
  for (const merchantId of await merchantsWithKeysBefore(sql, before))
    most = Math.max(most, await removeKeysBefore(sql, merchantId, { before, limit }));
  return most === limit ? 'more' : 'done';
}
