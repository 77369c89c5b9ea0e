import type { WebhookEvent } from '../client/webhook-event.ts';
export interface Movement {
	/**
	 * `payment`, `returned`, or the id of the capture, refund or dispute. For each subject of a transaction, the event
	 * with the highest `sequence` counts; the sum over the subjects is the balance of the transaction.
	 */
	subject: string;
	/** In units of the currency. Positive: the money is yours. 0: it is not, or not any more. */
	amount: number;
}
/** null: the event says nothing about money. A payment that is captured later is booked by its captures. */
export declare function movementOf(event: WebhookEvent): Movement | null;
