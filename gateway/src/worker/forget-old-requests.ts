// Deletes rows of the request log that are too old, or too many for one merchant, and old counts of provider calls. A
// loop of chores.ts. Several workers may do it: the second finds less.
import type { Context } from '../actions/context.ts';
import { deleteOldProviderCalls } from '../storage/requests/provider-calls.ts';
import { deleteOldRequests } from '../storage/requests/request-log.ts';

const AT_ONCE = 5_000;

export async function forgetOldRequests({
  sql,
  now,
}: Pick<Context, 'sql' | 'now'>): Promise<'more' | 'done'> {
  const requests = await deleteOldRequests(sql, now(), AT_ONCE);
  const calls = await deleteOldProviderCalls(sql, now(), AT_ONCE);
  return Math.max(requests, calls) >= AT_ONCE ? 'more' : 'done';
}
