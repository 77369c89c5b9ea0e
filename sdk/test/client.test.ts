// The client against a gateway: every call of a brand that signs everything, answers that the client does not know, and
// what its errors tell and hide.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { CARD_OPTION_ID, sharedTestGateway } from '../../gateway/test/stage/harness.ts';
import {
  AbortedError,
  AnswerSignatureError,
  type CallEnd,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  Tollgate,
  type TollgateError,
  UsageError,
  ValidationError,
} from '../src/tollgate.ts';

const CARD = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '737',
  cardHolder: 'Ada Lovelace',
};
const payin = (merchantReference: string, fields: object = {}) => ({
  paymentOptionId: CARD_OPTION_ID,
  currency: 'EUR',
  amount: 25,
  country: 'DE',
  merchantReference,
  paymentData: CARD,
  ...fields,
});

test('the client makes every call of a brand that signs all requests', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '0' } })();
  const brand = await gate.createBrand({ enforceSignatures: true, signAllRequests: true });
  await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 1000,
    reference: 'f',
  });
  const calls: CallEnd[] = [];
  const settings = { baseUrl: gate.url, apiKey: brand.apiKey, signingSecret: brand.signingSecret };
  const tollgate = new Tollgate({ ...settings, hooks: { onAnswer: (call) => void calls.push(call) } });

  await t.test('the client charges a card, reads the payment and refunds it', async () => {
    const options = await tollgate.payments.options({ country: 'DE', currency: 'EUR' });
    assert.ok(options.some(({ id }) => id === CARD_OPTION_ID));
    const { result } = await tollgate.payments.create(payin('one'));
    assert.equal(result.status, 'COMPLETED');
    const refund = await tollgate.refunds.create({ merchantReference: 'one', amount: 5, reason: 'RETURN' });
    assert.equal(refund.amountRefundable, 20);
    await tollgate.sandbox.forceRefund(refund.refundId, 'FAILED');
    const record = await tollgate.payments.get(result.transactionId);
    assert.equal(record.refunds[0]!.status, 'FAILED');
    assert.equal((await tollgate.payments.find({ merchantReference: 'one', country: 'DE' })).length, 1);
  });

  await t.test('the client opens and cancels sessions and links, also with empty texts', async () => {
    const session = await tollgate.sessions.create({
      currency: 'EUR',
      amount: 5,
      country: 'DE',
      redirectUrl: '',
      customer: { name: '', email: 'ada@example.com' },
    });
    assert.match(session.cashierUrl, /\/cashier\//);
    const cancelled = await tollgate.payments.cancel({ transactionId: session.transactionId });
    assert.equal(cancelled.status, 'DECLINED');
    assert.match(
      (await tollgate.sessions.createPayout({ currency: 'EUR', amount: 5, country: 'DE' })).cashierUrl,
      /cashier/,
    );
    const link = await tollgate.links.create({ currency: 'EUR', amount: 5, description: '' });
    assert.equal((await tollgate.links.get(link.transactionId)).state, 'open');
    await tollgate.links.cancel(link.transactionId);
    const states = [];
    for await (const { state } of tollgate.links.list()) states.push(state);
    assert.deepEqual(states, ['cancelled']);
  });

  await t.test('the client opens a hybrid payment and chooses its method once', async () => {
    const request = { currency: 'EUR', amount: 5, country: 'DE' };
    const { sessionId, transactionId, paymentOptions } = await tollgate.hybrid.open(request);
    const card = paymentOptions.find(({ paymentOptionId }) => paymentOptionId === CARD_OPTION_ID)!;
    const choice = { sessionId, paymentOptionId: card.paymentOptionId };
    assert.deepEqual((await tollgate.hybrid.suboptions(choice)).result.options, []);
    const { result } = await tollgate.hybrid.choose(choice);
    assert.match(result.redirectUrl, /\/cashier\//);
    assert.equal(result.transactionId, transactionId);
    await assert.rejects(
      tollgate.hybrid.choose(choice),
      (error: ValidationError) => error instanceof ValidationError && !error.outcomeUnknown,
    );
  });

  await t.test('the client approves a payout and declines another', async () => {
    const [sepa] = (await tollgate.payouts.options({ country: 'DE' })).filter(
      ({ type }) => type === 'BANK_TRANSFER',
    );
    const make = async () => {
      const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
      const request = { paymentOptionId: sepa!.id, currency: 'EUR', amount: 10, country: 'DE', paymentData };
      return (await tollgate.payouts.create(request)).result.transactionId;
    };
    assert.equal((await tollgate.payouts.approve(await make())).status, 'PROCESSING');
    const declined = await tollgate.payouts.decline(await make());
    assert.deepEqual([declined.statusCode, declined.status], ['999', 'DECLINED']);
  });

  await t.test(
    'the client confirms a payment with a document, and the gateway refuses a second confirmation',
    async () => {
      const options = await tollgate.payments.options({ country: 'TR', currency: 'TRY' });
      const p2p = options.find(({ type }) => type === 'P2P')!.suboptions[0]!;
      const { result } = await tollgate.payments.create({
        paymentOptionId: p2p.id,
        currency: 'TRY',
        amount: 50,
        country: 'TR',
      });
      const png = new Uint8Array(
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          'base64',
        ),
      );
      const confirmed = await tollgate.payments.confirm({
        sessionId: result.sessionId,
        document: new Blob([png], { type: 'image/png' }),
      });
      assert.ok(confirmed.message);
      await assert.rejects(
        tollgate.payments.confirm({ sessionId: result.sessionId, additionalEssentialKey: '412345678901' }),
        (error: TollgateError) => error.status !== null,
      );
    },
  );

  await t.test('lists read all pages, and a stream continues after a given event', async () => {
    const paged = [];
    for await (const { transactionId } of tollgate.payments.list({ limit: 2, createdFrom: new Date(0) }))
      paged.push(transactionId);
    const whole = [];
    for await (const { transactionId } of tollgate.payments.list({ limit: 100 })) whole.push(transactionId);
    assert.deepEqual(paged, whole);
    assert.ok(paged.length > 4);
    const stop = new AbortController();
    // An event appears in the list a moment after its payment.
    let events: string[] = [];
    for (let tries = 0; tries < 600 && events.length < 4; tries++) {
      if (tries > 0) await sleep(50);
      events = [];
      for await (const event of tollgate.events.list({ limit: 3 })) events.push(event.eventId);
    }
    const streamed: string[] = [];
    for await (const { eventId } of tollgate.events.stream({ after: events[0]!, signal: stop.signal })) {
      streamed.push(eventId);
      if (streamed.length === 3) stop.abort();
    }
    assert.deepEqual(streamed, events.slice(1, 4));
  });

  await t.test('hooks receive the id, the path without its query, and the elapsed time of each call', () => {
    assert.ok(
      calls.every(({ id, elapsedMs, path }) => id.length === 36 && elapsedMs >= 0 && !path.includes('?')),
    );
  });

  await t.test(
    "errors have a class and the request's id, and never contain a secret or a card number",
    async () => {
      const wrong = new Tollgate({ ...settings, signingSecret: 'tgs_another_secret', retries: 0 });
      const errors: unknown[] = [];
      const failing: [() => Promise<unknown>, new (...args: never[]) => TollgateError][] = [
        [() => tollgate.payments.get('nothing'), NotFoundError],
        [() => tollgate.payments.create(payin('x', { amount: 1.234 })), ValidationError],
        [() => wrong.payments.create(payin('y')), PermissionError],
        [() => tollgate.payments.create(payin('z'), { timeoutMs: 1, retries: 0 }), TimeoutError],
        [() => tollgate.payments.create(payin('w'), { signal: AbortSignal.abort() }), AbortedError],
      ];
      for (const [call, Kind] of failing) {
        await assert.rejects(call, (error: TollgateError) => {
          errors.push(error);
          assert.ok(error instanceof Kind, `${error.name}: ${error.message}`);
          assert.ok(error.requestId, error.message);
          return true;
        });
      }
      const shown =
        inspect([tollgate, wrong, errors], { depth: 20, showHidden: true }) +
        JSON.stringify([tollgate, errors]);
      for (const secret of [brand.apiKey, brand.signingSecret, 'tgs_another_secret', CARD.cardNumber])
        assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
      // Ids and places in a source may have these three digits.
      assert.doesNotMatch(shown, new RegExp(`(?<![0-9a-z:])${CARD.cardCvv}(?![0-9a-z:])`));
    },
  );
});

