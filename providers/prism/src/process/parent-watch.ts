// A thread beside the library (library-program.ts). A native call that hangs blocks the other thread, which then does
// not see that the gateway has ended, and the process would live for ever.
import { workerData } from 'node:worker_threads';

const EVERY_MS = 1_000;

setInterval(() => {
  // Here process.exit would end this thread only.
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
