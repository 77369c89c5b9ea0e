// events list and events resend: they show what happened, and send one event to a receiver again.
import type { WebhookEvent } from '../../tollgate.ts';
import { type Call, CallFault, type Command, clientOf, countOf, secretOf } from '../command.ts';
import { deliver, wasTaken } from '../deliver.ts';
import { show } from './listen.ts';

export const listEvents: Command = {
  name: 'events list',
  words: ['events', 'list'],
  arguments: [],
  summary: 'The newest events of the brand, oldest first',
  options: {
    after: { type: 'string', value: 'EVENT-ID', text: 'only events after this event' },
    limit: { type: 'string', value: 'N', text: 'how many at most (20)' },
  },
  async run(call) {
    const after = call.text('after');
    const most = countOf(call, 'limit', 20);
    const found: WebhookEvent[] = [];
    for await (const event of clientOf(call).events.list({
      limit: 100,
      ...(after !== undefined && { after }),
    })) {
      found.push(event);
      if (found.length > most) found.shift();
    }
    for (const event of found) show(call, { eventId: event.eventId, event }, null);
    return 0;
  },
};

export const resendEvent: Command = {
  name: 'events resend',
  words: ['events', 'resend'],
  arguments: ['EVENT-ID'],
  summary: 'Send an event to a receiver again, with the same bytes',
  options: { 'forward-to': { type: 'string', value: 'URL', text: 'your receiver' } },
  async run(call) {
    const receiver = call.text('forward-to');
    if (receiver === undefined) throw new CallFault('--forward-to: is required');
    const event = await find(call, call.arguments[0]!);
    // JSON.stringify of the parsed body gives the text that the gateway signed.
    const delivery = await deliver(receiver, JSON.stringify(event), event.eventId, secretOf(call));
    show(call, { eventId: event.eventId, event }, delivery);
    return wasTaken(delivery) ? 0 : 1;
  },
};

/** The API lists events after a given one, and the one before `eventId` is not known. So this reads the whole list. */
async function find(call: Call, eventId: string): Promise<WebhookEvent> {
  for await (const event of clientOf(call).events.list({ limit: 100 }))
    if (event.eventId === eventId) return event;
  throw new CallFault(`${eventId}: no such event in the last 90 days`);
}
