// Faults of the database itself: its sessions are ended; its server is killed, stopped or read-only; its connections
// are used up; somebody else locks its rows.
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql, SqlTransaction } from '../../../src/storage/database/database.ts';
import type { Complain } from '../../crash/complaint.ts';
import type { Load } from '../load.ts';
import type { Scenario } from '../play.ts';
import { refusedDuring } from '../refusals.ts';
import type { World } from '../world.ts';

async function endSessions(sql: Sql): Promise<number> {
  const rows = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'tollgate'`;
  return rows.length;
}

/** The server and all its sessions stand still, as on a machine that swaps or a disk that hangs. */
async function stopServer(world: World, forMs: number): Promise<void> {
  const rows = await world.sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const pids = [world.postmaster(), ...rows.map(({ pid }) => pid)];
  signal(pids, 'SIGSTOP');
  await sleep(forMs);
  signal(pids, 'SIGCONT');
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The session has ended.
    }
  }
}

function stopped(seconds: number, recoversWithinMs: number): Scenario {
  return {
    name: `database-stopped-${seconds}`,
    promise: `The database is stopped for ${seconds} s: callers get 503 or wait, and payments work again afterwards.`,
    async fault(world) {
      await stopServer(world, seconds * 1_000);
      return undefined;
    },
    recoversWithinMs,
    quietWithinMs: 180_000,
  };
}

/** Another transaction holds a lock: a report, a migration by hand, or a person in psql. */
function locked(
  name: string,
  promise: string,
  take: (tx: SqlTransaction, world: World) => Promise<unknown>,
  meanwhile: (world: World, load: Load, complain: Complain) => Promise<string | undefined>,
): Scenario {
  return {
    name,
    promise,
    async fault(world, load, complain) {
      const answer = await world.sql.begin(async (tx) => {
        // Otherwise the server ends an idle session that holds its locks for this long.
        await tx`set local idle_in_transaction_session_timeout = 0`;
        await take(tx as SqlTransaction, world);
        return await meanwhile(world, load, complain);
      });
      return answer as string | undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  };
}

const HELD_MS = 15_000;
/** The alert for late work fires when balances are not folded for half a minute. */
const BALANCE_HELD_MS = 75_000;
/** The most that another merchant's payment may take meanwhile. */
const UNHARMED_MS = 5_000;

/** Payments of the second merchant go on while the first merchant's rows are locked. */
async function othersGoOn(
  { merchants }: World,
  load: Load,
  complain: Complain,
  heldMs = HELD_MS,
): Promise<string> {
  const end = performance.now() + heldMs;
  let slowestMs = 0;
  let failed = 0;
  let tried = 0;
  while (performance.now() < end) {
    const began = performance.now();
    tried += 1;
    if ((await load.probe(tried % 2, merchants[1]!)) === null) failed += 1;
    slowestMs = Math.max(slowestMs, performance.now() - began);
    await sleep(100);
  }
  const said = `payments of another merchant meanwhile: ${tried}, not taken ${failed}, slowest ${Math.round(slowestMs)} ms`;
  if (failed > 0 || slowestMs > UNHARMED_MS) complain('reached another', said);
  return said;
}

/** Takes every connection of the server for 10 s. */
async function takeConnections(world: World): Promise<string> {
  const keeper = connectPostgres(world.server.databaseUrl, { max: 1, onnotice: () => {} });
  await keeper`select 1`;
  // Each connection runs a query. Attempts beyond the limit fail, which is intended.
  const greedy = connectPostgres(world.server.databaseUrl, { max: 200, onnotice: () => {} });
  const grab = () => Array.from({ length: 100 }, () => greedy`select pg_sleep(10)`.catch(() => null));
  const held = grab();
  await sleep(500);
  const ended = await endSessions(keeper as Sql);
  held.push(...grab());
  const taken = (await Promise.all(held)).filter((answer) => answer !== null).length;
  await Promise.all([greedy.end({ timeout: 1 }), keeper.end({ timeout: 1 })]);
  return `${taken} connections taken, ${ended} sessions of gateways ended`;
}

async function takeNoWrites({ server, gateways }: World, complain: Complain): Promise<void> {
  const sql = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`set default_transaction_read_only = off`;
  await sql`alter system set default_transaction_read_only = on`;
  await sql`select pg_reload_conf()`;
  await sleep(3_000);
  const ready = await gateways[0]!.call('GET', '/health/ready');
  if (ready?.status !== 503)
    complain('untrue signal', `readiness says ${ready?.status} while nothing can be written`);
  await sleep(3_000);
  await sql`alter system reset default_transaction_read_only`;
  await sql`select pg_reload_conf()`;
  await sql.end({ timeout: 1 });
}

export const DATABASE_FAULTS: readonly Scenario[] = [
  {
    name: 'sessions-ended',
    promise:
      'Database sessions are ended again and again: every process lives, and no acknowledged payment is lost.',
    async fault(world, load) {
      let ended = 0;
      for (let round = 0; round < 20; round++) {
        await load.someMore(1, round % 3 === 0 ? 10 : 1_000);
        ended += await endSessions(world.sql);
      }
      return `${ended} sessions ended`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'server-killed',
    gateways: 3,
    promise:
      'The database server of three gateways is killed and started again: every process lives and connects again.',
    async fault({ server }, load) {
      await server.kill();
      await load.someMore(1, 2_000);
      await server.start();
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  stopped(5, 30_000),
  stopped(20, 60_000),
  stopped(60, 60_000),
  {
    name: 'connections-taken',
    promise: 'Every connection of the server is used by somebody else for 10 s: callers get 503.',
    async fault(world, load, complain) {
      let said = '';
      const harm = async () => {
        said = await takeConnections(world);
      };
      return `${await refusedDuring(world, load, complain, { harm, readiness: false })}; ${said}`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'read-only',
    promise:
      'The database takes no writes for 6 s, as after a failover: callers get 503, and readiness says so.',
    fault: (world, load, complain) =>
      refusedDuring(world, load, complain, { harm: () => takeNoWrites(world, complain), readiness: true }),
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  locked(
    'table-locked',
    'The table of transactions is locked by somebody else for 15 s: callers get 503 or wait.',
    (tx) => tx`lock table transactions in access exclusive mode`,
    async (_world, load) => {
      const before = load.unavailable;
      await sleep(HELD_MS);
      return `${load.unavailable - before} calls got 503 meanwhile`;
    },
  ),
  locked(
    'rows-locked',
    'Payments of one merchant are locked by somebody else: those of another continue within 5 s.',
    (tx, { merchants }) =>
      tx`select from open_work where merchant_id = ${merchants[0]!.merchantId} for update`,
    othersGoOn,
  ),
  locked(
    'balance-locked',
    'The balance of one merchant is locked by somebody else: payments of another continue within 5 s.',
    (tx, { merchants }) =>
      tx`select from balances where merchant_id = ${merchants[0]!.merchantId} for update`,
    (world, load, complain) => othersGoOn(world, load, complain, BALANCE_HELD_MS),
  ),
];
