// GET …/webhooks/deliveries (contract 14): the sent webhooks, and their answers. A plain read.
import { Type } from 'typebox';
import { refuseArchived } from '../../../actions/webhooks/known-delivery.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import {
  DELIVERY_STATES,
  type DeliveryState,
  listDeliveries,
} from '../../../storage/webhooks/list-deliveries.ts';
import { call } from '../../calls/call.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { IN_ARCHIVE, PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { DeliveryItem, moment, toItem } from './delivery-schemas.ts';

const Query = closed({
  state: Type.Optional(
    Type.String({
      maxLength: 100,
      description: `States of events, comma-separated: ${DELIVERY_STATES.join(', ')}.`,
    }),
  ),
  eventType: Type.Optional(
    Type.String({
      pattern: '^[a-z.,]{1,200}$',
      description: 'Event types, comma-separated, such as `refund.failed`.',
    }),
  ),
  from: Type.Optional(moment('Happened at this time or later.')),
  to: Type.Optional(moment('Happened before this time.')),
  transactionId: Type.Optional(uuid('Events of this transaction.')),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: 'Page size: 1 to 100, default 25.',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 60, description: '`next` of the page before.' })),
});

export const listDeliveriesCall = call({
  address: 'GET /portal/api/brands/:brandId/webhooks/deliveries',
  operationId: 'listDeliveries',
  tags: ['Portal developers'],
  summary: 'List webhook deliveries',
  description:
    'Events of the newest transactions first; the events of a transaction are together. The times filter by when ' +
    'the event happened.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page of deliveries.', schema: pageOf(DeliveryItem, 'The deliveries.') },
    ...portalErrors(),
    ...IN_ARCHIVE,
  },
  handle: async ({ sql }, { portal: { brand }, query }) => {
    const { merchantId, brandId } = brand;
    const { transactionId = null } = query;
    const { deliveries, next } = await listDeliveries(sql, {
      merchantId,
      brandId,
      filter: {
        states: statesOf(query.state),
        eventTypes: query.eventType?.split(',') ?? [],
        from: query.from ? new Date(query.from) : null,
        to: query.to ? new Date(query.to) : null,
        transactionId,
      },
      before: query.cursor === undefined ? null : placeOf(query.cursor),
      limit: Number(query.limit ?? 25),
    });
    if (deliveries.length === 0 && transactionId !== null) await refuseArchived(sql, transactionId);
    return { items: deliveries.map(toItem), next: next && `${next.transactionId}.${next.sequence}` };
  },
});

function statesOf(text: string | undefined): DeliveryState[] {
  const states = text?.split(',') ?? [];
  const unknown = states.filter((state) => !(DELIVERY_STATES as readonly string[]).includes(state));
  if (unknown.length > 0) throw new Refusal(400, [`state: must be one of ${DELIVERY_STATES.join(', ')}`]);
  return states as DeliveryState[];
}

function placeOf(cursor: string) {
  const [, transactionId, sequence] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (!transactionId || !isUuid(transactionId))
    throw new Refusal(400, ['cursor: is not from this list; take it from the page before']);
  return { transactionId, sequence: Number(sequence) };
}
