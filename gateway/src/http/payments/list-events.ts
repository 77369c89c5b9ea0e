// GET /events (contract 5): the brand's webhook bodies of the last 90 days, oldest first, page by page, or as a stream
// of server-sent events. Plain reads. It sends the bodies byte for byte as webhooks deliver them, so it must never
// parse them here.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isUuid } from '../../domain/text.ts';
import { eventsAfter, newestPlace, positionBefore, positionOf } from '../../storage/webhooks/event-log.ts';
import { brandOf } from '../auth/api-key.ts';
import { checkSourceIp } from '../auth/source-ip.ts';
import { beginEventStream } from '../begin-event-stream.ts';
import { call } from '../calls/call.ts';
import { brandErrors } from '../calls/operation.ts';
import { payinEvents } from '../examples/webhook-examples.ts';
import { CaptureEvent, DisputeEvent, RefundEvent, TransactionEvent } from '../schemas/record-schemas.ts';
import { choice, closed, uuid } from '../schemas/schema-fields.ts';
import { EventStreams } from './event-streams.ts';

const PAGE_LENGTH = 20;
const KEPT_MS = 90 * 86_400_000;
/**
 * The id in the answer to `after=newest` while there is no event. If the id were empty, a browser would ask for
 * `newest` again after a lost connection.
 */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const RETRY_AFTER_SECONDS = 30;

const Query = closed({
  after: Type.Optional(
    Type.Union([uuid('The `eventId`; for a resend its `id`.'), choice(['newest'], 'Only future events.')], {
      description:
        'Events after this `eventId`; absent: from the oldest of the last 90 days. `newest`, only for a stream: only ' +
        'future events. The first `id` of the stream is then that of the latest event, or the nil UUID if there is no ' +
        'event yet. The nil UUID as `after` means: from the oldest.',
    }),
  ),
  resends: Type.Optional(
    choice(['true', 'false'], 'For a stream: also events that somebody sent again. Default `false`.'),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: 'How many at most: 1 to 100, default 20. A stream has no limit.',
    }),
  ),
});
type Query = Static<typeof Query>;

export const listEventsCall = call({
  address: 'GET /events',
  operationId: 'listEvents',
  tags: ['Webhooks'],
  summary: 'List or stream events',
  description:
    'The webhook bodies of the last 90 days, oldest first, exactly as they are posted. The `Link` header has the ' +
    'address of the next page; the last page has none. Keep the last `eventId` that you have processed and request ' +
    'the events after it. New events are never inserted before events that you have read, so you miss none. An ' +
    'event appears about a second after its change.\n\nWith `Accept: text/event-stream` the answer is a continuous ' +
    'stream: each event with its `eventId` as `id`, and a comment every 15 seconds. `Last-Event-ID` resumes it. A ' +
    'brand may have ten open streams. A stream ends after an hour, when its API key has expired, or when nobody ' +
    'reads it; open it again from the last `id`.\n\nA stream with `resends=true` also has the events that somebody ' +
    'sent again in the portal, as `event: resend`: the same body, at the end, with an `id` of its own. Keep that ' +
    '`id`: if you resume after the `eventId` in the body instead, you get everything since that event again.', // Contract 5
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  requestHeaders: {
    'Last-Event-ID': 'For a stream: the last `eventId` that was received. It takes precedence over `after`.',
  },
  querystring: Query,
  answers: {
    200: {
      description: 'The events.',
      schema: Type.Array(Type.Union([TransactionEvent, RefundEvent, CaptureEvent, DisputeEvent])),
      headers: { Link: 'The address of the next page: `<https://…>; rel="next"`.' },
      examples: {
        events: {
          summary: 'Two events',
          value: Object.values(payinEvents)
            .slice(0, 2)
            .map(({ value }) => value),
        },
      },
    },
    ...brandErrors(404),
  },
  prepare(context, _shared, scope) {
    const streams = new EventStreams(context);
    scope.addHook('preClose', async () => streams.stop());
    return async (request, reply) => {
      const { brand, query } = request;
      if (wantsStream(request)) return await stream(context, streams, request, reply);
      if (query.after === 'newest') throw new Refusal(400, ['after: newest is only allowed for a stream']);
      if (query.resends === 'true') throw new Refusal(400, ['resends: is only allowed for a stream']);
      const since = oldestKept(context);
      const limit = Number(query.limit ?? PAGE_LENGTH);
      const begin = await beginOf(context, brand, since, { name: 'after', eventId: query.after });
      const range = { after: begin, since, limit: limit + 1, resends: false };
      const found = await eventsAfter(context.sql, brand, range);
      const page = found.slice(0, limit);
      if (found.length > limit) reply.header('link', nextPage(context, query, page.at(-1)!.id));
      return reply
        .type('application/json; charset=utf-8')
        .send(`[${page.map(({ body }) => body).join(',')}]`);
    };
  },
});

const oldestKept = (context: Context) => new Date(context.now().getTime() - KEPT_MS);

function wantsStream({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/event-stream\b/i.test(headers.accept ?? '');
}

async function stream(
  context: Context,
  streams: EventStreams,
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
): Promise<void> {
  const { brand, query, headers } = request;
  if (query.limit !== undefined) throw new Refusal(400, ['limit: cannot be used with a stream']);
  const lastId = headers['last-event-id'];
  if (lastId !== undefined && (typeof lastId !== 'string' || !isUuid(lastId))) {
    throw new Refusal(400, ['Last-Event-ID: must be the id of an event']);
  }
  const after =
    lastId === undefined
      ? { name: 'after', eventId: query.after }
      : { name: 'Last-Event-ID', eventId: lastId };
  const since = oldestKept(context);
  const begin = await streamBegin(context, brand, since, after);
  if (!streams.hasRoomFor(brand.brandId)) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    throw new Refusal(429, 'too many streams of this brand are open; close one', { retryAfterSeconds });
  }
  beginEventStream(reply);
  const resends = query.resends === 'true';
  streams.add(reply.raw, {
    brand,
    ...begin,
    resends,
    since,
    isAllowed: () => isStillAllowed(request, context),
  });
}

async function streamBegin(
  context: Context,
  brand: Brand,
  since: Date,
  after: Parameters<typeof beginOf>[3],
): Promise<{ position: bigint; lastEventId?: string }> {
  if (after.eventId !== 'newest') return { position: await beginOf(context, brand, since, after) };
  const { position, id } = await newestPlace(context.sql, brand, since);
  return { position, lastEventId: id ?? BEFORE_ALL };
}

/** Checked repeatedly: while the stream is open, the key may expire or the list of addresses may change. */
function isStillAllowed(request: FastifyRequest, context: Context): boolean {
  try {
    const brand = brandOf(request, context);
    checkSourceIp(brand, () => request.ip);
    return brand.brandId === request.brand.brandId;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** `after`: the parameter that names the caller's last event. */
async function beginOf(
  { sql }: Context,
  brand: Brand,
  since: Date,
  { name, eventId }: { name: string; eventId: string | undefined },
): Promise<bigint> {
  if (eventId === undefined || eventId === BEFORE_ALL) return await positionBefore(sql, brand, since);
  const position = await positionOf(sql, brand, eventId, since);
  if (position !== null) return position;
  throw new Refusal(404, `${name}: no such event in the last 90 days; omit it to begin with the oldest`);
}

function nextPage({ config }: Context, query: Query, after: string): string {
  const parameters = new URLSearchParams({ ...query, after });
  return `<${config.publicUrl}/events?${parameters}>; rel="next"`;
}
