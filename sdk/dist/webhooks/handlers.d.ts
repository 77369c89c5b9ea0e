import { type ReceiverOptions } from './receiver.ts';
/** As much of a request of Express or node:http as is read. */
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
/** `app.post('/webhooks', webhooks.nodeHandler({ … }))`, before `express.json()`. */
export declare function nodeHandler<Tx = void>(options: ReceiverOptions<Tx>): (request: NodeRequest, response: NodeResponse) => Promise<void>;
/** `export const POST = webhooks.fetchHandler({ … })`. */
export declare function fetchHandler<Tx = void>(options: ReceiverOptions<Tx>): (request: Request) => Promise<Response>;
