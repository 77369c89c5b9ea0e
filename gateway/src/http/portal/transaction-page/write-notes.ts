// POST …/notes, DELETE …/notes/{noteId} and PUT …/tags of a transaction: notes and tags of colleagues.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { addNote, changeTags, MOST_TAGS, removeNote } from '../../../actions/transactions/write-note.ts';
import type { Operation } from '../../operation.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, type TransactionParams, TransactionPath } from './find-transaction.ts';
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

const addOperation = {
  operationId: 'addNote',
  tags: ['Portal transactions'],
  summary: 'Add a note to a transaction',
  description: 'For colleagues. It is not shown to the shopper or in the API.',
  access: 'portal',
  permission: 'payments.note',
  params: TransactionPath,
  body: NoteBody,
  answers: { 201: { description: 'The note.', schema: PageNote }, ...portalErrors() },
} satisfies Operation;

const removeOperation = {
  operationId: 'removeNote',
  tags: ['Portal transactions'],
  summary: 'Remove your own note',
  description: 'Other users cannot remove it.',
  access: 'portal',
  permission: 'payments.note',
  params: Type.Object({ ...TransactionPath.properties, noteId: uuid('The note.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors() },
} satisfies Operation;

const tagOperation = {
  operationId: 'changeTags',
  tags: ['Portal transactions'],
  summary: 'Tag a transaction',
  description: 'Replaces all tags by these.',
  access: 'portal',
  permission: 'payments.note',
  params: TransactionPath,
  body: Tags,
  answers: { 200: { description: 'The tags.', schema: Tags }, ...portalErrors() },
} satisfies Operation;

export function addNoteRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: TransactionParams; Body: Static<typeof NoteBody> }>(
    '/portal/api/brands/:brandId/transactions/:transactionId/notes',
    { schema: addOperation },
    async ({ portal, params, body }, reply) => {
      const transaction = await findTransaction(context, portal.brand, params);
      const note = await addNote(context, portal.actor, transaction, { text: body.note });
      return reply.code(201).send(toNote(note, portal.actor.id));
    },
  );
}

export function removeNoteRoute(app: FastifyInstance, context: Context): void {
  app.delete<{ Params: TransactionParams & { noteId: string } }>(
    '/portal/api/brands/:brandId/transactions/:transactionId/notes/:noteId',
    { schema: removeOperation },
    async ({ portal, params }, reply) => {
      const transaction = await findTransaction(context, portal.brand, params);
      await removeNote(context, portal.actor, transaction, params.noteId.toLowerCase());
      return reply.code(204).send();
    },
  );
}

export function changeTagsRoute(app: FastifyInstance, context: Context): void {
  app.put<{ Params: TransactionParams; Body: Static<typeof Tags> }>(
    '/portal/api/brands/:brandId/transactions/:transactionId/tags',
    { schema: tagOperation },
    async ({ portal, params, body }) => {
      const transaction = await findTransaction(context, portal.brand, params);
      return { tags: await changeTags(context, portal.actor, transaction, body.tags) };
    },
  );
}
