// What can happen to the database itself: its sessions are ended, its server is killed, stopped, full, locked or read-only.
// Listed by scenarios.ts.
import type { Scenario } from './play.ts';
import type { World } from './world.ts';

export async function endSessions({ sql }: World): Promise<number> {
  const rows = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'tollgate'`;
  return rows.length;
}

export const DATABASE_FAULTS: readonly Scenario[] = [
  {
    name: 'sessions-ended',
    promise:
      'Database sessions are ended again and again: every process lives, and nothing acknowledged is lost.',
    async fault(world, load) {
      let ended = 0;
      for (let round = 0; round < 20; round++) {
        await load.someMore(1, round % 3 === 0 ? 10 : 1_000);
        ended += await endSessions(world);
      }
      return `${ended} sessions ended`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
];
