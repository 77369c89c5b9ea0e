// Shoppers' confirmations, sealed: references and receipts show who paid, and from which account. A request claims a
// row before it stores the document. Each attempt of a transaction has one row, and a UTR is in one row of a merchant.
// Documents use a separate connection, one at a time: 2 MB must never delay a payment.
import {
  inPipeline,
  LONG_LOCK_TIMEOUT,
  openPipeline,
  type Pipeline,
  retryAfterConnectionLoss,
  type Sql,
  send,
  violates,
  withRetries,
} from '../database/database.ts';

export interface ConfirmationClaim {
  merchantId: string;
  transactionId: string;
  /** A UUIDv7: later ones are greater. */
  id: string;
  /** The attempt of the transaction that it confirms. */
  attempt: number;
  keysSealed: Buffer;
  /** HMAC of the UTR or transaction id that the shopper entered; null: none. */
  referenceHash: Buffer | null;
  createdAt: Date;
  /** Until when a document may follow; null: no document follows, because the row and its document are one commit. */
  leasedUntil: Date | null;
}

type Claimed =
  | { kind: 'claimed' }
  /** This attempt has a confirmation, or one is in progress. */
  | { kind: 'taken' }
  /** The reference is in another row. */
  | ({ kind: 'reference-taken' } & ConfirmationKey & { attempt: number | null; leasedUntil: Date | null });

interface ConfirmationKey {
  merchantId: string;
  transactionId: string;
  id: string;
}

export interface KeptConfirmation {
  keysSealed: Buffer;
  /** The type that the bytes show; null without a receipt. */
  documentType: string | null;
  createdAt: Date;
}

export interface ConfirmationStore {
  /**
   * Claims the reference and the right to confirm an attempt. It also succeeds after another request's lease has ended.
   */
  claim(one: ConfirmationClaim): Promise<Claimed>;
  /**
   * Stores the document of a claim, and calls `seal` when the document's turn comes. False: the lease had ended, and
   * another request claimed the attempt.
   */
  keepDocument(one: ConfirmationKey, documentType: string, seal: () => Buffer): Promise<boolean>;
  /** Releases a claim whose document did not arrive. */
  release(one: ConfirmationKey): Promise<void>;
  /** From now on the reference of this row may confirm another payment. */
  freeReference(one: ConfirmationKey): Promise<void>;
  /** The newest confirmation of a transaction, without its receipt, which may have 2 MB. */
  findNewest(merchantId: string, transactionId: string): Promise<KeptConfirmation | null>;
  /** Removes confirmations of payments that ended before `endedBefore`; answers how many, at most `limit`. */
  removeOld(endedBefore: Date, limit: number): Promise<number>;
}

export function openConfirmationStore(sql: Sql): ConfirmationStore {
  const documents = openPipeline(sql, { connection: LONG_LOCK_TIMEOUT });
  const inTurn = oneAtATime();
  return {
    // A claim that comes with its document queues behind the other documents at once, so it never holds a connection of
    // the pool.
    claim: (one) => (one.leasedUntil === null ? claim(sql, one) : inTurn(() => claim(documents, one))),
    keepDocument: (one, documentType, seal) =>
      inTurn(() => keepDocument(documents, one, documentType, seal())),

    async release({ merchantId, transactionId, id }) {
      await sql`delete from confirmations where merchant_id = ${merchantId} and transaction_id = ${transactionId}
        and id = ${id} and leased_until is not null`;
    },

    async freeReference({ merchantId, transactionId, id }) {
      await sql`update confirmations set reference_hash = null
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id}`;
    },

    async findNewest(merchantId, transactionId) {
      const rows = await sql`select keys_sealed, document_type, created_at from confirmations
        where merchant_id = ${merchantId} and transaction_id = ${transactionId}
          and leased_until is null and keys_sealed is not null
        order by id desc limit 1`;
      const row = rows[0];
      return row
        ? { keysSealed: row.keys_sealed, documentType: row.document_type, createdAt: row.created_at }
        : null;
    },

    async removeOld(endedBefore, limit) {
      // The last change of a row is the end of its payment. A later refund moves that time, so the proof is kept
      // longer, not shorter.
      const rows = await sql`
        update confirmations set keys_sealed = null, document_sealed = null
        where (merchant_id, transaction_id, id) in (
          select c.merchant_id, c.transaction_id, c.id from confirmations c
          join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
          where c.keys_sealed is not null and c.created_at < ${endedBefore}
            and t.status in ('COMPLETED', 'DECLINED', 'ERROR') and t.updated_at < ${endedBefore}
          order by c.created_at limit ${limit})
        returning id`;
      return rows.length;
    },
  };
}

async function claim(pipeline: Sql | Pipeline, one: ConfirmationClaim): Promise<Claimed> {
  const { merchantId, transactionId, id, attempt, keysSealed, referenceHash, createdAt, leasedUntil } = one;
  for (;;) {
    try {
      // The claim's own id makes a second try after a lost acknowledgement harmless.
      const rows = await retryAfterConnectionLoss(() =>
        withRetries(() =>
          send(
            pipeline,
            `insert into confirmations as c (merchant_id, transaction_id, id, attempt, keys_sealed, reference_hash,
               created_at, leased_until)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (merchant_id, transaction_id, attempt) where attempt is not null do update set
               id = excluded.id, keys_sealed = excluded.keys_sealed, reference_hash = excluded.reference_hash,
               created_at = excluded.created_at, leased_until = excluded.leased_until
             where c.id = excluded.id or c.leased_until <= excluded.created_at
             returning id`,
            [merchantId, transactionId, id, attempt, keysSealed, referenceHash, createdAt, leasedUntil],
          ),
        ),
      );
      return { kind: rows.length > 0 ? 'claimed' : 'taken' };
    } catch (error) {
      if (!violates(error, 'confirmations_by_reference')) throw error;
    }
    const [holder] = await send(
      pipeline,
      'select transaction_id, id, attempt, leased_until from confirmations where merchant_id = $1 and reference_hash = $2',
      [merchantId, referenceHash],
    );
    if (holder)
      return {
        kind: 'reference-taken',
        merchantId,
        transactionId: holder.transaction_id,
        id: holder.id,
        attempt: holder.attempt,
        leasedUntil: holder.leased_until,
      };
    // Another request released it meanwhile.
  }
}

async function keepDocument(
  documents: Pipeline,
  { merchantId, transactionId, id }: ConfirmationKey,
  documentType: string,
  sealed: Buffer,
): Promise<boolean> {
  const rows = await retryAfterConnectionLoss(() =>
    withRetries(() =>
      inPipeline(documents, async (tx) => {
        const kept = send(
          tx,
          `update confirmations set document_sealed = $4, document_type = $5, leased_until = null
           where merchant_id = $1 and transaction_id = $2 and id = $3 returning id`,
          [merchantId, transactionId, id, sealed, documentType],
        );
        return { last: [kept], answer: kept };
      }),
    ),
  );
  return rows.length > 0;
}

/** Runs tasks one after the other. A failed task does not stop the next. */
function oneAtATime(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}
