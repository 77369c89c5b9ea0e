// Builds the portal's page into dist if it is missing or older than its sources: `node portal/build.ts [--force]`.
// Several processes may do this at once; gateway/scripts/build-page.ts says how.
import { pageBuilder, runBuild } from '../gateway/scripts/build-page.ts';

export const buildPortal = pageBuilder(import.meta.dirname, [
  'src',
  '../cashier/styles',
  '../gateway/src/domain',
]);

if (import.meta.main) await runBuild(buildPortal);
