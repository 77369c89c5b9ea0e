// Creates the embedded database's files and writes its settings. A cluster is created under another name and renamed
// when it is complete, so nobody sees an incomplete one, and two processes cannot damage it.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './fault.ts';
import type { ServerUser } from './server-user.ts';

export const SUPERUSER = 'tollgate';

/** The server's environment must contain no values of ours (above all not MASTER_KEY). */
export const SERVER_ENVIRONMENT = {
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export type Settings = Readonly<Record<string, string | number>>;

// For many small commits and an insert-heavy load on a small machine.
const SETTINGS: Settings = {
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: 0.9,
  random_page_cost: 1.1,
  jit: 'off',
  // Parallel plans need /dev/shm, of which a container has 64 MB, and two cores have other work.
  max_parallel_workers_per_gather: 0,
  autovacuum_naptime: '20s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_vacuum_insert_scale_factor: 0.1,
  autovacuum_analyze_scale_factor: 0.05,
  autovacuum_vacuum_cost_limit: 1000,
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements, their parameters and the rows in an error's details can contain data that must not reach a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
};

export async function createClusterOnce(
  clusterDir: string,
  binaries: Binaries,
  user: ServerUser,
  signal?: AbortSignal,
): Promise<void> {
  removeAbandoned(clusterDir);
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
    if (version === binaries.majorVersion) return;
    throw new EmbeddedPostgresError(
      `${clusterDir} was made by PostgreSQL ${version}, but this release contains PostgreSQL ${binaries.majorVersion}: ` +
        'dump the database with the former release and restore the dump with this one, or set DATA_DIR to a new folder',
    );
  }
  const draft = `${clusterDir}.making-${process.pid}-${randomBytes(4).toString('hex')}`;
  drafts.add(draft);
  mkdirSync(draft, { mode: 0o700 });
  if (user !== null) chownSync(draft, user.uid, user.gid);
  const options = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth=peer',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const { code, output } = await run(binaries.initdb, options, user, signal);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new EmbeddedPostgresError(
      `could not create the embedded database in ${clusterDir}: ${output}; correct the cause, or set DATABASE_URL`,
    );
  }
  // writeAccess writes ours instead.
  rmSync(join(draft, 'pg_hba.conf'));
  try {
    renameSync(draft, clusterDir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster: its cluster can be used.
    if (!existsSync(join(clusterDir, 'PG_VERSION'))) throw error;
  }
}

/** Rewritten before each start, so that old clusters get a release's settings; custom.conf beside it is the owner's. */
export function writeSettings(clusterDir: string, user: ServerUser, settings: Settings): void {
  writeAccess(clusterDir, user);
  const lines = [
    '# Written by Tollgate at each start. Settings of your own go into custom.conf in this folder.',
  ];
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings }))
    lines.push(`${name} = ${quoted(value)}`);
  if (existsSync(join(clusterDir, 'custom.conf'))) lines.push("include = 'custom.conf'");
  replaceFile(join(clusterDir, 'postgresql.conf'), lines, user);
}

const BY_TOLLGATE = '# Written by Tollgate';

/**
 * Who may connect: the server's user and root, as the operating system identifies them (peer). Nobody else can enter
 * the socket's folder either, but somebody may change the mode of that folder. If the owner rewrote the file, it stays.
 */
function writeAccess(clusterDir: string, user: ServerUser): void {
  const names = [...new Set(['root', user?.name ?? userInfo().username])];
  const files = {
    'pg_hba.conf': ['local all all peer map=tollgate'],
    'pg_ident.conf': names.map((name) => `tollgate "${name}" all`),
  };
  for (const [name, rules] of Object.entries(files)) {
    const path = join(clusterDir, name);
    if (isOurs(path))
      replaceFile(
        path,
        [`${BY_TOLLGATE} at each start. To keep your own changes, remove this line.`, ...rules],
        user,
      );
  }
}

/** A file without rules counts as ours too: initdb leaves one that contains only explanations. */
function isOurs(path: string): boolean {
  if (!existsSync(path)) return true;
  const text = readFileSync(path, 'utf8');
  return text.startsWith(BY_TOLLGATE) || text.split('\n').every((line) => /^\s*(#|$)/.test(line));
}

function replaceFile(path: string, lines: readonly string[], user: ServerUser): void {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  // The folder belongs to the server user: 'wx' and lchown, so that a link placed there cannot redirect root.
  writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  if (user !== null) lchownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}

function quoted(value: string | number): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** Drafts of this process. An earlier process may have had its number: in a container every start has the same. */
const drafts = new Set<string>();

/** Removes drafts of processes that were killed while they made one. */
function removeAbandoned(clusterDir: string): void {
  for (const name of readdirSync(dirname(clusterDir))) {
    const [, pid] = new RegExp(`^${basename(clusterDir)}\\.making-(\\d+)`).exec(name) ?? [];
    const path = join(dirname(clusterDir), name);
    if (pid === undefined || drafts.has(path)) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) rmSync(path, { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `signal`: requests its end; initdb then removes its files. */
function run(
  program: string,
  args: string[],
  user: ServerUser,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const identity = user === null ? {} : { uid: user.uid, gid: user.gid };
    const child = spawn(program, args, {
      ...identity,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const end = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
    child.on('error', (error) => {
      reject(
        new EmbeddedPostgresError(
          `${program} does not run here (${error.message}); set DATABASE_URL to a database of your own`,
        ),
      );
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end);
      resolve({ code: code ?? 1, output: output.trim() });
    });
  });
}
