// Loaded by each process of a test run (`--import`): how a test file ends, and which values its properties try. When a file
// has nothing left to do, it ends by `process.exit`: Node.js 26 may otherwise loop forever in its own cleanup of handles
// (`Environment::CleanupHandles`), after all tests have been reported. What a test leaves open, such as one that ran out of
// time, may hold the process for a while, not forever. `--test-force-exit` would do that too, but it ends a file before all
// its reports are written.
import { after } from 'node:test';
import fc from 'fast-check';

/** As long as hooks behind the last test may take. */
const LINGER_MS = Number(process.env.TEST_LINGER_MS ?? 60_000);

// The same values in each run of `npm test`: a run that is red once in a thousand says nothing about the commit it ran on.
// `npm run test:proof` tries new ones; a property that fails there prints the seed that plays it again.
if (process.env.TEST_PROOF !== '1') fc.configureGlobal({ seed: 20_260_301 });

/** Registered late, so that it runs behind the listeners of the tests. */
process.once('beforeExit', () => {
  process.once('exit', () => process.exit());
});

export function lingerAfterTests(file: string): void {
  setTimeout(() => {
    console.error(`${file} is still busy ${LINGER_MS} ms after its tests, and is ended`);
    process.exit();
  }, LINGER_MS).unref();
}

// Under `node --test`.
const [, file = ''] = process.argv;
if (process.env.NODE_TEST_CONTEXT !== undefined && file.includes('.test.'))
  after(() => lingerAfterTests(file));
