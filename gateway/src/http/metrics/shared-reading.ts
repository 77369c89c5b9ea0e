// A reading of the database for metrics. It reads only once in a while, however often Prometheus scrapes, and a slow
// database never holds up the other metrics. null: unknown. In Prometheus a missing series means unknown; 0 or an old
// number would be wrong.
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../actions/context.ts';

const DEADLINE_MS = 2_000;

/** A series of a gauge; a series without a value is missing from the output. */
export interface Series<T> {
  labels?: Record<string, string>;
  value: (reading: T) => number | undefined;
}

export class SharedReading<T> {
  readonly #read: () => Promise<T>;
  readonly #everyMs: number;
  readonly #log: Context['log'];
  #taken: { reading: Promise<T | null>; atMs: number } | null = null;

  constructor(read: () => Promise<T>, everyMs: number, log: Context['log']) {
    this.#read = read;
    this.#everyMs = everyMs;
    this.#log = log;
  }

  latest(): Promise<T | null> {
    const nowMs = performance.now();
    if (!this.#taken || nowMs - this.#taken.atMs >= this.#everyMs)
      this.#taken = { reading: this.#take(), atMs: nowMs };
    return withDeadline(this.#taken.reading);
  }

  async #take(): Promise<T | null> {
    try {
      return await this.#read();
    } catch (error) {
      this.#log.warn({ err: error }, 'the database could not be read for the metrics');
      return null;
    }
  }

  gauge(registry: Registry, name: string, help: string, series: readonly Series<T>[]): void {
    const latest = () => this.latest();
    new Gauge({
      name,
      help,
      labelNames: Object.keys(series[0]!.labels ?? {}),
      registers: [registry],
      async collect() {
        const reading = await latest();
        for (const { labels = {}, value } of series) {
          const found = reading === null ? undefined : value(reading);
          if (found === undefined) this.remove(labels);
          else this.set(labels, found);
        }
      },
    });
  }
}

async function withDeadline<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, null);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
