// The gauges of the background loops of this process (worker/loop.ts): whether each loop still runs. They must not ask
// the database, so that they answer while it is away.
import { Gauge, type Registry } from 'prom-client';
import type { Context, Pulse } from '../../actions/context.ts';

export function loopGauges(registry: Registry, { pulses }: Pick<Context, 'pulses'>): void {
  function gauge(name: string, help: string, value: (pulse: Pulse) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        this.reset();
        for (const pulse of pulses) this.set({ loop: pulse.loop }, value(pulse));
      },
    });
  }

  gauge(
    'tollgate_loop_quiet_seconds',
    'Time since the last turn of a background loop of this process ended, with or without success',
    (pulse) => pulse.quietMs() / 1_000,
  );
  gauge(
    'tollgate_loop_failures',
    'Consecutive failed turns of a background loop of this process; 0 if the last turn succeeded',
    (pulse) => pulse.failures(),
  );
}
