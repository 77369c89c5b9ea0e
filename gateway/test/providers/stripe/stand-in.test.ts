// The stand-in of Stripe as browsers and other processes use it: its pages, its signed events, its idempotency keys,
// and its control by HTTP.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import type { NotificationHeaders, NotificationReading } from '@tollgate/provider-kit';
import { aPaid, aPayin, openStripe, RETURN_URL, type StripeStage } from './a-stripe.ts';

const visit = (url: string, form?: Record<string, string>) =>
  fetch(url, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });

async function steer(stage: StripeStage, command: string, said: object = {}) {
  const answer = await fetch(`${stage.standIn.origin}/stand-in/${command}`, {
    method: 'POST',
    body: JSON.stringify(said),
  });
  assert.equal(answer.status, 200, command);
  // biome-ignore lint/suspicious/noExplicitAny: each command answers something else
  return (await answer.json()) as any;
}

test('a shopper enters cards on the page of Checkout, authenticates, and returns', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  const answer = await stage.pay(transaction);
  const page = answer.kind === 'redirect' ? answer.redirectUrl : assert.fail();
  assert.match(await (await visit(page)).text(), /id="number"[\s\S]*id="pay"[\s\S]*id="cancel"/);
  const declined = await visit(page, { number: '4000 0000 0000 9995' });
  assert.match(await declined.text(), /card_declined/);
  const proof = await visit(page, { number: '4000002760003184' });
  const bank = new URL(proof.headers.get('location')!, page).href;
  assert.match(await (await visit(bank)).text(), /id="approve"/);
  const failed = await visit(`${bank}/fail`);
  assert.equal(new URL(failed.headers.get('location')!, page).href, page, 'back to the page');
  await visit(page, { number: '4000002760003184' });
  const done = await visit(`${bank}/approve`);
  assert.equal(done.headers.get('location'), `${RETURN_URL}&result=success`);
  assert.equal(stage.standIn.charges(transaction.id), 1);
  await visit(page, { number: '4242424242424242' });
  assert.equal(stage.standIn.charges(transaction.id), 1, 'a page is paid once');
});

test('a shopper decides on the page of a bank, once', async (t) => {
  const stage = await openStripe(t);
  for (const [decision, status] of [
    ['approve', 'succeeded'],
    ['fail', 'failed'],
  ] as const) {
    const transaction = aPayin('ideal');
    const answer = await stage.pay(transaction);
    const page = answer.kind === 'redirect' ? answer.redirectUrl : assert.fail();
    const back = new URL((await visit(`${page}/${decision}`)).headers.get('location')!);
    assert.equal(back.searchParams.get('lang'), 'de', 'the address is kept as it was');
    assert.equal(back.searchParams.get('redirect_status'), status);
    await visit(`${page}/approve`);
    assert.equal(stage.standIn.charges(transaction.id), decision === 'approve' ? 1 : 0);
  }
});

async function receiver(t: TestContext) {
  const received: { headers: NotificationHeaders; bytes: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, bytes: Buffer.from(await readText(request)) });
    response.end('{"received":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('signed events can be sent at once, twice, late, with another secret or with another amount', async (t) => {
  const stage = await openStripe(t);
  const { received, url } = await receiver(t);
  await steer(stage, 'notify', { url });
  await aPaid(stage, 'ideal');
  await stage.standIn.sender.settled();
  const kinds = () => {
    const readings = received.map(
      ({ headers, bytes }) =>
        stage.provider.readNotification(headers, bytes, stage.now()) as NotificationReading,
    );
    return readings.map((one) => (one.kind === 'authentic' ? one.items[0]!.kind : one.kind));
  };
  const all = ['charge.succeeded', 'payment_intent.requires_action', 'payment_intent.succeeded'];
  assert.deepEqual(kinds().sort(), all);
  assert.ok(stage.standIn.books.events.every(({ delivered }) => delivered));

  await steer(stage, 'notify', { url, automatic: false });
  received.length = 0;
  const { events } = await steer(stage, 'events');
  const event = events.at(-1).id;
  for (const sending of [
    {},
    {},
    { ageSeconds: 301 },
    { secret: 'whsec_wrong' },
    { changes: { livemode: true } },
  ]) {
    assert.deepEqual(await steer(stage, 'send', { event, ...sending }), { status: 200 });
  }
  const kind = 'payment_intent.succeeded';
  assert.deepEqual(kinds(), [kind, kind, 'refused', 'refused', kind]);
});

