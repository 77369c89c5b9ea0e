// What Mollie stores for later charges, and charging it while the payer is absent.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Instrument, StoredMeans, Transaction } from '@tollgate/provider-kit';
import {
  aMandatePayin,
  aManualPayin,
  aPaid,
  aPayin,
  type MollieStage,
  methodOf,
  openMollie,
  soon,
} from './a-mollie.ts';
import { refusal } from './stand-in/records.ts';

async function stored(stage: MollieStage, method = 'card'): Promise<StoredMeans> {
  const paid = await aPaid(stage, aMandatePayin(method));
  const found = await stage.provider.findStored!(paid, stage.call(paid));
  assert.ok(found !== null && found !== 'none');
  return found;
}

const charge = (stage: MollieStage, later: Transaction, means: StoredMeans | null) => {
  const none = { card: null, networkTransactionId: null };
  const method = methodOf(later);
  const instrument: Instrument = { kind: 'mandate', method, reason: 'RECURRING', stored: means, ...none };
  return stage.provider.payIn(later, instrument, stage.call(later));
};

const aLater = (method = 'card') => aPayin(method, { userId: 'ada' });

test('a first payment has a customer without the user’s data, and makes a mandate', async (t) => {
  const stage = await openMollie(t);
  const means = await stored(stage);
  const { requests } = stage.standIn.server;
  const customer = requests.find(({ path }) => path === '/v2/customers')!;
  assert.deepEqual(Object.keys(customer.body), ['metadata']);
  assert.match(customer.body.metadata.user, /^[0-9a-f]{64}$/);
  const payment = requests.find(({ path }) => path === '/v2/payments')!;
  assert.deepEqual([payment.body.sequenceType, payment.body.customerId], ['first', means.more!.customer]);
  assert.match(means.id, /^mdt_/);
});

test('the same user is another customer at another account', async (t) => {
  const keys = new Set<unknown>();
  const payin = aMandatePayin();
  for (const id of ['first', 'second']) {
    const stage = await openMollie(t, { account: { id } });
    await stage.pay(payin);
    const customer = stage.standIn.server.requests.find(({ path }) => path === '/v2/customers')!;
    keys.add(customer.headers['idempotency-key']);
  }
  assert.equal(keys.size, 2);
});

test('the account of a mandate that iDEAL made is masked', async (t) => {
  const stage = await openMollie(t);
  const means = await stored(stage, 'ideal');
  assert.match(means.account ?? '', /0000$/);
  assert.doesNotMatch(means.account ?? '', /NL55INGB/);
});

test('a card is stored by a payment of zero', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aMandatePayin('card', { amountMinor: 0n }));
  const found = await stage.provider.findStored!(paid, stage.call(paid));
  assert.ok(found !== null && found !== 'none');
  assert.equal((await stage.pay(aMandatePayin('ideal', { amountMinor: 0n }))).kind, 'failed');
});

test('a payment that failed, or asked for nothing, has stored nothing; an open one is not known yet', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const find = (payin: Transaction) => stage.provider.findStored!(payin, stage.call(payin));
  const plain = await aPaid(stage, aPayin('card'));
  assert.equal(await find(plain), 'none');
  const open = aMandatePayin();
  assert.equal(await find(open), null);
  await stage.pay(open);
  assert.equal(await find(open), null);
  books.fail(books.of(open.id)!.id, 'card_declined');
  assert.equal(await find(open), 'none');
  const other = await aPaid(stage, aMandatePayin());
  assert.equal(await find({ ...other, attempts: 3 }), null, 'it is another charge');
  stage.standIn.server.fault({ fault: { kind: 'page' } });
  assert.equal(await find(other), null);
});

test('only a valid mandate is stored: a pending one is waited for, an invalid or deleted one is none', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aMandatePayin('paypal'));
  const { mandateId, customerId } = books.find(paid.providerReference!);
  const find = () => stage.provider.findStored!(paid, stage.call(paid));
  for (const [status, found] of [
    ['pending', null],
    ['invalid', 'none'],
    ['asleep', null],
  ] as const) {
    books.find(mandateId).status = status;
    assert.equal(await find(), found, status);
  }
  assert.deepEqual(stage.unknown, ['mandate.status=asleep']);
  books.find(mandateId).status = 'valid';
  assert.notEqual(await find(), 'none');
  stage.standIn.server.fault({ on: /mandates/, fault: { kind: 'page' } });
  assert.equal(await find(), null, 'nobody knows');
  books.revoke(customerId, mandateId);
  assert.equal(await find(), 'none');
});

