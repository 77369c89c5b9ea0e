// Stripe's signed notifications: which are accepted, what an item keeps of its event, and the events that did not
// arrive.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import type { NotificationHeaders, NotificationReading } from '@tollgate/provider-kit';
import { aPaid, itemOf, openStripe, type StripeStage, soon } from './a-stripe.ts';

const sign = (stage: StripeStage, body: string, age = 0, secret = stage.standIn.webhookSecret) => {
  const time = Math.floor(stage.now().getTime() / 1000) - age;
  return { time, v1: createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') };
};

const read = (stage: StripeStage, headers: NotificationHeaders, body: string | Buffer) =>
  (stage.provider.readNotification(headers, Buffer.from(body), stage.now()) as NotificationReading).kind;

test('only notifications that Stripe signed within five minutes are accepted', async (t) => {
  const stage = await openStripe(t);
  const body = '{"id":"evt_1","type":"ping.ping"}';
  const { time, v1 } = sign(stage, body);
  const header = (text: string) => ({ 'stripe-signature': text });
  assert.equal(read(stage, header(`t=${time},v1=${v1}`), body), 'authentic');
  assert.equal(read(stage, header(`t=${time}, v1=${'0'.repeat(64)},v1=${v1},v0=x`), body), 'authentic');
  const refused: [string, NotificationHeaders, string | Buffer][] = [
    ['no header', {}, body],
    ['an empty header', header(''), body],
    ['two headers', { 'stripe-signature': [`t=${time},v1=${v1}`, `t=${time},v1=${v1}`] }, body],
    ['two headers, joined', header(`t=${time},v1=${v1}, t=${time},v1=${v1}`), body],
    ['no time', header(`v1=${v1}`), body],
    ['no signature', header(`t=${time}`), body],
    ['an empty signature', header(`t=${time},v1=`), body],
    ['the old scheme', header(`t=${time},v0=${v1}`), body],
    ['another time', header(`t=${time + 1},v1=${v1}`), body],
    ['a time that is none', header(`t=${time}.0,v1=${v1}`), body],
    ['half a signature', header(`t=${time},v1=${v1.slice(0, 32)}`), body],
    ['capital letters', header(`t=${time},v1=${v1.toUpperCase()}`), body],
    ['another body', header(`t=${time},v1=${v1}`), `${body} `],
    ['another secret', header(`t=${time},v1=${sign(stage, body, 0, 'whsec_other').v1}`), body],
  ];
  for (const [name, headers, bytes] of refused) assert.equal(read(stage, headers, bytes), 'refused', name);
  for (const [age, kind] of [
    [300, 'authentic'],
    [301, 'refused'],
    [-300, 'authentic'],
    [-301, 'refused'],
  ] as const) {
    const signed = sign(stage, body, age);
    assert.equal(read(stage, header(`t=${signed.time},v1=${signed.v1}`), body), kind, `${age} s old`);
  }
});

test('either of two secrets is accepted, and without secrets no notification is accepted', async (t) => {
  const stage = await openStripe(t, {
    account: {
      credentials: { secretKey: 'sk_test_standinZqXy', webhookSecrets: ['whsec_new', 'whsec_standin'] },
    },
  });
  const body = '{"id":"evt_1","type":"ping.ping"}';
  for (const secret of ['whsec_new', 'whsec_standin']) {
    const { time, v1 } = sign(stage, body, 0, secret);
    assert.equal(read(stage, { 'stripe-signature': `t=${time},v1=${v1}` }, body), 'authentic');
  }
  const none = await openStripe(t, {
    account: { credentials: { secretKey: 'sk_test_x', webhookSecrets: [''] } },
  });
  const { time, v1 } = sign(none, body, 0, '');
  assert.equal(read(none, { 'stripe-signature': `t=${time},v1=${v1}` }, body), 'refused', 'an empty secret');
});

test('an authentic body that is no event is unreadable', async (t) => {
  const stage = await openStripe(t);
  for (const body of [
    '',
    'not JSON',
    'null',
    '[]',
    '"evt"',
    '{}',
    '{"id":"evt_1"}',
    '{"type":"x"}',
    '{"id":1,"type":"x"}',
    `{"id":"${'e'.repeat(201)}","type":"x"}`,
    '{"id":"evt\\u0000","type":"x"}',
  ]) {
    const { time, v1 } = sign(stage, body);
    assert.equal(read(stage, { 'stripe-signature': `t=${time},v1=${v1}` }, body), 'unreadable', body);
  }
});

test('an item has only the object, the amount in our units and our reference', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card', { currency: 'JPY', amountMinor: 900n });
  const event = stage.standIn.lastEvent('payment_intent.succeeded');
  assert.ok(event.data.object.client_secret, 'what Stripe sends has a secret in it');
  const item = itemOf(stage, event);
  assert.deepEqual(item, {
    key: event.id,
    kind: 'payment_intent.succeeded',
    reference: payin.id,
    providerReference: payin.providerReference,
    amountMinor: 900n,
    currency: 'JPY',
    occurredAt: stage.now(),
    isForeignAccount: false,
    body: JSON.stringify({
      objectId: payin.providerReference,
      intentId: null,
    }),
  });
  const reference = `x\0y${'𝄞'.repeat(300)}`;
  const strange = { ...event, data: { object: { ...event.data.object, metadata: { reference } } } };
  assert.equal(itemOf(stage, strange).reference, `x y${'𝄞'.repeat(252)}`);
  const page = itemOf(stage, stage.standIn.lastEvent('checkout.session.completed'));
  assert.deepEqual([page.amountMinor, page.currency, page.reference], [900n, 'JPY', payin.id]);
});

