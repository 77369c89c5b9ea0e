import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { createTransaction } from '../../../src/actions/transactions/create-transaction.ts';
import { resolveTransaction } from '../../../src/actions/transactions/resolve-transaction.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import { chargeReference, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aTransaction } from '../../stage/builders.ts';
import { CARD_OPTION_ID } from '../../stage/harness.ts';
import { charged, type Network, openNetwork, PAID } from './network-stage.ts';

const CARD = '4242424242424242';
const REFUSED: Outcome = { kind: 'failed', errorCode: '1011', answered: true };

test('a payment completes once, however often its provider reports it', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  assert.equal(open.status, 'PROCESSING');
  const key = await network.tell(charged(open, PAID));
  await network.tell(charged(open, PAID), { key });
  await network.sweep();
  const paid = await network.read(open);
  assert.deepEqual([paid.status, paid.providerReference, paid.lateSuccess], ['COMPLETED', 'psp-1', false]);
  await network.tell(charged(open, PAID));
  await network.sweep();
  assert.equal((await network.read(open)).version, paid.version);
  assert.deepEqual(await network.states(), ['applied', 'applied']);
  assert.equal((await network.stored(key)).deliveries, 2);
  const types = (await network.events(open)).map(({ eventType }) => eventType);
  assert.deepEqual(types, ['payin.processing', 'payin.completed']);
});

test('news that arrives before its call has ended waits for the end of the call', async (t) => {
  const network = await openNetwork(t);
  const call = Promise.withResolvers<Outcome>();
  network.answers.push(call.promise);
  const request = network.request(CARD);
  const answer = createTransaction(network.context, request);
  const { merchantId } = network.brand;
  const find = () =>
    network.context.transactions.findByReference(
      merchantId,
      network.brand.brandId,
      request.merchantReference!,
    );
  let [open] = await find();
  for (let tries = 0; !open && tries < 500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    [open] = await find();
  }
  const key = await network.tell(charged(open!, PAID));
  await network.sweep();
  assert.equal((await network.read(open!)).status, 'INIT');
  assert.equal((await network.stored(key)).state, 'waiting');
  call.resolve({ kind: 'pending', providerReference: 'psp-1' });
  await answer;
  network.advance(1_000);
  await network.sweep();
  assert.equal((await network.read(open!)).status, 'COMPLETED');
  assert.equal((await network.stored(key)).state, 'applied');
});

test('a call that a crash interrupted counts as ended after a minute', async (t) => {
  const network = await openNetwork(t);
  const { merchantId, brandId } = network.brand;
  const sent = { provider: 'network', providerAccount: network.accounts[0] };
  const open = aTransaction({ merchantId, brandId, ...sent, createdAt: network.context.now() });
  await network.context.transactions.open({ transaction: open, profile: null, check: null });
  const key = await network.tell(charged(open, PAID));
  network.advance(59_000);
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'waiting');
  network.advance(2_000);
  await network.sweep();
  assert.equal((await network.read(open)).status, 'COMPLETED');
});

const FOREIGN: [
  string,
  string,
  (id: string) => Partial<Parameters<typeof charged>[2] & object>,
  RegExp | null,
][] = [
  [
    'another amount',
    'conflict',
    () => ({ amountMinor: 2499n }),
    /^24\.99 EUR reported, 25\.00 EUR expected$/,
  ],
  ['another currency', 'conflict', () => ({ currency: 'USD' }), /^25\.00 USD reported, 25\.00 EUR expected$/],
  ['no reference of ours', 'foreign', () => ({ charge: 'order 4711' }), /reference/],
  ['an unknown payment', 'unmatched', () => ({ charge: randomUUIDv7() }), /no payment/],
  ['an unknown attempt', 'unmatched', (id) => ({ charge: `${id}-2` }), /was not sent/],
  ['an account that was not asked', 'unmatched', (id) => ({ charge: `${id}-r1` }), /was not sent/],
];

for (const [what, state, of, reason] of FOREIGN) {
  test(`news about ${what} is never applied: ${state}`, async (t) => {
    const network = await openNetwork(t);
    const open = await network.pay(CARD);
    const key = await network.tell(charged(open, PAID, of(open.id)));
    await network.sweep();
    const stored = await network.stored(key);
    assert.equal(stored.state, state);
    if (reason) assert.match(stored.reason!, reason);
    assert.equal((await network.read(open)).version, open.version);
  });
}

