// What Stripe's events say: the adapter fetches the object, and its present state is the news, in whatever order events
// come.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { News } from '../../../src/domain/notifications/news.ts';
import { aPaid, aPayin, aRefund, newsOf, openStripe, soon } from './a-stripe.ts';
import { decide, settleDebits } from './stand-in/control.ts';

function outcomeOf(news: News) {
  assert.equal(news.about, 'charge');
  return (news as Extract<News, { about: 'charge' }>).outcome;
}

test("an event of a payment is news of its charge, with Stripe's amount", async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const of = { reference: payin.id, amountMinor: 2_500n, currency: 'EUR' };
  const expected = {
    about: 'charge',
    charge: payin.id,
    payment: payin.providerReference,
    amount: { amountMinor: 2_500n, currency: 'EUR' },
    outcome: { kind: 'completed', of, providerReference: payin.providerReference },
  };
  assert.deepEqual(await newsOf(stage, 'payment_intent.succeeded'), expected);
  assert.deepEqual(await newsOf(stage, 'checkout.session.completed'), expected);
});

test('a late event reports the present state of the payment', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  await stage.pay(transaction);
  const early = stage.standIn.lastEvent('payment_intent.requires_action');
  assert.deepEqual(outcomeOf(await newsOf(stage, early)), { kind: 'waiting' });
  decide(stage.standIn, stage.kept(transaction)!.intent!, 'approve');
  assert.equal(outcomeOf(await newsOf(stage, early)).kind, 'completed');
});

test('a declined card on a page does not end the payment, because the shopper may enter another card', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  await stage.pay(transaction);
  const { session } = stage.kept(transaction)!;
  stage.standIn.books.payByCard(session!, '4000000000000002');
  assert.deepEqual(outcomeOf(await newsOf(stage, 'payment_intent.payment_failed')), { kind: 'waiting' });
  const page = stage.standIn.books.find(session!);
  stage.standIn.books.tell('checkout.session.async_payment_failed', page);
  assert.deepEqual(outcomeOf(await newsOf(stage, 'checkout.session.async_payment_failed')), {
    kind: 'waiting',
  });
  stage.standIn.books.expireSession(session!);
  const over = outcomeOf(await newsOf(stage, 'checkout.session.expired'));
  assert.equal('errorCode' in over && over.errorCode, '3002');
  const intent = stage.standIn.of(transaction.id)!;
  stage.standIn.books.tell('payment_intent.canceled', intent);
  const cancelled = outcomeOf(await newsOf(stage, 'payment_intent.canceled'));
  assert.equal('errorCode' in cancelled && cancelled.errorCode, '3002');
});

test('a refused payment at a bank, a debit that failed and a cancelled payment are declined', async (t) => {
  const stage = await openStripe(t);
  const ideal = aPayin('ideal');
  await stage.pay(ideal);
  decide(stage.standIn, stage.kept(ideal)!.intent!, 'fail');
  const refused = outcomeOf(await newsOf(stage, 'payment_intent.payment_failed'));
  assert.equal('errorCode' in refused && refused.errorCode, '3001');
  const debit = aPayin('sepa-direct-debit');
  await stage.pay(debit);
  assert.equal(outcomeOf(await newsOf(stage, 'payment_intent.processing')).kind, 'pending');
  settleDebits(stage.standIn);
  assert.equal(outcomeOf(await newsOf(stage, 'payment_intent.processing')).kind, 'completed');
});

