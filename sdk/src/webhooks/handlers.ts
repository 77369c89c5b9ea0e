// Ready receivers. `nodeHandler` is for Express and for node:http, `fetchHandler` for everything that takes a Request and gives a
// Response: Next.js, Hono, Bun, Deno, edge workers. Each reads the raw body itself.
import type { RawBody } from './raw-message.ts';
import { type ReceiverOptions, receive } from './receiver.ts';

const MOST_BYTES = 1_048_576;

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
}

/** `app.post('/webhooks', webhooks.nodeHandler({ … }))`, before `express.json()`. */
export function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const body = await bodyOf(request);
    const {
      status,
      headers,
      body: text,
    } = body === null
      ? { status: 413, headers: {}, body: 'too large\n' }
      : await receive(body, request.headers, options);
    response.writeHead(status, headers);
    response.end(text);
  };
}

/** null: too large. A body that something parsed before is handed on, and refused with the reason. */
async function bodyOf(request: NodeRequest): Promise<RawBody | null> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.readableEnded || (request.body !== undefined && request.body !== null))
    return request.body as RawBody;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > MOST_BYTES) return null;
    chunks.push(bytes);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** `export const POST = webhooks.fetchHandler({ … })`. */
export function fetchHandler(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await receive(await request.arrayBuffer(), request.headers, options);
    return new Response(body, { status, headers });
  };
}
