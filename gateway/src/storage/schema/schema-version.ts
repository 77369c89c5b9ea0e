// Reads the schema version of a database with one fast query. Several probes at once, or a probe that arrives while the
// last one still hangs, share one query, so that probes of a database in trouble never fill its pool. It changes
// nothing; migrate.ts does.
import type { Sql, SqlTransaction } from '../database/database.ts';
import { MIGRATIONS_DIR, readMigrations, worksFrom } from './migrate.ts';

const DEADLINE_MS = 2_000;
const UNDEFINED_TABLE = '42P01';

export class SchemaProbe {
  readonly #sql: Sql;
  readonly #known = readMigrations(MIGRATIONS_DIR).length;
  #asked: Promise<boolean | null> | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Whether this program can work with the database's schema; null if the query fails or does not answer in time. */
  fits(): Promise<boolean | null> {
    this.#asked ??= schemaFits(this.#sql, this.#known).finally(() => {
      this.#asked = null;
    });
    return withDeadline(this.#asked);
  }
}

async function schemaFits(sql: Sql, known: number): Promise<boolean | null> {
  try {
    const { version, worksFrom } = await readSchema(sql, known);
    return version >= known && worksFrom <= known;
  } catch (error) {
    // The database answers, but nobody has migrated it.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
    // The reason is not reported here: whoever uses the database for its work logs it.
    return null;
  }
}

interface Schema {
  version: number;
  /** The oldest schema version whose releases can work beside the migrations that the caller does not know. */
  worksFrom: number;
}

export async function readSchema(sql: Sql | SqlTransaction, known: number): Promise<Schema> {
  const [row] = await sql<Schema[]>`
    select coalesce(max(version), 0)::int as version,
      coalesce(max(${worksFrom(sql)}) filter (where version > ${known}), 0)::int as "worksFrom"
    from schema_migrations m`;
  return row!;
}

async function withDeadline<T>(work: Promise<T | null>): Promise<T | null> {
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
