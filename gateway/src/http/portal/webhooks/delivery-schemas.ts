// Webhooks in the portal's API: a delivery in a list, and a delivery in full.
import { Type } from 'typebox';
import type { Delivery } from '../../../storage/webhooks/list-deliveries.ts';
import { DELIVERY_STATES } from '../../../storage/webhooks/list-deliveries.ts';
import type { Replay } from '../../../storage/webhooks/replay-store.ts';
import { choice, orNull, textOrNull, uuid } from '../../schemas/schema-fields.ts';

export const moment = (description: string) => Type.String({ format: 'moment', description });
export const momentOrNull = (description: string) => orNull(moment(description));

export const DeliveryPath = Type.Object({
  brandId: uuid('The brand.'),
  transactionId: uuid('The transaction of the event.'),
  sequence: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Its number within the transaction.' }),
});

export const DELIVERY_FIELDS = {
  eventId: uuid('The event, as in its body.'),
  eventType: Type.String({ description: 'Such as `payin.completed`.' }),
  transactionId: uuid('The transaction of the event.'),
  sequence: Type.Integer({ description: 'Its number within the transaction.' }),
  merchantReference: textOrNull('The reference of the transaction.'),
  state: choice(
    DELIVERY_STATES,
    'sending: its first try is due or in flight. retrying: a try failed, and it will be tried again. waiting: in ' +
      'the line of its address, which is paused or too slow. unaddressed: there is no address. abandoned: the ' +
      'gateway gave up. delivered: answered 2xx.',
  ),
  tries: Type.Integer({ description: 'Number of tries.' }),
  createdAt: moment('When it happened.'),
  deliveredAt: momentOrNull('When it was answered 2xx.'),
  nextTryAt: momentOrNull('When it is tried next; null: no try is planned.'),
  lastTry: Type.Unsafe<object | null>({
    type: ['object', 'null'],
    description: 'The latest try; null: there was none.',
    properties: {
      at: moment('When it began.'),
      statusCode: orNull(Type.Integer({ description: 'HTTP status of the answer; null: there was none.' })),
      error: textOrNull('Why there was no valid answer.'),
      durationMs: Type.Integer({ description: 'How long it took, in milliseconds.' }),
    },
    required: ['at', 'statusCode', 'error', 'durationMs'],
  } as never),
};

export const DeliveryItem = Type.Object(DELIVERY_FIELDS, {
  title: 'Delivery',
  description: 'A webhook event and its latest try.',
});

export function toItem(delivery: Delivery) {
  const { createdAt, deliveredAt, nextTryAt, lastTry, ...same } = delivery;
  return {
    eventId: same.eventId,
    eventType: same.eventType,
    transactionId: same.transactionId,
    sequence: same.sequence,
    merchantReference: same.merchantReference,
    state: same.state,
    tries: same.tries,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    lastTry: lastTry && {
      at: lastTry.at.toISOString(),
      statusCode: lastTry.statusCode,
      error: lastTry.error,
      durationMs: lastTry.durationMs,
    },
  };
}

export const ReplayAnswer = Type.Object(
  {
    id: uuid('The replay.'),
    from: moment('Beginning of the period.'),
    to: moment('Before this time.'),
    undeliveredOnly: Type.Boolean({ description: 'false: also delivered events.' }),
    events: Type.Integer({ description: 'Number of its events.' }),
    done: Type.Integer({ description: 'Number of events that were sent again so far.' }),
    startedBy: Type.String({ description: 'Who started it.' }),
    createdAt: moment('When it was started.'),
    endedAt: momentOrNull('When it ended; null: it is in progress.'),
    stopped: Type.Boolean({ description: 'Whether a person stopped it.' }),
  },
  { title: 'Replay', description: 'The webhooks of a period, sent once more in their order.' },
);

export function toReplayAnswer(replay: Replay) {
  return {
    id: replay.id,
    from: replay.from.toISOString(),
    to: replay.to.toISOString(),
    undeliveredOnly: replay.undeliveredOnly,
    events: replay.events,
    done: replay.done,
    startedBy: replay.startedBy,
    createdAt: replay.createdAt.toISOString(),
    endedAt: replay.endedAt?.toISOString() ?? null,
    stopped: replay.cancelled,
  };
}
