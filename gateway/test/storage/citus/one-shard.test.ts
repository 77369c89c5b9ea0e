// On Citus, each statement of a payment, a webhook, a read or a screen of the portal goes to one shard. A run plays all
// of them, a tap keeps each statement that the gateway sends, and `explain` says how many shards it asks. Only where
// CITUS_URL names a cluster.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { eraseExpired } from '../../../src/actions/erasure/erase-expired.ts';
import { eraseNoted } from '../../../src/actions/erasure/erase-noted.ts';
import { makeMonthEnd } from '../../../src/actions/month-end/make-month-end.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { sweepOldKeys } from '../../../src/worker/forget-keys.ts';
import { forgetOldCounts } from '../../../src/worker/forget-old-counts.ts';
import { statement } from '../../http/bank/messages.ts';
import { HOLDER, IBAN, PAYIN_OPTION_ID, PAYOUT_OPTION_ID } from '../../http/bank/stage.ts';
import {
  CARD,
  openDocument,
  openSession,
  optionOf,
  readState,
  screenOf,
  submit,
} from '../../http/cashier/shopper.ts';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { openProvidersStage, type ProvidersStage } from '../../http/portal/providers/providers-stage.ts';
import { CITUS_URL } from '../../stage/citus-cluster.ts';
import { CARD_OPTION_ID, eventually, OPERATOR_TOKEN, type TestGatewayOptions } from '../../stage/harness.ts';
import { asOwner, createTestDatabase } from '../../stage/harness-database.ts';
import type { MadeUpNotification } from '../../stage/made-up-provider.ts';
import { payoutOption, RECIPIENTS } from '../../stage/payouts.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { openPipelineTo } from '../pipeline/stage.ts';
import { playFurtherCalls } from './further-calls.ts';
import { playFurtherScreens } from './further-screens.ts';
import { mayAskAll } from './may-ask-all.ts';
import { startStatementTap } from './statement-tap.ts';
import { planOf } from './tasks-of.ts';

const ON_A_CLUSTER = { skip: CITUS_URL === null && 'CITUS_URL names no cluster' };

test(
  'every statement of a payment, a webhook, a read and a screen asks one shard',
  ON_A_CLUSTER,
  async (t) => {
    assert.ok((await oneShardEach(t, play)) > 150);
  },
);

test(
  'every statement of the other calls of a brand and its people asks one shard',
  ON_A_CLUSTER,
  async (t) => {
    assert.ok((await oneShardEach(t, playFurther)) > 150);
  },
);

test("every statement of a provider's notifications asks one shard", ON_A_CLUSTER, async (t) => {
  assert.ok((await oneShardEach(t, playNotifications, openProvidersStage)) > 50);
});

test(
  'every statement of a bank account, its screens and its month-end asks one shard',
  ON_A_CLUSTER,
  async (t) => {
    assert.ok((await oneShardEach(t, playBank)) > 100);
  },
);

/** Returns how many statements were heard. */
async function oneShardEach<Stage extends PortalStage = PortalStage>(
  t: TestContext,
  playAll: (t: TestContext, stage: Stage) => Promise<void>,
  open: (t: TestContext, options: TestGatewayOptions) => Promise<Stage> = openPortalStage as never,
): Promise<number> {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const tap = await startStatementTap(t, database.databaseUrl);
  await playAll(t, await open(t, { databaseUrl: tap.databaseUrl }));
  const pipeline = openPipelineTo(asOwner(database.databaseUrl));
  t.after(() => pipeline.end({ timeout: 1 }));
  const faults: string[] = [];
  for (const heard of tap.heard()) {
    if (mayAskAll(heard)) continue;
    const { tasks, viaCoordinator } = await planOf(pipeline, heard);
    if (tasks > 1) faults.push(`asks ${tasks} shards: ${heard.text}`);
    if (viaCoordinator) faults.push(`its rows go by way of the coordinator: ${heard.text}`);
  }
  assert.deepEqual(faults, []);
  return tap.heard().length;
}

async function play(t: TestContext, stage: PortalStage): Promise<void> {
  const receiver = await startWebhookReceiver(t, { secrets: [stage.brand.signingSecret] });
  await tell(stage, 'PATCH', '', { notificationUrl: receiver.url });
  await fund(stage);
  const paid = await playPayins(stage);
  await playCashier(stage);
  await playPayouts(stage);
  await playReads(stage, paid);
  await eventually(() => receiver.received.length >= 5, 10_000);
  await playPortal(stage, paid);
  await playErasure(stage);
}

/**
 * Notifications of a provider (applied, in conflict with the stored state, about nothing known), the screens, and a
 * person's decisions.
 */