test('refunds of ours and of the dashboard are reported, also if they fail after all', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin, { amountMinor: 400n });
  await stage.provider.refund(payin, refund, soon());
  const made = stage.standIn.of(refund.id, 'refund')!;
  const expected = {
    about: 'refund',
    refundId: refund.id,
    charge: payin.id,
    payment: payin.providerReference,
    providerReference: made.id,
    amount: { amountMinor: 400n, currency: 'EUR' },
    outcome: { kind: 'completed', providerReference: made.id },
    needsFormer: false,
  };
  for (const type of ['refund.created', 'charge.refunded']) {
    assert.deepEqual(await newsOf(stage, type), expected, type);
  }
  stage.advance(60_000);
  const own = stage.standIn.books.createRefund({ payment_intent: payin.providerReference!, amount: '150' });
  const byHand = {
    ...expected,
    refundId: null,
    providerReference: own.id,
    amount: { amountMinor: 150n, currency: 'EUR' },
    outcome: { kind: 'completed', providerReference: own.id },
  };
  assert.deepEqual(await newsOf(stage, 'refund.created'), byHand);
  // It names only the charge, so it reports all refunds of the charge.
  assert.deepEqual(await newsOf(stage, 'charge.refunded'), { about: 'several', news: [expected, byHand] });
  stage.standIn.books.moveRefund(made.id, 'failed');
  assert.deepEqual(await newsOf(stage, 'refund.failed'), {
    ...expected,
    outcome: { kind: 'failed', errorCode: '5005', providerReference: made.id },
  });
});

test('a charge with more refunds than fit a page reports each, and its payment is read once', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const made: string[] = [];
  for (let one = 0; one < 101; one++) {
    const { id } = stage.standIn.books.createRefund({
      payment_intent: payin.providerReference!,
      amount: '1',
    });
    made.push(id);
  }
  stage.standIn.requests.length = 0;
  const news = await newsOf(stage, 'charge.refunded');
  if (news.about !== 'several') return assert.fail(news.about);
  assert.deepEqual(
    news.news.map((one) => one.about === 'refund' && one.providerReference),
    made,
  );
  assert.equal(stage.standIn.requests.length, 3);
});

test('a refund with a foreign text in its metadata counts as made at Stripe', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const payment = payin.providerReference!;
  for (const reference of [
    'order 17',
    'x\0y',
    payin.id.toUpperCase(),
    `${payin.id}-2`,
    `${payin.id}-r1`,
    '',
  ]) {
    stage.standIn.books.createRefund({ payment_intent: payment, amount: '10', metadata: { reference } });
    const news = await newsOf(stage, 'refund.created');
    assert.equal(news.about, 'refund');
    assert.equal('refundId' in news && news.refundId, null, reference);
  }
});

test('a reason is stored without control characters, and is not cut within a character', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const reason = `a\0b\nc${'𝄞'.repeat(300)}`;
  const kept = `a b c${'𝄞'.repeat(250)}`;
  stage.standIn.books.openDispute(payin.providerReference!, { reason });
  const dispute = await newsOf(stage, 'charge.dispute.created');
  assert.equal(dispute.about === 'dispute' && dispute.dispute.reason, kept);
});

test('news of a dispute has its status, deadline and reason, and whether the money is held', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const { books } = stage.standIn;
  const dispute = books.openDispute(payin.providerReference!, { status: 'warning_needs_response' });
  const opened = await newsOf(stage, 'charge.dispute.created');
  assert.deepEqual(opened, {
    about: 'dispute',
    charge: payin.id,
    payment: payin.providerReference,
    amount: { amountMinor: 2_500n, currency: 'EUR' },
    dispute: {
      providerReference: dispute.id,
      status: 'INQUIRY',
      reason: 'fraudulent',
      deadline: new Date(stage.now().getTime() + 7 * 86_400_000),
      follows: null,
    },
  });
  const says = async (kind: string, fields: Record<string, unknown>) => {
    books.moveDispute(dispute.id, kind, fields);
    const news = await newsOf(stage, `charge.dispute.${kind}`);
    if (news.about !== 'dispute') return assert.fail(news.about);
    return [news.dispute.status, news.dispute.fundsWithheld];
  };
  assert.deepEqual(await says('updated', { status: 'needs_response' }), ['OPEN', undefined]);
  assert.deepEqual(await says('funds_withdrawn', {}), ['OPEN', true]);
  assert.deepEqual(await says('updated', { status: 'under_review' }), ['OPEN', true]);
  assert.deepEqual(await says('closed', { status: 'lost' }), ['LOST', true]);
  assert.deepEqual(await says('funds_reinstated', {}), ['LOST', false]);
  assert.deepEqual(await says('closed', { status: 'won' }), ['WON', undefined]);
  assert.deepEqual(await says('closed', { status: 'warning_closed' }), ['WON', undefined]);
  assert.deepEqual(stage.unknown, []);
  books.moveDispute(dispute.id, 'updated', { status: 'at_the_moon' });
  assert.equal((await newsOf(stage, 'charge.dispute.updated')).about, 'nothing');
  assert.deepEqual(stage.unknown, ['dispute.status=at_the_moon']);
});

