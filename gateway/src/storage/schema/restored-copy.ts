// Is this database a restored copy? Each server has a system identifier, and a restore to a point in time or a failover
// begins a new timeline. `database_identities` keeps both. A start that finds other values holds everything
// (`restore_holds`) until a person accepts the copy (decision 94). A failover during the life of a process is not a
// restore: the process sees that its last write is still there.
import { isOnCitus, type Sql, type SqlTransaction } from '../database/database.ts';
import { MIGRATION_LOCK } from './migrate.ts';

export interface Identity {
  systemIdentifier: string;
  /** Eight hexadecimal digits. */
  timeline: string;
}

export interface Hold {
  heldSince: Date;
  reason: string;
}

export async function readIdentity(sql: Sql | SqlTransaction): Promise<Identity> {
  const [row] = await sql<Identity[]>`
    select system_identifier::text as "systemIdentifier", left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline
    from pg_control_system()`;
  return row!;
}

/** null: nothing is held. */
export async function readHold(sql: Sql | SqlTransaction): Promise<Hold | null> {
  const [hold] = await sql<Hold[]>`select held_since as "heldSince", reason from restore_holds`;
  return hold ?? null;
}

/**
 * Reads both values with one statement if this server also has the rows, because a running process asks every few
 * seconds.
 */
export async function readCopy(sql: Sql): Promise<{ hold: Hold | null; identity: Identity }> {
  if (isOnCitus(sql)) return { hold: await readHold(sql), identity: await readIdentity(sql) };
  const [row] = await sql<(Identity & { heldSince: Date | null; reason: string | null })[]>`
    select system_identifier::text as "systemIdentifier", left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
      held_since as "heldSince", reason
    from pg_control_system() left join restore_holds on true`;
  const { systemIdentifier, timeline, heldSince, reason } = row!;
  return { identity: { systemIdentifier, timeline }, hold: heldSince && { heldSince, reason: reason! } };
}

/** The identity of the database when the tables were last written; null: no process has started on them. */
export async function readKeptIdentity(
  sql: Sql | SqlTransaction,
): Promise<(Identity & { since: Date }) | null> {
  const [kept] = await sql<(Identity & { since: Date })[]>`
    select system_identifier as "systemIdentifier", timeline, since from database_identities order by since desc limit 1`;
  return kept ?? null;
}

/** At a start: keeps the identity of a new database, or holds a copy. `told`: the operator said that it is a copy. */
export async function settleIdentity(
  sql: Sql,
  { isRestored }: { isRestored: boolean },
): Promise<{ identity: Identity; hold: Hold | null }> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const identity = await readIdentity(tx);
    const kept = await readKeptIdentity(tx);
    if (kept === null) await keepIdentity(tx, identity, 'the first start');
    const reason = isRestored
      ? 'the gateway was started with --restored'
      : kept && differenceOf(kept, identity);
    if (reason) await holdCopy(tx, reason);
    return { identity, hold: await readHold(tx) };
  });
}

/** null: it is the same server on the same timeline. */
export function differenceOf(kept: Identity, found: Identity): string | null {
  if (kept.systemIdentifier !== found.systemIdentifier)
    return `the server's system identifier is ${found.systemIdentifier}; these tables were written on ${kept.systemIdentifier}`;
  if (kept.timeline !== found.timeline)
    return `the server is on timeline ${Number.parseInt(found.timeline, 16)}; these tables were written on timeline ${Number.parseInt(kept.timeline, 16)}`;
  return null;
}

export async function holdCopy(tx: Sql | SqlTransaction, reason: string): Promise<void> {
  await tx`insert into restore_holds (id, held_since, reason) values (1, now(), ${reason}) on conflict (id) do nothing`;
}

async function keepIdentity(tx: Sql | SqlTransaction, identity: Identity, reason: string): Promise<void> {
  await tx`insert into database_identities (since, system_identifier, timeline, reason)
    values (now(), ${identity.systemIdentifier}, ${identity.timeline}, ${reason})`;
}

/** Why the next start will hold this database, before any start has met it. null: it will not. */
export async function readDifference(sql: Sql | SqlTransaction): Promise<string | null> {
  const kept = await readKeptIdentity(sql);
  return kept && differenceOf(kept, await readIdentity(sql));
}

/**
 * For a person who allows the work to continue. null: nothing is held, and the next start would hold nothing.
 * `heldSince` is null before the first start.
 */
export async function acceptCopy(sql: Sql): Promise<{ reason: string; heldSince: Date | null } | null> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const hold = await readHold(tx);
    const reason = hold?.reason ?? (await readDifference(tx));
    if (reason === null) return null;
    await tx`delete from restore_holds`;
    await keepIdentity(tx, await readIdentity(tx), `a restored copy was accepted: ${reason}`);
    return { reason, heldSince: hold?.heldSince ?? null };
  });
}

/** For a failover during the life of a process; another process may have stored it already. */
export async function keepAfterFailover(sql: Sql, identity: Identity): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const kept = await readKeptIdentity(tx);
    if (kept === null || differenceOf(kept, identity) !== null)
      await keepIdentity(tx, identity, 'a failover while a process was running');
  });
}
