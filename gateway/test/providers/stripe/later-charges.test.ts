// Mandates at Stripe: the customer, what is stored, later charges without the payer, pages that only store a card, and
// the news that something stored was withdrawn.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { Instrument } from '@tollgate/provider-kit';
import type { StoredMeans } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aPayin, newsOf, openStripe, type StripeStage, soon } from './a-stripe.ts';
import { decide } from './stand-in/control.ts';
import { endMandate } from './stand-in/later.ts';

const CARD = '4242424242424242';
const MANDATE = { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null } as const;

function anAgreement(method: string, fields: Partial<Transaction> = {}): Transaction {
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
  const payin = aPayin(method, { userId: 'ada', brandId: BRAND, ...fields });
  return { ...payin, details: { ...payin.details, customer, mandate: MANDATE } };
}

const BRAND = randomUUID();

/** Paid by a payer who agreed, and stored as the gateway does. */
async function anAgreed(stage: StripeStage, method: string, fields: Partial<Transaction> = {}) {
  const transaction = anAgreement(method, fields);
  await stage.pay(transaction);
  const { session, intent } = stage.kept(transaction)!;
  const { books } = stage.standIn;
  if (method === 'card') books.payByCard(session!, CARD);
  else if (method === 'paypal') decide(stage.standIn, intent!, 'approve');
  else books.succeed(books.find(intent!));
  const outcome = await stage.provider.inquire(transaction, stage.call(transaction));
  assert.equal(outcome.kind, 'completed');
  const providerReference = 'providerReference' in outcome ? (outcome.providerReference ?? null) : null;
  const paid: Transaction = { ...transaction, status: 'COMPLETED', providerReference };
  return { paid, stored: (await stage.provider.findStored!(paid, stage.call(paid))) as StoredMeans };
}

const later = (method: string, stored: StoredMeans | null): Instrument => ({
  kind: 'mandate',
  method,
  reason: 'RECURRING',
  stored,
  card: null,
  networkTransactionId: null,
});

function charge(stage: StripeStage, method: string, stored: StoredMeans | null) {
  const transaction = aPayin(method, { createdAt: stage.now() });
  const answer = stage.provider.payIn(transaction, later(method, stored), stage.call(transaction));
  return { transaction, answer };
}

test('a payment with a mandate stores for a customer of its user, who is created once', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['card', 'sepa-direct-debit', 'paypal']) {
    const { paid, stored } = await anAgreed(stage, method);
    const intent = stage.standIn.of(paid.id)!;
    assert.equal(intent.setup_future_usage, 'off_session');
    assert.equal(stored.id, intent.payment_method, method);
    assert.deepEqual(stored.more, { customer: intent.customer });
    assert.equal(stored.networkTransactionId, method === 'card' ? 'nti123456789' : undefined);
    assert.equal(stored.account, method === 'sepa-direct-debit' ? '***3000' : undefined);
    // Stripe forgets keys after a day.
    stage.standIn.keys.prune();
  }
  assert.equal(stage.standIn.books.of('customer').length, 1);
  await anAgreed(stage, 'card', { userId: 'bob' });
  await anAgreed(stage, 'card', { brandId: randomUUID() });
  assert.equal(stage.standIn.books.of('customer').length, 3);
  const sent = stage.standIn.requests.map(({ raw }) => raw).join('\n');
  assert.ok(!sent.includes('bob'), 'Stripe learned the name of a user');
});

test('nothing is stored without an agreement, before the payment or after its end', async (t) => {
  const stage = await openStripe(t);
  const plain = aPayin('card');
  await stage.pay(plain);
  assert.equal(await stage.provider.findStored!(plain, stage.call(plain)), null);
  stage.standIn.books.payByCard(stage.kept(plain)!.session!, CARD);
  assert.equal(await stage.provider.findStored!(plain, stage.call(plain)), 'none');
  const left = anAgreement('card');
  await stage.pay(left);
  stage.standIn.books.expireSession(stage.kept(left)!.session!);
  assert.equal(await stage.provider.findStored!(left, stage.call(left)), 'none');
  stage.standIn.fault('GET', 'lost-before');
  assert.equal(await stage.provider.findStored!(left, stage.call(left)), null);
});

test('a later charge is confirmed off session with what was stored, and a repeated call charges once', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['card', 'paypal', 'sepa-direct-debit']) {
    const { stored } = await anAgreed(stage, method);
    const { transaction, answer } = charge(stage, method, stored);
    const { kind } = await answer;
    assert.equal(kind, method === 'sepa-direct-debit' ? 'pending' : 'completed', method);
    const again = await stage.provider.payIn(transaction, later(method, stored), stage.call(transaction));
    assert.equal(again.kind, kind);
    const call = stage.standIn.requests.findLast(({ path }) => path.endsWith('/confirm'))!;
    assert.deepEqual({ ...call.form }, { payment_method: stored.id, off_session: 'true' });
    assert.ok(stage.standIn.charges(transaction.id) <= 1);
    const intent = stage.standIn.of(transaction.id)!;
    assert.deepEqual([intent.customer, intent.payment_method], [stored.more!.customer, stored.id]);
  }
});

