// Links the libraries of the embedded PostgreSQL, for `npm start` and `npm run build`: who installs may write into
// node_modules, and who runs the program later need not. storage/embedded/binaries.ts does it, and does it again at the
// start; this must never fail where no embedded database is wanted.
import { findBinaries } from '../src/storage/embedded/binaries.ts';
import { EmbeddedPostgresError } from '../src/storage/embedded/fault.ts';

try {
  findBinaries();
} catch (error) {
  // Whoever starts with the embedded database is told then; with DATABASE_URL there is nothing to tell.
  if (!(error instanceof EmbeddedPostgresError)) throw error;
}
