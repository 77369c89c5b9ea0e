// A merchant's webhook endpoint for tests: a real HTTP server that keeps each request byte for byte and answers as the
// test says. It has the signing secret and checks X-Signature as spec 5 tells receivers to.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { hmacBase64, signaturesMatch } from '../../src/domain/keys/signature.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes of the request. */
  rawBody: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely and assert what they find
  body: any;
  /** Whether X-Signature matches the raw body with any of the receiver's secrets. */
  signatureValid: boolean;
  /** performance.now() when the last byte arrived. */
  atMs: number;
}

export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Wait before the answer. */
  delayMs?: number;
  /** true: never answers; 'body': sends the headers and then nothing; 'reset': closes the connection. */
  hang?: boolean | 'body' | 'reset';
}

export interface WebhookReceiver {
  /** http://127.0.0.1:{port}/webhooks */
  url: string;
  port: number;
  received: ReceivedWebhook[];
  /** The answer to each request: a status, an answer, or a function that decides. */
  answer: number | ReceiverAnswer | ((webhook: ReceivedWebhook, index: number) => number | ReceiverAnswer);
  /** The largest number of requests open at the same time. */
  mostAtOnce: number;
  /** The secrets to check X-Signature with. */
  secrets: string[];
  /** Resolves with the first `count` webhooks; fails after `timeoutMs`. */
  waitFor(count: number, timeoutMs?: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(
  t: Pick<TestContext, 'after'> | null,
  options: { secrets?: string[]; host?: string; port?: number } = {},
): Promise<WebhookReceiver> {
  const host = options.host ?? '127.0.0.1';
  let open = 0;
  const receiver: WebhookReceiver = {
    url: '',
    port: 0,
    received: [],
    answer: 200,
    mostAtOnce: 0,
    secrets: options.secrets ?? [],
    async waitFor(count, timeoutMs = 60_000) {
      const end = performance.now() + timeoutMs;
      while (receiver.received.length < count) {
        if (performance.now() > end)
          throw new Error(`${receiver.received.length} of ${count} webhooks after ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return receiver.received.slice(0, count);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer((request, response) => {
    open++;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.on('close', () => {
      open--;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const rawBody = Buffer.concat(chunks).toString('utf8');
      const signature = request.headers['x-signature'];
      const webhook: ReceivedWebhook = {
        path: request.url ?? '',
        headers: request.headers,
        rawBody,
        body: parse(rawBody),
        signatureValid: receiver.secrets.some((secret) =>
          signaturesMatch(hmacBase64(secret, rawBody), typeof signature === 'string' ? signature : undefined),
        ),
        atMs: performance.now(),
      };
      const index = receiver.received.push(webhook) - 1;
      const { answer } = receiver;
      const said = typeof answer === 'function' ? answer(webhook, index) : answer;
      const {
        status = 200,
        headers = {},
        body = 'ok',
        delayMs,
        hang,
      } = typeof said === 'number' ? { status: said } : said;
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (hang === true) return;
      if (hang === 'reset') {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, headers);
      if (hang === 'body') response.write('beginning');
      else response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, host, resolve));
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://${host}:${receiver.port}/webhooks`;
  t?.after(() => receiver.close());
  return receiver;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
