// Builds the cashier's page into dist when it is missing or older than its sources: `node cashier/build.ts [--force]`. The
// gateway's tests and gallery.ts call it too, and several processes may at once; gateway/scripts/build-page.ts says how.
import { pageBuilder } from '../gateway/scripts/build-page.ts';

export const buildCashier = pageBuilder(import.meta.dirname, ['src', 'styles']);

if (import.meta.main) await buildCashier({ force: process.argv.includes('--force') });