async function playNotifications(_: TestContext, stage: ProvidersStage): Promise<void> {
  const { accountId } = await stage.connect();
  const reference = await stage.pay('order-1');
  const told: MadeUpNotification = {
    key: 'a',
    kind: 'PAYMENT.SETTLED',
    news: 'charge',
    reference,
    providerReference: 'nw-1',
    amountMinor: 2_400,
    outcome: { kind: 'completed', providerReference: 'nw-1' },
  };
  const unknown = '0197b0ab-0c1d-7e2f-8a3b-4c5d6e7f8091';
  for (const one of [
    ...[told, { ...told, key: 'b', amountMinor: 2_500 }, { ...told, key: 'c', reference: unknown }],
    ...[told, { key: 'd', kind: 'REPORT', news: 'nothing', reference: null } as const],
  ])
    assert.equal((await stage.tell(accountId, one)).status, 200);
  const call = await stage.as('owner');
  const path = '/brands/:brand/provider-notifications';
  const { body } = await call('GET', path);
  const [conflict, unmatched] = body.items;
  assert.deepEqual([conflict.state, unmatched.state].sort(), ['conflict', 'unmatched']);
  for (const { notificationId } of [conflict, unmatched]) {
    const decided = await call('POST', `${path}/${notificationId}/dismiss`, { reason: 'seen there' });
    assert.ok(decided.status < 300, decided.text);
  }
  for (const page of [path, '/brands/:brand/providers', `/brands/:brand/transactions/${reference}`])
    assert.equal((await call('GET', page)).status, 200, page);
  await tell(stage, 'GET', '/provider-notifications', undefined);
  await tell(stage, 'GET', '/providers', undefined);
}

async function playFurther(t: TestContext, stage: PortalStage): Promise<void> {
  const receiver = await startWebhookReceiver(t, { secrets: [stage.brand.signingSecret] });
  await tell(stage, 'PATCH', '', { notificationUrl: receiver.url });
  await fund(stage);
  await playFurtherScreens(stage);
  await playFurtherCalls(stage);
}

