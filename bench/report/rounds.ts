// The measurements of the rounds, and how the parts of the results read them. It describes nothing itself.
import type { Distribution } from '../distribution.ts';
import type { ClosedRun } from '../load.ts';
import type { Cores, Measured, Webhooks } from '../measure.ts';
import type { PathRate, PathTuning, WritingPath } from '../paths.ts';
import type { DiskSeen } from '../probes/disk.ts';
import type { Machine } from '../probes/machine.ts';
import type { Variant } from '../reference/one-by-one.ts';
import type { StartupTimes } from '../startup.ts';

/** Under load, whatever kind of load. */
export interface UnderLoad {
  perSecond: number;
  latencyMs: Distribution;
  cores: Cores;
  disk: DiskSeen;
  webhooks: Webhooks;
  residentMb: number;
  walBytesEach: number;
  unfolded: number;
  rowBytes: number;
}

/** At a rate that is independent of the answers. */
export interface AtRate extends UnderLoad {
  scheduled: number;
  sentLate: number;
  unsent: number;
}

export interface Round {
  oneByOne: Partial<Record<Variant, number>>;
  oneByOneRowBytes?: number;
  gateway?: UnderLoad;
  /** A former release, over HTTP as (b). */
  former?: UnderLoad;
  http?: { perSecond: number; cores: Cores };
  storage?: { perSecond: number; rowBytes: number };
  /** With four connections. */
  few?: UnderLoad;
  halfRate?: AtRate;
  /** At half the rate that an earlier release reached. */
  formerHalf?: AtRate;
  /** Runs of (d) in which the load generator was late. */
  voided: number;
  million?: UnderLoad;
  paths: Partial<Record<WritingPath, PathRate>>;
  reads?: Measured<ClosedRun>;
}

export interface Results {
  machine: Machine;
  tool: string | null;
  /** For each variant the best number of connections, and what the others reached. */
  tuning: Partial<
    Record<Variant, { connections: number; tried: [connections: number, perSecond: number][] }>
  >;
  pathTuning: Partial<Record<WritingPath, PathTuning>>;
  connections: number;
  seconds: number;
  rounds: Round[];
  startup: StartupTimes | null;
  storedPayments: number;
  /** The name of a former release that was measured beside this one. */
  against: string | null;
}

export const pick = (rounds: Round[], take: (round: Round) => number | undefined): number[] =>
  rounds.map(take).filter((value) => value !== undefined);

/** Processor time of one payment or request, in microseconds. */
export const microsEach = (cores: Cores, perSecond: number, part: keyof Cores): number =>
  (cores[part] / perSecond) * 1e6;

export const boundOf = (round: Round): number | undefined =>
  round.http && round.storage && 1 / (1 / round.http.perSecond + 1 / round.storage.perSecond);

export function table(...head: string[]) {
  const lines: string[] = [];
  const row = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`);
  row(...head);
  row(...head.map((_, i) => (i === 0 ? '---' : '---:')));
  return { lines, row };
}
