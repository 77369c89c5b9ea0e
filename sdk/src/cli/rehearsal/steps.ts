// The parts of a chapter, and the functions that write its steps.
import type { WebhookEvent } from '../../tollgate.ts';

/**
 * wrong: signed with another secret. none: without a signature. empty: with an empty signature. recased: upper and
 * lower case letters swapped. changed: the amount was changed after the message was signed.
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
  /** Send all messages at once. */
  together?: boolean;
  /** Restart the receiver first. */
  restart?: boolean;
  /** Do not ask the books now: the answer depends on how they are kept. The next step asks them. */
  unasked?: boolean;
  mend: string;
}

export interface Chapter {
  summary: string;
  /** A name from scenarios.ts. */
  scenario: string;
  amount: number;
  /** Default: EUR. */
  currency?: string;
  /** One of its steps restarts the receiver. */
  needsRestart?: true;
  /** The payment is complete when this event has happened. */
  last: string;
  /** `events`: in order. */
  steps(events: readonly WebhookEvent[]): Step[];
}

export const right = (...events: (WebhookEvent | undefined)[]): Message[] =>
  events.flatMap((event) => (event ? [{ event, signing: 'right' as const }] : []));

/** The first event of each type, in the order of the types. */
export const typed = (events: readonly WebhookEvent[], ...types: string[]): Message[] =>
  right(...types.map((type) => events.find(({ eventType }) => eventType === type)));

export const changed = (event: WebhookEvent, fields: object) => ({ ...event, ...fields }) as WebhookEvent;

/** A forged message that looks like `event`. `does`: what the step does. */
export const forged = (does: string, event: WebhookEvent | undefined): Step => ({
  does,
  messages: event
    ? [{ event: changed(event, { eventId: crypto.randomUUID(), sequence: 1_000 }), signing: 'wrong' }]
    : [],
  taken: false,
  mend: 'Verify the signature of every message, whatever its type.',
});

export const NOT_TAKEN =
  'Answer 2xx to every message with a valid signature, even if there is nothing to do.';
