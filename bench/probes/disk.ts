// How slow the disk was during a measurement: the mean of PostgreSQL's own flushes of its log, and the slowest flushes
// of a probe that flushes fifty times a second, in a file beside the database. If the disk stalls, the p99 of the
// answers is long for that reason alone, and a mean does not show it.
import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import { distribution } from '../distribution.ts';

export interface DiskSeen {
  /** The mean of PostgreSQL's flushes of its log; NaN if there was none. */
  flushMs: number;
  /** The probe's flushes of 8 KB. */
  probeP99Ms: number;
  probeLongestMs: number;
}

const EVERY_MS = 20;
const PAGE = Buffer.alloc(8_192, 1);
/** Overwritten in turns, as the log is: if the file grew, the file system would flush its journal too. */
const PAGES = 128;

/** By default PostgreSQL counts its flushes, but does not time them. */
export async function timeFlushes(sql: Sql): Promise<void> {
  await sql.unsafe('alter system set track_wal_io_timing = on');
  await sql`select pg_reload_conf()`;
}

/** Watches until the returned function is called. Each flush blocks this process. */
export async function watchDisk(sql: Sql, folder: string): Promise<() => Promise<DiskSeen>> {
  const path = join(folder, 'disk-probe');
  const file = openSync(path, 'w');
  for (let page = 0; page < PAGES; page++) writeSync(file, PAGE);
  fsyncSync(file);
  const before = await readFlushes(sql);
  const times: number[] = [];
  const timer = setInterval(() => {
    writeSync(file, PAGE, 0, PAGE.length, (times.length % PAGES) * PAGE.length);
    const start = performance.now();
    fdatasyncSync(file);
    times.push(performance.now() - start);
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    closeSync(file);
    rmSync(path);
    const after = await readFlushes(sql);
    const { p99, max } = distribution(times);
    return {
      flushMs: (after.ms - before.ms) / (after.count - before.count),
      probeP99Ms: p99,
      probeLongestMs: max,
    };
  };
}

/** The server counts the flushes of a session at most a second later. */
async function readFlushes(sql: Sql): Promise<{ count: number; ms: number }> {
  const [row] = await sql`
    select sum(fsyncs)::float8 as count, sum(fsync_time) as ms from pg_stat_io where object = 'wal' and context = 'normal'`;
  return { count: row!.count, ms: row!.ms };
}
