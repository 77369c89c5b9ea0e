import type { Tollgate } from '../tollgate.ts';
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
export {};
