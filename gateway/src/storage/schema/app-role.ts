// The role under which the gateway works on an embedded database (contract 12): it reads and writes the tables, but it
// can only read and append to the audit log, and it cannot change the schema. The owner of the schema creates the role
// and grants its rights at each start, after the migrations, so that old data folders and new tables get them.
// docs/OPERATIONS.md has the same for an external PostgreSQL.
import type { Sql } from '../database/database.ts';
import { MIGRATION_LOCK } from './migrate.ts';

export const APP_ROLE = 'tollgate_app';

/** The role only reads them; the commands of the schema's owner write them. */
const READ_ONLY_TABLES = ['schema_migrations', 'closed_months', 'month_seals'];

type TableRight = (typeof TABLE_RIGHTS)[number];
const TABLE_RIGHTS = ['select', 'insert', 'update', 'delete'] as const;

/**
 * The rights that the role never gets, by table; on a table without an entry here it gets all. The statements below say
 * the same.
 */
const WITHHELD: Readonly<Record<string, readonly TableRight[]>> = {
  audit_log: ['update', 'delete'],
  audit_heads: ['delete'],
  archive_entries: ['update', 'delete'],
  ...Object.fromEntries(READ_ONLY_TABLES.map((table) => [table, ['insert', 'update', 'delete'] as const])),
};

/** In one transaction: nobody sees the first grant without the others. */
export const GRANTS = [
  `grant usage on schema public to ${APP_ROLE}`,
  `grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`,
  `revoke update, delete on audit_log from ${APP_ROLE}`,
  `revoke delete on audit_heads from ${APP_ROLE}`,
  `revoke insert, update, delete on ${READ_ONLY_TABLES.join(', ')} from ${APP_ROLE}`,
  `revoke update, delete on archive_entries from ${APP_ROLE}`,
];

const TAKEN = ['42710', '23505'];

/** Safe to repeat, and for several processes at once. */
export async function grantAppRole(sql: Sql): Promise<void> {
  const [known] = await sql`select 1 from pg_roles where rolname = ${APP_ROLE}`;
  if (!known) {
    await sql.unsafe(`create role ${APP_ROLE} login`).catch((error: { code?: string }) => {
      // Another process has created it meanwhile.
      if (!TAKEN.includes(error.code ?? '')) throw error;
    });
  }
  await grantRights(sql);
}

/** The server refuses, or somebody changed the same rights at the same moment. */
const REFUSED = ['42501', '42704', '0LP01', '0A000'];

/**
 * For an operator's own database, where the operator makes the role, with a password: gives it its rights. Answers in a
 * sentence why that is impossible; null: the role has its rights now. If a user grants rights that they do not have,
 * PostgreSQL only warns, so this reads the rights afterwards.
 */
export async function grantExistingAppRole(sql: Sql): Promise<string | null> {
  const [known] = await sql`select 1 from pg_roles where rolname = ${APP_ROLE}`;
  if (!known) return `there is no role ${APP_ROLE}; create it first (docs/OPERATIONS.md, Two users)`;
  const [{ user }] = (await sql`select current_user as user`) as unknown as [{ user: string }];
  const owners = (await tableOwners(sql)).map(({ owner }) => owner);
  const whose = `use the DATABASE_URL of the tables' owner (${owners.join(', ')})`;
  if (user === APP_ROLE) return `${APP_ROLE} cannot give rights to itself; ${whose}`;
  try {
    await grantRights(sql);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (!REFUSED.includes(code ?? '')) throw error;
    return `the user ${user} of DATABASE_URL may not give ${APP_ROLE} its rights (${message}); ${whose}`;
  }
  const left = (await tableRights(sql, APP_ROLE)).filter(
    ({ missing, excess }) => missing.length + excess.length > 0,
  );
  if (left.length === 0) return null;
  const [{ table }] = left as [TableRights];
  return `the user ${user} of DATABASE_URL could not give ${APP_ROLE} its rights on ${left.length} tables (${table}${left.length > 1 ? ' …' : ''}); ${whose}`;
}

export interface TableRights {
  table: string;
  /** Rights that the gateway needs and the role lacks. */
  missing: TableRight[];
  /** Rights that the role has and the gateway's role must not have. */
  excess: TableRight[];
}

/** Views such as pg_stat_statements belong to a superuser. */
const OF_NO_EXTENSION = (sql: Sql) =>
  sql`not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** Compares a role's rights on each table and view with what the gateway needs; null: the user of this connection. */
export async function tableRights(sql: Sql, role: string | null = null): Promise<TableRights[]> {
  const rows = await sql<{ table: string; isView: boolean; has: boolean[] }[]>`
    select c.relname as table, c.relkind = 'v' as "isView",
      array(select has_table_privilege(coalesce(${role}::text, current_user), c.oid, wanted.name)
        from unnest(${TABLE_RIGHTS as unknown as string[]}::text[]) with ordinality as wanted (name, place) order by place) as has
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and ${OF_NO_EXTENSION(sql)}
    order by 1`;
  return rows.map(({ table, isView, has }) => {
    const withheld = WITHHELD[table] ?? [];
    const needed = isView ? ['select'] : TABLE_RIGHTS.filter((right) => !withheld.includes(right));
    return {
      table,
      missing: TABLE_RIGHTS.filter((right, place) => needed.includes(right) && !has[place]),
      excess: isView ? [] : TABLE_RIGHTS.filter((right, place) => withheld.includes(right) && has[place]),
    };
  });
}

/** Who owns the tables, most tables first. */
export async function tableOwners(sql: Sql): Promise<{ owner: string; tables: number }[]> {
  return await sql<{ owner: string; tables: number }[]>`
    select pg_get_userbyid(relowner)::text as owner, count(*)::int as tables from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and ${OF_NO_EXTENSION(sql)} group by 1 order by 2 desc, 1`;
}

async function grantRights(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // Without the lock, one of two concurrent grants would fail in the catalogue.
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    await tx.unsafe(GRANTS.join('; ')).simple();
  });
}

/** The address of the same database with that role. */
export function asAppRole(databaseUrl: string): string {
  return databaseUrl.replace(/^([a-z]+:\/\/)[^@]*@/, `$1${APP_ROLE}@`);
}