/** An operator's call about the brand, which must succeed. */
async function tell(stage: PortalStage, method: string, path: string, body: unknown) {
  const answer = await stage.operator(method, `/operator/brands/${stage.brand.brandId}${path}`, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const fund = (stage: PortalStage) =>
  tell(stage, 'POST', '/funding', { currency: 'EUR', amount: 500, reference: 'fund-1' });

const api = (stage: PortalStage, method: string, path: string, body?: unknown, headers = {}) =>
  stage.call(method, path, { apiKey: stage.brand.apiKey, headers, ...(body !== undefined && { body }) });

const payin = (reference: string, cardNumber = '4242424242424242') => ({
  paymentOptionId: CARD_OPTION_ID,
  currency: 'EUR',
  amount: 25,
  country: 'DE',
  merchantReference: reference,
  userId: 'ada',
  customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
  paymentData: {
    cardNumber,
    expiryMonth: '12',
    expiryYear: '2035',
    cardCvv: '123',
    cardHolder: 'Ada Lovelace',
  },
});

/** Completed, declined, repeated, refused and challenged. Returns the completed one. */
async function playPayins(stage: PortalStage): Promise<string> {
  const key = { 'idempotency-key': 'order-1-try' };
  const paid = await api(stage, 'POST', '/v3/payment', payin('order-1'), key);
  assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  assert.equal((await api(stage, 'POST', '/v3/payment', payin('order-1'), key)).status, 201);
  assert.equal((await api(stage, 'POST', '/v3/payment', payin('order-1'))).status, 409);
  const declined = await api(stage, 'POST', '/v3/payment', payin('order-2', '4000000000009995'));
  assert.equal(declined.body.result.status, 'DECLINED', declined.text);
  const challenged = await api(stage, 'POST', '/v3/payment', {
    ...payin('order-3', '4000000000003220'),
    redirectUrl: 'https://shop.example/done',
  });
  const pressed = await pressAtBank(stage, challenged.body.result.redirectUrl, 'approve');
  assert.ok(pressed.status < 400, pressed.text);
  const refund = await api(stage, 'POST', '/refund/by-reference', {
    merchantReference: 'order-1',
    amount: 10,
    refundReference: 'order-1-refund',
    reason: 'RETURN',
  });
  assert.equal(refund.status, 201, refund.text);
  return paid.body.result.transactionId;
}

async function playCashier(stage: PortalStage): Promise<void> {
  const link = await openSession(stage, stage.brand, { merchantReference: 'order-4' });
  await openDocument(stage, link);
  const refused = await submit(stage, link, optionOf('card').id, { ...CARD, cardNumber: '4000000000009995' });
  assert.equal(refused.status, 200, refused.text);
  const answer = await submit(stage, link, optionOf('card').id, CARD, { attempt: 1 });
  assert.equal(screenOf(answer.body, 'end').outcome, 'completed', answer.text);
  const left = await openSession(stage, stage.brand, { merchantReference: 'order-5' });
  await readState(stage, left);
  assert.equal((await stage.call('POST', `${left.path}/cancel`, { body: {} })).status, 200);
}

async function playPayouts(stage: PortalStage): Promise<void> {
  const body = {
    paymentOptionId: payoutOption('sepa-transfer').id,
    amount: 40,
    ...RECIPIENTS['sepa-transfer'],
  };
  for (const [reference, action] of [
    ['payout-1', 'APPROVE'],
    ['payout-2', 'DECLINE'],
  ]) {
    const made = await api(stage, 'POST', '/v3/payout', { ...body, merchantReference: reference });
    assert.equal(made.status, 201, made.text);
    const { transactionId } = made.body.result;
    const settled = await api(stage, 'POST', '/settle-payout', { action, transactionId });
    assert.equal(settled.status, 201, settled.text);
  }
  const waiting = await api(stage, 'POST', '/v3/payout', { ...body, merchantReference: 'payout-3' });
  assert.equal(waiting.status, 201, waiting.text);
}

async function playReads(stage: PortalStage, id: string): Promise<void> {
  for (const path of [
    `/payments/${id}`,
    '/payments?merchantReference=order-1&country=DE',
    '/events',
    '/v3/payment-options',
  ])
    assert.equal((await api(stage, 'GET', path)).status, 200, path);
}

/**
 * Erasure by a request, by a worker and by age; and the cleaning of idempotency keys and of counts that a worker does
 * each minute.
 */
async function playErasure(stage: PortalStage): Promise<void> {
  await tell(stage, 'POST', '/customers/erase', { userId: 'ada' });
  const { context } = stage.gateway;
  await tell(stage, 'PATCH', '', { personalDataMonths: 1 });
  const later = { ...context, now: () => new Date(context.now().getTime() + 90 * 86_400_000) };
  while ((await eraseNoted(later)) === 'more');
  while ((await eraseExpired(later)) === 'more');
  while ((await sweepOldKeys(later)) === 'more');
  while ((await forgetOldCounts(later)) === 'more');
}

/**
 * Payouts in a file; a statement that pays, confirms and leaves two entries for a person; the screens; the end of the
 * month.
 */
async function playBank(_: TestContext, stage: PortalStage): Promise<void> {
  const brand = `/operator/brands/${stage.brand.brandId}`;
  const credentials = { iban: IBAN, holder: HOLDER };
  await tell(stage, 'PUT', '/providers/bank', { environment: 'test', credentials });
  await fund(stage);
  const call = await stage.as('owner');
  const bank = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/brands/:brand/${path}`, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const { references, payouts } = await playTransfers(stage);
  await bank('GET', 'bank');
  const { fileId } = await bank('POST', 'bank/files', {});
  await bank('GET', `bank/files/${fileId}/content`);
  await bank('GET', `bank/files/${fileId}/payouts`);
  await bank('POST', `bank/files/${fileId}/withdraw`, { reason: 'wrong day' });
  await bank('POST', 'bank/files', {});
  const xml = statement([
    { amount: '12.00', details: [{ reference: references[0]! }] },
    { amount: '40.00', direction: 'DBIT', details: [{ endToEndId: payouts[0]!.replaceAll('-', '') }] },
    { amount: '7.00', bankReference: 'S1', details: [{ text: 'no reference' }] },
    { amount: '8.00', bankReference: 'S2', details: [{ text: 'no reference either' }] },
  ]);
  const headers = { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` };
  const taken = await stage.call('POST', `${brand}/bank-statements`, { headers, body: xml });
  assert.deepEqual([taken.body.applied, taken.body.unmatched], [2, 2], taken.text);
  const { items } = await bank('GET', 'bank/entries?state=unmatched');
  assert.equal(items.length, 2);
  const reason = 'seen at the bank';
  await bank('POST', `bank/entries/${items[0].entryId}/dismiss`, { reason });
  await bank('GET', 'bank/entries');
  await bank('GET', 'bank');
  await bank('GET', 'month-ends');
  const { context } = stage.gateway;
  const later = { ...context, now: () => new Date(context.now().getTime() + 40 * 86_400_000) };
  const known = context.brands.byId(stage.brand.brandId)!;
  const made = await makeMonthEnd(later, ROOT, known, stage.now().toISOString().slice(0, 7));
  assert.ok(made.isNew);
  await bank('GET', `month-ends/${made.monthEnd.month}/file`);
}

/** Two pay-ins by transfer and two approved payouts. */
async function playTransfers(stage: PortalStage): Promise<{ references: string[]; payouts: string[] }> {
  const transfer = { country: 'DE', currency: 'EUR' };
  const references: string[] = [];
  for (const amount of [12, 49.9]) {
    const body = { ...transfer, paymentOptionId: PAYIN_OPTION_ID, amount };
    const made = await api(stage, 'POST', '/v3/payment', body);
    assert.equal(made.status, 201, made.text);
    references.push(made.body.result.paymentDetails.reference);
  }
  const payouts: string[] = [];
  const paymentData = { iban: 'FR1420041010050500013M02606', accountHolder: 'Zoë Müller' };
  for (const amount of [40, 41]) {
    const body = { ...transfer, paymentOptionId: PAYOUT_OPTION_ID, amount, paymentData };
    const { transactionId } = (await api(stage, 'POST', '/v3/payout', body)).body.result;
    const settled = await api(stage, 'POST', '/settle-payout', { action: 'APPROVE', transactionId });
    assert.equal(settled.status, 201, settled.text);
    payouts.push(transactionId);
  }
  return { references, payouts };
}

/** Requests each screen as its page does. */
async function playPortal(stage: PortalStage, id: string): Promise<void> {
  const call = await stage.as('owner');
  const today = stage.now().toISOString().slice(0, 10);
  const webhooks = '/brands/:brand/webhooks';
  const paths = [
    '/session',
    '/account',
    '/account/sessions',
    '/users',
    '/audit',
    '/audit/people',
    '/proof',
    ...['settings', 'methods', 'blocks', 'api-keys', 'signing-secrets', 'balances', 'refunds', 'disputes'],
    ...[
      'customers',
      'customers/ada',
      'customers?search=ada@example.com',
      'months',
      `months/${today.slice(0, 7)}`,
    ],
    ...['reports', 'payouts', 'payouts/waiting', 'payouts/waiting/files', 'payouts/waiting?file=none'],
    `payouts/waiting?file=${'0123'.repeat(8)}`,
    ...['payouts/options', 'links', 'transactions', 'stuck', 'views'],
    ...['statement?currency=EUR', 'transactions?status=COMPLETED', 'transactions?q=ada@example.com'],
    ...['transactions?q=1718 4242', 'transactions?q=49.90', 'transactions?q=ada 49.90'],
    ...['transactions?q=order-1', `transactions?q=${id}`, `transactions/${id}`, 'providers'],
    ...['transactions?currency=EUR&amountFrom=10', 'provider-notifications', 'developers/requests'],
    ...['developers/signatures/secrets', 'developers/snippets', `overview?from=${today}&to=${today}`],
  ];
  for (const path of paths) {
    const { status, text } = await call('GET', path.startsWith('/') ? path : `/brands/:brand/${path}`);
    assert.equal(status, 200, `${path}: ${text}`);
  }
  const { status, body, text } = await call('GET', `${webhooks}/deliveries`);
  assert.equal(status, 200, text);
  const [{ transactionId, sequence }] = body.items;
  for (const path of [
    `/deliveries/${transactionId}/${sequence}`,
    '/deliveries?state=retrying',
    '/deliveries?eventType=payin.completed',
    '/health',
    '/replays',
  ])
    assert.equal((await call('GET', webhooks + path)).status, 200, path);
  const again = await call('POST', `${webhooks}/deliveries/${transactionId}/${sequence}/resend`, {});
  assert.equal(again.status, 202, again.text);
  const range = { from: `${today}T00:00:00.000Z`, to: stage.now().toISOString(), undeliveredOnly: false };
  assert.equal((await call('POST', `${webhooks}/replays/count`, range)).status, 200);
  const started = await call('POST', `${webhooks}/replays`, range);
  assert.equal(started.status, 202, started.text);
  await eventually(async () => (await call('GET', `${webhooks}/replays`)).body.items[0].endedAt !== null);
  await hearStream(stage);
}

/** Listens to events as they come, including events that are sent again. */
async function hearStream({ url, brand }: PortalStage): Promise<void> {
  const headers = { accept: 'text/event-stream', 'x-api-key': brand.apiKey };
  const answer = await fetch(`${url}/events?resends=true`, { headers });
  assert.equal(answer.status, 200);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  while (!heard.includes('event: resend')) heard += (await reader.read()).value;
  await reader.cancel();
}
