// The test shop at /shop: a merchant that buys and sells over the public API, seen from the outside. Real gateway, real
// webhooks, forms as a browser sends them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hmacBase64 } from '../../gateway/src/domain/keys/signature.ts';
import { optionsOf } from '../../gateway/src/domain/options/payment-option.ts';
import { eventually, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { PRODUCTION } from '../../gateway/test/stage/production.ts';
import { CARD, nameRecipient, openShop, readStream, shopOfFile } from './open-shop.ts';

const shopOf = shopOfFile();

// proves 1 rule 2
test('a signed webhook marks a hosted purchase as paid, and the returning browser does not', async () => {
  const { tollgate, demo, buy, get, record, latest } = await shopOf();
  const sent = await buy({ way: 'hosted' });
  assert.equal(sent.status, 303);
  assert.match(sent.location, /\/cashier\//);
  const { id: transactionId } = await latest();
  const { redirectUrl, merchantReference, amount, userId } = await record(transactionId);
  assert.equal(amount, 25);
  assert.match(userId!, /^[0-9a-f-]{36}$/);
  const path = new URL(redirectUrl!).pathname;

  // Somebody opens the return address by hand: the shop does not believe it.
  const returned = await get(`${path}?transactionId=${transactionId}&merchantReference=${merchantReference}`);
  assert.equal(returned.status, 200);
  assert.match(returned.text, /The customer comes back/);
  assert.match(returned.text, /Not paid yet/);
  assert.doesNotMatch(returned.text, /We are packing it/);

  const streamed = readStream(
    `${tollgate.url}${path}/events`,
    /payin\.completed.*We are packing it|We are packing it.*payin\.completed/s,
  );
  const forced = await tollgate.call('POST', `/sandbox/transactions/${transactionId}/outcome`, {
    apiKey: demo.apiKey,
    body: { outcome: 'COMPLETED' },
  });
  assert.equal(forced.status, 200, forced.text);
  const live = await streamed;
  assert.match(live, /✓ X-Signature verified/);
  assert.match(live, /✓ Standard Webhooks/);

  const page = (await get(path)).text;
  assert.match(page, /We are packing it/);
  assert.match(page, /The verified webhook <code>payin\.completed/);
  assert.match(page, /POST<\/code> <code class="path">\/payment-session/);
  // The answer of the call was signed, and the shop checked it.
  assert.match(page, /<code class="code good">201<\/code><span class="seal">✓ signature/);
});

test('the shop charges a card over the direct API, and stores neither its number nor its code', async () => {
  const { tollgate, buy, get, demo } = await shopOf();
  const sent = await buy(CARD);
  assert.equal(sent.status, 303);
  assert.match(sent.location, /^\/shop\/orders\/[\w-]{22}$/);
  const stream = await readStream(`${tollgate.url}${sent.location}/events`, /payin\.completed/);
  const { text } = await get(sent.location);
  assert.match(text, /We are packing it/);
  assert.match(text, /POST \/v3\/payment, success<\/code> told us/);
  assert.match(text, /Idempotency-Key:/);
  assert.match(text, /Signature:/);
  assert.match(text, /453957••••••1486/);
  for (const secret of [
    '4539578763621486',
    '4539 5787 6362 1486',
    '739"',
    '&quot;739',
    demo.apiKey,
    demo.signingSecret,
  ]) {
    assert(!text.includes(secret), `the page holds ${secret}`);
    assert(!stream.includes(secret), `the stream holds ${secret}`);
  }
});

test('the shop works for a brand that signs all requests', async (t) => {
  const { tollgate, demo, buy, get } = await openShop(t);
  const settings = { enforceSignatures: true, signAllRequests: true };
  const { status } = await tollgate.operator('PATCH', `/operator/brands/${demo.brandId}`, settings);
  assert.equal(status, 200);
  const card = await buy(CARD);
  await eventually(async () => (await get(card.location)).text.includes('We are packing it'));
  const hosted = await buy({ way: 'hosted' });
  assert.match(hosted.location, /\/cashier\//);
});

test('3-D Secure sends the customer to the bank and back', async () => {
  const { tollgate, buy, get, orderPathOf } = await shopOf();
  const sent = await buy({ ...CARD, cardNumber: '4000000000003220' });
  assert.match(sent.location, /\/sandbox\/3ds\/([0-9a-f-]{36})/);
  const [transactionId] = /[0-9a-f-]{36}/.exec(sent.location)!;
  const path = await orderPathOf(transactionId);
  assert.match((await get(path)).text, /Waiting for your bank/);
  // The harness listens on a port that PUBLIC_URL does not know.
  const bank = tollgate.url + new URL(sent.location).pathname;
  const page = await (await fetch(bank)).text();
  const [, name, value] = /<button[^>]*name="(\w+)"[^>]*value="(\w+)"/.exec(page)!;
  const decided = await fetch(bank, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${name}=${value}`,
  });
  const returned = new URL(decided.headers.get('location')!);
  assert.match(returned.pathname, /^\/return\//);
  const resumed = await fetch(tollgate.url + returned.pathname + returned.search, { redirect: 'manual' });
  const back = new URL(resumed.headers.get('location')!);
  assert.equal(back.pathname, path);
  assert.equal(back.searchParams.get('transactionId'), transactionId);
  await get(back.pathname + back.search);
  await eventually(async () => (await get(path)).text.includes('We are packing it'));
  assert.match(await readStream(`${tollgate.url}${path}/events`, /comes back/), /proves nothing/);
});

test('the shop shows the reason of a decline, and refuses a bad card number before there is a payment', async () => {
  const { buy, get, count } = await shopOf();
  const before = await count();
  const declined = await buy({ ...CARD, cardNumber: '4000000000009995' });
  const page = (await get(declined.location)).text;
  assert.match(page, /Not paid/);
  assert.match(page, /insufficient funds/i);
  assert.match(page, /Try again/);

  const unfinished = await buy({ ...CARD, cardNumber: '4539', expiry: '' });
  assert.equal(unfinished.status, 400);
  assert.match(unfinished.text, /Enter the whole number/);
  // An id may contain these digits by chance, so ids do not count.
  assert.doesNotMatch(
    unfinished.text,
    /(?<![\da-f-])739(?![\da-f-])/,
    'the security code does not come back',
  );

  const wrong = await buy({ ...CARD, cardNumber: '4539578763621487' });
  const refused = (await get(wrong.location)).text;
  assert.match(refused, /The gateway refused the request/);
  assert.match(refused, /paymentData\.cardNumber/);
  assert(!refused.includes('4539578763621487'));
  assert.equal(await count(), before + 1);
});

test('the shop refuses a forged or changed webhook, and counts a repeated webhook once', async () => {
  const { tollgate, buy, get, demo, latest } = await shopOf();
  const sent = await buy({ way: 'hosted' });
  assert.match(sent.location, /cashier/);
  const { id: transactionId, merchantReference } = await latest();
  const event = JSON.stringify({
    eventId: 'e-1',
    eventType: 'payin.completed',
    sequence: 1,
    transactionId,
    merchantReference,
    status: 'COMPLETED',
    amount: 25,
  });
  const deliver = async (body: string, signature: string | null) => {
    const response = await fetch(`${tollgate.url}/shop/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature !== null && { 'x-signature': signature }),
      },
      body,
    });
    return response.status;
  };
  const right = hmacBase64(demo.signingSecret, event);
  assert.equal(await deliver(event, null), 401);
  assert.equal(await deliver(event, hmacBase64('another secret', event)), 401);
  assert.equal(await deliver(event.replace('25', '26'), right), 401);
  assert.equal(await deliver(event, right.slice(1)), 401);
  const record = await tollgate.call('GET', `/payments/${transactionId}`, { apiKey: demo.apiKey });
  const path = new URL(record.body.redirectUrl).pathname;
  assert.match((await get(path)).text, /Not paid yet/);

  assert.equal(await deliver(event, right), 200);
  assert.equal(await deliver(event, right), 200);
  const page = (await get(path)).text;
  assert.match(page, /We are packing it/);
  assert.match(page, /came 2 times, counted once/);
  assert.equal(page.match(/class="step webhook"/g)!.length, 1);
});

