// Group commit: writes that arrive during a commit are sent together as the next commit. Under load the flush to disk
// is the main cost, and one flush then serves many callers; an idle gateway commits at once. The owner may add a pause
// after a commit, so that more writes share the next one.
//
// Each caller gets its own answer. After a fault the jobs of a group are retried one by one, so a bad value fails only
// its own caller. Jobs that wait for another writer's lock leave the pipeline (lock-lines.ts). No caller ever waits
// without end: a job that would not be sent within LONGEST_WAIT_MS is refused unsent, at once if that can be foreseen.
import { isLockTimeout } from '../database/database.ts';
import type { GroupLoad, GroupObserver } from './group-observer.ts';
import { type LockLineOptions, LockLines, type Waiting } from './lock-lines.ts';
import {
  LONGEST_ANSWER_MS,
  LONGEST_WAIT_MS,
  type TooLate,
  thisTick,
  tooLate,
  unwatch,
  waitedMs,
  watch,
} from './waiting-time.ts';

export interface GroupCommitOptions<Job, Answer> {
  /** Largest number of jobs in one database transaction. */
  maxGroup?: number;
  /** Number of concurrent database transactions. */
  mostInFlight?: number;
  /**
   * Jobs with different keys never share a transaction, and jobs with the same key are in one transaction at a time.
   * Default: all may share.
   */
  keyOf?: ((job: Job) => string) | undefined;
  /** Largest number of waiting jobs. Further jobs are refused with 503. */
  maxWaiting?: number;
  /**
   * An outcome that is already decided is never refused. Its caller gets an answer in time, and the outcome is written
   * as soon as possible.
   */
  isOutcome?: boolean;
  /** The answer to the caller of an unwritten job. */
  tooLate?: TooLate;
  /**
   * True for a fault that hits every job alike, such as an unavailable database: retrying the jobs one by one does not
   * help.
   */
  hitsAll?: (error: unknown) => boolean;
  /** For jobs that wait for another writer's lock. */
  aside?: Pick<LockLineOptions<Job, Answer>, 'pipelines' | 'write' | 'lockOf'>;
  /**
   * Pause after a commit, in ms: the next group becomes larger, with less work for each write. Called each time.
   * Default: none.
   */
  restMs?: () => number;
  /** The name of its groups in metrics, and the observer of the groups. */
  watched?: { store: string; by: GroupObserver };
}

interface Flight<Job, Answer> {
  since: number;
  group: Waiting<Job, Answer>[];
}

export class GroupCommit<Job, Answer> {
  /** Writes all jobs in one database transaction; answers in the order of the jobs. */
  readonly #writeGroup: (jobs: Job[]) => Promise<(Answer | Promise<Answer>)[]>;
  readonly #maxGroup: number;
  readonly #mostInFlight: number;
  readonly #keyOf: ((job: Job) => string) | null;
  readonly #maxWaiting: number;
  readonly #isOutcome: boolean;
  readonly #tooLate: TooLate;
  readonly #hitsAll: (error: unknown) => boolean;
  readonly #aside: LockLines<Job, Answer> | null;
  readonly #restMs: () => number;
  readonly #observe: (size: number, seconds: number) => void;
  readonly #around: ((write: () => Promise<Answer>) => Promise<Answer>) | null;
  /** An array, because a Set that changes all the time keeps removed members in memory (docs/decisions/0022). */
  readonly #flights: Flight<Job, Answer>[] = [];
  #waiting: Waiting<Job, Answer>[] = [];
  #inFlight = 0;
  /** Recent duration of a full group. */
  #fullGroupMs = 0;
  #idle: (() => void)[] = [];

  constructor(
    writeGroup: (jobs: Job[]) => Promise<(Answer | Promise<Answer>)[]>,
    options: GroupCommitOptions<Job, Answer> = {},
  ) {
    this.#writeGroup = writeGroup;
    this.#maxGroup = options.maxGroup ?? 128;
    this.#mostInFlight = options.mostInFlight ?? 1;
    this.#keyOf = options.keyOf ?? null;
    this.#isOutcome = options.isOutcome ?? false;
    this.#maxWaiting = this.#isOutcome ? Number.POSITIVE_INFINITY : (options.maxWaiting ?? 10_000);
    this.#tooLate = options.tooLate ?? 'look it up';
    this.#hitsAll = options.hitsAll ?? (() => false);
    this.#restMs = options.restMs ?? (() => 0);
    const { watched } = options;
    this.#observe = watched ? (...group) => watched.by.ended(watched.store, ...group) : () => {};
    const around = watched?.by.around;
    this.#around = around ? (write) => around(watched.store, write) : null;
    watched?.by.opened(watched.store, () => this.load);
    const own = {
      hitsAll: this.#hitsAll,
      isOutcome: this.#isOutcome,
      tooLate: this.#tooLate,
      maxGroup: this.#maxGroup,
      observe: this.#observe,
    };
    this.#aside = options.aside ? new LockLines({ ...own, ...options.aside }) : null;
  }

  write(job: Job): Promise<Answer> {
    return this.#around ? this.#around(() => this.#enqueue(job)) : this.#enqueue(job);
  }

