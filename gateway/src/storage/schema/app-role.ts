// The role under which the gateway works on an embedded database (contract 12): it reads and writes the tables, but it can
// only read and append to the audit log, and it cannot change the schema. The owner of the schema creates the role and
// grants its rights at each start, after the migrations, so that old data folders and new tables get them.
// docs/OPERATIONS.md has the same for an external PostgreSQL.
import type { Sql } from '../database/database.ts';
import { MIGRATION_LOCK } from './migrate.ts';

export const APP_ROLE = 'tollgate_app';

/** The role only reads them; the commands of the schema's owner write them. */
export const READ_ONLY_TABLES = ['schema_migrations', 'closed_months', 'month_seals'];

/** In one transaction: nobody sees the first without the others. */
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

/**
 * For a database of the operator's own, who makes the role, with a password: gives it its rights where there is one, and
 * tells whether there is.
 */
export async function grantExistingAppRole(sql: Sql): Promise<boolean> {
  const [known] = await sql`select 1 from pg_roles where rolname = ${APP_ROLE}`;
  if (known) await grantRights(sql);
  return known !== undefined;
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
