export interface Delivery {
	/** null: no answer. */
	status: number | null;
	elapsedMs: number;
	/** Why there is no answer. */
	fault: string | null;
	/** What the receiver said, its beginning. */
	said: string;
}
export declare function deliver(url: string, body: string, eventId: string, secret: string): Promise<Delivery>;
export declare function post(url: string, body: string, headers: Record<string, string>, timeoutMs?: number): Promise<Delivery>;
export declare const wasTaken: ({ status }: Delivery) => boolean;