  #enqueue(job: Job): Promise<Answer> {
    if (!this.#isOutcome && !this.#canSendInTime()) return Promise.reject(tooLate(this.#tooLate));
    return new Promise((resolve, reject) => {
      const one = { job, since: thisTick(), resolve, reject };
      if (this.#aside?.takes(job)) {
        this.#aside.take([one]);
        return;
      }
      this.#waiting.push(one);
      if (this.#inFlight < this.#mostInFlight) {
        // Everything that arrives in the same turn of the event loop shares the commit.
        if (this.#inFlight++ === 0) watch(this);
        setImmediate(() => this.#drain());
      }
    });
  }

  /** Jobs waiting and in progress, without those that wait for a lock of another writer. */
  get size(): number {
    return this.#waiting.length + this.#inFlights();
  }

  get load(): GroupLoad {
    return { waiting: this.#waiting.length + (this.#aside?.size ?? 0), inProgress: this.#inFlights() };
  }

  #inFlights(): number {
    let jobs = 0;
    for (const { group } of this.#flights) jobs += group.length;
    return jobs;
  }

  /** Whether a job would be sent in time, as far as this can be foreseen. */
  #canSendInTime(): boolean {
    const waiting = this.#waiting.length;
    if (waiting + (this.#aside?.size ?? 0) >= this.#maxWaiting) return false;
    // The pipelines hang: the database does not answer, or a disk does not write.
    if (this.#flights.length === this.#mostInFlight && this.#flightsAreOld()) return false;
    return waiting < this.#maxGroup || (waiting / this.#maxGroup) * this.#fullGroupMs <= LONGEST_WAIT_MS;
  }

  #flightsAreOld(): boolean {
    for (const { since } of this.#flights) if (waitedMs(since) < LONGEST_WAIT_MS) return false;
    return true;
  }

  /** Resolves when no job is waiting or in progress. */
  async settled(): Promise<void> {
    if (this.#inFlight > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.#aside?.settled();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const group = this.#keyOf ? this.#takeOfOne(this.#keyOf) : this.#takeFirst();
      if (group.length === 0) break;
      const flight = { since: thisTick(), group };
      this.#flights.push(flight);
      await this.#commit(group);
      const restMs = this.#restMs();
      this.#flights.splice(this.#flights.indexOf(flight), 1);
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    this.#inFlight--;
    if (this.#inFlight === 0) {
      unwatch(this);
      for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  #takeFirst(): Waiting<Job, Answer>[] {
    const group =
      this.#waiting.length <= this.#maxGroup ? this.#waiting : this.#waiting.slice(0, this.#maxGroup);
    this.#waiting = group === this.#waiting ? [] : this.#waiting.slice(this.#maxGroup);
    return group;
  }

  /**
   * All waiting jobs that share the oldest idle job's key, up to the largest group. A key is idle if none of its jobs
   * is in progress. Empty if no key is idle: the next transaction of each key takes its jobs.
   */
  #takeOfOne(keyOf: (job: Job) => string): Waiting<Job, Answer>[] {
    const busy = new Set<string>();
    for (const { group } of this.#flights) busy.add(keyOf(group[0]!.job));
    const first = this.#waiting.find(({ job }) => !busy.has(keyOf(job)));
    if (!first) return [];
    const own = keyOf(first.job);
    const group: Waiting<Job, Answer>[] = [];
    this.#waiting = this.#waiting.filter((one) => {
      if (group.length === this.#maxGroup || keyOf(one.job) !== own) return true;
      group.push(one);
      return false;
    });
    return group;
  }

  async #commit(group: Waiting<Job, Answer>[]): Promise<void> {
    const startedMs = performance.now();
    try {
      const answers = await this.#writeGroup(group.map((one) => one.job));
      for (let i = 0; i < group.length; i++) group[i]!.resolve(answers[i]!);
    } catch (error) {
      if (this.#aside && isLockTimeout(error)) this.#aside.take(group);
      else if (group.length === 1 || this.#hitsAll(error)) for (const one of group) one.reject(error);
      else for (const one of group) await this.#commit([one]);
    }
    const tookMs = performance.now() - startedMs;
    this.#observe(group.length, tookMs / 1_000);
    if (group.length === this.#maxGroup) this.#fullGroupMs = tookMs;
  }

  /** The timer of waiting-time.ts calls this while anything is in progress. */
  tick(): void {
    for (const { since, group } of this.#flights) {
      if (waitedMs(since) > LONGEST_ANSWER_MS) for (const one of group) one.reject(tooLate('look it up'));
    }
    if (this.#waiting.length === 0 || waitedMs(this.#waiting[0]!.since) <= LONGEST_WAIT_MS) return;
    const isLate = ({ since }: Waiting<Job, Answer>) => waitedMs(since) > LONGEST_WAIT_MS;
    for (const one of this.#waiting) if (isLate(one)) one.reject(tooLate(this.#tooLate));
    if (!this.#isOutcome) this.#waiting = this.#waiting.filter((one) => !isLate(one));
  }
}
