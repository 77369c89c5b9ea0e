// Facts about this machine for the results, and how much processor time each part used. Reads /proc; elsewhere than
// on Linux the processor times and memory are unknown (0). Names no folder and no host.
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../gateway/src/storage/database/database.ts';

export interface Machine {
  processors: string;
  memory: string;
  system: string;
  node: string;
  postgres: string;
  flush: string;
  date: string;
}

const TMPFS = 0x01021994;

export async function describeMachine(sql: Sql, folder: string): Promise<Machine> {
  const [shown] =
    await sql`select current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('wal_sync_method') as method, current_setting('synchronous_commit') as synchronous`;
  const flushMs = flushTimeMs(folder);
  const inMemory =
    statfsSync(folder).type === TMPFS ? '; the folder is in memory, so nothing is really flushed' : '';
  return {
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${platform()} ${release().split('-')[0]} ${arch()}`,
    node: process.version,
    postgres: String(shown!.version),
    flush:
      `fsync ${shown!.fsync}, synchronous_commit ${shown!.synchronous}, wal_sync_method ${shown!.method}; ` +
      `one fdatasync of 8 KB takes ${flushMs.toFixed(2)} ms here${inMemory}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Median of a hundred. */
function flushTimeMs(folder: string): number {
  const path = join(folder, 'flush-probe');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(8_192, 1);
  const times: number[] = [];
  for (let i = 0; i < 100; i++) {
    writeSync(file, page, 0, page.length, i * page.length);
    const start = performance.now();
    fdatasyncSync(file);
    times.push(performance.now() - start);
  }
  closeSync(file);
  rmSync(path);
  return times.sort((a, b) => a - b)[50]!;
}

/** Processor seconds used so far, by process id; `endedToo`: also by its children that have ended. */
export function cpuSeconds(pid: number, endedToo = false): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    // utime and stime, then the same of children, in hundredths of a second.
    const ended = endedToo ? Number(fields[13]) + Number(fields[14]) : 0;
    return (Number(fields[11]) + Number(fields[12]) + ended) / 100;
  } catch {
    return 0;
  }
}

/** Time that the hypervisor gave to others while this machine had work; 0 if the system does not report it. */
export function stolenSeconds(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(line.split(/\s+/)[8] ?? 0) / 100;
  } catch {
    return 0;
  }
}

/** All work of the processors, for any process. */
export function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
}

/** The server and its sessions, including ended ones. */
export function postgresCpuSeconds(postmasterPid: number): number {
  let sum = cpuSeconds(postmasterPid, true);
  for (const pid of processIds()) if (parentOf(pid) === postmasterPid) sum += cpuSeconds(pid);
  return sum;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** 0 if it has ended since it was listed, or if the system does not say. */
export function parentOf(pid: number): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return Number(rest.split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Resident memory now and at its highest, in MB of 1,024 × 1,024 bytes. */
export function memoryOf(pid: number): { residentMb: number; peakMb: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return { residentMb: kb('VmRSS') / 1_024, peakMb: kb('VmHWM') / 1_024 };
  } catch {
    return { residentMb: 0, peakMb: 0 };
  }
}
