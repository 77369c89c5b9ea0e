// Mollie's notifications: an id without a signature, of which nothing is believed. The payment is fetched, and its
// present state is the news.
import assert from 'node:assert/strict';
import test from 'node:test';
import { allNewsOf, aPaid, aPayin, newsOf, openMollie, soon } from './a-mollie.ts';

const read = (stage: Awaited<ReturnType<typeof openMollie>>, body: string) =>
  stage.provider.readNotification({}, Buffer.from(body), stage.now());

test('a notification is one item that holds the id alone', async (t) => {
  const stage = await openMollie(t);
  assert.deepEqual(read(stage, 'id=tr_abc&status=paid&amount=99'), {
    kind: 'authentic',
    items: [
      {
        key: 'tr_abc@2026-03-02T10:00:00.000Z',
        kind: 'payment',
        reference: null,
        providerReference: 'tr_abc',
        amountMinor: null,
        currency: null,
        occurredAt: null,
        isForeignAccount: false,
        body: '{"id":"tr_abc"}',
      },
    ],
  });
});

test('a later notification of the same payment is another item', async (t) => {
  const stage = await openMollie(t);
  const keyOf = async () => {
    const reading = await read(stage, 'id=tr_abc');
    return reading.kind === 'authentic' && reading.items[0]!.key;
  };
  const first = await keyOf();
  assert.equal(await keyOf(), first);
  stage.advance(1);
  assert.notEqual(await keyOf(), first);
});

test('a body without an id, or with a strange one, is accepted and says nothing', async (t) => {
  const stage = await openMollie(t);
  const strange = [
    '',
    'hello',
    'id=',
    'id=../payments',
    'id=%00',
    `id=${'a'.repeat(101)}`,
    `id=tr_1&x=${'a'.repeat(5_000)}`,
  ];
  for (const body of strange) assert.deepEqual(read(stage, body), { kind: 'authentic', items: [] }, body);
  assert.deepEqual(stage.provider.accepted, { contentType: 'text/plain', body: '' });
});

test('the news is the state of the payment, whatever was told', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payin = aPayin('ideal');
  await stage.pay(payin);
  const { id } = books.of(payin.id)!;
  const amount = { amountMinor: 2_500n, currency: 'EUR' };
  const charge = { about: 'charge', charge: payin.id, payment: id, amount };
  assert.deepEqual(await newsOf(stage, id), { ...charge, outcome: { kind: 'waiting' } });
  books.pay(id);
  const of = { reference: payin.id, ...amount };
  const completed = { kind: 'completed', of, providerReference: id };
  for (const _ of ['first', 'doubled'])
    assert.deepEqual(await newsOf(stage, id), { ...charge, outcome: completed });
  assert.deepEqual(stage.standIn.server.waiting, [
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `id=${id}` },
  ]);
});

test('each end of a payment is told', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const moves = {
    3001: (id: string) => books.end(id, 'canceled'),
    3002: (id: string) => books.end(id, 'expired'),
    2001: (id: string) => books.fail(id, 'insufficient_funds'),
  };
  for (const [code, move] of Object.entries(moves)) {
    const payin = aPayin('card');
    await stage.pay(payin);
    move(books.of(payin.id)!.id);
    const news = await newsOf(stage, books.of(payin.id)!.id);
    assert.ok(news.about === 'charge' && news.outcome.kind === 'declined');
    assert.equal(news.outcome.errorCode, code);
  }
});

test('an id that Mollie does not know, of another object, or of a payment of somebody else is foreign', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const foreign = [
    'tr_unknown',
    'ord_abc',
    'sub_abc',
    books.create('tr', 'payment', { amount: { currency: 'EUR', value: '9.00' }, metadata: 'order 17' }).id,
    books.create('tr', 'payment', { amount: { currency: 'EUR', value: '9.00' }, metadata: null }).id,
  ];
  for (const id of foreign) assert.deepEqual(await newsOf(stage, id), { about: 'foreign' }, id);
});

test('a payment that cannot be fetched stays unread', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const id = paid.providerReference!;
  const faults = [
    { kind: 'lost', when: 'before' },
    { kind: 'page' },
    { kind: 'answer', answer: { status: 503, text: 'later' } },
    { kind: 'answer', answer: { status: 404, text: 'a proxy says no' } },
    { kind: 'changed', fields: { id: 'tr_other' } },
    { kind: 'changed', fields: { _embedded: { refunds: 'many' } } },
  ] as const;
  for (const fault of faults) {
    stage.standIn.server.fault({ fault });
    assert.equal((await newsOf(stage, id)).about, 'unread', JSON.stringify(fault));
  }
  await stage.standIn.server.stopListening();
  assert.equal((await newsOf(stage, id)).about, 'unread');
});

test('an item that this adapter did not write is no news', async (t) => {
  const stage = await openMollie(t);
  for (const body of ['', 'null', '[]', '{"id":7}', '{"id":"../x"}']) {
    const item = { kind: 'payment', key: 'k', body, receivedAt: stage.now() };
    assert.equal((await stage.provider.readNews(item, soon())).about, 'nothing');
  }
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('one notification tells the payment, its refunds and its chargebacks in their order', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('card'));
  const id = paid.providerReference!;
  const euro = (value: string) => ({ currency: 'EUR', value });
  books.moveRefund(books.refund(id, { amount: euro('1.00') }).id, 'refunded');
  books.reverse(books.chargeBack(id, euro('2.00')).id);
  const news = await allNewsOf(stage, id);
  assert.deepEqual(
    news.map((one) => (one.about === 'dispute' ? `dispute ${one.dispute.status}` : one.about)),
    ['charge', 'refund', 'dispute OPEN', 'dispute WON'],
  );
});

test('chargebacks and refunds of the dashboard are found if their notification did not arrive', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('card'));
  const id = paid.providerReference!;
  const euro = { currency: 'EUR', value: '1.00' };
  books.refund(id, { amount: euro, metadata: { reference: paid.id } });
  const since = new Date(stage.now().getTime() + 60_000);
  const old = books.chargeBack(id, euro);
  stage.advance(60_000);
  const chargeback = books.chargeBack(id, euro);
  const byHand = books.refund(id, { amount: euro });
  const missed = () => stage.provider.missedNotifications!({ since, after: null }, soon());
  const { items, rest } = await missed();
  assert.equal(rest, null);
  assert.deepEqual(
    items.map(({ kind, key, providerReference }) => [kind, key, providerReference]),
    [
      ['chargeback', `${chargeback.id}@made`, id],
      ['refund', `${byHand.id}@pending`, id],
    ],
  );
  const [item] = items;
  const news = await stage.provider.readNews({ ...item!, receivedAt: stage.now() }, soon());
  assert.equal(news.about, 'several');
  books.reverse(old.id);
  stage.standIn.server.fault({ fault: { kind: 'page' } });
  await assert.rejects(missed());
});