test('another process controls faults, declines, debits, refunds and disputes', async (t) => {
  const stage = await openStripe(t);
  const debit = aPayin('sepa-direct-debit');
  await stage.pay(debit);
  assert.deepEqual(await steer(stage, 'settle-debits'), { settled: 1 });
  const seen = await steer(stage, 'look', { reference: debit.id });
  assert.deepEqual([seen.charges, seen.intent.status, seen.session], [1, 'succeeded', null]);
  const refund = await steer(stage, 'refund-in-dashboard', { intent: seen.intent.id, amount: 100 });
  assert.equal((await steer(stage, 'move-refund', { refund: refund.id, status: 'failed' })).status, 'failed');
  const dispute = await steer(stage, 'open-dispute', { intent: seen.intent.id });
  const moved = await steer(stage, 'move-dispute', {
    dispute: dispute.id,
    kind: 'closed',
    fields: { status: 'lost' },
  });
  assert.equal(moved.status, 'lost');

  await steer(stage, 'fault', { on: 'payment_intents$', kind: 'lost-before' });
  assert.equal((await stage.pay(aPayin('ideal'))).kind, 'unknown');
  await steer(stage, 'fault', { on: 'payment_intents$', kind: 'lost-before' });
  await steer(stage, 'clear-faults');
  await steer(stage, 'decline-next', { code: 'card_declined', decline_code: 'lost_card' });
  const declined = await stage.pay(aPayin('paypal'));
  assert.equal('errorCode' in declined && declined.errorCode, '2006');
  const card = aPayin('card');
  await stage.pay(card);
  const { session } = await steer(stage, 'look', { reference: card.id });
  await steer(stage, 'pay-by-card', { session: session.id, number: '4242424242424242' });
  assert.equal((await steer(stage, 'look', { reference: card.id })).charges, 1);
  assert.ok((await steer(stage, 'calls')).calls.includes('POST /v1/checkout/sessions'));
  const wrong = await fetch(`${stage.standIn.origin}/stand-in/no-such-command`, { method: 'POST' });
  assert.equal(wrong.status, 500);
});

test('another process pays money out, and completes the list of a payout', async (t) => {
  const stage = await openStripe(t);
  const { providerReference } = await aPaid(stage, 'ideal');
  const source = stage.standIn.books.find(providerReference!).latest_charge;
  const charge = await steer(stage, 'book', { category: 'charge', source });
  const fee = await steer(stage, 'book', { category: 'fee', fields: { amount: -30 } });
  const payout = await steer(stage, 'pay-out', { transactions: [charge.id, fee.id] });
  assert.equal(payout.amount, charge.net - 30);
  const moved = await steer(stage, 'move-payout', { payout: payout.id, status: 'paid' });
  const whole = await steer(stage, 'reconcile-payout', { payout: payout.id });
  assert.deepEqual([moved.status, whole.reconciliation_status], ['paid', 'completed']);
  const { events } = await steer(stage, 'events');
  const told = ['payout.created', 'payout.paid', 'payout.reconciliation_completed'];
  assert.deepEqual(
    events.slice(-3).map((event: { type: string }) => event.type),
    told,
  );
});

test('a key repeats its first answer, until it is forgotten', async (t) => {
  const stage = await openStripe(t);
  const make = (amount: string, key: string) =>
    fetch(`${stage.standIn.origin}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.standIn.secretKey}`, 'idempotency-key': key },
      body: new URLSearchParams({ amount, currency: 'eur', 'allowed_payment_method_types[0]': 'ideal' }),
    });
  const first = await (await make('100', 'a')).text();
  assert.equal(await (await make('100', 'a')).text(), first);
  const other = await make('200', 'a');
  assert.deepEqual([other.status, JSON.parse(await other.text()).error.type], [400, 'idempotency_error']);
  stage.standIn.keys.prune();
  assert.notEqual(await (await make('100', 'a')).text(), first);
  assert.equal(stage.standIn.keys.begin('b', 'x'), null);
  assert.throws(() => stage.standIn.keys.begin('b', 'x'), /409/);
  // A parameter that Stripe has removed.
  const old = await fetch(`${stage.standIn.origin}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.standIn.secretKey}` },
    body: new URLSearchParams({ amount: '100', currency: 'eur', 'payment_method_types[0]': 'ideal' }),
  });
  assert.equal(JSON.parse(await old.text()).error.code, 'payment_method_types_no_longer_supported');
});
