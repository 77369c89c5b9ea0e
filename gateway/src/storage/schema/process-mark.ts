// The row of a running process in `processes`: its release, and a sign that it is running. It tells a migration which
// releases are running (older-processes.ts). It uses only the database's clock.
import { randomUUID } from 'node:crypto';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { MIGRATION_LOCK, MIGRATIONS_DIR, readMigrations } from './migrate.ts';
import { SchemaError } from './schema-error.ts';
import { readSchema } from './schema-version.ts';

/** Killed processes leave their rows; they are deleted after this time. */
const FORGOTTEN_AFTER = '1 day';

export type ProcessFacts = Readonly<{ release: string; role: string }>;

export class ProcessMark {
  readonly #sql: Sql;
  readonly #facts: ProcessFacts;
  readonly #known: number;
  readonly #id = randomUUID();
  /** The time of its latest sign that the database acknowledged. */
  #writtenAt = new Date(0);

  private constructor(sql: Sql, facts: ProcessFacts, known: number) {
    this.#sql = sql;
    this.#facts = facts;
    this.#known = known;
  }

  /** Registers this process. Throws if a newer release has migrated since this process looked at the schema. */
  static async open(
    sql: Sql,
    facts: ProcessFacts,
    known = readMigrations(MIGRATIONS_DIR).length,
  ): Promise<ProcessMark> {
    const mark = new ProcessMark(sql, facts, known);
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK}::bigint)`;
      const { version, worksFrom } = await readSchema(tx, known);
      if (worksFrom > known)
        throw new SchemaError(
          `a newer release has just migrated the database to version ${version}, and this release cannot use that version: start the newer release`,
        );
      await tx`delete from processes where seen_at < now() - ${FORGOTTEN_AFTER}::interval`;
      await mark.#write(tx);
    });
    return mark;
  }

  /** Gives a sign that the process is running. It writes the row again if somebody removed it. */
  async beat(): Promise<void> {
    await this.#write(this.#sql);
  }

  /** Whether the database has the latest sign of this process. */
  async isAsWritten(): Promise<boolean> {
    const [row] = await this.#sql<{ at: Date }[]>`select seen_at as at from processes where id = ${this.#id}`;
    return row !== undefined && row.at >= this.#writtenAt;
  }

  /** Signs off: nobody has to wait for this process. */
  async leave(): Promise<void> {
    await this.#sql`delete from processes where id = ${this.#id}`;
  }

  async #write(sql: Sql | SqlTransaction): Promise<void> {
    const { release, role } = this.#facts;
    const [row] = await sql<
      { at: Date }[]
    >`insert into processes (id, release, schema_version, role, started_at, seen_at)
      values (${this.#id}, ${release}, ${this.#known}, ${role}, now(), now())
      on conflict (id) do update set seen_at = excluded.seen_at returning seen_at as at`;
    this.#writtenAt = row!.at;
  }
}
