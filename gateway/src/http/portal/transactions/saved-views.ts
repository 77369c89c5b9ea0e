// GET and POST /portal/api/brands/{brandId}/views and DELETE …/views/{viewId}: saved views of the list of transactions,
// each a name for the query of the page's address. A user sees their own views and those that colleagues share.
import { Type } from 'typebox';
import { removeView, saveView } from '../../../actions/access/save-view.ts';
import { listSavedViews, type SavedView } from '../../../storage/access/saved-view-store.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { closed, text, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { said } from './transaction-fields.ts';

const View = Type.Object(
  {
    id: uuid('The view.'),
    name: said('Name.'),
    query: said("The query of the page's address, without its question mark."),
    shared: Type.Boolean({ description: 'Whether colleagues also see it.' }),
    own: Type.Boolean({ description: 'Whether it belongs to the caller, who may remove it.' }),
    by: said('Name of its owner.'),
  },
  { title: 'SavedView', description: 'A saved list with its filters.' },
);

const Body = closed({
  name: visibleText(60, 'Name.'),
  query: text(2_000, "The query of the page's address, without its question mark.", { numbers: 'any' }),
  shared: Type.Boolean({ description: 'Whether colleagues also see it.' }),
});

export const listSavedViewsCall = call({
  address: 'GET /portal/api/brands/:brandId/views',
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
  handle: async ({ sql }, { portal }) => {
    const views = await listSavedViews(sql, viewerOf(portal));
    return { items: views.map((view) => toView(view, portal.actor.id)) };
  },
});

export const saveViewCall = call({
  address: 'POST /portal/api/brands/:brandId/views',
  operationId: 'saveView',
  tags: ['Portal transactions'],
  summary: 'Save a view',
  description: 'Stores the current filters of a list under a name.',
  access: 'portal',
  permission: 'payments.note',
  params: PortalBrandPath,
  body: Body,
  answers: { 201: { description: 'Saved.', schema: View }, ...portalErrors() },
  handle: async (context, { portal, body }) => {
    const view = await saveView(context, portal.actor, portal.brand, body);
    return toView(view, portal.actor.id);
  },
});

export const removeViewCall = call({
  address: 'DELETE /portal/api/brands/:brandId/views/:viewId',
  operationId: 'removeView',
  tags: ['Portal transactions'],
  summary: 'Remove your own saved view',
  description: 'Colleagues no longer see it either.',
  access: 'portal',
  permission: 'payments.note',
  params: Type.Object({ ...PortalBrandPath.properties, viewId: uuid('The view.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, params }) => {
    await removeView(context, portal.actor, portal.brand, params.viewId);
  },
});

const viewerOf = ({ brand: { merchantId, brandId }, actor }: PortalCaller) => ({
  merchantId,
  brandId,
  userId: actor.id,
});

function toView({ id, name, query, shared, userId, userName }: SavedView, asker: string) {
  return { id, name, query, shared, own: userId === asker, by: userName };
}
