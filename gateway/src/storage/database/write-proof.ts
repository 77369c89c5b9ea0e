// Whether the database takes a write and keeps it: each process writes a row of its own, and asks no more than once a second,
// however many probes ask; those that come while it hangs share it, and none waits longer than its deadline. For
// http/health.ts. A database that is read-only, full or away fails it.
import { randomUUID } from 'node:crypto';
import type { Sql } from './database.ts';

export interface WriteProof {
  isProven(): Promise<boolean>;
}

const HOLDS_MS = 1_000;
const DEADLINE_MS = 2_000;
/** What processes that are gone have left. */
const FORGOTTEN_AFTER = '1 day';

export function openWriteProof(sql: Sql): WriteProof {
  const id = randomUUID();
  let asked: Promise<boolean> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let hasForgotten = false;

  async function write(): Promise<boolean> {
    try {
      await sql`insert into process_marks (id, written_at) values (${id}, now())
        on conflict (id) do update set written_at = excluded.written_at`;
      if (!hasForgotten)
        await sql`delete from process_marks where written_at < now() - ${FORGOTTEN_AFTER}::interval`;
      hasForgotten = true;
      return true;
    } catch {
      // Why is the log's business: whoever uses the database for its work reports it there.
      return false;
    }
  }

  function ask(): Promise<boolean> {
    if (asked === null || performance.now() - askedMs > HOLDS_MS) {
      const own = write().finally(() => {
        askedMs = performance.now();
      });
      askedMs = Number.POSITIVE_INFINITY;
      asked = own;
    }
    return asked;
  }

  return { isProven: () => withDeadline(ask()) };
}

async function withDeadline(work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, false);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
