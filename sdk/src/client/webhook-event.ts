// The events of webhooks, of the list and of the stream. `eventType` tells them apart: after `event.eventType ===
// 'refund.failed'` there is `event.refund`. What a later gateway sends is an UnknownEvent.
import type { EventTypes, Schemas, UnknownText } from '../api-types.ts';

/** What every event has: the record of its payment when it happened. */
interface InEvery
  extends Omit<Schemas['Transaction'], 'customer' | 'cashierUrl' | 'refunds' | 'disputes' | 'timeline'> {
  /** The same in every try, also in the header `webhook-id`. */
  eventId: string;
  /** Counts 1, 2, 3 … within a transaction, without a gap. */
  sequence: number;
  /** When it happened, ISO 8601. */
  occurredAt: string;
}

interface OfPayment extends InEvery {
  refund?: undefined;
  dispute?: undefined;
}

type Returned = Extract<EventTypes['TransactionEvent'], `${string}.returned`>;

/** The payment has another status. */
export interface StatusEvent extends OfPayment {
  eventType: Exclude<EventTypes['TransactionEvent'], Returned>;
}

/** A payout or a debit came back. Its status stays COMPLETED. */
export interface ReturnEvent extends OfPayment {
  eventType: Returned;
  returned: NonNullable<InEvery['returned']>;
}

/** `status` and `amount` are those of the pay-in; `refund` has the refund's own. */
export interface RefundEvent extends InEvery {
  eventType: EventTypes['RefundEvent'];
  refund: Schemas['Refund'];
  dispute?: undefined;
}

/** `status` and `amount` are those of the pay-in; `dispute` has the dispute's own. */
export interface DisputeEvent extends InEvery {
  eventType: EventTypes['DisputeEvent'];
  dispute: Schemas['Dispute'];
  refund?: undefined;
}

type InTest = 'eventId' | 'sequence' | 'occurredAt' | 'transactionId' | 'type' | 'status';
type AlsoInTest = 'merchantReference' | 'brandId' | 'currency' | 'amount';

/** Sent from the portal. It is about no payment: answer 2xx, and do nothing. */
export interface TestEvent
  extends Pick<OfPayment, InTest | AlsoInTest>,
    Partial<Omit<OfPayment, InTest | AlsoInTest>> {
  eventType: 'test.ping' | 'test.check';
  test: true;
}

/** A type that this release of the SDK does not know: answer 2xx, and look the payment up if you need to. */
export interface UnknownEvent extends InEvery {
  eventType: UnknownText;
  refund?: Schemas['Refund'];
  dispute?: Schemas['Dispute'];
}

export type WebhookEvent = StatusEvent | ReturnEvent | RefundEvent | DisputeEvent | TestEvent | UnknownEvent;
