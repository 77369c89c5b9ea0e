// What the SDK promises, checked on the runtime that runs this file: Node.js, Bun or Deno (package.test.ts installs the
// package beside it and starts it). Plain JavaScript; it may use only Node.js modules that all of them have. Prints one
// line for each check, or throws.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import {
  AbortedError,
  ConnectionError,
  DuplicateReferenceError,
  TimeoutError,
  Tollgate,
  webhooks,
} from '@tollgate/sdk';
import { verify, WebhookError } from '@tollgate/sdk/webhooks';

const { URL_OF_GATEWAY, KEY, SECRET, CARD, SEPA, RUN } = globalThis.Deno
  ? globalThis.Deno.env.toObject()
  : process.env;
const settings = { baseUrl: URL_OF_GATEWAY, apiKey: KEY, signingSecret: SECRET };
const tollgate = new Tollgate(settings);
const paymentData = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};
const order = (name, more = {}) => ({
  currency: 'EUR',
  amount: 25,
  country: 'DE',
  merchantReference: `${name} of ${RUN}`,
  ...more,
});
const card = (name) => order(name, { paymentOptionId: CARD, paymentData });
const countOf = async ({ merchantReference }) => (await tollgate.payments.find({ merchantReference })).length;

/** Loses the first call that changes something: before it arrives, or its answer. */
function lossy(when) {
  let left = 1;
  return async (input, init) => {
    const isLost = init.method !== 'GET' && left-- > 0;
    if (isLost && when === 'before') throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    if (!isLost) return response;
    await response.text();
    throw new TypeError('fetch failed');
  };
}

const server = async (handle) => {
  const made = createServer(handle);
  await new Promise((resolve) => made.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => made.close(resolve));
  return { url: `http://127.0.0.1:${made.address().port}`, close };
};

const CHECKS = {
  'a card is charged once, and its reference is taken': async () => {
    const { result } = await tollgate.payments.create(card('order'));
    assert.equal(result.status, 'COMPLETED');
    await assert.rejects(tollgate.payments.create(card('order')), (error) => {
      assert.ok(error instanceof DuplicateReferenceError);
      return error.transactionId === result.transactionId;
    });
  },
  'an answer that is lost charges nobody twice': async () => {
    for (const when of ['before', 'after']) {
      const unlucky = () => new Tollgate({ ...settings, maxRetryDelayMs: 20, fetch: lossy(when) });
      const paid = card(`card ${when}`);
      assert.equal((await unlucky().payments.create(paid)).result.status, 'COMPLETED');
      assert.equal(await countOf(paid), 1);
      const { merchantReference } = paid;
      const refund = await unlucky().refunds.create({ merchantReference, amount: 5 });
      assert.equal((await tollgate.payments.get(refund.transactionId)).refunds.length, 1);
      const link = order(`link ${when}`);
      assert.match((await unlucky().links.create(link)).cashierUrl, /\/cashier\//);
      assert.equal(await countOf(link), 1);
      const payout = order(`payout ${when}`, {
        paymentOptionId: SEPA,
        paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
      });
      const { result } = await unlucky().payouts.create(payout);
      assert.equal(await countOf(payout), 1);
      assert.equal((await unlucky().payouts.decline(result.transactionId)).status, 'DECLINED');
    }
  },
  'retries: 0 means none': async () => {
    const once = new Tollgate({ ...settings, retries: 0, fetch: lossy('after') });
    const paid = card('once');
    await assert.rejects(
      once.payments.create(paid),
      (error) => error instanceof ConnectionError && error.outcomeUnknown,
    );
    assert.equal(await countOf(paid), 1);
  },
  'a call can be aborted and has a deadline': async () => {
    const silent = await server(() => {});
    const slow = new Tollgate({ ...settings, baseUrl: silent.url, retries: 0 });
    await assert.rejects(
      slow.payments.get('x', { timeoutMs: 50 }),
      (error) => error instanceof TimeoutError && !error.outcomeUnknown,
    );
    const stop = new AbortController();
    const asked = slow.payments.get('x', { signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, (error) => error instanceof AbortedError);
  },
  'hooks are told id and elapsed time, and no error shows the key': async () => {
    const told = [];
    const hooks = { onAnswer: (call) => told.push(call) };
    const error = await new Tollgate({ ...settings, hooks }).payments.get('none').catch((one) => one);
    assert.equal(error.requestId, told[0].id);
    assert.ok(told[0].elapsedMs >= 0 && told[0].status === 404);
    const refused = await tollgate.payments
      .create({ ...card('bad'), paymentData: { ...paymentData, cardCvv: '73' } })
      .catch((one) => one);
    for (const shown of [inspect(error), inspect(tollgate), inspect(refused), JSON.stringify(refused)])
      for (const secret of [KEY, SECRET, paymentData.cardNumber]) assert.ok(!shown.includes(secret), shown);
  },
  'the stream goes on after an event, and lists over all pages': async () => {
    const listed = [];
    // An event appears a moment after its change.
    while (listed.length < 5) {
      listed.length = 0;
      for await (const { eventId } of tollgate.events.list({ limit: 2 })) listed.push(eventId);
    }
    const signal = AbortSignal.timeout(120_000);
    const seen = [];
    for await (const { eventId } of tollgate.events.stream({ after: listed[0], signal })) {
      seen.push(eventId);
      if (seen.length === 4) break;
    }
    assert.deepEqual(seen, listed.slice(1, 5));
    assert.match(await tollgate.events.newest(), /^[0-9a-f-]{36}$/);
  },
  'a webhook is verified with the old or the new secret, and a fault is named': async () => {
    const { body, headers } = await webhooks.sign({ eventId: 'e1', later: { unknown: true } }, SECRET);
    assert.equal((await verify(body, headers, ['tgs_new', SECRET])).later.unknown, true);
    const faults = [];
    for (const [given, secrets] of [
      [JSON.parse(body), SECRET],
      [body, ` ${SECRET}`],
      [body, 'tgs_other'],
    ])
      await webhooks.verify(given, headers, secrets).catch((error) => {
        assert.ok(error instanceof WebhookError);
        faults.push(error.fault);
      });
    assert.deepEqual(faults, ['body_parsed', 'secret_whitespace', 'wrong_secret']);
  },
  'the handlers take an event once and refuse a forged one': async () => {
    const { body, headers } = await webhooks.sign({ eventId: 'e2' }, SECRET);
    const forged = { ...headers, 'x-signature': 'wrong', 'webhook-signature': 'v1,wrong' };
    const receiver = () => {
      const taken = [];
      const onEvent = ({ eventId }) => void taken.push(eventId);
      return { taken, secrets: SECRET, store: webhooks.memoryStore(), onEvent, onError() {} };
    };
    const own = receiver();
    const node = await server(webhooks.nodeHandler(own));
    const other = receiver();
    const handle = webhooks.fetchHandler(other);
    for (const post of [
      (sent) => fetch(node.url, { method: 'POST', body, headers: { ...sent, connection: 'close' } }),
      (sent) => handle(new Request('http://shop.example/', { method: 'POST', body, headers: sent })),
    ]) {
      const statuses = [];
      for (const sent of [headers, headers, forged]) statuses.push((await post(sent)).status);
      assert.deepEqual(statuses, [200, 200, 403]);
    }
    assert.deepEqual([own.taken, other.taken], [['e2'], ['e2']]);
  },
};

for (const [name, check] of Object.entries(CHECKS)) {
  await check();
  console.log(name);
}
console.log(`${Object.keys(CHECKS).length} checks passed`);
if (globalThis.Deno) globalThis.Deno.exit(0);
process.exit(0);
