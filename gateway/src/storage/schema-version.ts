// Which schema a database has: one cheap question, for http/health.ts. Several probes at once, or a probe that comes
// while the last one still hangs, share one query, so that probes of a database in trouble never pile up in its pool.
// Changing the schema is the business of migrate.ts.
import type { Sql } from './database.ts';
import { MIGRATIONS_DIR, readMigrations } from './migrate.ts';

export interface SchemaProbe {
  /** What this program needs. */
  readonly wantedVersion: number;
  /** What the database has; 0 where nobody has migrated it, null when it fails or does not answer in time. */
  version(): Promise<number | null>;
}

const DEADLINE_MS = 2_000;
const UNDEFINED_TABLE = '42P01';

export function openSchemaProbe(sql: Sql): SchemaProbe {
  let asked: Promise<number | null> | null = null;

  function ask(): Promise<number | null> {
    asked ??= schemaVersion(sql).finally(() => {
      asked = null;
    });
    return asked;
  }

  return {
    wantedVersion: readMigrations(MIGRATIONS_DIR).length,
    version: () => withDeadline(ask()),
  };
}

async function schemaVersion(sql: Sql): Promise<number | null> {
  try {
    const [row] = await sql<
      { version: number }[]
    >`select coalesce(max(version), 0)::int as version from schema_migrations`;
    return row!.version;
  } catch (error) {
    // It answers, but nobody has migrated it.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return 0;
    // Why is the log's business: whoever uses the database for its work reports it there.
    return null;
  }
}

async function withDeadline(work: Promise<number | null>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, null);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
