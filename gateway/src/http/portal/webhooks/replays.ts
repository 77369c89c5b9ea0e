// …/webhooks/replays (contract 14): counts the events of a range, sends them again, tells the progress, stops.
import { type Static, Type } from 'typebox';
import { previewReplay, startReplay, stopReplay } from '../../../actions/webhooks/replay-webhooks.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { listReplays, MOST_REPLAYED } from '../../../storage/webhooks/replay-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { moment, ReplayAnswer, toReplayAnswer } from './delivery-schemas.ts';

const Range = closed({
  from: moment('Events that happened at this time or later, within the last 90 days.'),
  to: moment('Events that happened before this time.'),
  undeliveredOnly: Type.Boolean({ description: 'false: also delivered events.' }),
});

const shared = { tags: ['Portal developers'], access: 'portal' } satisfies Partial<Operation>;

const StopPath = Type.Object({ brandId: uuid('The brand.'), replayId: uuid('The replay.') });

export const countReplayCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/replays/count',
  ...shared,
  operationId: 'countReplay',
  summary: 'Count what a replay would send',
  description: 'Nothing is sent yet.',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: Range,
  answers: {
    200: {
      description: 'The count.',
      schema: Type.Object(
        {
          events: Type.Integer({
            description: 'Number of events in the period; `most` + 1 if there are more than `most`.',
          }),
          most: Type.Integer({ description: 'The largest number of events of a replay.' }),
        },
        { title: 'ReplayCount', description: 'What a replay would send.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, body }) => ({
    events: await previewReplay(context, rangeOf(brand, body)),
    most: MOST_REPLAYED,
  }),
});

export const startReplayCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/replays',
  ...shared,
  operationId: 'startReplay',
  summary: 'Replay a period',
  description:
    'Sends the events of the period once more, in the order in which they happened, twenty at a time; two events ' +
    'of one transaction are never sent together. The bytes are the same as before. A brand can run one replay at a ' +
    'time, with at most 10,000 events.',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: Range,
  answers: {
    202: { description: 'The replay has started.', schema: ReplayAnswer },
    ...portalErrors(409),
  },
  handle: async (context, { portal: { brand, actor }, body }) =>
    toReplayAnswer(await startReplay(context, actor, rangeOf(brand, body))),
});

export const listReplaysCall = call({
  address: 'GET /portal/api/brands/:brandId/webhooks/replays',
  ...shared,
  operationId: 'listReplays',
  summary: 'List replays',
  description: "The brand's ten latest replays, newest first, each with its progress.",
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The replays.',
      schema: Type.Object(
        { items: Type.Array(ReplayAnswer, { description: 'The replays.' }) },
        { title: 'Replays', description: 'The latest replays of a brand.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand } }) => ({
    items: (await listReplays(context.sql, brand)).map(toReplayAnswer),
  }),
});

export const stopReplayCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/replays/:replayId/stop',
  ...shared,
  operationId: 'stopReplay',
  summary: 'Stop a replay',
  description: 'Events that the replay has not sent yet are not sent.',
  permission: 'webhooks.change',
  params: StopPath,
  body: closed({}),
  answers: {
    200: { description: 'The stopped replay with its progress.', schema: ReplayAnswer },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand, actor }, params }) => {
    const { merchantId, brandId } = brand;
    return toReplayAnswer(await stopReplay(context, actor, { merchantId, brandId, id: params.replayId }));
  },
});

function rangeOf({ merchantId, brandId }: Brand, { from, to, undeliveredOnly }: Static<typeof Range>) {
  return { merchantId, brandId, from: new Date(from), to: new Date(to), undeliveredOnly };
}
