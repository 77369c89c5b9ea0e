// What all test files of a process share ends after the last of them. A process of run.ts then disconnects from its
// runner. Otherwise a file has its process for itself.
import { after } from 'node:test';

const ends: (() => unknown)[] = [];

export function atEndOfTests(end: () => unknown): void {
  if (ends.length === 0 && process.connected) process.once('disconnect', () => endAll().catch(fail));
  ends.push(end);
}

async function endAll(): Promise<void> {
  for (const end of ends) await end();
}

function fail(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}

// A hook within a test would end with that test.
if (!process.connected && process.argv[1]?.includes('.test.')) after(endAll);
