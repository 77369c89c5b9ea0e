// GET and POST /portal/api/brands/{brandId}/views and DELETE …/views/{viewId}: saved views of the list of transactions,
// each a name for the query of the page's address. A user sees their own views and those that colleagues share.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { removeView, saveView } from '../../../actions/access/save-view.ts';
import type { Context } from '../../../actions/context.ts';
import { listSavedViews, type SavedView } from '../../../storage/access/saved-view-store.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import type { Operation } from '../../operation.ts';
import { closed, text, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { said } from './answer-fields.ts';

const View = Type.Object(
  {
    id: uuid('The view.'),
    name: said('Name.'),
    query: said("The query of the page's address, without its question mark."),
    shared: Type.Boolean({ description: 'Whether colleagues see it too.' }),
    own: Type.Boolean({ description: 'Whether it belongs to the caller, who may remove it.' }),
    by: said('Name of its owner.'),
  },
  { title: 'SavedView', description: 'A saved list with its filters.' },
);

const Body = closed({
  name: visibleText(60, 'Name.'),
  query: text(2_000, "The query of the page's address, without its question mark.", { numbers: 'any' }),
  shared: Type.Boolean({ description: 'Whether colleagues see it too.' }),
});

const listOperation = {
  operationId: 'listSavedViews',
  tags: ['Portal transactions'],
  summary: 'List saved views',
  description: 'Your own views and those that colleagues share, sorted by name.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The views.',
      schema: Type.Object({ items: Type.Array(View, { description: 'By name.' }) }),
    },
    ...portalErrors(),
  },
} satisfies Operation;

const saveOperation = {
  operationId: 'saveView',
  tags: ['Portal transactions'],
  summary: 'Save a view',
  description: 'Stores the present filters of a list under a name.',
  access: 'portal',
  permission: 'payments.note',
  params: PortalBrandPath,
  body: Body,
  answers: { 201: { description: 'Saved.', schema: View }, ...portalErrors() },
} satisfies Operation;

const removeOperation = {
  operationId: 'removeView',
  tags: ['Portal transactions'],
  summary: 'Remove your own saved view',
  description: 'Colleagues no longer see it either.',
  access: 'portal',
  permission: 'payments.note',
  params: Type.Object({ ...PortalBrandPath.properties, viewId: uuid('The view.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors() },
} satisfies Operation;

const PATH = '/portal/api/brands/:brandId/views';

export function listSavedViewsRoute(app: FastifyInstance, { sql }: Context): void {
  app.get(PATH, { schema: listOperation }, async ({ portal }) => {
    const views = await listSavedViews(sql, viewerOf(portal));
    return { items: views.map((view) => toView(view, portal.actor.id)) };
  });
}

export function saveViewRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Body> }>(
    PATH,
    { schema: saveOperation },
    async ({ portal, body }, reply) => {
      const view = await saveView(context, portal.actor, portal.brand, body);
      return reply.code(201).send(toView(view, portal.actor.id));
    },
  );
}

export function removeViewRoute(app: FastifyInstance, context: Context): void {
  app.delete<{ Params: { viewId: string } }>(
    `${PATH}/:viewId`,
    { schema: removeOperation },
    async ({ portal, params }, reply) => {
      await removeView(context, portal.actor, portal.brand, params.viewId);
      return reply.code(204).send();
    },
  );
}

const viewerOf = ({ brand: { merchantId, brandId }, actor }: PortalCaller) => ({
  merchantId,
  brandId,
  userId: actor.id,
});

function toView({ id, name, query, shared, userId, userName }: SavedView, asker: string) {
  return { id, name, query, shared, own: userId === asker, by: userName };
}
