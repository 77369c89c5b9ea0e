// When a group has to wait for another writer's lock, its jobs leave the pipeline, so that other groups continue. They
// join a line for each of their merchants. There the group is divided until the jobs that wait for the lock are found.
// Only they wait, and are retried again and again. While a merchant has a line, all its jobs of that store go there:
// one merchant's lock costs the others one lock_timeout and never more (docs/decisions/0057). Used by group-commit.ts.
//
// A job is in one place: in `fresh`, in `held`, or in an attempt. Only the caller of a job in `fresh` or `held` may
// learn that nothing was stored. If an attempt takes too long, because its connection is silent or the database hangs,
// the callers of its jobs learn that the outcome is unknown.
import { isLockTimeout, type Pipeline } from '../database/database.ts';
import type { PipelinePool } from './pipeline-pool.ts';
import {
  LONGEST_ANSWER_MS,
  LONGEST_KEEP_MS,
  LONGEST_WAIT_MS,
  type TooLate,
  tooLate,
  unwatch,
  waitedMs,
  watch,
} from './waiting-time.ts';

export interface Waiting<Job, Answer> {
  job: Job;
  /** thisTick() when it arrived. */
  since: number;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
}

/** The row that a job may have to wait for. Jobs with the same row are assumed to wait for the same lock. */
export interface Lock {
  merchantId: string;
  row: string;
}

export interface LockLineOptions<Job, Answer> {
  pipelines: PipelinePool;
  write: (pipeline: Pipeline, jobs: Job[]) => Promise<(Answer | Promise<Answer>)[]>;
  lockOf: (job: Job) => Lock;
  /** As in GroupCommitOptions. */
  hitsAll: (error: unknown) => boolean;
  isOutcome: boolean;
  tooLate: TooLate;
  maxGroup: number;
  observe: (size: number, seconds: number) => void;
}

export class LockLines<Job, Answer> {
  readonly #options: LockLineOptions<Job, Answer>;
  readonly #lines = new Map<string, Line<Job, Answer>>();
  #idle: (() => void)[] = [];

  constructor(options: LockLineOptions<Job, Answer>) {
    this.#options = options;
  }

  /** Does this job's merchant have a line? */
  takes(job: Job): boolean {
    return this.#lines.size > 0 && this.#lines.has(this.#options.lockOf(job).merchantId);
  }

