// Two pieces of news about one payment at the same moment: the loser of the race is judged again, and nothing is
// dropped. The test plays the race with a store whose first commit loses.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { leaveAttempt } from '../../../src/actions/cashier/leave-attempt.ts';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionStore } from '../../../src/storage/transactions/transaction-store.ts';
import { aSession, attempt } from './a-session.ts';
import { charged, type Network, openNetwork, PAID } from './network-stage.ts';

const CARD = '4242424242424242';
const DECLINED: Outcome = { kind: 'declined', errorCode: '2005' };

interface Race {
  network: Network;
  open: Transaction;
  /** Runs once, around the next commit of a change. */
  around: { before?: () => Promise<unknown>; after?: () => Promise<unknown> };
}

async function aRace(t: TestContext): Promise<Race> {
  const network = await openNetwork(t);
  const around: Race['around'] = {};
  const { transactions } = network.context;
  const apply: TransactionStore['apply'] = async (job) => {
    const { before, after } = around;
    for (const name of ['before', 'after'] as const) delete around[name];
    await before?.();
    const applied = await transactions.apply(job);
    await after?.();
    return applied;
  };
  const open = await network.pay(CARD);
  network.context.transactions = Object.assign(Object.create(transactions), { apply });
  return { network, open, around };
}

const cancelled = ({ id: charge }: Transaction, payment: string | null): News => ({
  about: 'charge',
  charge,
  payment,
  amount: null,
  outcome: { kind: 'cancelled' },
});
const paidByNotification = { ...PAID, notified: true } as Outcome;

const BEATEN: [string, (open: Transaction) => News, string, boolean][] = [
  ['a cancellation that names the payment', (open) => cancelled(open, 'psp-1'), 'applied', true],
  ['a cancellation without a payment', (open) => cancelled(open, null), 'conflict', false],
  ['a decline', (open) => charged(open, DECLINED), 'conflict', false],
  ['an expiry', (open) => charged(open, { kind: 'expired' }), 'conflict', false],
];

for (const [what, newsOf, state, isReturned] of BEATEN) {
  test(`${what} that loses the race against a payment is judged again: ${state}`, async (t) => {
    const { network, open, around } = await aRace(t);
    around.before = () => applyOutcome(network.context, open, paidByNotification, { actor: 'provider' });
    const key = await network.tell(newsOf(open));
    await network.sweep();
    const after = await network.read(open);
    assert.deepEqual([after.status, after.returned !== null], ['COMPLETED', isReturned]);
    assert.equal((await network.stored(key)).state, state);
  });
}

test('a payment that overtakes a cancellation counts as late, and is given back', async (t) => {
  const { network, open, around } = await aRace(t);
  const paid = await network.tell(charged(open, PAID));
  around.before = async () => {
    await network.tell(cancelled(open, 'psp-1'));
    await network.sweep();
  };
  await network.sweep();
  const after = await network.read(open);
  assert.deepEqual([after.status, after.lateSuccess, after.returned !== null], ['COMPLETED', true, true]);
  assert.equal((await network.stored(paid)).state, 'applied');
});

for (const by of ['a notification', 'the return of the shopper']) {
  test(`a payment that ${by} reports between a cancellation and its verdict is given back`, async (t) => {
    const { network, open, around } = await aRace(t);
    const key = await network.tell(cancelled(open, 'psp-1'));
    around.after = async () => {
      if (by === 'a notification') {
        await network.tell(charged(open, PAID));
        await network.sweep();
      } else await applyOutcome(network.context, open, PAID, { actor: 'provider' });
    };
    await network.sweep();
    const after = await network.read(open);
    assert.deepEqual([after.status, after.returned?.reason], ['COMPLETED', 'cancelled at the provider']);
    assert.deepEqual(
      [(await network.stored(key)).state, (await network.stored(key)).reason],
      ['applied', null],
    );
  });
}

test('a payment that the provider answers after its cancellation was applied is given back too', async (t) => {
  const { network, open } = await aRace(t);
  await network.tell(cancelled(open, 'psp-1'));
  await network.sweep();
  assert.equal((await network.read(open)).status, 'DECLINED');
  await applyOutcome(network.context, open, PAID, { actor: 'provider' });
  await network.sweep();
  assert.equal((await network.read(open)).returned?.reason, 'cancelled at the provider');
});

test('many cancellations and payments at once: each payment is given back', async (t) => {
  const network = await openNetwork(t);
  const open = await Promise.all(Array.from({ length: 20 }, () => network.pay(CARD)));
  for (const [index, one] of open.entries()) {
    const paid = charged(one, { kind: 'completed', providerReference: `psp-${index}` });
    await Promise.all([network.tell(cancelled(one, `psp-${index}`)), network.tell(paid)]);
  }
  await network.sweep();
  const after = await Promise.all(open.map((one) => network.read(one)));
  assert.deepEqual(
    after.map(({ status, returned }) => `${status} ${returned?.reason}`),
    Array(20).fill('COMPLETED cancelled at the provider'),
  );
});

test('money that a provider reports as moved counts, whatever the caller expected', async (t) => {
  const { network, open, around } = await aRace(t);
  around.before = () => applyOutcome(network.context, open, { kind: 'cancelled' }, { actor: 'merchant' });
  const after = await applyOutcome(network.context, open, PAID, {
    actor: 'resolver',
    stillFits: () => false,
  });
  assert.deepEqual([after.status, after.lateSuccess, after.providerReference], ['COMPLETED', true, 'psp-1']);
});

test('a payment that the ledger refuses is reported for a person to look at', async (t) => {
  const { network, open, around } = await aRace(t);
  around.before = () => applyOutcome(network.context, open, DECLINED, { actor: 'provider' });
  const after = await applyOutcome(network.context, open, PAID, { actor: 'provider' });
  assert.equal(after.status, 'DECLINED');
  const said = network.logged.filter(({ msg }) => String(msg).includes('it has ended otherwise'));
  assert.deepEqual(
    said.map(({ transactionId }) => transactionId),
    [open.id],
  );
});

test('an attempt that was cancelled is left, although the resolver asks about it at this moment', async (t) => {
  const { network, around } = await aRace(t);
  const open = await attempt(network, await aSession(network));
  around.before = () => applyOutcome(network.context, open, { kind: 'waiting' }, { actor: 'resolver' });
  const after = await leaveAttempt(network.context, open);
  assert.deepEqual([after.status, after.provider, after.errorCode], ['PROCESSING', null, '3001']);
});
