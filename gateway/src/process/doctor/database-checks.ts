// The doctor's checks of the database. Each check reads, and changes nothing.

import type { Sql } from '../../storage/database/database.ts';
import { lookForPooler } from '../../storage/database/pooler.ts';
import { NO_STATEMENTS } from '../../storage/database/reach-database.ts';
import { Vault, WrongMasterKeyError } from '../../storage/keys/vault.ts';
import { tableRights } from '../../storage/schema/app-role.ts';
import { MIGRATIONS_DIR, readMigrations } from '../../storage/schema/migrate.ts';
import {
  differenceOf,
  readHold,
  readIdentity,
  readKeptIdentity,
} from '../../storage/schema/restored-copy.ts';
import { readSchema } from '../../storage/schema/schema-version.ts';
import { type Finding, fault, fine } from './finding.ts';
import { checkDatabaseDisk, checkOwner, checkSession, checkWrites, isHere } from './server-checks.ts';

const MOST_SKEW_MS = 2_000;

type DatabaseCheck = (sql: Sql, databaseUrl: string, masterKey: Buffer | null) => Promise<Finding>;

/** By name. A check that fails counts as a fault itself. */
export const DATABASE_CHECKS: Readonly<Record<string, DatabaseCheck>> = {
  tls: checkTls,
  pooler: checkPooler,
  session: checkSession,
  writes: (sql) => checkWrites(sql),
  clock: (sql) => checkClock(sql),
  durability: (sql) => checkDurability(sql),
  'database disk': checkDatabaseDisk,
  schema: (sql) => checkSchema(sql),
  owner: (sql) => checkOwner(sql),
  privileges: (sql) => checkPrivileges(sql),
  keys: (sql, _databaseUrl, masterKey) => checkKeys(sql, masterKey),
  'restored copy': (sql) => checkCopy(sql),
};

export async function checkTls(sql: Sql, databaseUrl: string): Promise<Finding> {
  const [row] = await sql`select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`;
  if (row?.ssl) return fine('tls', `the connection is encrypted (${row.version})`);
  if (isHere(databaseUrl))
    return fine('tls', 'the database is on this machine; the connection is not encrypted');
  return fault(
    'tls',
    'the connection to the database on another machine is not encrypted',
    'add ?sslmode=verify-full&sslrootcert=… to DATABASE_URL',
  );
}

export async function checkPooler(_sql: Sql, databaseUrl: string): Promise<Finding> {
  const { mode, keepsStatements } = await lookForPooler(databaseUrl);
  if (!keepsStatements) return noStatements();
  return fine(
    'pooler',
    mode === 'direct'
      ? 'no pooler is in between'
      : `a pooler in ${mode} mode is in between, and the gateway can use it`,
  );
}

/** Also used if the database is unreachable for this reason. */
export function noStatements(): Finding {
  const [message, mend] = NO_STATEMENTS.split('; ');
  return fault('pooler', message!, mend!);
}

export async function checkClock(sql: Sql, nowMs: () => number = Date.now): Promise<Finding> {
  const before = nowMs();
  const [row] = await sql<
    { ms: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  // Nobody knows how long each way took, so half of the round trip is the best estimate.
  const skewMs = (before + nowMs()) / 2 - row!.ms;
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  if (Math.abs(skewMs) <= MOST_SKEW_MS)
    return fine('clock', `this machine and the database differ by ${seconds} s`);
  return fault(
    'clock',
    `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of the database`,
    'synchronise both clocks with NTP (timedatectl)',
  );
}

/** Checks whether acknowledged commits are on the disk, and on a second server. */
export async function checkDurability(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ fsync: string; pages: string; commit: string; standbys: string }[]>`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as standbys`;
  const { fsync, pages, commit, standbys } = row!;
  if (fsync === 'off' || pages === 'off')
    return fault(
      'durability',
      `the server runs with ${fsync === 'off' ? 'fsync' : 'full_page_writes'} = off: a crash of its machine destroys the database`,
      'switch it on in postgresql.conf and reload',
    );
  if (commit === 'off')
    return fault(
      'durability',
      'synchronous_commit is off: a crash can lose payments that were acknowledged',
      'set synchronous_commit to on for the server, the database and the user',
    );
  if (standbys === '')
    return fine(
      'durability',
      'commits are on the disk of one server only; without a synchronous standby, losing that server loses everything that was not archived',
    );
  if (commit === 'local')
    return fault(
      'durability',
      'synchronous_standby_names is set, but synchronous_commit = local does not wait for a standby',
      'set synchronous_commit to on or remote_apply',
    );
  return fine('durability', `commits wait for a standby (${standbys})`);
}