test('a bank that wants the payer declines a later charge with 2102, and nobody can pay that charge later', async (t) => {
  const stage = await openStripe(t);
  const { stored } = await anAgreed(stage, 'card');
  for (const wants of ['decline', 'action']) {
    stage.standIn.books.find(stored.id).wantsPayer = wants;
    const { transaction, answer } = charge(stage, 'card', stored);
    const outcome = await answer;
    assert.deepEqual(
      [outcome.kind, 'errorCode' in outcome && outcome.errorCode],
      ['declined', '2102'],
      wants,
    );
    const found = await stage.provider.inquire(transaction, stage.call(transaction));
    assert.deepEqual([found.kind, 'errorCode' in found && found.errorCode], ['declined', '2102'], wants);
  }
});

test('a later charge whose answer was lost is found by its inquiry', async (t) => {
  const stage = await openStripe(t);
  const { stored } = await anAgreed(stage, 'card');
  stage.standIn.fault('/confirm$', 'lost-after');
  const { transaction, answer } = charge(stage, 'card', stored);
  assert.deepEqual(await answer, { kind: 'unknown' });
  const found = await stage.provider.inquire(transaction, stage.call(transaction));
  assert.equal(found.kind, 'completed');
  assert.equal(stage.standIn.charges(transaction.id), 1);
});

test('something stored that Stripe does not know is 2014, and what another account stored is not charged here', async (t) => {
  const stage = await openStripe(t);
  const { stored } = await anAgreed(stage, 'card');
  for (const unknown of [
    { ...stored, id: 'pm_unknown' },
    { ...stored, more: { customer: 'cus_unknown' } },
  ]) {
    assert.deepEqual(await charge(stage, 'card', unknown).answer, { kind: 'declined', errorCode: '2014' });
  }
  assert.deepEqual(await charge(stage, 'card', null).answer, { kind: 'failed', errorCode: '1011' });
});

test('a payment of zero stores a card on a page of its own', async (t) => {
  const stage = await openStripe(t);
  const transaction = anAgreement('card', { amountMinor: 0n });
  assert.equal((await stage.pay(transaction)).kind, 'redirect');
  const { session } = stage.kept(transaction)!;
  assert.equal(stage.standIn.books.find(session!).mode, 'setup');
  assert.equal((await stage.provider.inquire(transaction, stage.call(transaction))).kind, 'waiting');
  const setup = stage.standIn.books.payByCard(session!, CARD);
  const of = { reference: transaction.id, amountMinor: 0n, currency: 'EUR' };
  const expected = { kind: 'completed', of, providerReference: setup.id };
  assert.deepEqual(await stage.provider.inquire(transaction, stage.call(transaction)), expected);
  assert.deepEqual(await newsOf(stage, 'checkout.session.completed'), {
    about: 'charge',
    charge: transaction.id,
    payment: setup.id,
    amount: { amountMinor: 0n, currency: 'EUR' },
    outcome: expected,
  });
  const paid = { ...transaction, providerReference: setup.id };
  const stored = (await stage.provider.findStored!(paid, stage.call(paid))) as StoredMeans;
  assert.deepEqual(stored, { id: setup.payment_method, more: { customer: setup.customer } });
  assert.equal((await charge(stage, 'card', stored).answer).kind, 'completed');
  const plain = await stage.pay(aPayin('card', { amountMinor: 0n }));
  assert.equal('errorCode' in plain && plain.errorCode, '1001');
});

test('a revoked mandate is detached at Stripe, unless another mandate uses the same card', async (t) => {
  const stage = await openStripe(t);
  const { paid, stored } = await anAgreed(stage, 'card');
  const mandate = { brandId: paid.brandId, userId: 'ada', firstTransactionId: paid.id };
  const forget = (isShared: boolean) =>
    stage.provider.forgetStored!(stored, { ...mandate, isShared }, soon());
  assert.equal(await forget(true), true);
  assert.ok(stage.standIn.books.find(stored.id).customer);
  stage.standIn.fault('detach', 'lost-before');
  assert.equal(await forget(false), false);
  assert.equal(await forget(false), true);
  assert.equal(stage.standIn.books.find(stored.id).customer, null);
  assert.equal(await forget(false), true, 'again');
  assert.deepEqual(await newsOf(stage, 'payment_method.detached'), {
    about: 'mandate',
    kind: 'withdrawn',
    storedId: stored.id,
    reason: 'it was removed at Stripe',
  });
  const declined = { kind: 'declined', errorCode: '2014' };
  stage.standIn.fault(`payment_methods/${stored.id}$`, 'lost-before');
  assert.deepEqual(await charge(stage, 'card', stored).answer, declined, 'Stripe could not be asked why');
  assert.deepEqual(await charge(stage, 'card', stored).answer, { ...declined, withdrawn: true });
});

test('an inactive mandate at Stripe is withdrawn', async (t) => {
  const stage = await openStripe(t);
  const { stored } = await anAgreed(stage, 'sepa-direct-debit');
  const mandate = endMandate(stage.standIn.books, stored.id);
  const news = await newsOf(stage, 'mandate.updated');
  assert.deepEqual([news.about, 'storedId' in news && news.storedId], ['mandate', stored.id]);
  mandate.status = 'active';
  assert.equal((await newsOf(stage, 'mandate.updated')).about, 'nothing');
});
