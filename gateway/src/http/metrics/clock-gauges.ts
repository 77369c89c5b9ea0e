// The gauges of a process's clock (storage/database/database-clock.ts). They must not ask the database, so that they
// answer while it is away.
import { Gauge, type Registry } from 'prom-client';
import type { DatabaseClock } from '../../storage/database/database-clock.ts';

export function clockGauges(registry: Registry, clock: Pick<DatabaseClock, 'skewMs' | 'checkedAgoMs'>): void {
  new Gauge({
    name: 'tollgate_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's clock, which the gateway uses; negative: behind",
    registers: [registry],
    collect() {
      this.set(clock.skewMs() / 1_000);
    },
  });
  new Gauge({
    name: 'tollgate_clock_checked_seconds',
    help: "Time since this process last asked for the database's time",
    registers: [registry],
    collect() {
      this.set(clock.checkedAgoMs() / 1_000);
    },
  });
}