test("the shop reads an order's state from event types, in whatever order the events come", async () => {
  const { tollgate, buy, get, demo, latest } = await shopOf();
  await buy({ way: 'hosted' });
  const { id: transactionId, merchantReference } = await latest();
  const record = await tollgate.call('GET', `/payments/${transactionId}`, { apiKey: demo.apiKey });
  const path = new URL(record.body.redirectUrl).pathname;
  const deliver = async (eventType: string, sequence: number, more: object) => {
    const named = { eventId: `${eventType} ${sequence}`, eventType, sequence, transactionId };
    const body = JSON.stringify({ ...named, merchantReference, status: 'COMPLETED', amount: 25, ...more });
    const headers = { 'x-signature': hmacBase64(demo.signingSecret, body) };
    const { status } = await fetch(`${tollgate.url}/shop/webhooks`, { method: 'POST', headers, body });
    assert.equal(status, 200);
    return (await get(path)).text;
  };
  const refund = (status: string) => ({ refund: { refundId: 'r', amount: 10, status } });
  const dispute = (status: string, fundsWithheld: boolean) => ({
    dispute: { disputeId: 'd', amount: 5, status, fundsWithheld },
  });
  const early = await deliver('refund.failed', 5, refund('FAILED'));
  assert.match(early, /Not paid yet/);
  assert.match(early, /10\.00 · failed/);
  assert.match(await deliver('refund.completed', 4, refund('COMPLETED')), /10\.00 · failed/);
  assert.match(await deliver('dispute.won', 3, dispute('WON', false)), /Not paid yet/);
  assert.match(await deliver('dispute.opened', 2, dispute('OPEN', true)), /5\.00 · won/);
  assert.match(await deliver('payin.completed', 1, {}), /We are packing it/);
  const returned = { returned: { amount: 25, reason: 'MD06' } };
  assert.match(await deliver('payin.returned', 6, returned), /25\.00 · MD06/);
});

