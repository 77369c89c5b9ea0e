// A real PostgreSQL server inside DATA_DIR, for installations without one. Several gateways may share it: each holds a
// shared advisory lock on a separate connection, and the last one (which then gets the lock exclusively) stops the
// server. A gateway that was killed no longer holds the lock; the next start finds the server running and uses it, or
// finds its stale lock file and starts another. It must never delete data, and never run PostgreSQL in our own process
// group.

import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { createClusterOnce, type Settings, SUPERUSER, writeSettings } from './cluster.ts';
import type { Connect, Connection } from './connection.ts';
import { EmbeddedPostgresError } from './fault.ts';
import {
  lockFilePid,
  logSize,
  logTail,
  type Postmaster,
  removeStaleLock,
  serverRuns,
  socketDir,
  spawnPostmaster,
} from './postmaster.ts';
import { requireReachable, type ServerUser, serverUser } from './server-user.ts';

// This file is the entry of the package. Besides its own exports, other packages may import only these.
export { isAlive, SUPERUSER } from './cluster.ts';
export { EmbeddedPostgresError } from './fault.ts';
export { lockFilePid, serverRuns } from './postmaster.ts';
export { userNamed } from './server-user.ts';

export type EmbeddedLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type EmbeddedOptions = Readonly<{
  /** Must exist. */
  dataDir: string;
  log: EmbeddedLog;
  /** For the one connection that this process keeps to the server. */
  connect: Connect;
  /** Added to those of cluster.ts, or replacing them. */
  settings?: Settings;
  /** Created if it is missing. */
  database?: string;
  /** How long a start may take, including crash recovery. */
  startTimeoutMs?: number;
  /** Whether to start the server again if it ends unexpectedly; default true. */
  revive?: boolean;
  /** Whether the open connection keeps this process alive, as a gateway needs and a test does not; default true. */
  holdProcess?: boolean;
  /** Ends a start that is still creating the cluster, its longest part; it rejects with the signal's reason. */
  signal?: AbortSignal;
}>;

export type EmbeddedPostgres = Readonly<{
  /** Its host is the folder of the server's socket, percent-encoded: psql and pgbench understand it too. */
  databaseUrl: string;
  /** Process id of the running server, whoever started it; null while it is down. */
  pid(): number | null;
  /**
   * Closes the connection; the last gateway stops the server. Waits at most `timeoutMs` for it: it also ends without
   * this process.
   */
  stop(timeoutMs?: number): Promise<void>;
}>;

/** Any number that nobody else locks in the maintenance database. */
const PRESENCE_LOCK = 7_011_442;
const POLL_MS = 20;
const SPAWN_GAP_MS = 250;

type Site = Readonly<{
  binaries: Binaries;
  clusterDir: string;
  socketDir: string;
  logFile: string;
  user: ServerUser;
  settings: Settings;
  log: EmbeddedLog;
  connect: Connect;
  startTimeoutMs: number;
}>;

/** The connection that holds the presence lock. */
type Presence = Readonly<{ sql: Connection; socket: Socket }>;

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const site = await prepare(options);
  let stopping = false;
  const stopped = () => stopping;
  let returning = Promise.resolve();
  const onGone = () => {
    if (options.revive ?? true) returning = comeBack();
  };
  let presence = await arrive(site, onGone, stopped);

  const settle = () => {
    if (options.holdProcess === false) presence.socket.unref();
  };

  // The server ended unexpectedly (killed, out of memory): start it again; pools reconnect by themselves.
  async function comeBack(): Promise<void> {
    while (!stopping) {
      site.log.warn({}, 'the embedded database closed its connection; restarting it');
      try {
        presence = await arrive(site, onGone, stopped);
        settle();
        return;
      } catch (error) {
        site.log.warn({ err: error }, 'the embedded database did not restart; trying again');
        await sleep(1_000);
      }
    }
  }

  const database = options.database ?? 'tollgate';
  const deadline = Date.now() + site.startTimeoutMs;
  for (;;) {
    try {
      await makeDatabaseOnce(presence.sql, database);
      break;
    } catch (error) {
      // A session of a killed server may answer at first and then end with it.
      if (!presence.socket.destroyed || Date.now() > deadline) throw error;
      if (options.revive ?? true) await returning;
      else presence = await arrive(site, onGone, stopped);
    }
  }
  settle();
  return {
    databaseUrl: addressOf(site.socketDir, database),
    pid: () => (serverRuns(site.clusterDir) ? lockFilePid(site.clusterDir) : null),
    async stop(timeoutMs = 8_000) {
      if (stopping) return;
      stopping = true;
      await Promise.race([returning, sleep(timeoutMs, undefined, { ref: false })]);
      try {
        await leave(site, presence, timeoutMs);
      } catch (error) {
        site.log.warn({ err: error }, 'the embedded database stopped while this process was leaving it');
      }
    },
  };
}

