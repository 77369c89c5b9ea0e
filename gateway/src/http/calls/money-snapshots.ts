// Snapshots of the database for files about money. If the day or month of a file is still open, the file is read in one
// snapshot, so that its parts agree. Each snapshot holds a connection, so only a few may be open.
import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Sql, SqlTransaction } from '../../storage/database/database.ts';
import { openSnapshot } from '../../storage/database/snapshot.ts';

/** How many files of open days or months this process reads at once. */
const MOST_AT_ONCE = 5;

export class Snapshots {
  #open = 0;

  /** The snapshot ends with the answer, however the answer ends. Throws Refusal 429 while too many are open. */
  async open(sql: Sql, reply: FastifyReply): Promise<SqlTransaction> {
    if (this.#open >= MOST_AT_ONCE) {
      throw new Refusal(
        429,
        'too many files of open days or months are being created now; try again in a moment',
        { retryAfterSeconds: 5 },
      );
    }
    this.#open++;
    const ended = Promise.withResolvers<void>();
    finished(reply.raw, () => {
      this.#open--;
      ended.resolve();
    });
    const snapshot = await openSnapshot(sql);
    void ended.promise.then(snapshot.end);
    return snapshot.sql;
  }
}
