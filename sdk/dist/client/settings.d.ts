export interface CallStart {
	/** The id of the call, sent as `X-Request-Id`; the same for its retries. */
	id: string;
	method: string;
	/** Without its query, which may name a reference. */
	path: string;
	/** 1 for the first one. */
	attempt: number;
}
export interface CallEnd extends CallStart {
	elapsedMs: number;
	/** null: no answer came. */
	status: number | null;
	/** What follows: the call ends, or is tried again after so many milliseconds. */
	retryInMs: number | null;
}
export interface Hooks {
	onRequest?: (call: CallStart) => void;
	onAnswer?: (call: CallEnd) => void;
}
export interface ClientOptions {
	/** Where the gateway is, such as `https://pay.example`. */
	baseUrl: string;
	/** Of the brand: `tg_test_…` or `tg_live_…`. */
	apiKey: string;
	/**
	 * Of the brand: `tgs_…`. Requests are signed with it and answers are verified. While it is replaced, give the new one and the
	 * old one, the new one first. Without it nothing is signed or verified.
	 */
	signingSecret?: string | readonly string[];
	/** How often a call is tried again where that is safe. Default 3; 0: never. */
	retries?: number;
	/** Of each try. Default 30,000. */
	timeoutMs?: number;
	/** The longest pause before a retry. If the gateway asks for more, the error is thrown. Default 30,000. */
	maxRetryDelayMs?: number;
	hooks?: Hooks;
	fetch?: typeof fetch;
}
export interface CallOptions {
	signal?: AbortSignal;
	timeoutMs?: number;
	retries?: number;
}
export interface Settings {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly secrets: readonly string[];
	readonly retries: number;
	readonly timeoutMs: number;
	readonly maxRetryDelayMs: number;
	readonly hooks: Hooks;
	readonly fetch: typeof fetch;
}
export declare function settingsOf(options: ClientOptions): Settings;
