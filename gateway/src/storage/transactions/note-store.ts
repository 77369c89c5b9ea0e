// Notes and tags that colleagues add to a transaction. actions/transactions/write-note.ts and the portal's page of a
// transaction call it. It never changes the transaction itself.
import type { Row } from 'postgres';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

type Run = Sql | SqlTransaction;

export interface Note {
  merchantId: string;
  transactionId: string;
  id: string;
  userId: string;
  userName: string;
  note: string;
  createdAt: Date;
}

/** False: the note exists already. */
export async function insertNote(run: Run, note: Note): Promise<boolean> {
  const { count } =
    await run`insert into transaction_notes (merchant_id, transaction_id, id, user_id, user_name, note, created_at)
    values (${note.merchantId}, ${note.transactionId}, ${note.id}, ${note.userId}, ${note.userName}, ${note.note},
      ${note.createdAt})
    on conflict (merchant_id, transaction_id, id) do nothing`;
  return count > 0;
}

/** Oldest first. */
export async function notesOf(run: Run, merchantId: string, transactionId: string): Promise<Note[]> {
  const rows = await run`select * from transaction_notes
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by created_at, id`;
  return rows.map(toNote);
}

/** The deleted note; null if this person has no such note. */
export async function deleteNote(
  run: Run,
  { merchantId, transactionId, id, userId }: Pick<Note, 'merchantId' | 'transactionId' | 'id' | 'userId'>,
): Promise<Note | null> {
  const [row] = await run`delete from transaction_notes
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id} and user_id = ${userId}
    returning *`;
  return row ? toNote(row) : null;
}

/** In alphabetical order. */
export async function tagsOf(run: Run, merchantId: string, transactionId: string): Promise<string[]> {
  const rows = await run`select tag from transaction_tags
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by tag`;
  return rows.map(({ tag }) => tag);
}

const TAGS = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  tag: 'text',
  created_at: 'timestamptz',
});

/** Sets exactly these tags. */
export async function replaceTags(
  run: Run,
  { merchantId, transactionId }: { merchantId: string; transactionId: string },
  tags: readonly string[],
  now: Date,
): Promise<void> {
  await run`delete from transaction_tags
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and tag <> all(${tags as string[]}::text[])`;
  const rows = tags.map((tag) => ({
    merchant_id: merchantId,
    transaction_id: transactionId,
    tag,
    created_at: now,
  }));
  const after = 'on conflict (merchant_id, transaction_id, tag) do nothing';
  if (rows.length > 0) await insertRows(run, { into: 'transaction_tags', after }, TAGS, rows);
}

function toNote(row: Row): Note {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    note: row.note,
    createdAt: row.created_at,
  };
}