test('a payment is not sent if its customer could not be made', async (t) => {
  const stage = await openMollie(t);
  stage.standIn.server.fault({ fault: { kind: 'lost', when: 'after' } });
  assert.deepEqual(await stage.pay(aMandatePayin()), { kind: 'failed', errorCode: '1011' });
  assert.deepEqual(stage.standIn.server.calls, ['POST /v2/customers']);
});

test('a later charge has no page, and is paid at once or later', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const means = await stored(stage);
  const later = aLater();
  const outcome = await charge(stage, later, means);
  assert.equal(outcome.kind, 'completed');
  assert.equal(stage.standIn.charges(later.id), 1);
  const sent = stage.standIn.server.requests.at(-1)!.body;
  assert.deepEqual([sent.sequenceType, sent.mandateId, sent.redirectUrl], ['recurring', means.id, undefined]);
  books.laterStatus = 'pending';
  const debit = aLater('ideal');
  assert.equal((await charge(stage, debit, await stored(stage, 'ideal'))).kind, 'pending');
  books.pay(books.of(debit.id)!.id);
  assert.equal((await stage.provider.inquire(debit, stage.call(debit))).kind, 'completed');
});

test('a later charge that the bank declines has its code, also if it wants the payer', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const means = await stored(stage);
  books.laterStatus = 'failed';
  for (const [reason, code] of [
    ['insufficient_funds', '2001'],
    ['authentication_required', '2102'],
  ] as const) {
    books.laterFailure = reason;
    const outcome = await charge(stage, aLater(), means);
    assert.ok(outcome.kind === 'declined');
    assert.equal(outcome.errorCode, code);
  }
});

test('a later charge of a mandate that Mollie no longer has is declined with 2014', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const withdrawn = { kind: 'declined', errorCode: '2014', withdrawn: true };
  const invalid = await stored(stage);
  books.find(invalid.id).status = 'invalid';
  assert.deepEqual(await charge(stage, aLater(), invalid), withdrawn);
  const gone = await stored(stage);
  books.revoke(gone.more!.customer!, gone.id);
  assert.deepEqual(await charge(stage, aLater(), gone), withdrawn);
});

test('a later charge of a customer whom Mollie no longer has is declined with 2014, and one of a used key is not', async (t) => {
  const stage = await openMollie(t);
  const { books, server } = stage.standIn;
  const means = await stored(stage);
  const answered = async (status: number) => {
    const answer = refusal(status, 'Gone', 'The customer is no longer available');
    server.fault({ on: /POST .*payments/, fault: { kind: 'answer', answer } });
    return await charge(stage, aLater(), means);
  };
  assert.deepEqual(await answered(404), { kind: 'unknown', answered: true }, 'the mandate is valid');
  books.revoke(means.more!.customer!, means.id);
  assert.deepEqual(await answered(410), { kind: 'declined', errorCode: '2014', withdrawn: true });
  assert.deepEqual(await answered(409), { kind: 'unknown', answered: true });
});

test('a later charge that Mollie refuses for another reason asks another account', async (t) => {
  const stage = await openMollie(t);
  const means = await stored(stage);
  const failed = { kind: 'failed', errorCode: '1011' };
  stage.standIn.forbidden = /POST .*payments/;
  assert.deepEqual(await charge(stage, aLater(), means), { ...failed, answered: true });
  assert.deepEqual(await charge(stage, aLater(), null), failed);
  assert.deepEqual(await charge(stage, aLater(), { id: means.id }), failed);
});

test('a later charge can be authorised and captured later', async (t) => {
  const stage = await openMollie(t);
  const means = await stored(stage);
  const outcome = await charge(stage, aManualPayin('card', { userId: 'ada' }), means);
  assert.equal(outcome.kind, 'authorized');
});

test('a mandate that has ended is revoked at Mollie once, unless another one shares it', async (t) => {
  const stage = await openMollie(t);
  const means = await stored(stage);
  const ended = { brandId: 'b', userId: 'ada', firstTransactionId: 't', isShared: false };
  const forget = (isShared: boolean) => stage.provider.forgetStored!(means, { ...ended, isShared }, soon());
  assert.equal(await forget(true), true);
  assert.equal(stage.standIn.books.all('mandate').length, 1);
  stage.standIn.server.fault({ on: /^DELETE/, fault: { kind: 'lost', when: 'before' } });
  assert.equal(await forget(false), false);
  assert.equal(await forget(false), true);
  assert.equal(stage.standIn.books.all('mandate').length, 0);
  stage.advance(60 * 60_000);
  assert.equal(await forget(false), true, 'it is gone already');
});
