// Samples pg_stat_activity some fifty times a second and counts what working sessions wait for, by statement and wait event. It
// costs a little, so it is off by default (--waits).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../gateway/src/storage/database/database.ts';

const SAMPLE_MS = 20;

/** Starts sampling; the returned function ends it and answers the waits, in average numbers of busy sessions. */
export function watchWaits(sql: Sql): () => Promise<string> {
  const seen = new Map<string, number>();
  let samples = 0;
  let watching = true;
  const done = (async () => {
    while (watching) {
      const rows = await sql`
        select coalesce(wait_event_type || ':' || wait_event, 'running') as doing,
          case when state = 'active' then left(regexp_replace(query, '\\s+', ' ', 'g'), 48) else state end as what
        from pg_stat_activity
        where pid <> pg_backend_pid() and (state <> 'idle' or backend_type <> 'client backend' and wait_event_type = 'IO')`;
      samples++;
      for (const { doing, what } of rows) {
        const key = `${doing}  ${what ?? '(server)'}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
      await sleep(SAMPLE_MS);
    }
  })();
  return async () => {
    watching = false;
    await done;
    return [...seen.entries()]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 24)
      .map(([key, count]) => `${(count / samples).toFixed(2).padStart(6)}  ${key}`)
      .join('\n');
  };
}
