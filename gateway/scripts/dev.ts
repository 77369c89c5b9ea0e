// npm run dev: the gateway on the sources as they are. Node.js runs this anew after each change of a watched folder; the pages are
// built first where their sources have changed. A change ends the process as a signal does, so the database is closed properly.
import { buildCashier } from '../../cashier/build.ts';
import { buildPortal } from '../../portal/build.ts';

const startedAt = performance.now();
await Promise.all([buildCashier(), buildPortal()]);
const seconds = (performance.now() - startedAt) / 1_000;
if (seconds > 0.5) console.log(`pages built in ${seconds.toFixed(1)} s`);
await import('../src/main.ts');
