// What a chapter is made of, and the words in which its steps are written.
import type { WebhookEvent } from '../../tollgate.ts';

/**
 * wrong: signed with another secret. none: without a signature. empty: with an empty one. recased: capital letters for
 * small ones, and the other way round. changed: with the signature of the message as it was before its amount was
 * changed.
 */
type Signing = 'right' | 'wrong' | 'none' | 'empty' | 'recased' | 'changed';

export interface Message {
  event: WebhookEvent;
  signing: Signing;
}

export interface Step {
  /** What happens, in a few words. */
  does: string;
  messages: readonly Message[];
  /** Whether a receiver answers 2xx to each message. Default: true. */
  taken?: boolean;
  /** All messages at once. */
  together?: boolean;
  /** The receiver is started anew before. */
  restart?: boolean;
  /** What the books say now depends on how they are kept. The next step asks them. */
  unasked?: boolean;
  mend: string;
}

export interface Chapter {
  summary: string;
  /** Of scenarios.ts. */
  scenario: string;
  amount: number;
  /** Default: EUR. */
  currency?: string;
  /** A step of it starts the receiver anew. */
  needsRestart?: true;
  /** The event by which the payment has happened whole. */
  last: string;
  /** `events`: in their order. */
  steps(events: readonly WebhookEvent[]): Step[];
}

export const right = (...events: (WebhookEvent | undefined)[]): Message[] =>
  events.flatMap((event) => (event ? [{ event, signing: 'right' as const }] : []));

/** The first of each type, in the order of the types. */
export const typed = (events: readonly WebhookEvent[], ...types: string[]): Message[] =>
  right(...types.map((type) => events.find(({ eventType }) => eventType === type)));

export const changed = (event: WebhookEvent, fields: object) => ({ ...event, ...fields }) as WebhookEvent;

/** A message like `event` that somebody else has made up. `does`: what it is. */
export const forged = (does: string, event: WebhookEvent | undefined): Step => ({
  does,
  messages: event
    ? [{ event: changed(event, { eventId: crypto.randomUUID(), sequence: 1_000 }), signing: 'wrong' }]
    : [],
  taken: false,
  mend: 'Verify the signature of every message, whatever its type.',
});

export const NOT_TAKEN =
  'Answer 2xx to every message whose signature is right, also where there is nothing to do.';
