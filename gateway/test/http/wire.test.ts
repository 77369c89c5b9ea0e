// What only raw bytes can show: framing, and callers that never finish (contract 3).
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import test from 'node:test';
import { bareApp } from './bare-app.ts';

const app = await bareApp({
  addRoutes: (scope) =>
    scope.post('/echo', { schema: { body: { type: 'object' } } }, async ({ body }) => body),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
test.after(() => app.close());

/** Sends the text as it stands and answers what came back until the other side closed, and after how many ms. */
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

test('a body with Content-Length or chunked is read', async () => {
  assert.equal(statusOf(await exchange(`${head}Content-Length: 7\r\n\r\n{"a":1}`)), 200);
  assert.equal(
    statusOf(await exchange(`${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`)),
    200,
  );
});

test('neither, both or two of Content-Length and Transfer-Encoding are 400', async () => {
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

test('a body larger than it may be is refused before it is sent', async () => {
  const result = await exchange(`${head}Content-Length: 999999999\r\n\r\n`);
  assert.equal(statusOf(result), 413);
  assert.match(result.answer, /larger than 256 KB/);
});

test('headers over 16 KB are 431', async () => {
  assert.equal(statusOf(await exchange(`${head}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`)), 431);
});

test('headers and bodies that do not end are cut after ten seconds', async () => {
  const [slowHeaders, slowBody] = await Promise.all([
    exchange('POST /echo HTTP/1.1\r\nHost: a\r\n'),
    exchange(`${head}Content-Length: 7\r\n\r\n{"a"`),
  ]);
  for (const result of [slowHeaders, slowBody]) {
    assert.equal(statusOf(result), 408);
    assert.ok(result.ms > 9_000 && result.ms < 13_000, `${result.ms} ms`);
  }
});
