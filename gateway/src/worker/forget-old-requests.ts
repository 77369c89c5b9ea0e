// Deletes rows of the request log that are too old, or too many for one merchant. A loop of chores.ts. Several workers
// may do it: the second finds less.
import type { Context } from '../actions/context.ts';
import { deleteOldRequests } from '../storage/requests/request-log.ts';

const AT_ONCE = 5_000;

export async function forgetOldRequests({
  sql,
  now,
}: Pick<Context, 'sql' | 'now'>): Promise<'more' | 'done'> {
  return (await deleteOldRequests(sql, now(), AT_ONCE)) >= AT_ONCE ? 'more' : 'done';
}
