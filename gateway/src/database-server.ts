// The database behind a process: the one DATABASE_URL names, or the embedded one in DATA_DIR; reached, and brought to
// this program's schema. Called by main.ts and start.ts. It stops only what is embedded, and only when nobody else uses it.

import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { makeDataDir } from './data-dir.ts';
import { connectPostgres } from './storage/connect.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { migrate } from './storage/migrate.ts';
import { reachDatabase } from './storage/reach-database.ts';

export type DatabaseServer = Readonly<{
  databaseUrl: string;
  /** Waits at most `timeoutMs`; an embedded server finishes its shutdown without us as well. */
  stop(timeoutMs?: number): Promise<void>;
}>;

export async function openDatabaseServer(config: Config, log: Logger): Promise<DatabaseServer> {
  const server =
    config.databaseUrl === null ? await embedded(config, log) : await external(config.databaseUrl);
  try {
    const sql = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
    const { applied } = await migrate(sql).finally(() => sql.end());
    if (applied.length > 0) log.info({ applied }, 'schema migrated');
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function embedded(config: Config, log: Logger): Promise<DatabaseServer> {
  makeDataDir(config.dataDir);
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}

async function external(databaseUrl: string): Promise<DatabaseServer> {
  await reachDatabase(databaseUrl);
  return { databaseUrl, stop: async () => {} };
}
