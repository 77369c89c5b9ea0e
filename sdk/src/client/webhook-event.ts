// The events of webhooks, of the list and of the stream. `eventType` tells them apart: after
// `event.eventType === 'refund.failed'` TypeScript knows `event.refund`. An event of a later gateway is an
// UnknownEvent.
import type { EventTypes, Schemas, UnknownText } from '../api-types.ts';

/** Fields of every event: the record of the payment at that moment. */
interface InEvery
  extends Omit<
    Schemas['Transaction'],
    'customer' | 'cashierUrl' | 'captures' | 'refunds' | 'disputes' | 'settlement' | 'timeline'
  > {
  /** The same in every try; also in the header `webhook-id`. */
  eventId: string;
  /** Counts 1, 2, 3 … within a transaction, without a gap. */
  sequence: number;
  /** When it happened, ISO 8601. */
  occurredAt: string;
}

interface OfPayment extends InEvery {
  capture?: undefined;
  refund?: undefined;
  dispute?: undefined;
}

type Returned = Extract<EventTypes['TransactionEvent'], `${string}.returned`>;

/** The payment changed its status. */
export interface StatusEvent extends OfPayment {
  eventType: Exclude<EventTypes['TransactionEvent'], Returned>;
}

/** A payout or a debit came back. The status stays COMPLETED. */
export interface ReturnEvent extends OfPayment {
  eventType: Returned;
  returned: NonNullable<InEvery['returned']>;
}

/** `status` and `amount` are those of the pay-in; `capture` has those of the capture. */
export interface CaptureEvent extends InEvery {
  eventType: EventTypes['CaptureEvent'];
  capture: Schemas['Capture'];
  refund?: undefined;
  dispute?: undefined;
}

/** A mandate became ACTIVE or has ended. The other fields are those of its first pay-in; no money moved. */
export interface MandateEvent extends Omit<OfPayment, 'mandate'> {
  eventType: EventTypes['MandateEvent'];
  mandate: Schemas['Mandate'];
}

/** `status` and `amount` are those of the pay-in; `refund` has those of the refund. */
export interface RefundEvent extends InEvery {
  eventType: EventTypes['RefundEvent'];
  refund: Schemas['Refund'];
  capture?: undefined;
  dispute?: undefined;
}

/** `status` and `amount` are those of the pay-in; `dispute` has those of the dispute. */
export interface DisputeEvent extends InEvery {
  eventType: EventTypes['DisputeEvent'];
  dispute: Schemas['Dispute'];
  capture?: undefined;
  refund?: undefined;
}

type InTest = 'eventId' | 'sequence' | 'occurredAt' | 'transactionId' | 'type' | 'status';
type AlsoInTest = 'merchantReference' | 'brandId' | 'currency' | 'amount';

/** Somebody sent it from the portal. It belongs to no payment: answer 2xx and do nothing. */
export interface TestEvent
  extends Pick<OfPayment, InTest | AlsoInTest>,
    Partial<Omit<OfPayment, InTest | AlsoInTest>> {
  eventType: 'test.ping' | 'test.check';
  test: true;
}

/** A type that this release of the SDK does not know. Answer 2xx, and look the payment up if you need to. */
export interface UnknownEvent extends InEvery {
  eventType: UnknownText;
  capture?: Schemas['Capture'];
  refund?: Schemas['Refund'];
  dispute?: Schemas['Dispute'];
}

export type WebhookEvent =
  | StatusEvent
  | ReturnEvent
  | CaptureEvent
  | MandateEvent
  | RefundEvent
  | DisputeEvent
  | TestEvent
  | UnknownEvent;