test('news for another account, or about another merchant account, is never applied', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  await network.tell(charged(open, PAID), { account: network.accounts[1] });
  await network.tell(charged(open, PAID), { isForeignAccount: true });
  await network.sweep();
  assert.deepEqual(await network.states(), ['unmatched', 'unmatched']);
  assert.equal((await network.read(open)).version, open.version);
});

const ENDS: [string, Outcome, string][] = [
  ['declined', { kind: 'declined', errorCode: '2005' }, 'DECLINED'],
  ['failed', { kind: 'failed', errorCode: '9002' }, 'ERROR'],
];

for (const [what, end, status] of ENDS) {
  test(`money of a payment that had ${what} counts late, once`, async (t) => {
    const network = await openNetwork(t);
    network.answers.push(end, end);
    const ended = await network.pay(CARD);
    assert.equal(ended.status, status);
    // A failed call continues with the second account.
    const account = ended.providerAccount!;
    const news = charged(ended, PAID, { charge: chargeReference(ended) });
    await network.tell(news, { account });
    await network.tell(news, { account });
    await network.sweep();
    const paid = await network.read(ended);
    assert.deepEqual([paid.status, paid.lateSuccess], ['COMPLETED', true]);
    assert.equal(paid.version, ended.version + 1);
    assert.deepEqual(await network.states(), ['applied', 'applied']);
  });
}

test("a provider's own answer never reopens a payment that it had declined", async (t) => {
  const network = await openNetwork(t);
  network.answers.push({ kind: 'declined', errorCode: '2005' });
  const declined = await network.pay(CARD);
  const { applyOutcome } = await import('../../../src/actions/submission/apply-outcome.ts');
  const after = await applyOutcome(network.context, declined, PAID, { actor: 'provider' });
  assert.equal(after.version, declined.version);
});

test('a reported decline ends an open payment, and is a conflict for a COMPLETED payment', async (t) => {
  const network = await openNetwork(t);
  const [first, second] = [await network.pay(CARD), await network.pay(CARD)];
  const no: Outcome = { kind: 'declined', errorCode: '2001' };
  await network.tell(charged(first, no));
  await network.tell(charged(second, PAID));
  await network.sweep();
  assert.deepEqual(
    [(await network.read(first)).status, (await network.read(first)).errorCode],
    ['DECLINED', '2001'],
  );
  await network.tell(charged(second, no));
  await network.tell(charged(first, no));
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'applied', 'conflict', 'applied']);
  assert.equal((await network.read(second)).status, 'COMPLETED');
});

test('news from the first account of a rerouted payment waits for the second account', async (t) => {
  const network = await openNetwork(t);
  network.answers.push(REFUSED);
  const open = await network.pay(CARD);
  const [first, second] = network.accounts;
  assert.deepEqual(
    [open.providerAccount, open.reroutes, chargeReference(open)],
    [second, 1, `${open.id}-r1`],
  );
  const key = await network.tell(charged(open, PAID), { account: first });
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'waiting');
  const no: Outcome = { kind: 'declined', errorCode: '2005' };
  await network.tell(charged(open, no, { charge: `${open.id}-r1` }), { account: second });
  await network.sweep();
  const paid = await network.read(open);
  assert.deepEqual([paid.status, paid.lateSuccess, paid.providerAccount], ['COMPLETED', true, first]);
  assert.equal((await network.stored(key)).state, 'applied');
});

test('a second payment of the same transaction is a conflict for a person', async (t) => {
  const network = await openNetwork(t);
  network.answers.push(REFUSED);
  const open = await network.pay(CARD);
  const [first, second] = network.accounts;
  await network.tell(charged(open, PAID, { charge: `${open.id}-r1` }), { account: second });
  await network.sweep();
  const other: Outcome = { kind: 'completed', providerReference: 'psp-2' };
  const key = await network.tell(charged(open, other), { account: first });
  await network.sweep();
  const stored = await network.stored(key);
  assert.equal(stored.state, 'conflict');
  assert.equal(stored.transactionId, open.id);
  assert.match(stored.reason!, /another attempt/);
  assert.equal((await network.read(open)).providerAccount, second);
});

test('a provider without inquiries is never asked, and a lost answer stays unknown until a notification arrives', async (t) => {
  const network = await openNetwork(t);
  network.answers.push({ kind: 'unknown' });
  const unknown = await network.pay(CARD);
  assert.deepEqual([unknown.status, unknown.errorCode], ['PROCESSING', '9001']);
  network.advance(11_000);
  const asked = await resolveTransaction(network.context, unknown);
  assert.deepEqual([asked.status, asked.errorCode, asked.inquiries], ['PROCESSING', '9001', 1]);
  await network.tell(charged(unknown, PAID));
  await network.sweep();
  const paid = await network.read(unknown);
  assert.deepEqual([paid.status, paid.errorCode, paid.lateSuccess], ['COMPLETED', null, false]);
});

