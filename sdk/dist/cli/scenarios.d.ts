import type { Tollgate, Transaction } from '../tollgate.ts';
export type Override = 'amount' | 'currency' | 'country' | 'reference' | 'notification-url';
interface Wishes {
	amount: number;
	currency: string;
	country: string;
	merchantReference: string;
	notificationUrl?: string;
}
export interface Scenario {
	summary: string;
	takes: readonly Override[];
	play(client: Tollgate, wishes: Wishes): Promise<string>;
}
export declare const SCENARIOS: Record<string, Scenario>;
export interface Overrides {
	amount?: number;
	currency?: string;
	country?: string;
	reference?: string;
	'notification-url'?: string;
}
/** The record of what happened. `told` is how an override is named to the caller; one without an effect is refused. */
export declare function playScenario(client: Tollgate, name: string, overrides: Overrides, told: (override: Override) => string): Promise<Transaction>;
export {};
