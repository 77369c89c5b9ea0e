// Behaviour that only raw bytes can show: framing, and
// callers that never finish (contract 3).
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import test, { describe } from 'node:test';
import { takeForms } from '../../src/http/request-body/multipart.ts';
import { UploadGate } from '../../src/http/request-body/upload-gate.ts';
import { bareApp } from './bare-app.ts';

const handled: unknown[] = [];
const app = await bareApp({
  addRoutes: (scope) => {
    scope.post('/echo', { schema: { body: { type: 'object' } } }, async ({ body }) => body);
    scope.post('/slow', { schema: { body: { type: 'object' } } }, async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      handled.push(body);
      return body;
    });
    scope.register(async (forms) => {
      takeForms(forms, { fileName: 'document', gate: new UploadGate(), sourceOf: ({ ip }) => ip });
      forms.post('/form', { schema: { body: { type: 'object' } } }, async ({ body }) => body);
    });
  },
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
test.after(() => app.close());

/** Sends the text unchanged. Returns everything received until the other side closed, and the time in ms. */
function exchange(text: string): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ answer, ms: performance.now() - startedAt }));
  });
}

const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n';
const statusOf = ({ answer }: { answer: string }) => Number(answer.slice(9, 12));

// The first one waits; the others run one after the other beside it.
describe('on one gateway', { concurrency: 2 }, () => {
  test('headers, bodies and forms that do not end are cut off after ten seconds', async () => {
    const form =
      'POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n';
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const slow = await Promise.all([
      exchange('POST /echo HTTP/1.1\r\nHost: a\r\n'),
      exchange(`${head}Content-Length: 7\r\n\r\n{"a"`),
      exchange(`${form}Content-Length: ${part.length + 5}\r\n\r\n${part}`),
    ]);
    for (const result of slow) {
      assert.equal(statusOf(result), 408);
      assert.ok(result.ms > 9_000, `${result.ms} ms`);
    }
    const whole = `${form}Content-Length: ${part.length + 5}\r\n\r\n${part}--x--`;
    assert.equal(statusOf(await exchange(whole)), 200);
  });

  test('a body with Content-Length or chunked is read', async () => {
    assert.equal(statusOf(await exchange(`${head}Content-Length: 7\r\n\r\n{"a":1}`)), 200);
    assert.equal(
      statusOf(await exchange(`${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`)),
      200,
    );
  });

  test('a request without, with both or with two of Content-Length and Transfer-Encoding is 400', async () => {
    const bad = [
      `${head}\r\n`,
      `${head}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
      `${head}Transfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
      `${head}Content-Length: 7\r\nContent-Length: 7\r\n\r\n{"a":1}`,
      `${head}Content-Length: 7\r\nContent-Length: 8\r\n\r\n{"a":1}`,
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
      `${head}Transfer-Encoding: identity\r\n\r\n{"a":1}`,
      `${head}Content-Length: -1\r\n\r\n{"a":1}`,
    ];
    for (const request of bad) {
      assert.equal(statusOf(await exchange(request)), 400, request);
    }
  });

  test('a request without exactly one Host header is 400', async () => {
    const one = `${head}Content-Length: 7\r\n\r\n{"a":1}`;
    for (const host of ['', 'Host: a\r\nHost: a\r\n', 'Host: a\r\nHOST: b\r\n']) {
      const result = await exchange(one.replace('Host: a\r\n', host));
      assert.equal(statusOf(result), 400, host);
      assert.match(result.answer, /Host: (is missing|must not be sent twice)/);
      assert.match(result.answer, /x-request-id: /);
    }
    // From an older client, which knows no Host.
    const old = one.replace('HTTP/1.1\r\nHost: a', 'HTTP/1.0');
    assert.equal(statusOf(await exchange(old)), 200);
  });

  test('complete requests before a malformed one are answered in order, and then the connection ends', async () => {
    const slow = (body: object) => {
      const text = JSON.stringify(body);
      return `POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    };
    const garbage = 'NO HTTP AT ALL\r\n\r\n';
    for (const requests of [[1], [1, 2], [1, 2, 3]]) {
      handled.length = 0;
      const good = requests.map((at) => slow({ at })).join('');
      const { answer } = await exchange(`${good}${garbage}${slow({ at: 9 })}`);
      const bodies = [...answer.matchAll(/\{"at":(\d)\}/g)].map(([, at]) => Number(at));
      assert.deepEqual(bodies, requests);
      assert.deepEqual(
        handled,
        requests.map((at) => ({ at })),
      );
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, requests.length, answer);
    }
  });

  test('a too large body is refused before it is sent', async () => {
    const result = await exchange(`${head}Content-Length: 999999999\r\n\r\n`);
    assert.equal(statusOf(result), 413);
    assert.match(result.answer, /larger than 256 KB/);
  });

  test('headers over 16 KB are 431', async () => {
    assert.equal(statusOf(await exchange(`${head}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`)), 431);
  });
});
