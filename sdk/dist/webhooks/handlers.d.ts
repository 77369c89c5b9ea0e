import { type ReceiverOptions } from './receiver.ts';
/** The parts of an Express or node:http request that the handler reads. */
export interface NodeRequest extends AsyncIterable<unknown> {
	headers: Record<string, string | string[] | undefined>;
	method?: string | undefined;
	readableEnded?: boolean;
	body?: unknown;
	rawBody?: unknown;
}
export interface NodeResponse {
	writeHead(status: number, headers: Record<string, string>): unknown;
	end(body: string): unknown;
	headersSent?: boolean;
	writableEnded?: boolean;
	destroyed?: boolean;
}
/** Use it before `express.json()`: `app.post('/webhooks', webhooks.nodeHandler({ … }))`. */
export declare function nodeHandler<Tx = void>(options: ReceiverOptions<Tx>): (request: NodeRequest, response: NodeResponse) => Promise<void>;
/** `export const POST = webhooks.fetchHandler({ … })`. */
export declare function fetchHandler<Tx = void>(options: ReceiverOptions<Tx>): (request: Request) => Promise<Response>;