test('a dispute that was won before its beginning was read is opened by the first event and won by the last', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const { books } = stage.standIn;
  const dispute = books.openDispute(payin.providerReference!);
  books.moveDispute(dispute.id, 'closed', { status: 'won' });
  const begun = await newsOf(stage, 'charge.dispute.created');
  assert.equal(begun.about === 'dispute' && begun.dispute.status, 'OPEN');
  assert.equal(begun.about === 'dispute' && begun.dispute.follows, null);
  const won = await newsOf(stage, 'charge.dispute.closed');
  assert.equal(won.about === 'dispute' && won.dispute.status, 'WON');
  assert.deepEqual(won.about === 'dispute' && won.dispute.follows, ['INQUIRY', 'OPEN', 'LOST']);
});

test('Stripe books the amount of a dispute or nothing, and any other sum needs a person', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const { books } = stage.standIn;
  const dispute = books.openDispute(payin.providerReference!, { amount: 1_500 });
  const doubtful = async (booked: object[]) => {
    books.moveDispute(dispute.id, 'updated', { balance_transactions: booked });
    const news = await newsOf(stage, 'charge.dispute.updated');
    return news.about === 'dispute' && news.dispute.doubt !== undefined;
  };
  const eur = (amount: number) => ({ amount, currency: 'eur' });
  for (const booked of [[], [eur(-1_500)], [eur(-1_500), eur(1_500)], [{ amount: -1_620, currency: 'usd' }]])
    assert.equal(await doubtful(booked), false, JSON.stringify(booked));
  for (const booked of [[eur(-1_500), eur(600)], [eur(-900)], [eur(-1_500), eur(-1_500)], [eur(1_500)]])
    assert.equal(await doubtful(booked), true, JSON.stringify(booked));
});

test('a refund or dispute of another charge than the paid charge needs a person', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const { books } = stage.standIn;
  const refund = books.createRefund({ payment_intent: payin.providerReference!, amount: '100' });
  const dispute = books.openDispute(payin.providerReference!, { amount: 1_500 });
  for (const charge of ['ch_that_failed', refund.charge]) {
    Object.assign(refund, { charge });
    Object.assign(dispute, { charge });
    const told = [await newsOf(stage, 'refund.created'), await newsOf(stage, 'charge.dispute.created')];
    const doubts = told.map((news) =>
      news.about === 'refund' ? news.doubt : news.about === 'dispute' && news.dispute.doubt,
    );
    const expected =
      charge === 'ch_that_failed' ? 'it is about a different charge, not the one that was paid' : undefined;
    assert.deepEqual(doubts, [expected, expected]);
  }
});

test('an answer about another object is unread', async (t) => {
  const stage = await openStripe(t);
  const [payin, other] = [await aPaid(stage, 'card'), await aPaid(stage, 'card')];
  const { books } = stage.standIn;
  const [dispute, another] = [payin, other].map(({ providerReference }) =>
    books.openDispute(providerReference!),
  );
  books.things.set(dispute!.id, another!);
  books.tell('charge.dispute.updated', dispute!);
  assert.equal((await newsOf(stage, 'charge.dispute.updated')).about, 'unread');
});

