// Ready receivers. `nodeHandler` is for Express and node:http. `fetchHandler` is for everything that takes a Request
// and returns a Response: Next.js, Hono, Bun, Deno, edge workers. Each reads the raw body itself. Their promises must
// never reject: Express 4 and node:http do not catch that, and the merchant's process would end.
import { bytesOf } from '../signing.ts';
import type { RawBody } from './raw-message.ts';
import { answer, MOST_BYTES, type Received, type ReceiverOptions, receive, tell } from './receiver.ts';
import { WebhookError } from './webhook-error.ts';

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
export function nodeHandler<Tx = void>(
  options: ReceiverOptions<Tx>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const { status, headers, body } = await received(
      async () => await bodyOf(request),
      () => request.headers,
      options,
    );
    // Another handler has answered, or the sender is gone. Writing now would emit an error that nobody handles.
    if (response.headersSent || response.writableEnded || response.destroyed) return;
    // The rest of the body may still arrive, so this connection takes no other request.
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
        // A Request of another library may have another kind of stream.
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

/** `read` returns null for a body that is too large. */
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
    const message =
      'the body could not be read to its end: the sender closed the connection; the event will be sent again';
    void tell(options, new WebhookError('body_unread', message, { cause }));
    return answer(400, 'refused: body_unread');
  }
}

/** null: too large. A parsed body is passed on, so that `receive` refuses it with the reason. */
async function bodyOf(request: NodeRequest): Promise<RawBody | null> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.readableEnded || (request.body !== undefined && request.body !== null))
    return request.body as RawBody;
  if (Number(request.headers['content-length']) > MOST_BYTES) return null;
  // Not `for await`: leaving the loop destroys the connection, and the sender would get no answer.
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
    // A server may have set an encoding on the stream, so that it gives texts.
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
