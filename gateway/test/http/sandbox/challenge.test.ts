import assert from 'node:assert/strict';
import test from 'node:test';
import {
  aCardPayin,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { PRODUCTION } from '../../stage/production.ts';

const RETURN_TO = 'https://shop.example/done?cart=7';

/** A pay-in that waits for its challenge. Returns the path of the bank's page. */
async function challenge(tollgate: TestGateway, brand: TestBrand, fields: Record<string, unknown> = {}) {
  const answer = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({ redirectUrl: RETURN_TO, ...fields }, { cardNumber: '4000000000003220' }),
  });
  assert.equal(answer.status, 201, answer.text);
  const { result, resultType, statusCode } = answer.body;
  assert.deepEqual([statusCode, resultType, result.status], [300, 'redirect', 'PROCESSING']);
  return {
    id: result.transactionId as string,
    reference: result.merchantReference as string,
    path: new URL(result.redirectUrl).pathname,
  };
}

async function recordOf(tollgate: TestGateway, brand: TestBrand, id: string) {
  return (await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;
}

const quietGateway = sharedTestGateway({ workers: false });

test('the page shows merchant, amount and masked card, and nothing else of the card', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ name: 'Tea & <Biscuits>' });
  const { path } = await challenge(tollgate, brand, { merchantReference: 'order "7" <b>', amount: 1249.5 });
  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  for (const shown of [
    '€1,249.50',
    'Tea &amp; &lt;Biscuits&gt;',
    '•••• 3220',
    'order &quot;7&quot; &lt;b&gt;',
  ]) {
    assert.ok(page.text.includes(shown), `${shown} is not on the page`);
  }
  assert.match(page.text, /Test mode<\/strong> – no money moves/);
  for (const hidden of ['400000', '<b>', '<Biscuits>', '<script'])
    assert.ok(!page.text.includes(hidden), hidden);
});

// proves 4.2 300 redirect
test('the page has the headers of the contract and loads only existing files', async () => {
  const tollgate = await quietGateway();
  const { path } = await challenge(tollgate, await tollgate.createBrand());
  const page = await tollgate.call('GET', path);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|http/);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('cache-control'), 'no-store');

  const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
  assert.ok(files.length >= 2);
  for (const file of files) {
    const { pathname, origin } = new URL(file, tollgate.url + path);
    assert.equal(origin, tollgate.url);
    const answer = await tollgate.call('GET', pathname);
    assert.equal(answer.status, 200, file);
    const etag = answer.headers.get('etag') ?? '';
    const again = await tollgate.call('GET', pathname, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  }
  assert.equal((await tollgate.call('GET', '/assets/sandbox/..%2f..%2fpackage.json')).status, 404);
});

// proves 1 rule 2
test('each button leads back to the shop with the transaction in the query', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const ends: [string, string, string | null, string][] = [
    ['approve', 'COMPLETED', null, 'AUTHENTICATED'],
    ['decline', 'DECLINED', '2101', 'FAILED'],
    ['cancel', 'DECLINED', '2103', 'ABANDONED'],
  ];
  for (const [decision, status, errorCode, threeDs] of ends) {
    const { id, reference, path } = await challenge(tollgate, brand);
    const answer = await pressAtBank(tollgate, path, decision);
    assert.equal(answer.status, 303);
    const query = `transactionId=${id}&merchantReference=${reference}`;
    assert.equal(answer.headers.get('location'), `${RETURN_TO}&${query}`);
    const record = await recordOf(tollgate, brand, id);
    assert.deepEqual([record.status, record.errorCode, record.threeDS.status], [status, errorCode, threeDs]);
    assert.equal(record.timeline.at(-1).actor, 'provider');
  }
});

test('pressing a button again leads back to the shop and changes nothing', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id, path } = await challenge(tollgate, brand);
  const both = await Promise.all([
    pressAtBank(tollgate, path, 'approve'),
    pressAtBank(tollgate, path, 'approve'),
  ]);
  const later = await pressAtBank(tollgate, path, 'decline');
  for (const answer of [...both, later]) {
    assert.equal(answer.status, 303);
    assert.ok(answer.headers.get('location')?.startsWith(RETURN_TO));
  }
  assert.equal((await recordOf(tollgate, brand, id)).status, 'COMPLETED');

  const page = await tollgate.call('GET', path);
  assert.equal(page.status, 410);
  assert.match(page.text, /Payment confirmed/);
  assert.ok(page.text.includes(`href="${RETURN_TO}&amp;transactionId=${id}`));
});

test('without a redirectUrl the shopper reads the outcome', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const yes = await challenge(tollgate, brand, { redirectUrl: null });
  const approved = await pressAtBank(tollgate, yes.path, 'approve');
  assert.equal(approved.status, 200);
  assert.match(approved.text, /<h1>Payment complete</);
  const no = await challenge(tollgate, brand, { redirectUrl: null });
  const declined = await pressAtBank(tollgate, no.path, 'decline');
  assert.equal(declined.status, 200);
  assert.match(declined.text, /<h1>Payment not made</);
});

test('after 15 minutes the page is gone and its buttons do nothing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const { id, path } = await challenge(tollgate, brand);
  tollgate.advance(15 * 60_000);
  for (const answer of [await tollgate.call('GET', path), await pressAtBank(tollgate, path, 'approve')]) {
    assert.equal(answer.status, 410);
    assert.match(answer.text, /Time ran out/);
    assert.match(answer.text, /Back to Test Brand/);
  }
  assert.equal((await recordOf(tollgate, brand, id)).status, 'PROCESSING');
});

test('an unknown address is a friendly 404, for reading and pressing', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const { id, path } = await challenge(tollgate, brand);
  const frictionless = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin(),
  });
  const token = path.split('/').at(-1)!;
  const strangers = [
    id,
    `${token.slice(0, -4)}AAAA`,
    token.replace(id, frictionless.body.result.transactionId),
    'nothing',
    '%00',
  ];
  for (const stranger of strangers) {
    const address = `/sandbox/3ds/${stranger}`;
    for (const answer of [
      await tollgate.call('GET', address),
      await pressAtBank(tollgate, address, 'approve'),
    ]) {
      assert.equal(answer.status, 404, stranger);
      assert.match(answer.text, /There is no payment here/, stranger);
    }
  }
  assert.equal((await recordOf(tollgate, brand, id)).status, 'PROCESSING');
});

test('an unknown decision is 400 and leaves the page open', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { path } = await challenge(tollgate, brand);
  for (const decision of ['', 'APPROVE', 'constructor']) {
    assert.equal((await pressAtBank(tollgate, path, decision)).status, 400);
  }
  assert.equal((await tollgate.call('POST', path)).status, 400);
  assert.equal((await tollgate.call('GET', path)).status, 200);
});

test('production has no bank page, no forced outcomes and no sandbox', async (t) => {
  const tollgate = await startTestGateway(t, {
    workers: false,
    env: PRODUCTION,
  });
  const brand = await tollgate.createBrand();
  const missing = [
    await tollgate.call('GET', '/sandbox/3ds/anything'),
    await tollgate.call('GET', '/assets/sandbox/bank.css'),
    await tollgate.call('POST', '/sandbox/transactions/0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15/outcome', {
      apiKey: brand.apiKey,
      body: { outcome: 'COMPLETED' },
    }),
  ];
  for (const answer of missing) assert.equal(answer.status, 404);
  const payin = await tollgate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin() });
  assert.deepEqual([payin.status, payin.body.result.errorCode], [201, '1011']);
});
