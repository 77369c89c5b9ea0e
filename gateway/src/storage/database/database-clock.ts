// The time that a gateway goes by: the database's. What is due, leased, expired or written down as a time must mean the same to
// all processes, whatever their machines' clocks say. So a process asks the database every few seconds, and counts on
// from its answer by its own steady clock, which nobody sets. Made by gateway.ts, where no clock is injected; asked at each
// payment, so `now` must not wait for anything (docs/decisions/0058).
import type { Logger } from 'pino';
import type { Sql } from './database.ts';

export interface DatabaseClock {
  now(): Date;
  /** One look at the database's clock. */
  check(): Promise<void>;
  /** How far this machine's clock is ahead of the database's; of no effect, but a person should know. */
  skewMs(): number;
  checkedAgoMs(): number;
}

/** More than a network and a busy process explain. */
const WORTH_AN_ALARM_MS = 2_000;

export async function openDatabaseClock(
  sql: Sql,
  log: Pick<Logger, 'warn' | 'info' | 'error'>,
): Promise<DatabaseClock> {
  let { startedAtMs, checkedMs } = await look(sql);
  let isSkewed = false;

  const now = () => new Date(startedAtMs + performance.now());
  const skewMs = () => Date.now() - (startedAtMs + performance.now());

  /** Also at the start: a machine with a wrong clock is to be mended before somebody reads its logs. */
  function tell(): void {
    const skew = skewMs();
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(skew) > WORTH_AN_ALARM_MS;
    if (isSkewed === wasSkewed) return;
    const skewSeconds = Math.round(skew / 1_000);
    if (isSkewed)
      log.warn({ skewSeconds }, "this machine's clock is not the database's; the database's time is used");
    else log.info({ skewSeconds }, "this machine's clock is the database's again");
  }

  tell();
  return {
    now,
    skewMs,
    checkedAgoMs: () => performance.now() - checkedMs,
    async check() {
      const seen = await look(sql);
      checkedMs = seen.checkedMs;
      const movedMs = seen.startedAtMs - startedAtMs;
      // What the time of the question and of its answer leave open is no reason to move.
      if (Math.abs(movedMs) > seen.unsureMs) {
        startedAtMs = seen.startedAtMs;
        if (Math.abs(movedMs) > WORTH_AN_ALARM_MS)
          log.error(
            { movedSeconds: Math.round(movedMs / 1_000) },
            "the database's clock was set, or this process stood still; the database's time is used",
          );
      }
      tell();
    },
  };
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
