// Builds the cashier's page into dist if it is missing or older than its sources: `node cashier/build.ts [--force]`.
// Several processes may do so at once; gateway/scripts/build-page.ts says how.
import { pageBuilder, runBuild } from '../gateway/scripts/build-page.ts';

export const buildCashier = pageBuilder(import.meta.dirname, ['src', 'styles']);

if (import.meta.main) await runBuild(buildCashier);
