// One statement tells a process what all other processes may have left for it: when the next work of each loop is due,
// and whether a brand or an account at a provider changed. The process asks once or twice a second
// (worker/wake-loops.ts), instead of one statement for each loop. It claims nothing and promises nothing: a loop that
// wakes looks again.
import type { Sql } from '../database/database.ts';

/** When work is due, by the loop's name; a loop without work is missing. */
type Due = Readonly<Record<string, Date>>;

export interface Seen {
  due: Due;
  /** If this text differs from the last one, a brand or an account changed within the last minute. */
  changes: string;
}

/** The time of a change is the start of its transaction; no transaction that changes a brand takes nearly this long. */
const OVERLAP = "interval '60 seconds'";
const changed = (table: string) =>
  `(select count(*) || ':' || coalesce(sum(extract(epoch from updated_at)), 0) from ${table} where updated_at >= now() - ${OVERLAP})`;
const CHANGES = `${changed('brands')} || ' ' || ${changed('provider_accounts')} as changes`;

const nextOf = (table: string, column = 'due_at', after = '') =>
  `(select ${column} from ${table} where ${column} <= $1${after} order by ${column} limit 1)`;
const anyOf = (table: string, where = 'true') => `exists (select from ${table} where ${where})`;

/** By the name of the loop: the time of its next work, or whether it has any. */
const WORK: Readonly<Record<string, string>> = {
  'due transactions': nextOf('open_work'),
  'due refunds': nextOf('refunds'),
  'due captures': nextOf('captures'),
  'due mandates': nextOf('mandates'),
  'due responses': nextOf('disputes', 'response_due_at'),
  'due notifications': nextOf('notification_work'),
  'due settlements': nextOf('settlements'),
  'due mails': nextOf('mails'),
  erasures: nextOf('erasure_work'),
  'fold balances': anyOf('balance_changes'),
  'fold listing': anyOf('transaction_changes'),
  replays: anyOf('webhook_replays', 'ended_at is null'),
  webhooks: nextOf('webhook_queue', 'next_try_at', ' and next_try_at > $2'),
  /** An endpoint in trouble may have a line, or another process may resume it. */
  'webhook endpoints': anyOf('webhook_endpoints'),
};
export const LOOPS_ASKED_FOR = Object.keys(WORK).filter((name) => name !== 'webhook endpoints');
const COLUMNS = Object.entries(WORK).map(([name, asks]) => `${asks} as "${name}"`);

/** `since`: it skips events that became due earlier, because their entries stay in the index until the next vacuum. */
export async function lookForWork(
  sql: Pick<Sql, 'unsafe'>,
  { now, until, since }: { now: Date; until: Date; since: Date },
): Promise<Seen> {
  // Planned each time: these tables are empty most of the time, and a plan that is made for an empty table reads all of
  // a long table.
  const [row] = await sql.unsafe(`select ${COLUMNS.join(', ')}, ${CHANGES}`, [until, since]);
  const { changes, ...work } = row!;
  const due: Record<string, Date> = {};
  for (const [name, at] of Object.entries(work)) if (at) due[name] = at === true ? now : at;
  const { 'webhook endpoints': endpoints, ...others } = due;
  return { changes, due: endpoints ? { ...others, webhooks: endpoints } : others };
}

/** For a process that does no work in the background, or whose loops are all awake. */
export async function lookForChanges(sql: Pick<Sql, 'unsafe'>): Promise<Seen> {
  const [row] = await sql.unsafe(`select ${CHANGES}`, [], { prepare: true });
  return { changes: row!.changes, due: {} };
}