test('the client returns unknown answers, rejects unsigned ones, and waits as the gateway asks', async (t) => {
  let answer: { status?: number; headers?: Record<string, string>; body: unknown } = { body: {} };
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked++;
      response.writeHead(answer.status ?? 201, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { baseUrl, apiKey: 'tg_test_k', maxRetryDelayMs: 2000 };
  const unsigned = new Tollgate(settings);

  answer = {
    body: {
      statusCode: 77,
      resultType: 'hologram',
      result: { status: 'DREAMING', more: [1] },
      another: true,
    },
  };
  assert.deepEqual(await unsigned.payments.create(payin('a')), answer.body);

  const signed = new Tollgate({ ...settings, signingSecret: 'tgs_s' });
  await assert.rejects(signed.sessions.create({ currency: 'EUR', amount: 1 }), AnswerSignatureError);
  answer.headers = { 'x-signature': 'AAAA' };
  await assert.rejects(
    signed.payments.create(payin('b')),
    (error: AnswerSignatureError) => error.outcomeUnknown,
  );

  answer = { status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } };
  asked = 0;
  const began = performance.now();
  await assert.rejects(unsigned.payments.get('a', { retries: 1 }), RateLimitError);
  assert.equal(asked, 2);
  assert.ok(performance.now() - began >= 1000, 'it waited for as long as it was told');
  answer.headers = { 'retry-after': '3600' };
  asked = 0;
  await assert.rejects(
    unsigned.payments.get('a'),
    (error: RateLimitError) => error.retryAfterSeconds === 3600,
  );
  assert.equal(asked, 1, 'nobody wants to wait for an hour');
});

