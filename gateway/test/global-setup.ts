// Around a whole run of tests (`node --test --test-global-setup`): the pages are built once, the shared database
// server stays up between test files, and nothing of it is left behind.

import { buildCashier } from '../../cashier/build.ts';
import { buildPortal } from '../../portal/build.ts';
import type { EmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { connectMaintenance, dropAbandonedDatabases, joinSharedServer } from './shared-server.ts';

let server: EmbeddedPostgres;

export async function globalSetup(): Promise<void> {
  await buildCashier();
  await buildPortal();
  server = await joinSharedServer();
  const sql = connectMaintenance(server);
  await dropAbandonedDatabases(sql);
  await sql.end();
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
}
