// Ready receivers. `nodeHandler` is for Express and for node:http, `fetchHandler` for everything that takes a Request
// and gives a Response: Next.js, Hono, Bun, Deno, edge workers. Each reads the raw body itself. Their promises never
// reject: Express 4 and node:http do not catch that, and the process of the merchant would end.
import { bytesOf } from '../signing.ts';
import type { RawBody } from './raw-message.ts';
import { answer, MOST_BYTES, type Received, type ReceiverOptions, receive, tell } from './receiver.ts';
import { WebhookError } from './webhook-error.ts';

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
export function nodeHandler<Tx = void>(
  options: ReceiverOptions<Tx>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, headers, body } = await received(
      async () => await bodyOf(request),
      () => request.headers,
      options,
    );
    // Somebody else has answered, or the sender is gone. Writing now would emit an error that nobody listens to.
    if (response.headersSent || response.writableEnded || response.destroyed) return;
    // What was not read of the body may still come; nothing else does on this connection.
    const end: Record<string, string> = request.readableEnded === false ? { connection: 'close' } : {};
    try {
      response.writeHead(status, { ...headers, ...end });
      response.end(body);
    } catch (error) {
      void tell(options, error);
    }
  };
}

/** `export const POST = webhooks.fetchHandler({ … })`. */
export function fetchHandler<Tx = void>(
  options: ReceiverOptions<Tx>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await received(
      async () => {
        if (request.bodyUsed) return undefined as never;
        if (request.body === null) return '';
        // A Request that is not of the platform may have another kind of stream.
        if (typeof request.body?.getReader !== 'function') return await request.arrayBuffer();
        const reader = request.body.getReader();
        const whole = await wholeOf(() => reader.read());
        if (whole === null) reader.cancel().catch(() => {});
        return whole;
      },
      () => request.headers,
      options,
    );
    return new Response(body, { status, headers });
  };
}

/** `read` gives null for a body that is too large. */
async function received<Tx>(
  read: () => Promise<RawBody | null>,
  headers: () => NodeRequest['headers'] | Headers,
  options: ReceiverOptions<Tx>,
): Promise<Received> {
  try {
    const body = await read();
    if (body !== null) return await receive(body, headers(), options);
    return answer(413, 'too large');
  } catch (cause) {
    const message = 'the body could not be read to its end: the sender broke off; the event comes again';
    void tell(options, new WebhookError('body_unread', message, { cause }));
    return answer(400, 'refused: body_unread');
  }
}

/** null: too large. A body that something parsed before is handed on, and refused with the reason. */
async function bodyOf(request: NodeRequest): Promise<RawBody | null> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.readableEnded || (request.body !== undefined && request.body !== null))
    return request.body as RawBody;
  if (Number(request.headers['content-length']) > MOST_BYTES) return null;
  // Not `for await`: leaving that destroys the connection, and nobody would see the answer.
  const chunks = request[Symbol.asyncIterator]();
  return await wholeOf(() => chunks.next());
}

/** null: too large. */
async function wholeOf(
  next: () => Promise<{ done?: boolean | undefined; value?: unknown }>,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let one = await next(); !one.done; one = await next()) {
    // A server may have given the stream an encoding.
    const bytes = typeof one.value === 'string' ? bytesOf(one.value) : (one.value as Uint8Array);
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