export async function checkSchema(sql: Sql, known = readMigrations(MIGRATIONS_DIR).length): Promise<Finding> {
  const [made] = await sql`select to_regclass('public.schema_migrations') is not null as made`;
  if (!made!.made)
    return fault(
      'schema',
      'the database has no tables yet',
      "run npm run migrate as the tables' owner, or start the gateway, which migrates",
    );
  const { version, worksFrom } = await readSchema(sql, known);
  if (worksFrom > known)
    return fault(
      'schema',
      `the schema is at version ${version}, but this release knows only ${known}`,
      'start a newer release',
    );
  if (version < known)
    return fault(
      'schema',
      `the schema is at version ${version} of ${known}`,
      'run npm run migrate (--plan shows what it would do)',
    );
  return fine('schema', `the schema is at version ${version}`);
}

/** Checks each table, for each right that the gateway uses there. */
export async function checkPrivileges(sql: Sql): Promise<Finding> {
  const rights = await tableRights(sql);
  const lacking = rights.filter(({ missing }) => missing.length > 0);
  if (lacking.length > 0) {
    const named = lacking.slice(0, 3).map(({ table, missing }) => `${table}: ${missing.join(', ')}`);
    return fault(
      'privileges',
      `the user of DATABASE_URL lacks rights on ${lacking.length} of ${rights.length} tables ` +
        `(${named.join('; ')}${lacking.length > 3 ? ' …' : ''})`,
      'run npm run migrate -- --grant-app-role with the DATABASE_URL of the owner',
    );
  }
  if (rights.length === 0) {
    const [row] = await sql`select has_schema_privilege('public', 'create') as may`;
    if (!row!.may)
      return fault(
        'privileges',
        'the user of DATABASE_URL may not create tables, and there are none',
        'run npm run migrate as the owner',
      );
  }
  const rewrites = rights.some(({ table, excess }) => table === 'audit_log' && excess.includes('update'));
  return fine(
    'privileges',
    rewrites
      ? 'the user has every right that is needed, and could also rewrite the audit log; use a second user to prevent that (docs/OPERATIONS.md, Two users)'
      : 'the user has every right that is needed, and may only append to the audit log',
  );
}

export async function checkKeys(sql: Sql, masterKey: Buffer | null): Promise<Finding> {
  if (masterKey === null)
    return fine('keys', 'there is no master key yet; the first start makes one in DATA_DIR');
  const [made] = await sql`select to_regclass('public.data_keys') is not null as made`;
  if (!made!.made) return fine('keys', 'the master key exists; no data is sealed yet');
  try {
    const fits = await Vault.fits(sql, masterKey);
    return fine(
      'keys',
      fits ? 'the master key opens the sealed data' : 'the master key exists; no data is sealed yet',
    );
  } catch (error) {
    if (!(error instanceof WrongMasterKeyError)) throw error;
    return fault(
      'keys',
      'MASTER_KEY does not open the sealed data of this database',
      'set the key that the data was sealed under; there is no other way',
    );
  }
}

export async function checkCopy(sql: Sql): Promise<Finding> {
  const [made] = await sql`select to_regclass('public.restore_holds') is not null as made`;
  const kept = made!.made ? await readKeptIdentity(sql) : null;
  if (kept === null) return fine('restored copy', 'no process has started on this database yet');
  const hold = await readHold(sql);
  const reason = hold?.reason ?? differenceOf(kept, await readIdentity(sql));
  if (reason === null) return fine('restored copy', 'this is the server on which the tables were written');
  return fault('restored copy', reason, 'run npm run restore:report, then npm run restore:accept');
}
