// The stand-in's notifications: signs the events as Adyen does and posts them, once or twice, in any order, alone or
// together. `sign` follows Adyen's description and does not use the code that it tests.
import { createHmac } from 'node:crypto';
import type { Books, Event } from './books.ts';

export interface Delivery {
  url: string;
  hmacKey: string;
  /** Default: one notification for each event. */
  together?: boolean;
  reversed?: boolean;
  times?: number;
  live?: 'true' | 'false';
  /** `user:password`, for basic authentication. */
  basic?: string;
}

export function sign(event: Event, hmacKey: string): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference, amount } = event;
  const signed = [
    pspReference,
    originalReference,
    merchantAccountCode,
    merchantReference,
    amount.value,
    amount.currency,
    event.eventCode,
    event.success,
  ];
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed.join(':')).digest('base64');
}

/** The body of one notification. */
export function notificationOf(events: readonly Event[], hmacKey: string, live = 'false') {
  return {
    live,
    notificationItems: events.map((event) => ({
      NotificationRequestItem: {
        ...event,
        additionalData: { ...event.additionalData, hmacSignature: sign(event, hmacKey) },
      },
    })),
  };
}

/** Posts the events. Returns the receiver's statuses in order. */
export async function deliver(events: readonly Event[], delivery: Delivery): Promise<number[]> {
  const { url, hmacKey, live, times = 1, basic } = delivery;
  const ordered = delivery.reversed ? events.toReversed() : events;
  const groups = delivery.together ? [ordered] : ordered.map((event) => [event]);
  const statuses: number[] = [];
  for (const group of groups) {
    for (let time = 0; time < times; time++) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(basic ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {}),
        },
        body: JSON.stringify(notificationOf(group, hmacKey, live)),
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  return statuses;
}

/** Takes the events that are still to be sent. */
export function takeEvents(books: Books): Event[] {
  return books.events.splice(0);
}