  /** How many jobs wait there. */
  get size(): number {
    let size = 0;
    for (const line of this.#lines.values()) size += line.size;
    return size;
  }

  take(group: readonly Waiting<Job, Answer>[]): void {
    const byMerchant = Map.groupBy(group, ({ job }) => this.#options.lockOf(job).merchantId);
    for (const [merchantId, own] of byMerchant) {
      let line = this.#lines.get(merchantId);
      if (!line) {
        line = new Line(this.#options, () => this.#end(merchantId));
        this.#lines.set(merchantId, line);
      }
      line.add(own);
    }
  }

  async settled(): Promise<void> {
    if (this.#lines.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #end(merchantId: string): void {
    this.#lines.delete(merchantId);
    if (this.#lines.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

class Line<Job, Answer> {
  readonly #options: LockLineOptions<Job, Answer>;
  readonly #end: () => void;
  #fresh: Waiting<Job, Answer>[] = [];
  /** Held jobs by the row that they probably wait for. A row keeps its entry while a job of it is retried. */
  readonly #held = new Map<string, Waiting<Job, Answer>[]>();
  readonly #attempts = new Set<readonly Waiting<Job, Answer>[]>();
  #isWriting = false;
  #isTrying = false;

  constructor(options: LockLineOptions<Job, Answer>, end: () => void) {
    this.#options = options;
    this.#end = end;
    watch(this);
  }

  get size(): number {
    let size = this.#fresh.length;
    for (const held of this.#held.values()) size += held.length;
    return size;
  }

  add(group: readonly Waiting<Job, Answer>[]): void {
    this.#fresh.push(...group);
    if (!this.#isWriting) void this.#writeFresh();
  }

  async #writeFresh(): Promise<void> {
    this.#isWriting = true;
    while (this.#fresh.length > 0) await this.#attempt(this.#fresh.splice(0, this.#options.maxGroup));
    this.#isWriting = false;
    this.#endIfIdle();
  }

  async #attempt(group: readonly Waiting<Job, Answer>[]): Promise<void> {
    // If others already wait for a job's row, there is no need to try the job.
    const free = group.filter((one) => !this.#hold(one, 'where others are'));
    if (free.length === 0) return;
    const error = await this.#write(free);
    if (error === null) return;
    const isLocked = isLockTimeout(error);
    if (isLocked && free.length === 1) this.#hold(free[0]!, 'in any case');
    else if (free.length === 1 || (!isLocked && this.#options.hitsAll(error))) {
      for (const one of free) one.reject(error);
    } else {
      const half = Math.ceil(free.length / 2);
      await this.#attempt(free.slice(0, half));
      await this.#attempt(free.slice(half));
    }
  }

  /** Answers the error, or null. */
  async #write(group: readonly Waiting<Job, Answer>[]): Promise<unknown> {
    const { pipelines, write, observe } = this.#options;
    const startedMs = performance.now();
    const jobs = group.map((one) => one.job);
    this.#attempts.add(group);
    try {
      const answers = await pipelines.use((pipeline) => write(pipeline, jobs));
      for (const [i, one] of group.entries()) one.resolve(answers[i]!);
      return null;
    } catch (error) {
      return error ?? new Error('no reason');
    } finally {
      observe(group.length, (performance.now() - startedMs) / 1_000);
      this.#attempts.delete(group);
    }
  }

  #hold(one: Waiting<Job, Answer>, when: 'in any case' | 'where others are'): boolean {
    const { row } = this.#options.lockOf(one.job);
    const others = this.#held.get(row);
    if (others) others.push(one);
    else if (when === 'in any case') this.#held.set(row, [one]);
    else return false;
    if (!this.#isTrying) void this.#tryHeld();
    return true;
  }

  /**
   * Tries one row after the other with its first waiting job. Once that job is written, the other jobs of the row count
   * as fresh.
   */
  async #tryHeld(): Promise<void> {
    this.#isTrying = true;
    while (this.#held.size > 0) {
      const [row, own] = this.#held.entries().next().value!;
      const first = own.shift();
      const one = first && this.#mayStay(first) ? first : undefined;
      const error = one ? await this.#write([one]) : null;
      // This row comes after all other rows, together with the jobs that arrived meanwhile.
      this.#held.delete(row);
      if (one && isLockTimeout(error)) this.#held.set(row, [one, ...own]);
      else {
        if (error !== null) one?.reject(error);
        this.add(own);
      }
    }
    this.#isTrying = false;
    this.#endIfIdle();
  }

  #endIfIdle(): void {
    if (this.#isWriting || this.#isTrying || this.#fresh.length > 0) return;
    unwatch(this);
    this.#end();
  }

  tick(): void {
    for (const group of this.#attempts)
      for (const one of group) if (waitedMs(one.since) > LONGEST_ANSWER_MS) one.reject(tooLate('look it up'));
    this.#fresh = this.#fresh.filter((one) => this.#mayStay(one));
    for (const held of this.#held.values()) {
      const staying = held.filter((one) => this.#mayStay(one));
      held.splice(0, held.length, ...staying);
    }
  }

  #mayStay({ since, reject }: Waiting<Job, Answer>): boolean {
    const ageMs = waitedMs(since);
    if (ageMs <= LONGEST_WAIT_MS) return true;
    // An outcome is still written if possible, but its caller no longer waits.
    const { isOutcome } = this.#options;
    reject(tooLate(this.#options.tooLate));
    return isOutcome && ageMs <= LONGEST_KEEP_MS;
  }
}
