// npm run dev: runs the gateway from the current sources. Node.js runs this again after each change of a watched
// folder; pages are built first if their sources have changed. A change ends the process like a signal, so the database
// is closed properly.
import { buildCashier } from '../../cashier/build.ts';
import { buildPortal } from '../../portal/build.ts';

const startedAt = performance.now();
await Promise.all([buildCashier(), buildPortal()]);
const seconds = (performance.now() - startedAt) / 1_000;
if (seconds > 0.5) console.log(`pages built in ${seconds.toFixed(1)} s`);
await import('../src/main.ts');
