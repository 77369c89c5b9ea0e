// The priority of a load generator.
import { setPriority } from 'node:os';
import type { Child } from '../children.ts';
import { say } from '../report/progress.ts';

const HIGH_PRIORITY = -10;

/** A load generator that waits for a processor would measure itself. */
export function hurry({ pid }: Child): void {
  try {
    setPriority(pid, HIGH_PRIORITY);
  } catch {
    say('the load generator runs at normal priority: a higher priority needs root');
  }
}
