// The doctor's checks of the database's server and of a session there: settings that a pooler does not pass on, whether
// the server takes writes, who owns the tables, and its disk as far as it can be seen. Each check reads, and changes
// nothing.
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { SESSION_SETTINGS, type Sql } from '../../storage/database/database.ts';
import { isPooled } from '../../storage/database/pooled.ts';
import { APP_ROLE, tableOwners } from '../../storage/schema/app-role.ts';
import { readDatabaseAddress } from '../../storage/wire/address.ts';
import { type Finding, fault, fine } from './finding.ts';
import { LEAST_FREE_BYTES, LEAST_FREE_SHARE } from './local-checks.ts';

/** A longer deadline counts as no deadline for a payment. */
const LONGEST_DEADLINE_MS = 60_000;

/** Behind a pooler a session has the settings of its user, and no others. */
export async function checkSession(sql: Sql, databaseUrl: string): Promise<Finding> {
  const [may] = await sql`select has_schema_privilege('public', 'usage') as enter`;
  if (!may!.enter)
    return fault(
      'session',
      'the user of DATABASE_URL may not use the schema public, where the tables are',
      'run npm run migrate -- --grant-app-role with the DATABASE_URL of the owner',
    );
  const [place] = await sql<
    { schema: string | null; path: string; isolation: string; user: string; database: string }[]
  >`
    select current_schema() as schema, current_setting('search_path') as path, quote_ident(current_user) as user,
      current_setting('default_transaction_isolation') as isolation, quote_ident(current_database()) as database`;
  const { schema, path, isolation, user, database } = place!;
  const forRole = (change: string) =>
    `as that user or as a superuser: alter role ${user} in database ${database} ${change}`;
  if (schema !== 'public')
    return fault(
      'session',
      `search_path is ${path}, so the tables of the schema public are not found first (${schema ?? 'no schema'} is)`,
      forRole('set search_path = public'),
    );
  if (isolation !== 'read committed')
    return fault(
      'session',
      `default_transaction_isolation is ${isolation}: payments that run at the same time would be refused`,
      forRole("set default_transaction_isolation = 'read committed'"),
    );
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name = any(${Object.keys(SESSION_SETTINGS)}::text[]) order by name`;
  const wrong = rows.filter(({ name, setting }) => !isSet(name, setting)).map(({ name }) => name);
  if (wrong.length > 0)
    return fault(
      'session',
      `a session lacks settings that payments need (${wrong.join(', ')}), because a pooler does not pass on the settings that the gateway sends`,
      wrong
        .map((name) => forRole(`set ${name} = '${SESSION_SETTINGS[name as keyof typeof SESSION_SETTINGS]}'`))
        .join('; '),
    );
  const behind = isPooled(databaseUrl) ? ', from its user, because a pooler is in between' : '';
  return fine('session', `a session has all settings that payments need${behind}`);
}

function isSet(name: string, setting: string): boolean {
  if (name === 'jit') return setting === 'off';
  return Number(setting) > 0 && Number(setting) <= LONGEST_DEADLINE_MS;
}

/** Checks whether the server takes writes from this user. */
export async function checkWrites(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ standby: boolean; usual: string; source: string; now: string }[]>`
    select pg_is_in_recovery() as standby, s.setting as usual, s.source, current_setting('transaction_read_only') as now
    from pg_settings s where s.name = 'default_transaction_read_only'`;
  const { standby, usual, source, now } = row!;
  if (standby)
    return fault(
      'writes',
      'the server is a standby and takes no writes',
      'set DATABASE_URL to the primary, or to all servers with target_session_attrs=read-write',
    );
  if (usual === 'on')
    return fault(
      'writes',
      `default_transaction_read_only is on (set for: ${source}), so nothing can be written`,
      'undo it: alter role … reset default_transaction_read_only; or do the same for the database or in postgresql.conf, or remove it from DATABASE_URL',
    );
  if (now === 'on')
    return fault(
      'writes',
      'transactions are read-only here',
      'ask the administrator of the server or the pooler why',
    );
  return fine('writes', 'the server takes writes');
}

/**
 * One owner must run migrations and months. The gateway's role must own no tables, because an owner cannot lose rights.
 */
export async function checkOwner(sql: Sql): Promise<Finding> {
  const owners = await tableOwners(sql);
  const [first, ...others] = owners;
  if (first === undefined) return fine('owner', 'there are no tables yet');
  if (others.length > 0)
    return fault(
      'owner',
      `the tables belong to several users (${owners.map(({ owner, tables }) => `${owner}: ${tables}`).join(', ')}), so no migration can change all of them`,
      `give all of them to one, as a superuser: reassign owned by ${others[0]!.owner} to ${first.owner} (this transfers everything that the user owns in this database)`,
    );
  if (first.owner === APP_ROLE)
    return fault(
      'owner',
      `the tables belong to ${APP_ROLE}, the user of the gateway, which as their owner could rewrite even the audit log`,
      `give them to the user who migrates, as a superuser: reassign owned by ${APP_ROLE} to tollgate_owner; then run npm run migrate -- --grant-app-role as that user`,
    );
  return fine('owner', `the tables belong to ${first.owner}`);
}

type Stat = typeof statfsSync;

/** PostgreSQL shows its folder only to administrators, and its free space to nobody. */
export async function checkDatabaseDisk(
  sql: Sql,
  databaseUrl: string,
  _masterKey: Buffer | null = null,
  { stat = statfsSync, exists = existsSync }: { stat?: Stat; exists?: (path: string) => boolean } = {},
): Promise<Finding> {
  const [row] = await sql<{ size: string; folder: string | null }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as size, (select setting from pg_settings where name = 'data_directory') as folder`;
  const { size, folder } = row!;
  const has = `the database has ${size}`;
  if (!isHere(databaseUrl))
    return fine(
      'database disk',
      `${has}; this machine cannot see its disk: monitor the disk on the database server`,
    );
  if (folder === null || !exists(folder))
    return fine(
      'database disk',
      `${has}; this user cannot see the disk: grant it pg_read_all_settings, or monitor the disk on the server`,
    );
  // The write-ahead log may be on a separate disk.
  for (const place of [folder, join(folder, 'pg_wal')].filter(exists)) {
    const { bavail, blocks, bsize } = stat(place);
    const free = bavail * bsize;
    if (free < LEAST_FREE_BYTES || bavail / blocks < LEAST_FREE_SHARE)
      return fault(
        'database disk',
        `${has}, and only ${(free / 1024 ** 3).toFixed(1)} GB are free at ${place}: when it is full, every payment is refused`,
        'make room, or move the database to a larger disk',
      );
  }
  const { bavail, bsize } = stat(folder);
  return fine(
    'database disk',
    `${has}; ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB are free at ${folder}`,
  );
}

export function isHere(databaseUrl: string): boolean {
  return readDatabaseAddress(databaseUrl).hosts.every(
    ({ host }) => host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.'),
  );
}
