import type { WebhookEvent } from '../../tollgate.ts';
export declare const AMOUNT = 25;
export interface Message {
	event: WebhookEvent;
	/** wrong: signed with another secret. none: not signed. */
	signing: 'right' | 'wrong' | 'none';
}
export interface Step {
	/** What happens, in a few words. */
	does: string;
	messages: readonly Message[];
	/** Whether a receiver answers 2xx to each message. */
	taken: boolean;
	/** All messages at once. */
	together?: boolean;
	/** What the books say afterwards of the reference: positive is owed to the merchant. */
	balance: number;
	mend: string;
}
export interface Chapter {
	summary: string;
	/** Of scenarios.ts. */
	scenario: string;
	/** The event by which the payment has happened whole. */
	last: string;
	steps(events: readonly WebhookEvent[]): Step[];
}
export declare const NOT_TAKEN = "Answer 2xx to every message whose signature is right, also where there is nothing to do.";
export declare const CHAPTERS: Record<string, Chapter>;
