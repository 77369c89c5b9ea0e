// Whether this process fails at its work although the database answers: more than half of the merchants' writes end in
// unexpected errors (500), for ten seconds, or one of them found the disk of the database full. The readiness check
// reads it. A process that gets no writes has no failures, so it becomes ready again and gets new ones.

const WINDOW_SECONDS = 10;

interface Second {
  at: number;
  writes: number;
  failed: number;
}

export class WriteErrors {
  readonly #nowMs: () => number;
  #seconds: Second[] = [];
  /** The time since which more than half of the writes fail. */
  #failsSinceMs: number | null = null;
  #fullDiskMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The database could not make a table longer: most likely the next payment's write fails as well. */
  noteFullDisk(): void {
    this.#fullDiskMs = this.#nowMs();
  }

  foundDiskFull(): boolean {
    return this.#nowMs() - this.#fullDiskMs < WINDOW_SECONDS * 1_000;
  }

  count(failed: boolean): void {
    const nowMs = this.#nowMs();
    const at = Math.floor(nowMs / 1_000);
    let second = this.#seconds.at(-1);
    if (second?.at !== at) {
      second = { at, writes: 0, failed: 0 };
      this.#seconds.push(second);
      if (this.#seconds.length > WINDOW_SECONDS) this.#seconds.shift();
    }
    second.writes++;
    if (failed) second.failed++;
    this.#judge(nowMs);
  }

  areMost(): boolean {
    const nowMs = this.#nowMs();
    this.#judge(nowMs);
    return this.#failsSinceMs !== null && nowMs - this.#failsSinceMs >= WINDOW_SECONDS * 1_000;
  }

  /** Judges the last ten seconds. */
  #judge(nowMs: number): void {
    const since = Math.floor(nowMs / 1_000) - WINDOW_SECONDS;
    let writes = 0;
    let failed = 0;
    for (const one of this.#seconds)
      if (one.at > since) {
        writes += one.writes;
        failed += one.failed;
      }
    if (failed * 2 <= writes) this.#failsSinceMs = null;
    else this.#failsSinceMs ??= nowMs;
  }
}
