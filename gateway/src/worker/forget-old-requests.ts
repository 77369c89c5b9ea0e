// Deletes what is too old in the log of requests, or too much of one merchant. A loop of chores.ts. Several workers may each do it:
// who comes second finds less.
import type { Context } from '../actions/context.ts';
import { deleteOldRequests } from '../storage/requests/request-log.ts';

const AT_ONCE = 5_000;

export async function forgetOldRequests({
  sql,
  now,
}: Pick<Context, 'sql' | 'now'>): Promise<'more' | 'done'> {
  return (await deleteOldRequests(sql, now(), AT_ONCE)) >= AT_ONCE ? 'more' : 'done';
}
