// The database behind a process: the one that DATABASE_URL names, or the embedded one in DATA_DIR. It connects and
// brings the database to this program's schema. For an embedded database the gateway then uses a role that may not
// change the audit log. It stops only an embedded server, and only when nobody else uses it.

import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import type { Logger } from 'pino';
import { connectPostgres } from '../storage/database/connect.ts';
import { PATIENCE_MS } from '../storage/database/database.ts';
import { type Reaching, reachDatabase } from '../storage/database/reach-database.ts';
import { asAppRole, grantAppRole } from '../storage/schema/app-role.ts';
import { makeMonths } from '../storage/schema/make-months.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../storage/schema/migrate.ts';
import { readSchema } from '../storage/schema/schema-version.ts';
import type { Config } from './config.ts';
import { createDataDir } from './data-dir.ts';

export type DatabaseServer = Readonly<{
  databaseUrl: string;
  /**
   * The address for the user that migrates and owns the tables. For the operator's own database both addresses are the
   * same.
   */
  ownerUrl: string;
  /** Waits at most `timeoutMs`; an embedded server also finishes its shutdown by itself. */
  stop(timeoutMs?: number): Promise<void>;
}>;

/** The database before there are two roles. */
type Reached = Omit<DatabaseServer, 'ownerUrl'>;

export type Opening = Readonly<{
  signal?: AbortSignal;
  /** Waits for the database of DATABASE_URL, as long as it takes. */
  waits?: boolean;
  /** false: the schema stays as it is, and the gateway connects to an embedded database as its owner. */
  migrates?: boolean;
  /** As in migrate.ts. */
  pauseConfirmed?: boolean;
}>;

/** If `signal` ends it early, it rejects with the signal's reason, and nothing keeps running. */
export async function openDatabaseServer(
  config: Config,
  log: Logger,
  { signal, waits = false, migrates = true, pauseConfirmed = false }: Opening = {},
): Promise<DatabaseServer> {
  const server =
    config.databaseUrl === null
      ? await embedded(config, log, signal)
      : await external(config.databaseUrl, { log, waits, signal });
  if (!migrates) return { ...server, ownerUrl: server.databaseUrl };
  try {
    // A migration may take an hour; a connection that is silent for longer counts as lost.
    const options = { max: 1, silenceMs: PATIENCE_MS, onnotice: () => {} };
    const sql = connectPostgres(server.databaseUrl, options);
    try {
      const { applied } = await migrate(sql, { signal, pauseConfirmed });
      if (applied.length > 0) {
        log.info({ applied }, 'schema migrated');
        await makeMonths(sql);
      }
      const known = readMigrations(MIGRATIONS_DIR).length;
      const { version } = await readSchema(sql, known);
      if (version > known)
        log.warn(
          { version, known },
          "the database's schema is newer than this release, and this release can use it",
        );
      if (config.databaseUrl !== null) return { ...server, ownerUrl: server.databaseUrl };
      await grantAppRole(sql);
      return { ...server, databaseUrl: asAppRole(server.databaseUrl), ownerUrl: server.databaseUrl };
    } finally {
      await sql.end();
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function embedded(config: Config, log: Logger, signal?: AbortSignal): Promise<Reached> {
  createDataDir(config.dataDir);
  return startEmbeddedPostgres({ dataDir: config.dataDir, log, connect: connectPostgres, signal });
}

async function external(databaseUrl: string, reaching: Reaching): Promise<Reached> {
  await reachDatabase(databaseUrl, reaching);
  return { databaseUrl, stop: async () => {} };
}
