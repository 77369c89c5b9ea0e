// GET /portal/api/brands/{brandId}/provider-notifications (contract 13, 14): the notifications of providers. Those that
// need a person come first, then the rest, newest first. A plain read; no answer may hold a body.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { NOTIFICATION_STATES, type NotificationState } from '../../../domain/notifications/news.ts';
import { isUuid } from '../../../domain/text.ts';
import {
  type NotificationPage,
  pageOfNotifications,
  type StoredNotification,
} from '../../../storage/notifications/notification-store.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PAGE_LENGTH, PageQuery } from '../money/money-schemas.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { PortalNotification, shownNotifications } from './shown-notification.ts';

const Query = closed({
  state: Type.Optional(
    Type.String({
      maxLength: 100,
      description: `States, comma-separated: ${NOTIFICATION_STATES.join(', ')}.`,
    }),
  ),
  ...PageQuery,
});

type Part = NotificationPage['part'];
interface Place {
  part: Part;
  before: string | null;
}

export const listNotificationsOfProvidersCall = call({
  address: 'GET /portal/api/brands/:brandId/provider-notifications',
  operationId: 'listNotificationsOfProviders',
  tags: ['Portal providers'],
  summary: 'List provider notifications',
  description:
    'The notifications that providers sent for a brand. First those that are `unmatched` or `conflict`, because a ' +
    'person must look at them; then all others. Both newest first.',
  access: 'portal',
  permission: 'providers.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: {
      description: 'A page of notifications.',
      schema: pageOf(PortalNotification, 'In this order.'),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const { merchantId, brandId } = brand;
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const from = placeOf(query.cursor);
    const states = statesOf(query.state);
    const page = ({ part, before }: Place, most: number) =>
      pageOfNotifications(context.sql, { merchantId, brandId, states, part, before, limit: most });
    const found: { part: Part; one: StoredNotification }[] = [];
    if (from.part === 'for-people')
      for (const one of await page(from, limit + 1)) found.push({ part: 'for-people', one });
    const rest: Place = from.part === 'others' ? from : { part: 'others', before: null };
    if (found.length <= limit)
      for (const one of await page(rest, limit + 1 - found.length)) found.push({ part: 'others', one });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await shownNotifications(
        context,
        brand,
        shown.map(({ one }) => one),
      ),
      next: found.length > limit && last ? `${last.part} ${last.one.id}` : null,
    };
  },
});

/** Throws Refusal 400. */
function statesOf(text: string | undefined): NotificationState[] {
  const names = text?.split(',') ?? [];
  const isState = (name: string): name is NotificationState =>
    (NOTIFICATION_STATES as readonly string[]).includes(name);
  if (!names.every(isState)) {
    throw new Refusal(400, [
      `state: must be one or more of ${NOTIFICATION_STATES.join(', ')}, comma-separated`,
    ]);
  }
  return names;
}

/** Throws Refusal 400 for a cursor that no answer contained. */
function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { part: 'for-people', before: null };
  const [, part, before] = /^(for-people|others) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (part && before && isUuid(before)) return { part: part as Part, before };
  throw new Refusal(400, ['cursor: is not from this list; take it from the page before']);
}
