// SIGTERM, SIGINT and SIGHUP. During a delay the process is not ready, but it still answers. Then it ends within 10 s
// (contract 1). A second signal ends the delay; a later one ends the process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export type Ending = Readonly<{
  /** 0: the process ends without a delay. */
  delayMs(): number;
  /** From now on the process is not ready. */
  leave(): void;
  end(): Promise<void>;
}>;

/**
 * npm passes on a Ctrl-C that the terminal has already sent to this process, so only a later signal counts as a second.
 */
const SECOND_SIGNAL_AFTER_MS = 1_000;

export class EndBySignals {
  readonly #log: Logger;
  readonly #ending: Ending;
  readonly #stopping = new AbortController();
  readonly #hurry = new AbortController();
  #lastAt: number | null = null;

  constructor(log: Logger, ending: Ending) {
    this.#log = log;
    this.#ending = ending;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => this.#hear(signal));
  }

  /** Aborted when the delay is over. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  #hear(signal: NodeJS.Signals): void {
    const now = Date.now();
    const isFirst = this.#lastAt === null;
    if (!isFirst && now - this.#lastAt! <= SECOND_SIGNAL_AFTER_MS) return;
    this.#lastAt = now;
    if (isFirst) this.#end(signal);
    else if (this.stopping.aborted) process.exit(1);
    else this.#hurry.abort();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const delayMs = this.#ending.delayMs();
    if (delayMs > 0) {
      this.#ending.leave();
      this.#log.info({ signal, delayMs }, 'readiness now answers 503; stopping after the delay');
      await sleep(delayMs, undefined, { signal: this.#hurry.signal }).catch(() => {});
    }
    this.#stopping.abort();
    this.#log.info({ signal }, 'stopping');
    const beganAt = Date.now();
    try {
      await this.#ending.end();
      this.#log.info({ tookMs: Date.now() - beganAt }, 'stopped');
      process.exit(0);
    } catch (error) {
      this.#log.fatal({ err: error }, 'stopping failed');
      process.exit(1);
    }
  }
}