test('the shop refunds by its own reference, and a webhook reports the refund', async () => {
  const { buy, get, send } = await shopOf();
  const { location } = await buy(CARD);
  const tooMuch = await send(`${location}/refund`, { amount: '99' });
  assert.equal(tooMuch.status, 303);
  assert.match((await get(location)).text, /at most €25\.00/);
  await send(`${location}/refund`, { amount: '10' });
  const page = await eventually(async () => {
    const { text } = await get(location);
    return text.includes('€10.00 · given back') && text;
  });
  assert.match(page, /refund\.completed/);
  assert.match(page, /value="15\.00"/);
});

test('the shop pays a cup deposit out after the recipient is named and the payout approved', async () => {
  const shop = await shopOf();
  const path = await nameRecipient(shop);
  const { type, amountMinor } = await shop.latest();
  assert.deepEqual([type, Number(amountMinor)], ['PAYOUT', 1200]);
  await shop.send(`${path}/settle`, { decision: 'APPROVE' });
  const page = await eventually(async () => {
    const { text } = await shop.get(path);
    return text.includes('was paid out to you') && text;
  });
  for (const event of ['payout.pending', 'payout.processing', 'payout.completed']) {
    assert(page.includes(`<span class="step-title">${event}`), event);
  }
});

test('in a hybrid purchase the shopper chooses method and bank in the shop, then goes to the cashier', async () => {
  const { buy, get, send } = await shopOf();
  const { location } = await buy({ way: 'hybrid' });
  const banking = optionsOf('PAYIN').find((one) => one.type === 'OPEN_BANKING')!;
  assert.match((await get(location)).text, /How would you like to pay\?/);
  const chosen = await send(`${location}/choose`, { option: banking.id });
  assert.equal(chosen.location, location);
  assert.match((await get(location)).text, /Hansetal Bank/);
  const gone = await send(`${location}/suboption`, { option: banking.suboptions[0]!.id });
  assert.match(gone.location, /\/cashier\//);
  assert.match((await get(location)).text, /\/v2\/hybrid-payment/);
});

test('two clicks place one order, and the shop refuses a form of another site', async () => {
  const { tollgate, buy, count } = await shopOf();
  const before = await count();
  const [first, second] = await Promise.all([buy({ ...CARD, form: 'same' }), buy({ ...CARD, form: 'same' })]);
  assert.equal(first!.location, second!.location);
  assert.equal(await count(), before + 1);
  const forged = await fetch(`${tollgate.url}/shop/orders`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ product: 'first-light', country: 'DE' }),
  });
  assert.equal(forged.status, 403);
  // The last one is the address that was called; people know the shop by another.
  for (const origin of ['https://evil.example', 'not an address', tollgate.url]) {
    const elsewhere = await fetch(`${tollgate.url}/shop/orders`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ product: 'first-light', country: 'DE' }),
    });
    assert.equal(elsewhere.status, 403, origin);
  }
  const huge = await fetch(`${tollgate.url}/shop/orders`, { method: 'POST', body: 'x'.repeat(20_000) });
  assert.equal(huge.status, 413);
  assert.equal(await count(), before + 1);
});

