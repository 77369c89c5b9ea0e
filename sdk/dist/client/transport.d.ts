import type { CallOptions, Settings } from './settings.ts';
export type Query = Record<string, string | number | boolean | null | undefined>;
export interface Request {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	query?: Query | undefined;
	/** The text that is sent, or a form. */
	body?: string | FormData;
	/** What `X-Signature` is of; absent: not signed. */
	textToSign?: string;
	headers?: Record<string, string>;
	/** Which answers are signed. card: only those to a card. */
	answerSigned?: 'body' | 'card';
	/** Reads a good answer that does not end. Gives JSON. */
	readBody?: (response: Response) => Promise<string>;
	merchantReference?: string | null;
}
/** What may be done after an answer was lost. */
export interface Repeat<T> {
	/** Send it again: a read, or a call that the gateway takes once however often it comes. */
	again: boolean;
	/** Look for what the lost call has done; undefined: nothing. */
	find?: (options: CallOptions) => Promise<T | undefined>;
	/** Look before it is sent again; else only where that is refused. */
	findFirst?: boolean;
}
export interface Answer<T> {
	body: T;
	headers: Headers;
	requestId: string | null;
}
export declare class Transport {
	#private;
	constructor(settings: Settings);
	get signs(): boolean;
	/** X-Signature or Signature of a text; undefined: the client has no secret. */
	signatureOf(text: string): Promise<string | undefined>;
	get<T>(path: string, query: Query | undefined, options?: CallOptions): Promise<Answer<T>>;
	/** A read whose body is read by the caller. Throws ApiError; what a broken connection throws is passed on. */
	open({ path, query, headers }: Pick<Request, 'path' | 'query' | 'headers'>, id: string, signal: AbortSignal): Promise<Response>;
	send<T>(request: Request, options: CallOptions, repeat: Repeat<T>, read?: (answer: Answer<unknown>) => T): Promise<T>;
}
export declare function pause(ms: number, signal?: AbortSignal): Promise<void>;
