// What the command line tool posts to a receiver, and what it reads as the answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { post } from '../src/cli/deliver.ts';

const OK = 'HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\nConnection: close\r\n\r\ntaken';

/** A receiver that answers each request with these bytes. */
async function receiverOf(t: TestContext, answer: string | null): Promise<{ url: string; got: string[] }> {
  const got: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      got.push(bytes.toString());
      if (!got.at(-1)!.endsWith('}')) return;
      if (answer === null) socket.destroy();
      else socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`, got };
}

for (const [how, answer] of Object.entries({
  'only its answer': OK,
  'an unasked 100 Continue before its answer': `HTTP/1.1 100 Continue\r\n\r\n${OK}`,
  'early hints before its answer': `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`,
}))
  test(`a delivery succeeds if the receiver sends ${how}`, async (t) => {
    const { url, got } = await receiverOf(t, answer);
    const { status, fault, said } = await post(url, '{"ü":1}', { 'content-type': 'application/json' });
    assert.deepEqual([status, fault, said], [202, null, 'taken']);
    assert.match(got.join(''), /^POST \/hook\?a=b HTTP\/1\.1\r\ncontent-type: application\/json\r\n/i);
    assert.match(got.join(''), /content-length: 8\r\n.*\{"ü":1\}$/is);
  });

test('a delivery without an answer gives the reason', async (t) => {
  const { url } = await receiverOf(t, null);
  const { status, fault } = await post(url, '{}', {});
  assert.deepEqual([status, fault], [null, 'ECONNRESET']);
  const silent = await receiverOf(t, '');
  assert.equal((await post(silent.url, '{}', {}, 50)).fault, 'no answer within 50 ms');
});
