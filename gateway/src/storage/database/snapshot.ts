// The database at one moment, for a file that needs several queries while payments go on. It uses a separate
// connection, so other readers never wait for it.
import { openPatientConnection, type Sql, type SqlTransaction } from './database.ts';

/**
 * The snapshot ends if its reader reads nothing for this long: an old snapshot keeps the database from removing dead
 * rows.
 */
const UNREAD_FOR = '60s';
/** For each query, unless the caller says otherwise: a file may cover years. */
const STATEMENT_TIMEOUT = '60s';

export interface Snapshot {
  sql: SqlTransaction;
  /** May be called repeatedly. */
  end(): void;
}

export async function openSnapshot(pool: Sql, timeout = STATEMENT_TIMEOUT): Promise<Snapshot> {
  const own = openPatientConnection(pool);
  const begun = Promise.withResolvers<SqlTransaction>();
  const over = Promise.withResolvers<void>();
  own
    .begin('isolation level repeatable read read only', async (tx) => {
      await tx.unsafe(`set local idle_in_transaction_session_timeout = '${UNREAD_FOR}'`);
      await tx.unsafe(`set local statement_timeout = '${timeout}'`);
      begun.resolve(tx);
      await over.promise;
    })
    // Once the snapshot has begun, the reader gets the fault from its own query.
    .catch(begun.reject)
    .finally(() => own.end({ timeout: 1 }));
  return { sql: await begun.promise, end: over.resolve };
}