/** The shopper is on the provider's page, which asks for the card. */
async function aCardEnteredThere({ accounts, brand, context }: Network): Promise<Transaction> {
  const { merchantId, brandId } = brand;
  const open = aTransaction({
    merchantId,
    brandId,
    optionId: CARD_OPTION_ID,
    status: 'PROCESSING',
    provider: 'network',
    providerAccount: accounts[0],
    resultType: 'redirect',
    card: null,
    createdAt: context.now(),
  });
  await context.transactions.open({ transaction: open, profile: null, check: null });
  return open;
}

test("a declined card on the provider's page does not end the payment, because the page accepts another card", async (t) => {
  const network = await openNetwork(t);
  const no: Outcome = { kind: 'declined', errorCode: '2005', providerReference: 'psp-0' };
  const open = await aCardEnteredThere(network);
  const declined: News = { ...charged(open, no), isOneTry: true } as News;
  await network.tell(declined);
  await network.sweep();
  assert.equal((await network.read(open)).status, 'PROCESSING');
  await network.tell(charged(open, PAID));
  // The decline of an earlier card comes late.
  await network.tell(declined);
  await network.sweep();
  assert.equal((await network.read(open)).status, 'COMPLETED');
  assert.deepEqual(await network.states(), ['ignored', 'applied', 'ignored']);

  const entered = await network.pay(CARD);
  await network.tell({ ...charged(entered, no), isOneTry: true } as News);
  await network.sweep();
  assert.equal((await network.read(entered)).status, 'DECLINED', 'a card that was entered here has one try');
});

test('an expired offer does not affect another card or payment of its charge that was paid', async (t) => {
  const network = await openNetwork(t);
  const gone: Outcome = { kind: 'declined', errorCode: '3002' };
  const closed = (of: Transaction, payment: string): News =>
    ({ ...charged(of, gone), payment, mayBeAnotherTry: true }) as News;
  const here = await network.pay(CARD);
  const there = await aCardEnteredThere(network);
  for (const one of [here, there]) {
    await network.tell(charged(one, PAID));
    await network.sweep();
    await network.tell(closed(one, 'psp-0'));
    await network.tell(closed(one, 'psp-1'));
    await network.sweep();
    assert.equal((await network.read(one)).status, 'COMPLETED');
  }
  assert.deepEqual(await network.states(), [
    ...['applied', 'ignored', 'conflict'],
    // The page may take a second card. So the gateway ignores the expiry of another one, whichever id the news has.
    ...['applied', 'ignored', 'ignored'],
  ]);
  const open = await network.pay(CARD);
  await network.tell(closed(open, 'psp-0'));
  await network.sweep();
  const { status, errorCode } = await network.read(open);
  assert.deepEqual([status, errorCode], ['DECLINED', '3002']);
});

test('a challenge whose payment is reported as made is recorded as authenticated, not as abandoned', async (t) => {
  const network = await openNetwork(t);
  const expiresAt = new Date(network.context.now().getTime() + 900_000);
  const threeDs = { flow: 'CHALLENGE', status: 'PENDING' } as const;
  network.answers.push({ kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt, threeDs });
  const open = await network.pay(CARD);
  await network.tell(charged(open, PAID));
  await network.sweep();
  assert.deepEqual((await network.read(open)).threeDs, { flow: 'CHALLENGE', status: 'AUTHENTICATED' });
});

test('an error while an item is applied delays that item and no other', async (t) => {
  const network = await openNetwork(t);
  const [first, second] = [await network.pay(CARD), await network.pay(CARD)];
  const { transactions } = network.context;
  network.context.transactions = {
    ...transactions,
    find: async (merchantId, id) => {
      if (id === first.id) throw new Error('a broken row');
      return await transactions.find(merchantId, id);
    },
  };
  const broken = await network.tell(charged(first, PAID));
  const sound = await network.tell(charged(second, PAID));
  await network.sweep();
  assert.equal((await network.stored(sound)).state, 'applied');
  const { state, tries, reason } = await network.stored(broken);
  assert.deepEqual([state, tries, reason], ['waiting', 1, 'it could not be applied; the log says why']);
});
