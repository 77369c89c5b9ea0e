// An operator looks at single payments of any merchant and decides unknown outcomes, over HTTP: what each scope sees,
// which rules a decision has, and where webhooks go.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { OPERATOR_COMMANDS } from '../../../src/process/operator/operator-commands.ts';
import { runOperatorCommand } from '../../../src/process/operator/run-operator-command.ts';
import { appendAudit } from '../../../src/storage/audit/audit-log.ts';
import {
  type Answer,
  aCardPayin,
  OPERATOR_TOKEN,
  startTestGateway,
  type TestBrand,
} from '../../stage/harness.ts';

const hook = { after: (end: () => unknown) => test.after(end as () => void) };
// Nothing ends by itself: a simulated network takes ten minutes, and no worker asks.
const gate = await startTestGateway(hook as never, { workers: false, env: { SANDBOX_DELAY_MS: '600000' } });
const { sql } = gate.gateway.context;
const one = await gate.createBrand({ automaticApproval: true });
const other = await gate.createBrand({ fourEyes: true });
for (const { brandId } of [one, other])
  await gate.operator('POST', `/operator/brands/${brandId}/funding`, {
    currency: 'EUR',
    amount: 1000,
    reference: 'first',
  });
const SEPA = optionsOf('PAYOUT').find(({ type }) => type === 'BANK_TRANSFER')!.id;

const PAYPAL = optionsOf('PAYIN').find(({ name }) => name === 'PayPal')!.id;

const tokenOf = async (...scopes: string[]): Promise<string> => {
  const made = await gate.operator('POST', '/operator/tokens', { name: scopes.join('-'), scopes });
  return made.body.token;
};
const [reader, helper] = [await tokenOf('read'), await tokenOf('support')];
const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  gate.call(method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
  });

const PERSON = {
  merchantReference: 'order-77',
  userId: 'ada@example.com',
  extra1: 'Ada, gate 4',
  customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+4915112345678' },
};
const NAMES = /ada@|"ada"|ada called|ada, gate|lovelace|\+49|"4242"/i;