async function prepare(options: EmbeddedOptions): Promise<Site> {
  const binaries = findBinaries();
  const dataDir = realpathSync(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const user = serverUser(clusterDir);
  const movingRemedy = 'move the project to a folder that everybody may enter, such as /opt/tollgate';
  const dataDirRemedy = 'set DATA_DIR to a folder that everybody may enter, such as /var/lib/tollgate';
  requireReachable(dirname(binaries.postgres), user, 'its programs are', movingRemedy);
  requireReachable(dataDir, user, 'its data will be stored', dataDirRemedy);
  const site: Site = {
    binaries,
    clusterDir,
    socketDir: socketDir(clusterDir, user),
    logFile: join(dataDir, 'postgres.log'),
    user,
    settings: options.settings ?? {},
    log: options.log,
    connect: options.connect,
    startTimeoutMs: options.startTimeoutMs ?? 60_000,
  };
  if (!existsSync(join(clusterDir, 'PG_VERSION')))
    options.log.info({ clusterDir }, 'creating the embedded database');
  await createClusterOnce(clusterDir, binaries, user, options.signal);
  options.signal?.throwIfAborted();
  return site;
}

/** Resolves with a connection that holds the presence lock; starts the server if nobody else has. */
async function arrive(site: Site, onGone: () => void, stopped: () => boolean): Promise<Presence> {
  const deadline = Date.now() + site.startTimeoutMs;
  let started: Postmaster | null = null;
  let lastSpawnAt = 0;
  let logStart = 0;
  // Even then it waits for a server that it has started, because only a gateway with the lock can stop that server.
  const givesUp = () => stopped() && (started === null || started.exited);
  while (Date.now() < deadline && !givesUp()) {
    const attempt = await present(site, onGone);
    if ('sql' in attempt) {
      const pid = lockFilePid(site.clusterDir);
      const how =
        started !== null && started.pid === pid ? 'started' : 'joined a server that was already running';
      site.log.info({ serverPid: pid, clusterDir: site.clusterDir }, `embedded PostgreSQL: ${how}`);
      return attempt;
    }
    if (attempt.obstacle === 'absent') {
      if (started?.exited && !serverRuns(site.clusterDir)) {
        const words = logTail(site.logFile, logStart);
        // Another process was starting it too, or the last session of a killed server has not ended yet.
        if (!/lock file .* (already exists|is empty)|pre-existing shared memory block/.test(words)) {
          throw new EmbeddedPostgresError(
            `the embedded PostgreSQL did not start (${site.logFile}):\n${words}\nor set DATABASE_URL to a database of your own`,
          );
        }
        removeStaleLock(site.clusterDir);
        started = null;
      }
      if (started === null && !serverRuns(site.clusterDir) && Date.now() - lastSpawnAt > SPAWN_GAP_MS) {
        writeSettings(site.clusterDir, site.user, {
          ...site.settings,
          listen_addresses: '',
          port: 5432,
          unix_socket_directories: `"${site.socketDir.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        });
        lastSpawnAt = Date.now();
        logStart = logSize(site.logFile);
        started = spawnPostmaster(site.binaries.postgres, site.clusterDir, site.logFile, site.user);
      }
    }
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    `the embedded PostgreSQL was not ready within ${site.startTimeoutMs / 1000} s; its log is ${site.logFile}`,
  );
}

/** 'busy': it starts, stops or recovers, so wait; 'absent': no server listens. Any other fault is thrown. */
async function present(site: Site, onGone: () => void): Promise<Presence | { obstacle: 'absent' | 'busy' }> {
  let held = false;
  const socket = connect(join(site.socketDir, '.s.PGSQL.5432'));
  const sql = site.connect(addressOf(site.socketDir, 'postgres'), {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { application_name: 'tollgate-presence' },
    onnotice: () => {},
    // Exactly one connection: the lock must stay on it.
    socket: () => socket,
    onLoss: () => {
      if (held) onGone();
      held = false;
    },
  });
  // A socket may be reset before the driver listens to it: an unhandled error would end the process.
  const gone = new Promise<never>((_, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
  const taken = async () => {
    await once(socket, 'connect');
    await sql.unsafe(`select pg_advisory_lock_shared(${PRESENCE_LOCK}::bigint)`);
  };
  try {
    await Promise.race([gone, taken()]);
    held = true;
    return { sql, socket };
  } catch (error) {
    socket.destroy();
    const code = (error as { code?: string }).code ?? '';
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return { obstacle: 'absent' };
    // Starting, stopping, out of connections at present, or ended during the connection attempt.
    if (/^(57P0[123]|53300|ECONNRESET|EPIPE|EAGAIN|CONNECTION_|CONNECT_TIMEOUT)/.test(code))
      return { obstacle: 'busy' };
    throw error;
  }
}

async function leave(site: Site, { sql, socket }: Presence, timeoutMs: number): Promise<void> {
  if (socket.destroyed) return;
  socket.ref();
  // A new gateway waits for the exclusive lock, loses its connection in the shutdown, and then starts another server.
  const [row] = await sql.unsafe(`select
    pg_advisory_unlock_shared(${PRESENCE_LOCK}::bigint), pg_try_advisory_lock(${PRESENCE_LOCK}::bigint) as last`);
  const pid = lockFilePid(site.clusterDir);
  const last = row?.last === true && pid !== null && serverRuns(site.clusterDir);
  if (last) process.kill(pid, 'SIGINT');
  await sql.end({ timeout: 0 });
  if (!last) {
    site.log.info({}, 'embedded PostgreSQL: left running for others');
    return;
  }
  // The server removes its lock file at its end; its process may stay as a zombie if no parent waits for it.
  const deadline = Date.now() + timeoutMs;
  while (lockFilePid(site.clusterDir) === pid && Date.now() < deadline) await sleep(POLL_MS);
}

async function makeDatabaseOnce(sql: Connection, database: string): Promise<void> {
  const [row] = await sql.unsafe('select 1 from pg_database where datname = $1', [database]);
  if (row !== undefined) return;
  try {
    await sql.unsafe(`create database "${database.replaceAll('"', '""')}"`);
  } catch (error) {
    // 42P04: another process has created it; 23505: it is creating it at this moment.
    const { code } = error as { code?: string };
    if (code !== '42P04' && code !== '23505') throw error;
  }
}

function addressOf(dir: string, database: string): string {
  return `postgres://${SUPERUSER}@${encodeURIComponent(dir)}:5432/${encodeURIComponent(database)}`;
}
