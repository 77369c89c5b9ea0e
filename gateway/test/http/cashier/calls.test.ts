// The calls of the cashier's page that change a payment: who may make them, what they accept, how often, and that none
// of it is logged. (Their effects: the tests beside this one.)
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway, startTestGateway } from '../../stage/harness.ts';
import { bareApp } from '../bare-app.ts';
import { CARD, chooseScreen, openSession, post, screenOf, submit } from './shopper.ts';

const SUBMISSION = { attempt: 0, optionId: CARD_OPTION_ID, paymentData: CARD };

const quietGateway = sharedTestGateway({ workers: false });

test('every call refuses forms and scripts of other sites', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const { origin: own } = new URL(tollgate.config.publicUrl);
  const refused: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `${own}.evil.example` }, 403],
    // The caller can choose the Host header, so the origin must be that of PUBLIC_URL.
    [{ origin: tollgate.url }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: tollgate.url }, 403],
    [{ 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }, 403],
    // If both are present, both must be right.
    [{ 'sec-fetch-site': 'cross-site', origin: own }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'content-type': 'application/jsonp' }, 415],
  ];
  for (const [headers, status] of refused) {
    for (const call of ['submit', 'leave', 'cancel', 'confirm', 'simulate']) {
      const answer = await tollgate.call('POST', `${link.path}/${call}`, {
        headers,
        ...(headers['content-type'] === undefined && call !== 'cancel' && { body: SUBMISSION }),
        ...(headers['content-type'] !== undefined && { body: JSON.stringify(SUBMISSION) }),
      });
      assert.equal(answer.status, status, `${call} ${JSON.stringify(headers)} ${answer.text}`);
    }
  }
  assert.equal((await chooseScreen(tollgate, link)).attempt, 0);
  // The page itself under any address; a browser without Sec-Fetch-Site; no browser at all.
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: own },
    { 'sec-fetch-site': 'same-origin' },
    { origin: own },
    {},
  ] as Record<string, string>[]) {
    const answer = await post(tollgate, link, 'leave', { version: 0 }, headers);
    assert.equal(answer.status, 409, JSON.stringify(headers));
  }
});

test('every fault is listed with its field', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const cases: [string, unknown, string[]][] = [
    ['submit', {}, ['attempt', 'optionId', 'paymentData']],
    [
      'submit',
      { attempt: '0', optionId: 'card', paymentData: { iban: 7 }, country: 'de' },
      ['attempt', 'country', 'optionId', 'paymentData.iban'],
    ],
    ['submit', { ...SUBMISSION, paymentData: { cardHolder: 'x'.repeat(256) } }, ['paymentData.cardHolder']],
    ['submit', { ...SUBMISSION, customer: { document: 'x' } }, ['customer.document']],
    ['leave', { version: 1.5 }, ['version']],
    ['simulate', { outcome: 'PAID' }, ['outcome']],
    ['confirm', { essentialKey: 'x'.repeat(256) }, ['essentialKey']],
    ['submit', undefined, ['body']],
    ['submit', '[]', ['body']],
    ['submit', '{"__proto__":{}}', ['body']],
  ];
  for (const [call, body, fields] of cases) {
    const answer = await post(tollgate, link, call, body);
    assert.equal(answer.status, 400, `${call} ${answer.text}`);
    const named = [answer.body.message].flat().map((one: string) => one.split(':')[0]);
    assert.deepEqual([...new Set(named)].sort(), fields, answer.text);
  }
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`field${i}`, 'x']));
  assert.equal((await post(tollgate, link, 'submit', { ...SUBMISSION, paymentData: many })).status, 400);
  const huge = { ...SUBMISSION, customer: { document: { number: 'x'.repeat(300_000) } } };
  assert.equal((await post(tollgate, link, 'submit', huge)).status, 413);
});

test('a page has thirty calls a minute, and others are not affected', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const brand = await tollgate.createBrand();
  const [link, other] = [await openSession(tollgate, brand), await openSession(tollgate, brand)];
  const wrong = { ...CARD, cardNumber: '4242424242424241' };
  for (let i = 0; i < 30; i++) {
    assert.equal((await submit(tollgate, link, CARD_OPTION_ID, wrong)).status, 400);
  }
  const slow = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(slow.status, 429);
  assert.ok(Number(slow.headers.get('retry-after')) >= 1);
  assert.equal((await tollgate.call('GET', `${link.path}/state`)).status, 200);
  assert.equal((await submit(tollgate, other, CARD_OPTION_ID, CARD)).status, 200);
  tollgate.advance(61_000);
  assert.equal(
    screenOf((await submit(tollgate, link, CARD_OPTION_ID, CARD)).body, 'end').outcome,
    'completed',
  );
});

test('the simulator ends a payment like the sandbox call, and gives the reason if it cannot', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const outcomes = { COMPLETED: 'completed', DECLINED: 'declined', ERROR: 'failed', EXPIRED: 'expired' };
  for (const [outcome, shown] of Object.entries(outcomes)) {
    const link = await openSession(tollgate, brand);
    const answer = await post(tollgate, link, 'simulate', { outcome });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(screenOf(answer.body, 'end').outcome, shown);
    const again = await post(tollgate, link, 'simulate', { outcome: 'DECLINED' });
    assert.equal(again.status, 400);
  }
  const payout = await openSession(tollgate, brand, {}, 'payout');
  const early = await post(tollgate, payout, 'simulate', { outcome: 'COMPLETED' });
  assert.match(String(early.body.message), /must be approved/);
});

test('no answer may be cached', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const answers = [
    await tollgate.call('GET', `${link.path}/state`),
    await post(tollgate, link, 'leave', { version: 0 }),
    await submit(tollgate, link, CARD_OPTION_ID, CARD),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 409, 200],
  );
  for (const { headers } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('access-control-allow-origin'), null);
  }
});

test('neither log nor metrics contain a token or the fields sent with it', async () => {
  const lines: Record<string, unknown>[] = [];
  const app = await bareApp({ lines });
  const token = 'a'.repeat(65);
  for (const call of ['submit', 'confirm', 'leave', 'cancel', 'simulate', 'state', 'events', '']) {
    // Without a database each of them fails, and the log says so at length.
    const { statusCode } = await app.inject({
      method: ['state', 'events', ''].includes(call) ? 'GET' : 'POST',
      url: `/cashier/${token}/${call}`.replace(/\/$/, ''),
      ...(call === 'submit' && { payload: SUBMISSION }),
    });
    assert.equal(statusCode, 500);
  }
  const { payload } = await app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer operator-of-the-bare-app' },
  });
  await app.close();
  const log = JSON.stringify(lines, (name, value) => (name === 'time' ? undefined : value));
  assert.match(log, /\/cashier\/:token\/submit/);
  // Eight digits of the number: ids, times and bytes may contain four of them by chance.
  for (const secret of [RegExp(token), /4242\D?4242/, /Lovelace/]) {
    assert.doesNotMatch(log, secret);
    assert.doesNotMatch(payload, secret);
  }
});
