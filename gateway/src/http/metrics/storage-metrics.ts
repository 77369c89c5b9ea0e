// The metrics of this process's access to the database: its groups of writes (storage/group-commit) on their pipelines,
// and the pool beside them. They must not ask the database, so that they answer while it is away.
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { PoolUse } from '../../storage/database/pool-use.ts';
import type { GroupLoad, GroupObserver } from '../../storage/group-commit/group-observer.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function groupMetrics(registry: Registry): GroupObserver {
  const registers = [registry];
  const loads: { store: string; load: () => GroupLoad }[] = [];
  const sizes = new Histogram({
    name: 'tollgate_group_commit_size',
    help: 'Jobs that shared one database transaction, by store',
    labelNames: ['store'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const durations = new Histogram({
    name: 'tollgate_group_commit_duration_seconds',
    help: 'Duration of one shared transaction on its connection, including the commit, by store',
    labelNames: ['store'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: 'tollgate_group_commit_jobs',
    help: 'Jobs of this process that are in a shared transaction or wait for one, by store',
    labelNames: ['store', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { store, load } of loads) {
        const { waiting, inProgress } = load();
        this.inc({ store, state: 'waiting' }, waiting);
        this.inc({ store, state: 'in_progress' }, inProgress);
      }
    },
  });
  return {
    opened: (store, load) => void loads.push({ store, load }),
    ended(store, size, seconds) {
      sizes.observe({ store }, size);
      durations.observe({ store }, seconds);
    },
  };
}

export function poolMetrics(registry: Registry, use: PoolUse): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'tollgate_database_pool_duration_seconds',
    help: 'Duration of a statement or transaction in the connection pool, including the wait for a connection',
    labelNames: ['use'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  use.observe((kind, seconds) => durations.observe({ use: kind }, seconds));
  new Gauge({
    name: 'tollgate_database_pool_uses',
    help: 'Statements and transactions of this process that use a connection of the pool, or wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, waiting } = use.load;
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'tollgate_database_pool_connections',
    help: 'Largest number of connections in the pool of this process, without those of group commits',
    registers,
    collect() {
      this.set(use.load.connections);
    },
  });
}
