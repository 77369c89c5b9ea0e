export interface CallStart {
	/** The id of the call, sent as `X-Request-Id`. Retries have the same id. */
	id: string;
	method: string;
	/** Without the query, which may contain a reference. */
	path: string;
	/** 1 for the first try. */
	attempt: number;
}
export interface CallEnd extends CallStart {
	elapsedMs: number;
	/** null: no answer came. */
	status: number | null;
	/** null: the call ends; otherwise it is tried again after this many milliseconds. */
	retryInMs: number | null;
}
export interface Hooks {
	onRequest?: (call: CallStart) => void;
	onAnswer?: (call: CallEnd) => void;
}
export interface ClientOptions {
	/** The address of the gateway, such as `https://pay.example`. */
	baseUrl: string;
	/** The brand's API key: `tg_test_…` or `tg_live_…`. */
	apiKey: string;
	/**
	 * The brand's signing secret: `tgs_…`. The client signs requests and verifies answers with it. While you replace it,
	 * give both, the new one first. Without it nothing is signed or verified.
	 */
	signingSecret?: string | readonly string[];
	/** The maximum number of retries of a call, where a retry is safe. Default 3; 0: never. */
	retries?: number;
	/** The timeout of each try. Default 30,000. */
	timeoutMs?: number;
	/** The longest pause before a retry. If the gateway asks for more, the call throws. Default 30,000. */
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
