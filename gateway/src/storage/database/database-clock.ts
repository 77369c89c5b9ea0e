// The gateway's clock is the database's. Due dates, leases and expiry must mean the same in all processes, whatever their
// machines' clocks say. So a process asks the database every few seconds, and counts on from the answer by its own monotonic
// clock. It is asked at each payment, so `now` must not wait for anything (docs/decisions/0058).
import type { Logger } from 'pino';
import type { Sql } from './database.ts';

/** More than a network and a busy process explain. */
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

  /** How far this machine's clock is ahead of the database's; of no effect, but a person should know. */
  skewMs(): number {
    return Date.now() - (this.#startedAtMs + performance.now());
  }

  checkedAgoMs(): number {
    return performance.now() - this.#checkedMs;
  }

  /** One look at the database's clock. */
  async check(): Promise<void> {
    const seen = await look(this.#sql);
    this.#checkedMs = seen.checkedMs;
    const movedMs = seen.startedAtMs - this.#startedAtMs;
    // What the time of the question and of its answer leave open is no reason to move.
    if (Math.abs(movedMs) > seen.unsureMs) {
      this.#startedAtMs = seen.startedAtMs;
      if (Math.abs(movedMs) > WORTH_AN_ALARM_MS)
        this.#log.error(
          { movedSeconds: Math.round(movedMs / 1_000) },
          "the database's clock was set, or this process stood still; the database's time is used",
        );
    }
    this.#tell();
  }

  /** Also at the start: a machine with a wrong clock is to be mended before somebody reads its logs. */
  #tell(): void {
    const skew = this.skewMs();
    const wasSkewed = this.#isSkewed;
    this.#isSkewed = Math.abs(skew) > WORTH_AN_ALARM_MS;
    if (this.#isSkewed === wasSkewed) return;
    const facts = { skewSeconds: Math.round(skew / 1_000) };
    if (this.#isSkewed)
      this.#log.warn(facts, "this machine's clock is not the database's; the database's time is used");
    else this.#log.info(facts, "this machine's clock is the database's again");
  }
}

/** The database's time at the start of this process's steady clock. */
async function look(sql: Sql) {
  const askedMs = performance.now();
  const [row] = await sql<{ at: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
  const checkedMs = performance.now();
  const unsureMs = (checkedMs - askedMs) / 2;
  return { startedAtMs: row!.at - askedMs - unsureMs, unsureMs: unsureMs + 1, checkedMs };
}
