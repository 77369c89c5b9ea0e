// Loaded by each process of a test run (`--import`). When a test file has nothing left to do, it ends by `process.exit`: Node.js 26
// may otherwise loop forever in its own cleanup of handles (`Environment::CleanupHandles`), after all tests have been reported.
// `--test-force-exit` is no way out: it ends a file before all its reports are written.

/** Registered late, so that it runs behind the listeners of the tests. */
process.once('beforeExit', () => {
  process.once('exit', () => process.exit());
});
