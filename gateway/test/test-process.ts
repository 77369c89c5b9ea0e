// Loaded by each process of a test run (`--import`): how a test file ends, and which values its properties try. A
// finished file ends by `process.exit`. Otherwise Node.js 26 may loop forever in its own cleanup of handles
// (`Environment::CleanupHandles`), after all tests were reported. An open handle, as after a time-out, may hold the
// process for a while, not forever. `--test-force-exit` would end a file before all its reports are written.
import { after } from 'node:test';
import fc from 'fast-check';

/** How long hooks after the last test may take. */
const LINGER_MS = Number(process.env.TEST_LINGER_MS ?? 60_000);

// The same values in each run of `npm test`: a run that fails once in a thousand says nothing about its commit. `npm
// run test:proof` tries new values; a failing property prints the seed that repeats it.
if (process.env.TEST_PROOF !== '1') fc.configureGlobal({ seed: 20_260_301 });

/** Registered late, so that it runs after the listeners of the tests. */
process.once('beforeExit', () => {
  process.once('exit', () => process.exit());
});

export function lingerAfterTests(file: string): void {
  setTimeout(() => {
    const busy = process.getActiveResourcesInfo().join(', ');
    console.error(`${file} is still busy ${LINGER_MS} ms after its tests (${busy}), and is ended`);
    process.exit();
  }, LINGER_MS).unref();
}

// Under `node --test`.
const [, file = ''] = process.argv;
if (process.env.NODE_TEST_CONTEXT !== undefined && file.includes('.test.'))
  after(() => lingerAfterTests(file));