/** Returns its id. The network answers only amounts with other cents. */
async function payIn({ apiKey }: TestBrand, fields: object = {}, card: object = {}): Promise<string> {
  const answer = await gate.call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({ ...fields }, { ...card }),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

async function payOut({ apiKey }: TestBrand): Promise<string> {
  const { status, body, text } = await gate.call('POST', '/v3/payout', {
    apiKey,
    body: {
      paymentOptionId: SEPA,
      currency: 'EUR',
      amount: 10.03,
      country: 'DE',
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
    },
  });
  assert.equal(status, 201, text);
  return body.result.transactionId;
}

/** The state after the resolver's last inquiry. */
async function undecided(id: string): Promise<void> {
  await sql`update steps set error_code = '9001' where transaction_id = ${id}`;
  const rows =
    await sql`update open_work set due_at = null, error_code = '9001' where transaction_id = ${id} returning 1`;
  assert.equal(rows.length, 1);
}

/** The state after somebody dismissed it. */
async function dismissedNotification(transactionId: string, reason: string): Promise<void> {
  const { merchantId, brandId } = one;
  await sql`insert into provider_notifications (merchant_id, id, brand_id, account_id, provider, item_key, kind, received_at, foreign_account)
    values (${merchantId}, ${transactionId}, ${brandId}, ${brandId}, 'sandbox', 'one', 'REPORT', now(), false)`;
  await sql`insert into notification_work (merchant_id, notification_id, brand_id, state, deliveries, tries, transaction_id, reason)
    values (${merchantId}, ${transactionId}, ${brandId}, 'ignored', 1, 1, ${transactionId}, ${reason})`;
}

test('a payment is found by id and by reference, with webhooks, provider calls and log ids', async () => {
  const id = await payIn(one, PERSON);
  const theirs = await payIn(other, { merchantReference: 'order-77', country: 'FR' });
  await gate.gateway.context.requestLog.settled();
  const { status, body, text } = await as(reader, 'GET', `/operator/payments/${id}`);
  assert.equal(status, 200, text);
  const { transactionId, merchantId, brandId, merchantReference, amount } = body;
  assert.deepEqual(
    [transactionId, merchantId, brandId, merchantReference, body.status, amount],
    [id, one.merchantId, one.brandId, 'order-77', 'COMPLETED', aCardPayin().amount],
  );
  assert.deepEqual(
    body.webhooks.map((event: { eventType: string; state: string }) => [event.eventType, event.state]),
    [['payin.completed', 'unaddressed']],
  );
  const [call, ...more] = body.providerCalls;
  assert.deepEqual(
    [call.kind, call.provider, call.reference, call.status, more],
    ['charge', 'sandbox', id, 'COMPLETED', []],
  );
  assert.deepEqual(
    [body.requests.length, body.requests[0].path, body.requests[0].status],
    [1, '/v3/payment', 201],
  );
  assert.match(body.requests[0].requestId, /^[\w.-]+$/);
  const found = async (query: string) => {
    const list = await as(reader, 'GET', `/operator/payments?merchantReference=${query}`);
    return list.body.map((each: { transactionId: string }) => each.transactionId);
  };
  assert.deepEqual(await found('order-77'), [id, theirs]);
  assert.deepEqual(await found('order-77&country=FR'), [theirs]);
  assert.deepEqual(await found(`order-77&merchantId=${one.merchantId}`), [id]);
  assert.deepEqual(await found('order-78'), []);
  for (const query of [
    '',
    '?merchantReference=',
    '?merchantReference=a&country=fr',
    '?merchantReference=a&brand=b',
  ])
    assert.equal((await as(reader, 'GET', `/operator/payments${query}`)).status, 400, query);
  assert.equal((await as(reader, 'GET', `/operator/payments/${one.brandId}`)).status, 404);
  assert.equal((await as(reader, 'GET', '/operator/payments/../tokens')).status, 200, 'another address');
  assert.equal((await as(reader, 'GET', '/operator/payments/x')).status, 400);
});

test('without the scope support no personal data is shown, and no scope shows tokens or cashier addresses', async () => {
  const id = await payIn(one, { ...PERSON, merchantReference: 'order-78' });
  const payout = await payOut(one);
  await sql`update steps set reason = 'decided: Ada called' where transaction_id = ${id}`;
  await dismissedNotification(id, 'dismissed: Ada called');
  const url = 'http://127.0.0.1:9/orders/ada@example.org';
  await sql`insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms, url)
    values (${one.merchantId}, ${id}, 1, 1, now(), 1, ${url})`;
  const staff = {
    kind: 'user',
    id: one.brandId,
    name: 'ada@example.com',
    requestId: null,
    ip: null,
  } as const;
  await sql.begin((tx) =>
    appendAudit(tx, {
      merchantId: one.merchantId,
      at: new Date(),
      by: staff,
      action: 'outcome.decided',
      target: { kind: 'transaction', id },
      before: null,
      after: null,
    }),
  );
  for (const one of [id, payout]) {
    const hidden = await as(reader, 'GET', `/operator/payments/${one}`);
    assert.doesNotMatch(hidden.text, NAMES);
    assert.deepEqual([hidden.body.customer, hidden.body.userId, hidden.body.recipient], [null, null, null]);
  }
  const list = await as(reader, 'GET', '/operator/payments?merchantReference=order-78');
  assert.doesNotMatch(list.text, NAMES);
  const whole = await as(helper, 'GET', `/operator/payments/${id}`);
  assert.equal(whole.body.customer.firstName, 'Ada');
  assert.deepEqual([whole.body.card.last4, whole.body.card.token], ['4242', null]);
  for (const told of [whole.body.timeline.at(-1), whole.body.providerNotifications[0]])
    assert.match(told.reason, /Ada called/);
  assert.equal(whole.body.audit.at(-1).actor.name, 'ada@example.com');
  const triedAt = ({ body }: Answer) => body.webhooks[0].tries[0].url;
  assert.equal(triedAt(whole), url);
  assert.equal(triedAt(await as(reader, 'GET', `/operator/payments/${id}`)), 'http://127.0.0.1:9');
  assert.equal((await as(helper, 'GET', `/operator/payments/${payout}`)).body.recipient.name, 'Ada Lovelace');
  const session = await gate.call('POST', '/payment-session', {
    apiKey: one.apiKey,
    body: { currency: 'EUR', amount: 5 },
  });
  const open = await as(OPERATOR_TOKEN, 'GET', `/operator/payments/${session.body.transactionId}`);
  assert.equal(open.status, 200, open.text);
  assert.ok(!open.text.includes('/cashier/'), open.text);
});

test('unknown outcomes of all merchants are listed oldest first, a page at a time', async () => {
  const asked = await payIn(other, {}, { cardNumber: '4000000000000341' });
  const waits = await payOut(one);
  await undecided(waits);
  const ids = async (query: string) => {
    const { status, body, text } = await as(reader, 'GET', `/operator/unknown-outcomes${query}`);
    assert.equal(status, 200, text);
    assert.doesNotMatch(text, NAMES);
    return body.map(({ id, state }: { id: string; state: string }) => [id, state]);
  };
  const both = [
    [asked, 'asking'],
    [waits, 'to-decide'],
  ];
  assert.deepEqual(await ids(''), both);
  assert.deepEqual(await ids('?limit=1'), both.slice(0, 1));
  assert.deepEqual(await ids(`?limit=1&after=${asked}`), both.slice(1));
  assert.deepEqual(await ids(`?after=${waits}`), []);
  assert.deepEqual(await ids('?state=to-decide'), both.slice(1));
  for (const query of ['?limit=0', '?limit=101', '?after=x', '?state=lost', '?cursor=a'])
    assert.equal((await as(reader, 'GET', `/operator/unknown-outcomes${query}`)).status, 400, query);
});

test('an operator decides under the rules of the portal, with the scope admin, and is named in the audit log', async () => {
  const decide = (token: string, id: string, body: unknown) =>
    as(token, 'POST', `/operator/payments/${id}/outcome`, body);
  const id = await payOut(one);
  const paid = { outcome: 'COMPLETED', reason: 'bank statement 7' };
  assert.equal((await decide(OPERATOR_TOKEN, id, paid)).status, 409, 'the gateway still asks');
  await undecided(id);
  for (const token of [reader, helper]) assert.equal((await decide(token, id, paid)).status, 403);
  for (const body of [
    { ...paid, reason: '  ' },
    { outcome: 'COMPLETED' },
    { ...paid, outcome: 'ERROR' },
    { ...paid, fee: 1 },
  ])
    assert.equal((await decide(OPERATOR_TOKEN, id, body)).status, 400, JSON.stringify(body));
  const decided = await decide(OPERATOR_TOKEN, id, paid);
  assert.deepEqual([decided.status, decided.body.status], [200, 'COMPLETED'], decided.text);
  const step = decided.body.timeline.at(-1);
  assert.deepEqual(
    [step.to, step.actor, step.reason],
    ['COMPLETED', 'operator', 'decided: bank statement 7'],
  );
  const act = decided.body.audit.at(-1);
  assert.deepEqual([act.action, act.actor.kind, act.actor.name], ['outcome.decided', 'operator', 'root']);
  assert.equal((await decide(OPERATOR_TOKEN, id, paid)).status, 409, 'once');
  // Four eyes: nobody decides the outcome of a payout that waits for approval, so no single person sends it or ends it
  // this way.
  const waiting = await payOut(other);
  for (const outcome of ['COMPLETED', 'DECLINED'])
    assert.equal((await decide(OPERATOR_TOKEN, waiting, { ...paid, outcome })).status, 409);
  assert.equal((await as(OPERATOR_TOKEN, 'GET', `/operator/payments/${waiting}`)).body.status, 'PENDING');
  // The gateway asks the provider once more, and its answer counts.
  const known = await payIn(one, {}, { cardNumber: '4000000000000341' });
  await undecided(known);
  gate.advance(11 * 60_000);
  const against = await decide(OPERATOR_TOKEN, known, { outcome: 'DECLINED', reason: 'no money' });
  assert.equal(against.status, 409, against.text);
  assert.match(against.body.message, /answered just now: it is COMPLETED/);
  assert.equal((await decide(OPERATOR_TOKEN, one.brandId, paid)).status, 404);
});

test('a refund with an unknown outcome is also listed and decided', async () => {
  const id = await payIn(one);
  const { body } = await gate.call('POST', '/refund/by-reference', {
    apiKey: one.apiKey,
    body: {
      merchantReference: (await as(reader, 'GET', `/operator/payments/${id}`)).body.merchantReference,
      amount: 3,
    },
  });
  await sql`update refunds set due_at = null where id = ${body.refundId}`;
  const list = await as(reader, 'GET', '/operator/unknown-outcomes?state=to-decide');
  const item = list.body.find((each: { id: string }) => each.id === body.refundId);
  assert.deepEqual(
    [item.kind, item.transactionId, item.amount, item.reference],
    ['refund', id, 3, body.refundId],
  );
  const decision = { outcome: 'FAILED', reason: 'not known there' };
  const path = `/operator/refunds/${body.refundId}/outcome`;
  assert.equal((await as(helper, 'POST', path, decision)).status, 403);
  const decided = await as(OPERATOR_TOKEN, 'POST', path, decision);
  assert.equal(decided.status, 200, decided.text);
  assert.equal(decided.body.refunds[0].status, 'FAILED');
  assert.equal(decided.body.audit.at(-1).action, 'refund.decided');
  assert.equal((await as(OPERATOR_TOKEN, 'POST', path, decision)).status, 409);
  assert.equal((await as(OPERATOR_TOKEN, 'POST', `/operator/refunds/${id}/outcome`, decision)).status, 404);
});

test('a capture with an unknown outcome is also listed and decided', async () => {
  // The wallet completes a capture after the delay, so the provider has no answer yet.
  const { paymentData: _, ...payin } = aCardPayin({ captureMode: 'manual', paymentOptionId: PAYPAL });
  const opened = await gate.call('POST', '/v3/payment', { apiKey: one.apiKey, body: payin });
  const id = opened.body.result.transactionId;
  const forced = await gate.call('POST', `/sandbox/transactions/${id}/outcome`, {
    apiKey: one.apiKey,
    body: { outcome: 'COMPLETED' },
  });
  assert.equal(forced.status, 200, forced.text);
  const { body } = await gate.call('POST', '/capture-payment', {
    apiKey: one.apiKey,
    body: { transactionId: id, amount: 3, captureReference: 'box-1' },
  });
  assert.equal(body.status, 'PENDING');
  const { captureId } = body;
  const decision = { outcome: 'COMPLETED', reason: 'shown in the dashboard' };
  const path = `/operator/captures/${captureId}/outcome`;
  assert.equal((await as(OPERATOR_TOKEN, 'POST', path, decision)).status, 409, 'the gateway still asks');
  await sql`update captures set due_at = null where id = ${captureId}`;
  const list = await as(reader, 'GET', '/operator/unknown-outcomes?state=to-decide');
  const item = list.body.find((each: { id: string }) => each.id === captureId);
  assert.deepEqual(
    [item.kind, item.transactionId, item.captureId, item.refundId, item.amount, item.merchantReference],
    ['capture', id, captureId, null, 3, 'box-1'],
  );
  assert.equal((await as(helper, 'POST', path, decision)).status, 403);
  const decided = await as(OPERATOR_TOKEN, 'POST', path, decision);
  assert.equal(decided.status, 200, decided.text);
  assert.deepEqual([decided.body.status, decided.body.amountCaptured], ['COMPLETED', 3]);
  assert.equal(decided.body.captures[0].status, 'COMPLETED');
  assert.deepEqual(
    decided.body.providerCalls.map(({ kind, reference }: Record<string, string>) => [kind, reference]),
    [
      ['charge', id],
      ['capture', captureId],
    ],
  );
  assert.equal(decided.body.audit.at(-1).action, 'capture.decided');
  assert.equal((await as(OPERATOR_TOKEN, 'POST', path, decision)).status, 409);
  assert.equal((await as(OPERATOR_TOKEN, 'POST', `/operator/captures/${id}/outcome`, decision)).status, 404);
});

test('the endpoints of a brand show failures, pauses and waiting events', async () => {
  const path = `/operator/brands/${one.brandId}/webhook-endpoints`;
  assert.deepEqual((await as(reader, 'GET', path)).body, []);
  const address = 'http://127.0.0.1:9/hooks?key=secret';
  await gate.operator('PATCH', `/operator/brands/${one.brandId}`, { notificationUrl: address });
  const fine = {
    endpointId: one.brandId,
    url: 'http://127.0.0.1:9/hooks',
    isBrandAddress: true,
    state: 'healthy',
  };
  const quiet = { failingSince: null, pausedAt: null, pauseReason: null };
  const first = (await as(reader, 'GET', path)).body;
  assert.deepEqual(
    { ...first[0], abandoned: 0, waiting: 0 },
    { ...fine, ...quiet, waiting: 0, abandoned: 0 },
  );
  await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, failing_since, paused_at, pause_reason, changed_at)
    values (${one.merchantId}, ${one.brandId}, ${one.brandId}, 'http://127.0.0.1:9/hooks', now(), now(), 'answered 410', now()),
      (${one.merchantId}, ${one.brandId}, gen_random_uuid(), 'https://shop.example/of/ada', now(), null, null, now())
    on conflict (merchant_id, endpoint_id) do update set paused_at = now(), failing_since = now()`;
  const states = async (token: string) =>
    (await as(token, 'GET', path)).body.map((each: { url: string; state: string }) => [each.url, each.state]);
  const own = ['http://127.0.0.1:9/hooks', 'paused'];
  assert.deepEqual(await states(reader), [own, ['https://shop.example', 'failing']]);
  assert.deepEqual(await states(helper), [own, ['https://shop.example/of/ada', 'failing']]);
  assert.equal((await as(reader, 'GET', `/operator/brands/${one.merchantId}/webhook-endpoints`)).status, 404);
});

test('each call about payments and endpoints has an operator command', async () => {
  const run = async (name: string, ...options: string[]): Promise<string> => {
    const lines: string[] = [];
    const env = { OPERATOR_TOKEN, PORT: new URL(gate.url).port, DATA_DIR: '/nowhere' };
    await runOperatorCommand(OPERATOR_COMMANDS[name]!, options, { env, print: (line) => lines.push(line) });
    return lines.join('\n');
  };
  const id = await payOut(one);
  await undecided(id);
  const shown = await run('payment:show', '--payment', id);
  assert.match(shown, /^status +PROCESSING$/m);
  assert.match(shown, /^providerCalls:\nkind +provider .*\ncharge +sandbox /m);
  assert.match(await run('unknown:list', '--limit', '1'), /\nmore: use --after [0-9a-f-]{36}$/);
  assert.match(await run('payment:find', '--reference', 'order-77', '--country', 'FR'), /COMPLETED/);
  assert.match(
    await run('unknown:list', '--state', 'to-decide'),
    new RegExp(`^${id} +payment +to-decide`, 'm'),
  );
  const reason = ['--outcome', 'DECLINED', '--reason', 'not at the bank'];
  assert.match(await run('payment:decide', '--payment', id, ...reason), /status +DECLINED/);
  await assert.rejects(
    run('refund:decide', '--refund', id, '--outcome', 'FAILED', '--reason', 'not there'),
    /no such refund \(404/,
  );
  await assert.rejects(
    run('capture:decide', '--capture', id, '--outcome', 'FAILED', '--reason', 'not there'),
    /no such capture \(404/,
  );
  assert.match(
    await run('webhook:endpoints', '--brand', one.brandId),
    /^http:\/\/127\.0\.0\.1:9\/hooks +paused/m,
  );
  assert.match(await run('webhook:resume', '--brand', one.brandId), /resumed/);
  assert.equal(await run('notification:list', '--brand', one.brandId, '--state', 'conflict'), 'none');
  assert.equal(await run('provider:list', '--brand', one.brandId), 'none');
  for (const name of ['notification:retry', 'notification:dismiss']) {
    const options = ['--brand', one.brandId, '--notification', id, '--reason', 'clarified'];
    await assert.rejects(run(name, ...options), /\(404 of/);
  }
  await assert.rejects(run('provider:check', '--brand', one.brandId, '--provider', 'adyen'), /\(404 of/);
});