test('a stream that breaks off, falls silent or ends continues after its last event', async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const after = String(request.headers['last-event-id']);
    asked.push(after);
    const id = Number(after) + 1;
    const piece = `: beat\n\nid: ${id}\ndata: {"eventId":"${id}"}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // The connection breaks in the middle of the next event, and the client may also lose the part that it has read.
    if (asked.length === 1) response.write(`${piece}id: ${id + 1}\nda`, () => response.destroy());
    else if (asked.length === 2) response.write(piece);
    else response.end(piece);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = new AbortController();
  const seen: string[] = [];
  const breaks: unknown[] = [];
  const opened: string[] = [];
  const { events } = new Tollgate({
    baseUrl,
    apiKey: 'tg_test_k',
    hooks: { onAnswer: ({ id, path, status }) => void opened.push(`${path} ${status} ${id}`) },
  });
  const onBreak = (error: unknown) => void breaks.push(error);
  for await (const { eventId } of events.stream({
    after: '0',
    silenceMs: 300,
    signal: stop.signal,
    onBreak,
  })) {
    seen.push(eventId);
    if (seen.length === 4) stop.abort();
  }
  assert.deepEqual(seen, ['1', '2', '3', '4']);
  assert.ok(['0', '1'].includes(asked[1]!) && asked.at(-1) === '3', asked.join());
  assert.equal(breaks.length, 2);
  // Each opening calls a hook, and each error names its opening.
  assert.deepEqual(
    breaks.map((error) => `/events 200 ${(error as TollgateError).requestId}`),
    opened.slice(0, 2),
  );
  assert.equal(opened.length, asked.length);
});

test('the client refuses settings that cannot work, and sends a live key only over TLS', () => {
  const good = { baseUrl: 'https://pay.example', apiKey: 'tg_test_k' };
  for (const wrong of [
    { baseUrl: 'pay.example' },
    { apiKey: '' },
    { apiKey: 'tg_test_k\n' },
    { signingSecret: 'tg_test_k' },
    { signingSecret: ' tgs_s' },
    { retries: -1 },
    { baseUrl: 'http://pay.example', apiKey: 'tg_live_k' },
  ])
    assert.throws(() => new Tollgate({ ...good, ...wrong }), UsageError, JSON.stringify(wrong));
  assert.ok(new Tollgate(good));
});
