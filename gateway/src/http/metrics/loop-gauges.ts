// The gauges of the background loopHandles of this process (worker/loop.ts): whether each loop still runs. They must
// not ask the database, so that they answer while it is away.
import { Gauge, type Registry } from 'prom-client';
import type { Context, LoopHandle } from '../../actions/context.ts';

export function loopGauges(registry: Registry, { loopHandles }: Pick<Context, 'loopHandles'>): void {
  function gauge(name: string, help: string, value: (handle: LoopHandle) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        this.reset();
        for (const handle of loopHandles) this.set({ loop: handle.loop }, value(handle));
      },
    });
  }

  gauge(
    'tollgate_loop_quiet_seconds',
    'Time since the last turn of a background loop of this process ended, with or without success',
    (handle) => handle.quietMs() / 1_000,
  );
  gauge(
    'tollgate_loop_failures',
    'Consecutive failed turns of a background loop of this process; 0 if the last turn succeeded',
    (handle) => handle.failures(),
  );
}
