// Notes and tags that colleagues leave on a transaction. Only its writer may remove a note; tags belong to everybody.
// Each change writes its row of the audit log in its own commit. The log records that there was a note, but not its
// text. So the text of a removed note is gone.

import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  deleteNote,
  insertNote,
  type Note,
  replaceTags,
  tagsOf,
} from '../../storage/transactions/note-store.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now'>;

/** For one transaction. */
export const MOST_TAGS = 20;

export async function addNote(
  { sql, now }: Parts,
  by: AuditActor,
  transaction: Transaction,
  /** `id`: of the request, so that a repeated click writes one note. */
  { id: noteId, text }: { id?: string; text: string },
): Promise<Note> {
  const { merchantId, id: transactionId } = transaction;
  const createdAt = now();
  const note: Note = {
    merchantId,
    transactionId,
    id: noteId ?? timeOrderedId(createdAt),
    note: text,
    createdAt,
    userId: by.id,
    userName: by.name,
  };
  await withRetries(() =>
    sql.begin(async (tx) => {
      if (!(await insertNote(tx, note))) return;
      await appendAudit(tx, {
        ...about(transaction),
        at: createdAt,
        by,
        action: 'note.added',
        before: null,
        after: { noteId: note.id },
      });
    }),
  );
  return note;
}

/** Throws Refusal 404 for the note of another user. */
export async function removeNote(
  { sql, now }: Parts,
  by: AuditActor,
  transaction: Transaction,
  noteId: string,
): Promise<void> {
  const { merchantId, id: transactionId } = transaction;
  await withRetries(() =>
    sql.begin(async (tx) => {
      const note = await deleteNote(tx, { merchantId, transactionId, id: noteId, userId: by.id });
      if (!note) throw new Refusal(404, 'noteId: this transaction has no note of yours with this id');
      await appendAudit(tx, {
        ...about(transaction),
        at: now(),
        by,
        action: 'note.removed',
        before: { noteId },
        after: null,
      });
    }),
  );
}

/** Sets exactly these tags. If nothing differs, nothing is written. */
export async function changeTags(
  { sql, now }: Parts,
  by: AuditActor,
  transaction: Transaction,
  tags: readonly string[],
): Promise<string[]> {
  const { merchantId, id: transactionId } = transaction;
  const wanted = [...new Set(tags)].sort();
  await withRetries(() =>
    sql.begin(async (tx) => {
      const before = await tagsOf(tx, merchantId, transactionId);
      if (before.length === wanted.length && before.every((tag) => wanted.includes(tag))) return;
      const at = now();
      await replaceTags(tx, { merchantId, transactionId }, wanted, at);
      await appendAudit(tx, {
        ...about(transaction),
        at,
        by,
        action: 'tags.changed',
        before: { tags: before },
        after: { tags: wanted },
        personalFields: ['tags'],
      });
    }),
  );
  return wanted;
}

const about = ({ merchantId, id }: Transaction) =>
  ({ merchantId, target: { kind: 'transaction', id } }) as const;