test('a partly captured payment is reported with the captured amount', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const { books } = stage.standIn;
  const intent = books.find(payin.providerReference!);
  intent.amount_received = 1_000;
  books.tell('payment_intent.succeeded', intent);
  const news = await newsOf(stage, 'payment_intent.succeeded');
  assert.deepEqual(news.about === 'charge' && news.amount, { amountMinor: 1_000n, currency: 'EUR' });
});

test('objects of other systems are foreign', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const intent = books.createIntent({ amount: '500', currency: 'eur' });
  intent.method = 'card';
  books.succeed(intent);
  assert.equal((await newsOf(stage, 'payment_intent.succeeded')).about, 'foreign');
  books.createRefund({ payment_intent: intent.id, amount: '100' });
  assert.equal((await newsOf(stage, 'refund.created')).about, 'foreign');
  assert.equal((await newsOf(stage, 'charge.refunded')).about, 'foreign');
  books.openDispute(intent.id);
  assert.equal((await newsOf(stage, 'charge.dispute.created')).about, 'foreign');
  const page = { id: 'cs_test_other', object: 'checkout.session', metadata: {}, client_reference_id: 'x' };
  books.things.set(page.id, page);
  books.tell('checkout.session.completed', page);
  assert.equal((await newsOf(stage, 'checkout.session.completed')).about, 'foreign');
});

test('an object that could not be fetched is unread, and an object that does not exist is ignored', async (t) => {
  const stage = await openStripe(t);
  await aPaid(stage, 'card');
  for (const kind of [
    'html',
    'empty',
    'half-body',
    'lost-before',
    { status: 500, error: { type: 'api_error' } },
    { status: 401, error: { type: 'invalid_request_error' } },
    { status: 403, error: { type: 'invalid_request_error' } },
  ] as const) {
    for (const type of ['payment_intent.succeeded', 'checkout.session.completed']) {
      stage.standIn.fault('^GET', kind);
      assert.equal((await newsOf(stage, type)).about, 'unread', `${type} ${JSON.stringify(kind)}`);
    }
  }
  for (const type of ['payment_intent.succeeded', 'refund.created', 'charge.dispute.created']) {
    stage.standIn.books.tell(type, { id: 'pi_that_is_gone' });
    assert.equal((await newsOf(stage, type)).about, 'nothing', type);
  }
  stage.standIn.fault('^GET', { status: 404, text: '<html>not here</html>' });
  assert.equal((await newsOf(stage, 'payment_intent.succeeded')).about, 'unread', 'not in Stripe’s words');
  await stage.standIn.refuse();
  assert.equal((await newsOf(stage, 'checkout.session.completed')).about, 'unread');
});

test('other events change nothing, and unknown kinds are counted', async (t) => {
  const stage = await openStripe(t);
  for (const type of ['charge.succeeded', 'customer.created', 'payout.created', 'balance.available']) {
    stage.standIn.books.tell(type, { id: 'obj_1' });
    assert.equal((await newsOf(stage, type)).about, 'nothing');
  }
  assert.deepEqual(stage.unknown, []);
  stage.standIn.books.tell('teleport.completed', { id: 'obj_1' });
  assert.equal((await newsOf(stage, 'teleport.completed')).about, 'nothing');
  assert.deepEqual(stage.unknown, ['event.type=teleport.completed']);
  assert.deepEqual(stage.standIn.calls(), []);
});

test('a malformed item never throws', async (t) => {
  const stage = await openStripe(t);
  for (const body of [
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"objectId":"../v1/x"}',
    '{"objectId":{}}',
    '{"objectId":""}',
  ]) {
    for (const kind of ['payment_intent.succeeded', 'refund.created', 'charge.refunded', '']) {
      const news = await stage.provider.readNews({ kind, key: 'k', body, receivedAt: stage.now() }, soon());
      assert.equal(news.about, 'nothing', body);
    }
  }
  assert.deepEqual(stage.standIn.calls(), []);
});
