// Group commit: the writes that arrive while a commit is in flight are sent together as the next one. Under load
// the flush to disk is the cost, and one flush then serves many callers; an idle gateway commits at once, because
// there is no timer. Used by the stores for opening transactions, applying outcomes and noting webhook tries.
//
// Each caller gets its own answer. A fault of a whole group is retried one by one, so that a poisoned value fails
// its own caller alone.

import { Refusal } from '../domain/refusal.ts';

export interface GroupCommitOptions {
  /** Most jobs in one database transaction. */
  maxGroup?: number;
  /** Database transactions in flight at once. */
  lanes?: number;
  /** Most jobs that may wait; one more is refused with 503. */
  maxWaiting?: number;
  /** A fault that hits every job alike, such as a database that is away: trying them one by one is no use. */
  hitsAll?: (error: unknown) => boolean;
  /** Rest after each commit, for writes that nobody waits for: larger groups, less work. Default none. */
  restMs?: number;
  /** Told the size of each group, for metrics. */
  observe?: (size: number) => void;
}

interface Waiting<Job, Answer> {
  job: Job;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export class GroupCommit<Job, Answer> {
  /** Writes all jobs in one database transaction; answers in the order of the jobs. */
  readonly #writeGroup: (jobs: Job[]) => Promise<Answer[]>;
  readonly #maxGroup: number;
  readonly #lanes: number;
  readonly #maxWaiting: number;
  readonly #hitsAll: (error: unknown) => boolean;
  readonly #restMs: number;
  readonly #observe: (size: number) => void;
  #waiting: Waiting<Job, Answer>[] = [];
  #inFlight = 0;
  #idle: (() => void)[] = [];

  constructor(writeGroup: (jobs: Job[]) => Promise<Answer[]>, options: GroupCommitOptions = {}) {
    this.#writeGroup = writeGroup;
    this.#maxGroup = options.maxGroup ?? 128;
    this.#lanes = options.lanes ?? 1;
    this.#maxWaiting = options.maxWaiting ?? 10_000;
    this.#hitsAll = options.hitsAll ?? (() => false);
    this.#restMs = options.restMs ?? 0;
    this.#observe = options.observe ?? (() => {});
  }

  write(job: Job): Promise<Answer> {
    if (this.#waiting.length >= this.#maxWaiting) {
      const message = 'the service has more to write than it can; nothing was stored, try again in a moment';
      return Promise.reject(new Refusal(503, message, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (this.#inFlight < this.#lanes) {
        // Everything that arrives in the same turn of the event loop shares the commit.
        this.#inFlight++;
        setImmediate(() => this.#drain());
      }
    });
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async settled(): Promise<void> {
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group =
        this.#waiting.length <= this.#maxGroup ? this.#waiting : this.#waiting.slice(0, this.#maxGroup);
      this.#waiting = group === this.#waiting ? [] : this.#waiting.slice(this.#maxGroup);
      await this.#commit(group);
      if (this.#restMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#restMs));
    }
    this.#inFlight--;
    if (this.#inFlight === 0) {
      for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  async #commit(group: Waiting<Job, Answer>[]): Promise<void> {
    this.#observe(group.length);
    try {
      const answers = await this.#writeGroup(group.map((one) => one.job));
      for (let i = 0; i < group.length; i++) group[i]!.resolve(answers[i]!);
    } catch (error) {
      if (group.length === 1 || this.#hitsAll(error)) for (const one of group) one.reject(error);
      else for (const one of group) await this.#commit([one]);
    }
  }
}
