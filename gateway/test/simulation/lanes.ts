// Plays many seeds, several at a time. Each lane has its
// own database. Prints the progress.
import type { TestDatabase } from '../stage/harness-database.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { type Played, playSeed } from './play-seed.ts';
import { type Lane, openLane, type Sabotage } from './world.ts';

export interface Plan {
  first: number;
  seeds: number;
  steps: number;
  lanes: number;
  sabotage?: Sabotage;
  progress?: (done: number) => void;
}

/** Throws on the first seed that fails. */
export async function playSeeds({ first, seeds, steps, lanes, sabotage, progress }: Plan): Promise<Played> {
  const total: Played = { steps: 0, kills: 0 };
  let next = first;
  let done = 0;
  async function playLane(): Promise<void> {
    const database: TestDatabase = await createTestDatabase();
    const lane: Lane = await openLane(database.databaseUrl);
    try {
      while (next < first + seeds) {
        const played = await playSeed(lane, next++, steps, sabotage);
        total.steps += played.steps;
        total.kills += played.kills;
        progress?.(++done);
      }
    } catch (error) {
      next = first + seeds;
      throw error;
    } finally {
      await lane.close();
      await database.drop();
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, playLane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return total;
}
