// Links the libraries of the embedded PostgreSQL, for `npm start` and `npm run build`, because the user who runs the
// program later may have no right to write into node_modules. src/binaries.ts does it, and repeats it at the start;
// this must never fail if no embedded database is wanted.
import { findBinaries } from './src/binaries.ts';
import { EmbeddedPostgresError } from './src/fault.ts';

try {
  findBinaries();
} catch (error) {
  // A start with the embedded database reports it; with DATABASE_URL it does not matter.
  if (!(error instanceof EmbeddedPostgresError)) throw error;
}
