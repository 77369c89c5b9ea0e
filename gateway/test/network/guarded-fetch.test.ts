// Calls to addresses that a merchant gave us: never inside our network,
// never further than asked, never without an end.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import { GuardedFetch } from '../../src/network/guarded-fetch.ts';

async function listen(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(t: TestContext, isAllowedAddress: (ip: string) => boolean, timeoutMs = 20_000): GuardedFetch {
  const calls = new GuardedFetch({ timeoutMs, requireHttps: false, isAllowedAddress });
  t.after(() => calls.close());
  return calls;
}

const GET = { method: 'GET', headers: {} };

test('an internal address is not called, as a literal or by a name', async (t) => {
  let called = 0;
  const url = await listen(t, (_, answer) => {
    called++;
    answer.end();
  });
  const calls = open(t, isPublicAddress);
  await assert.rejects(calls.fetch(url, GET), /private or reserved/);
  await assert.rejects(calls.fetch(url.replace('127.0.0.1', 'localhost'), GET), /private or reserved/);
  assert.equal(called, 0);
});

test('a redirect is an answer, and an answer that is too long or too slow is an error', async (t) => {
  const url = await listen(t, ({ url: path }, answer) => {
    if (path === '/moved') answer.writeHead(302, { location: '/elsewhere' }).end();
    else if (path === '/long') answer.end(Buffer.alloc(1024 * 1024 + 1));
    else if (path === '/nothing') answer.writeHead(204).end();
    else if (path === '/said') answer.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
  });
  const calls = open(t, () => true);
  assert.equal((await calls.fetch(`${url}/moved`, GET)).status, 302);
  assert.equal((await calls.fetch(`${url}/nothing`, GET)).status, 204);
  const said = await calls.fetch(`${url}/said`, GET);
  assert.deepEqual([said.headers.get('content-type'), await said.json()], ['application/json', { a: 1 }]);
  await assert.rejects(calls.fetch(`${url}/long`, GET), /too long/);
  await assert.rejects(open(t, () => true, 50).fetch(`${url}/silent`, GET), { name: 'TimeoutError' });
});