test('an event of the other environment, or of another account, is foreign', async (t) => {
  const stage = await openStripe(t);
  const event = stage.standIn.books.tell('ping.ping', { id: 'obj_1' });
  assert.equal(itemOf(stage, event).isForeignAccount, false);
  assert.equal(itemOf(stage, { ...event, livemode: true }).isForeignAccount, true);
  assert.equal(itemOf(stage, { ...event, account: stage.standIn.books.accountId }).isForeignAccount, false);
  assert.equal(itemOf(stage, { ...event, account: 'acct_other' }).isForeignAccount, true);
});

test('missed events are read page by page', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const since = stage.now();
  stage.advance(-60_000);
  books.tell('payment_intent.succeeded', { id: 'pi_old' });
  stage.advance(60_000);
  for (let i = 0; i < 150; i += 1) {
    const event = books.tell('payment_intent.succeeded', { id: `pi_${i}`, metadata: { reference: `r${i}` } });
    event.delivered = i < 20;
  }
  books.tell('customer.created', { id: 'cus_1' });
  const { items, rest } = await stage.provider.missedNotifications!({ since, after: null }, soon());
  assert.deepEqual([items.length, rest], [130, null]);
  assert.deepEqual([items[0]!.reference, items.at(-1)!.reference], ['r149', 'r20']);
  assert.equal(stage.standIn.calls().length, 2);
});

test('a long list of missed events is continued where it stopped, to the oldest event', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const since = stage.now();
  const tell = (name: string, times: number) => {
    for (let i = 0; i < times; i += 1) books.tell('payment_intent.succeeded', { id: `pi_${name}${i}` });
  };
  tell('old', 1_130);
  const ask = (after: string | null) => stage.provider.missedNotifications!({ since, after }, soon());
  const first = await ask(null);
  assert.deepEqual([first.items.length, first.rest], [1_000, first.items.at(-1)!.key], 'bounded');
  // It continues from there, even if that event has arrived after all.
  tell('new', 150);
  books.events.find(({ id }) => id === first.rest)!.delivered = true;
  const second = await ask(first.rest);
  assert.deepEqual([second.items.length, second.rest], [130, null]);
  const read = [...first.items, ...second.items].map(({ providerReference }) => providerReference);
  assert.deepEqual(
    read,
    Array.from({ length: 1_130 }, (_, i) => `pi_old${1_129 - i}`),
  );
  // If Stripe has forgotten the place, it starts again from the beginning.
  const anew = await ask('evt_forgotten');
  assert.deepEqual([anew.items.length, anew.items[0]!.providerReference], [1_000, 'pi_new149']);
});

test('a failed read of missed events is an error without a text of Stripe’s', async (t) => {
  const stage = await openStripe(t);
  for (const kind of [
    'html',
    'empty',
    'lost-before',
    { status: 401, error: { type: 'x', message: 'key ZqXy' } },
  ] as const) {
    stage.standIn.fault('^GET', kind);
    await assert.rejects(
      stage.provider.missedNotifications!({ since: stage.now(), after: null }, soon()),
      /could not be read|is not a list/,
    );
  }
});
