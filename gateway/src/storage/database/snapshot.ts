// The database as it is at one moment, for a file that is read in several questions while payments go on. On a connection of
// its own, so that no other reader waits for it.
import { openBeside, type Sql, type SqlTransaction } from './database.ts';

/** Whoever takes nothing of the file for so long ends it: an old snapshot keeps the database from tidying up. */
const UNREAD_FOR = '60s';
/** For each question: a file may hold years. */
const STATEMENT_TIMEOUT = '60s';

export interface Snapshot {
  sql: SqlTransaction;
  /** Any number of times. */
  end(): void;
}

export async function openSnapshot(pool: Sql): Promise<Snapshot> {
  const own = openBeside(pool);
  const begun = Promise.withResolvers<SqlTransaction>();
  const over = Promise.withResolvers<void>();
  own
    .begin('isolation level repeatable read read only', async (tx) => {
      await tx.unsafe(`set local idle_in_transaction_session_timeout = '${UNREAD_FOR}'`);
      await tx.unsafe(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`);
      begun.resolve(tx);
      await over.promise;
    })
    // Once it has begun, whoever reads sees the fault by themselves.
    .catch(begun.reject)
    .finally(() => own.end({ timeout: 1 }));
  return { sql: await begun.promise, end: over.resolve };
}
