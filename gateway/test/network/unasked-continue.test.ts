// A server that sends `100 Continue`, or another 1xx, although nobody asked. The answer is the one that follows, for
// webhooks and for calls to providers and to identity providers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { ProviderHttp } from '@tollgate/provider-kit';
import { GuardedFetch } from '../../src/network/guarded-fetch.ts';
import { type Answer, HttpTransport } from '../../src/worker/webhooks/webhook-transport.ts';

const BODY = 'HTTP/1.1 100 Continue\r\n\r\nis what was sent';
const OK = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n`;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What the server writes, piece by piece. */
const ANSWERS: Record<string, string[]> = {
  'with the answer': [CONTINUE + OK + BODY],
  'alone, then the answer': [CONTINUE, OK, BODY],
  twice: [CONTINUE + CONTINUE, CONTINUE, OK + BODY],
  'in pieces': [...(CONTINUE + OK), BODY],
  'with headers': ['HTTP/1.1 100 Continue\r\nDate: now\r\nServer: odd\r\n', `\r\n${OK}${BODY}`],
  'of HTTP/1.0': [`HTTP/1.0 100 Continue\r\n\r\n${OK}${BODY}`],
  'after early hints': [`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${CONTINUE}`, OK + BODY],
  'not at all': [OK, BODY],
};

/** A server that answers each request of a connection with these pieces. */
async function serverOf(t: TestContext, pieces: readonly string[]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((then) => setImmediate(then));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

for (const [how, pieces] of Object.entries(ANSWERS)) {
  test(`100 Continue ${how}`, async (t) => {
    const url = await serverOf(t, pieces);
    const rules = { timeoutMs: 5_000, requireHttps: false, isAllowedAddress: () => true };
    const transport = new HttpTransport(rules);
    const provider = new ProviderHttp({ endpoint: url, allowPrivate: true });
    const fetcher = new GuardedFetch(rules);
    t.after(() => Promise.all([transport.close(), fetcher.close()]));
    // Twice over the same connection.
    for (let n = 0; n < 2; n++) {
      const answer = await new Promise<Answer>((then) => transport.send(url, [], '{}', then));
      assert.deepEqual([answer.statusCode, answer.error, answer.excerpt], [200, null, BODY]);
      const signal = AbortSignal.timeout(5_000);
      const call = { method: 'POST', url: 'https://provider.example/a', headers: {}, body: '{}', signal };
      const told = await provider.send(call);
      assert.deepEqual([told.statusCode, told.text], [200, BODY]);
      const fetched = await fetcher.fetch(url, { method: 'POST', headers: {}, body: 'a=b' });
      assert.deepEqual([fetched.status, await fetched.text()], [200, BODY]);
    }
  });
}
