// GET /operator/brands/{id}/provider-notifications (contract 13): the notifications of providers, oldest first. A plain
// read.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { NOTIFICATION_STATES } from '../../../domain/notifications/news.ts';
import { listNotifications } from '../../../storage/notifications/notification-store.ts';
import { call } from '../../calls/call.ts';
import { Notification, toWireNotification } from '../../schemas/notification-schemas.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { notifications } from '../provider-examples.ts';

const MOST = 100;

const Query = closed({
  state: Type.Optional(choice(NOTIFICATION_STATES, 'Only notifications in this state.')),
  after: Type.Optional(uuid('The id of a notification: only notifications that came after it.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 100.' }),
  ),
});

export const listProviderNotificationsCall = call({
  address: 'GET /operator/brands/:id/provider-notifications',
  operationId: 'listProviderNotifications',
  tags: ['Operator'],
  summary: 'List provider notifications',
  description:
    'The notifications that providers sent for a brand, oldest first. For the next page, send the id of the last ' +
    'notification as `after`. Notifications that are `unmatched` or `conflict` need a person.',
  access: 'operator',
  params: BrandPath,
  querystring: Query,
  answers: {
    200: { description: 'The notifications.', schema: Type.Array(Notification), examples: notifications },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const { state = null, after = null, limit = MOST } = query;
    const wanted = { merchantId, brandId, state, after, limit: Number(limit) };
    return (await listNotifications(context.sql, wanted)).map(toWireNotification);
  },
});
