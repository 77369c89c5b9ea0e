// The server process itself: started outside our process group, found again by its lock file, asked to stop. It must
// never remove a lock file if its server may still run.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive, SERVER_ENVIRONMENT } from './cluster.ts';
import { EmbeddedPostgresError } from './fault.ts';
import type { ServerUser } from './server-user.ts';

/** sun_path holds 108 bytes with its closing NUL, on macOS 104. */
const LONGEST_SOCKET_PATH_BYTES = 103;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
const STARTED_BY_THEN_MS = 1_000;

/** The cluster's own folder (0700, the server's); if that path is too long for a socket, an equal one in /tmp. */
export function socketDir(clusterDir: string, user: ServerUser): string {
  if (Buffer.byteLength(join(clusterDir, '.s.PGSQL.5432.lock')) <= LONGEST_SOCKET_PATH_BYTES)
    return clusterDir;
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const dir = `/tmp/tollgate-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
  try {
    mkdirSync(dir, { mode: 0o700 });
    if (user !== null) chownSync(dir, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(dir);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `${dir} belongs to another user; remove it, or set DATA_DIR to a shorter path`,
    );
  }
  return dir;
}

export type Postmaster = { readonly pid: number; exited: boolean };

/** Its output goes to a file, not to a pipe of ours: it must be able to outlive this process. */
export function spawnPostmaster(
  program: string,
  clusterDir: string,
  logFile: string,
  user: ServerUser,
): Postmaster {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) renameSync(logFile, `${logFile}.old`);
  const log = openSync(logFile, 'a', 0o600);
  try {
    const identity = user === null ? {} : { uid: user.uid, gid: user.gid };
    const child = spawn(program, ['-D', clusterDir], {
      ...identity,
      cwd: '/',
      detached: true,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log, log],
    });
    const postmaster: Postmaster = { pid: child.pid ?? 0, exited: false };
    child.on('exit', () => {
      postmaster.exited = true;
    });
    child.on('error', () => {
      postmaster.exited = true;
    });
    child.unref();
    return postmaster;
  } finally {
    closeSync(log);
  }
}

export function lockFilePid(clusterDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Whether the process in the lock file is a server of this cluster, and not another process with the same number. */
export function serverRuns(clusterDir: string): boolean {
  const pid = lockFilePid(clusterDir);
  if (pid === null || !isAlive(pid)) return false;
  try {
    // A postmaster's working directory is its cluster's folder.
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch {
    // A zombie (not yet waited for) has no folder; without /proc, as on systems other than Linux, trust the number.
    return process.platform !== 'linux';
  }
}

/**
 * PostgreSQL itself replaces the lock file of a dead process, but not if another process has its number now, nor if the
 * file lost its content in a power failure.
 */
export function removeStaleLock(clusterDir: string): void {
  const path = join(clusterDir, 'postmaster.pid');
  if (isEmptyForLong(path) && !anyoneWorksIn(clusterDir)) {
    moveAway(path, '');
    return;
  }
  const stale = lockFilePid(clusterDir);
  if (stale === null || !isAlive(stale) || serverRuns(clusterDir)) return;
  moveAway(path, String(stale));
}

function moveAway(path: string, firstLine: string): void {
  const aside = `${path}.stale-${process.pid}`;
  renameSync(path, aside);
  if (readFileSync(aside, 'utf8').split('\n')[0]!.trim() !== firstLine) {
    // Another process started the server between the check and the rename: the file is that server's.
    renameSync(aside, path);
    return;
  }
  rmSync(aside);
}

/** A server that starts writes its file at once. */
function isEmptyForLong(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file?.size === 0 && Math.abs(Date.now() - file.mtimeMs) > STARTED_BY_THEN_MS;
}

/**
 * A server and its sessions have their cluster's folder as working directory. Without /proc, the caller has found that
 * no server listens.
 */
function anyoneWorksIn(clusterDir: string): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === clusterDir;
    } catch {
      return false;
    }
  });
}

export function logTail(logFile: string, fromByte: number): string {
  try {
    const text = readFileSync(logFile).subarray(fromByte).toString('utf8');
    return text.trim().split('\n').slice(-6).join('\n');
  } catch {
    return '';
  }
}

export function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}
