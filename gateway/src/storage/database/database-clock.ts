// The gateway's clock is the database's. Due dates, leases and expiry must mean the same in all processes, whatever the
// clocks of their machines show. So a process reads the database's time every few seconds, and in between counts with
// its own monotonic clock. Every payment reads the time, so `now` must never wait for anything (docs/decisions/0058).
import type { Logger } from 'pino';
import type { Sql } from './database.ts';

/** A network and a busy process cannot explain a larger difference. */
const WORTH_AN_ALARM_MS = 2_000;

type Look = Awaited<ReturnType<typeof look>>;

export class DatabaseClock {
  readonly #sql: Sql;
  readonly #log: Pick<Logger, 'warn' | 'info' | 'error'>;
  #startedAtMs: number;
  #checkedMs: number;
  #isSkewed = false;

  private constructor(sql: Sql, log: Pick<Logger, 'warn' | 'info' | 'error'>, first: Look) {
    this.#sql = sql;
    this.#log = log;
    this.#startedAtMs = first.startedAtMs;
    this.#checkedMs = first.checkedMs;
    this.#tell();
  }

  static async open(sql: Sql, log: Pick<Logger, 'warn' | 'info' | 'error'>): Promise<DatabaseClock> {
    return new DatabaseClock(sql, log, await look(sql));
  }

  now(): Date {
    return new Date(this.#startedAtMs + performance.now());
  }

  /** How far this machine's clock is ahead of the database's. It has no effect here, but a person should know. */
  skewMs(): number {
    return Date.now() - (this.#startedAtMs + performance.now());
  }

  checkedAgoMs(): number {
    return performance.now() - this.#checkedMs;
  }

  /** Reads the database's clock once. */
  async check(): Promise<void> {
    const seen = await look(this.#sql);
    this.#checkedMs = seen.checkedMs;
    const movedMs = seen.startedAtMs - this.#startedAtMs;
    // The query takes a round trip. A difference within that time is no reason to correct the clock.
    if (Math.abs(movedMs) > seen.unsureMs) {
      this.#startedAtMs = seen.startedAtMs;
      if (Math.abs(movedMs) > WORTH_AN_ALARM_MS)
        this.#log.error(
          { movedSeconds: Math.round(movedMs / 1_000) },
          "the database's clock was changed, or this process was suspended; using the database's time",
        );
    }
    this.#tell();
  }

  /** Also at the start: somebody should correct a wrong clock before anybody reads the logs of this machine. */
  #tell(): void {
    const skew = this.skewMs();
    const wasSkewed = this.#isSkewed;
    this.#isSkewed = Math.abs(skew) > WORTH_AN_ALARM_MS;
    if (this.#isSkewed === wasSkewed) return;
    const facts = { skewSeconds: Math.round(skew / 1_000) };
    if (this.#isSkewed)
      this.#log.warn(facts, "this machine's clock differs from the database's; using the database's time");
    else this.#log.info(facts, "this machine's clock agrees with the database's again");
  }
}

/** The database's time at the start of this process's monotonic clock. */
async function look(sql: Sql) {
  const askedMs = performance.now();
  const [row] = await sql<{ at: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
  const checkedMs = performance.now();
  const unsureMs = (checkedMs - askedMs) / 2;
  return { startedAtMs: row!.at - askedMs - unsureMs, unsureMs: unsureMs + 1, checkedMs };
}
