// Databases that the tests of a process use one after the other, each test alone and each from an empty one. A new
// database with its connections, which read the catalogue and plan each statement, costs the server some 200 ms of
// processor time. Emptying a used one costs 10. For tests that change only rows.
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { isLockTimeout, type Sql } from '../../src/storage/database/database.ts';
import { CITUS_URL } from './citus-cluster.ts';
import { atEndOfTests } from './end-of-tests.ts';
import { asOwner, createTestDatabase } from './harness-database.ts';

/** What stays open between the tests, such as a pool and its stores. */
export interface Kind<Parts> {
  open(databaseUrl: string): Promise<Parts>;
  /** Waits for what a test left running. */
  settle(parts: Parts): Promise<void>;
  close(parts: Parts): Promise<void>;
}

export interface Lent<Parts> {
  databaseUrl: string;
  parts: Parts;
  /** Nobody uses it after this test, because the test changed more than rows, or others are connected to it. */
  wearOut(): void;
  /** At the end of the test. */
  giveBack(): Promise<void>;
}

/** Lends databases of one kind. A test that needs two at once gets two. */
export function reusedDatabases<Parts>({ open, settle, close }: Kind<Parts>): () => Promise<Lent<Parts>> {
  const free: { lent: Lent<Parts>; end: () => Promise<void> }[] = [];
  let isFirst = true;

  async function openOne(): Promise<Lent<Parts>> {
    const { databaseUrl, drop } = await createTestDatabase();
    const rows = CITUS_URL === null ? await RowsOfMigrations.read(databaseUrl) : null;
    const parts = await open(databaseUrl);
    let isWorn = rows === null;
    let uses = 0;
    const end = async () => {
      await close(parts);
      await rows?.end();
      await drop();
    };
    const lent: Lent<Parts> = {
      databaseUrl,
      parts,
      wearOut() {
        isWorn = true;
      },
      async giveBack() {
        await settle(parts);
        uses++;
        if (isWorn || uses === MOST_USES || !(await rows!.restore())) await end();
        else free.push({ lent, end });
      },
    };
    return lent;
  }

  return async () => {
    if (isFirst)
      atEndOfTests(async () => {
        for (const { end } of free.splice(0)) await end();
      });
    isFirst = false;
    return free.pop()?.lent ?? (await openOne());
  };
}

/** The rows that a new database has from its migrations. `restore` deletes all others. */
class RowsOfMigrations {
  readonly #owner: Sql;
  readonly #rows: { table: string; rows: string }[];

  private constructor(owner: Sql, rows: { table: string; rows: string }[]) {
    this.#owner = owner;
    this.#rows = rows;
  }

  static async read(databaseUrl: string): Promise<RowsOfMigrations> {
    // As a replica it may delete in any order, without a look at foreign keys.
    const connection = { session_replication_role: 'replica', lock_timeout: LOCK_TIMEOUT_MS };
    const owner: Sql = connectPostgres(asOwner(databaseUrl), { max: 1, onnotice: () => {}, connection });
    const tables = await owner<{ name: string }[]>`select relname as name ${owner.unsafe(TABLES_WITH_PAGES)}`;
    const rows = [];
    for (const { name: table } of tables) {
      const [all] = await owner`select json_agg(t)::text as rows from ${owner(table)} t`;
      rows.push({ table, rows: all!.rows as string });
    }
    return new RowsOfMigrations(owner, rows);
  }

  /** false: a session of the test is still at work, so its rows may come later, or it holds a lock. */
  async restore(): Promise<boolean> {
    try {
      return await this.#owner.begin(async (tx) => {
        const busy = await tx`select 1 from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
        if (busy.length > 0) return false;
        await tx.unsafe(DELETE_ALL);
        for (const { table, rows } of this.#rows)
          await tx`insert into ${tx(table)} select * from json_populate_recordset(null::${tx(table)}, ${rows}::text::json)`;
        return true;
      });
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#owner.end({ timeout: 1 });
  }
}

/** Deleted rows stay on their pages. */
const MOST_USES = 12;
const LOCK_TIMEOUT_MS = 2_000;

/** Without pages a table has never had a row. */
const TABLES_WITH_PAGES = `from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`;

/** Not truncate, which makes new files, and after which every connection plans its statements anew. */
const DELETE_ALL = `do $$
  declare name regclass;
  begin
    for name in select oid ${TABLES_WITH_PAGES} loop
      execute format('delete from %s', name);
    end loop;
  end $$`;