test('every page has a strict policy, escapes its values, and loads only its own files', async () => {
  const { get, buy } = await shopOf();
  const sent = await buy({ way: 'hosted', name: '<script>alert(1)</script>', email: 'no "address' });
  assert.equal(sent.status, 400);
  assert(!sent.text.includes('<script>alert'));
  assert.match(sent.text, /&lt;script&gt;alert/);
  for (const path of ['/shop', '/shop/checkout', '/shop/deposit', '/shop/nothing']) {
    const { headers, text } = await get(path);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|http/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(text, / style=| on\w+="|(?:src|href)="(?:https?:)?\/\//);
    for (const [, address] of text.matchAll(/(?:src|href)="(\/shop\/assets\/[^"]+)"/g)) {
      assert.equal((await get(address!)).status, 200, `${address}`);
    }
  }
});

test('without a demo merchant the shop is closed and says why', async (t) => {
  const tollgate = await startTestGateway(t);
  const closed = await tollgate.call('GET', '/shop');
  assert.equal(closed.status, 503);
  assert.match(closed.text, /The shop is closed/);
  await tollgate.gateway.seedDemoIfEmpty();
  assert.equal((await tollgate.call('GET', '/shop')).status, 200);
});

test('the root address redirects to the shop, also below a path of PUBLIC_URL', async (t) => {
  const tollgate = await startTestGateway(t, { env: { PUBLIC_URL: 'https://pay.example/tollgate' } });
  for (const method of ['GET', 'HEAD']) {
    const answer = await tollgate.call(method, '/');
    assert.equal(answer.status, 302);
    const seen = new URL(answer.headers.get('location')!, 'https://pay.example/tollgate/');
    assert.equal(seen.href, 'https://pay.example/tollgate/shop');
  }
});

test('production has no shop', async (t) => {
  const tollgate = await startTestGateway(t, { env: PRODUCTION });
  for (const path of ['/', '/shop', '/shop/checkout', '/shop/assets/shop.css']) {
    assert.equal((await tollgate.call('GET', path)).status, 404);
  }
  assert.equal((await tollgate.call('POST', '/shop/webhooks', { body: {} })).status, 404);
});

test("a shopper who watches an order does not delay the gateway's stop", async (t) => {
  const { tollgate, buy } = await openShop(t);
  const { location } = await buy(CARD);
  const stream = await fetch(`${tollgate.url}${location}/events`);
  const read = stream.text();
  await tollgate.gateway.stop();
  assert.match(await read, /event: order/);
});
