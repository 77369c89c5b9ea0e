// POST …/notes, DELETE …/notes/{noteId} and PUT …/tags of a transaction: notes and tags of colleagues.
import { Type } from 'typebox';
import { addNote, changeTags, MOST_TAGS, removeNote } from '../../../actions/transactions/write-note.ts';
import { call } from '../../calls/call.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { PageNote } from './page-schemas.ts';
import { toNote } from './transaction-page.ts';

const NoteBody = closed({ note: visibleText(1_000, 'Text of the note.') });
const Tags = closed(
  {
    tags: Type.Array(visibleText(40, 'A tag.'), {
      maxItems: MOST_TAGS,
      description: `All tags of the transaction, ${MOST_TAGS} at most.`,
    }),
  },
  { title: 'TransactionTags', description: 'Tags of a transaction.' },
);

export const addNoteCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/notes',
  operationId: 'addNote',
  tags: ['Portal transactions'],
  summary: 'Add a note to a transaction',
  description: 'For colleagues. It is not shown to the shopper or in the API.',
  access: 'portal',
  permission: 'payments.note',
  params: TransactionPath,
  body: NoteBody,
  answers: { 201: { description: 'The note.', schema: PageNote }, ...portalErrors() },
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    const note = await addNote(context, portal.actor, transaction, { text: body.note });
    return toNote(note, portal.actor.id);
  },
});

export const removeNoteCall = call({
  address: 'DELETE /portal/api/brands/:brandId/transactions/:transactionId/notes/:noteId',
  operationId: 'removeNote',
  tags: ['Portal transactions'],
  summary: 'Remove your own note',
  description: 'Other users cannot remove it.',
  access: 'portal',
  permission: 'payments.note',
  params: Type.Object({ ...TransactionPath.properties, noteId: uuid('The note.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, params }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    await removeNote(context, portal.actor, transaction, params.noteId.toLowerCase());
  },
});

export const changeTagsCall = call({
  address: 'PUT /portal/api/brands/:brandId/transactions/:transactionId/tags',
  operationId: 'changeTags',
  tags: ['Portal transactions'],
  summary: 'Tag a transaction',
  description: 'Replaces all tags by these.',
  access: 'portal',
  permission: 'payments.note',
  params: TransactionPath,
  body: Tags,
  answers: { 200: { description: 'The tags.', schema: Tags }, ...portalErrors() },
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    return { tags: await changeTags(context, portal.actor, transaction, body.tags) };
  },
});
