// A thread that ends the process of the library with the gateway. A native call that hangs blocks the main thread,
// which then does not see that its stdin has ended, and the process would live for ever.
import { Worker } from 'node:worker_threads';

/** As JavaScript: the compiler of TypeScript would take 10 MB more. In a thread process.exit ends the thread only. */
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1_000);
`;

export function watchParent(): void {
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
}
