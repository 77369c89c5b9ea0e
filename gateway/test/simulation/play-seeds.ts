// Plays many seeds, several at a time, each on one of several databases. Prints the progress.
import type { TestDatabase } from '../stage/harness-database.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { type Played, playSeed } from './play-seed.ts';
import { openSimulationDatabase, type Sabotage } from './world.ts';

export interface Plan {
  first: number;
  seeds: number;
  steps: number;
  /** How many databases, so how many seeds at a time. */
  databases: number;
  sabotage?: Sabotage;
  progress?: (done: number) => void;
}

/** Throws on the first seed that fails. */
export async function playSeeds({
  first,
  seeds,
  steps,
  databases,
  sabotage,
  progress,
}: Plan): Promise<Played> {
  const total: Played = { steps: 0, kills: 0 };
  let next = first;
  let done = 0;
  async function playOnOne(): Promise<void> {
    const made: TestDatabase = await createTestDatabase();
    const database = await openSimulationDatabase(made.databaseUrl);
    try {
      while (next < first + seeds) {
        const played = await playSeed(database, next++, steps, sabotage);
        total.steps += played.steps;
        total.kills += played.kills;
        progress?.(++done);
      }
    } catch (error) {
      next = first + seeds;
      throw error;
    } finally {
      await database.close();
      await made.drop();
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: databases }, playOnOne));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return total;
}
