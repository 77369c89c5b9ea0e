// News about an earlier attempt of a session moves no money of the paid attempt, even if neither news names the payment
// by its id and both attempts went to the same account.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aSession, attempt } from './a-session.ts';
import { charged, type Network, openNetwork, PAID } from './network-stage.ts';

const DECLINED: Outcome = { kind: 'declined', errorCode: '2005' };
const PAID_TOO: Outcome = { kind: 'completed', providerReference: 'psp-2' };

const cancelledNews = (charge: string, payment?: string): News => ({
  about: 'charge',
  charge,
  amount: null,
  outcome: { kind: 'cancelled' },
  ...(payment !== undefined && { payment }),
});

const whole = ({ amountMinor, currency }: Transaction) => ({ amountMinor, currency });

const returnedNews = (of: Transaction, charge: string): News => ({
  about: 'return',
  charge,
  payment: null,
  amount: whole(of),
  reason: 'expired',
});

const disputedNews = (of: Transaction, charge: string): News => ({
  about: 'dispute',
  charge,
  payment: null,
  amount: whole(of),
  dispute: { providerReference: 'dp-1', status: 'OPEN', reason: 'fraud', deadline: null, follows: null },
});

/** The first attempt was declined, the second one waits for its shopper. */
async function atTheSecond(t: TestContext): Promise<{ network: Network; open: Transaction }> {
  const network = await openNetwork(t);
  network.answers.push(DECLINED);
  const first = await attempt(network, await aSession(network));
  assert.deepEqual([first.status, first.attempts, first.provider], ['PROCESSING', 1, null]);
  const open = await attempt(network, first);
  assert.deepEqual([open.attempts, open.providerAccount], [2, network.accounts[0]]);
  return { network, open };
}

async function notify(network: Network, news: News): Promise<string> {
  const key = await network.tell(news);
  await network.sweep();
  return key;
}

async function assertPaid(network: Network, of: Transaction): Promise<Transaction> {
  const after = await network.read(of);
  assert.deepEqual([after.status, after.returned], ['COMPLETED', null]);
  const { disputes } = (await network.context.transactions.record(of.merchantId, of.id))!;
  assert.deepEqual(disputes, []);
  assert.deepEqual((await verifyLedger(network.context.sql)).faults, []);
  return after;
}

test('a former attempt that is reported as cancelled before the next one is paid takes no money back', async (t) => {
  const { network, open } = await atTheSecond(t);
  const key = await notify(network, cancelledNews(open.id));
  assert.equal((await network.stored(key)).state, 'applied');
  await notify(network, charged(open, PAID_TOO, { charge: `${open.id}-2` }));
  await assertPaid(network, open);
  assert.deepEqual(await network.states(), ['applied', 'applied']);
});

test('news of a former attempt after the next one was paid takes no money back', async (t) => {
  const { network, open } = await atTheSecond(t);
  await notify(network, charged(open, PAID_TOO, { charge: `${open.id}-2` }));
  await notify(network, cancelledNews(open.id));
  await notify(network, returnedNews(open, open.id));
  await notify(network, disputedNews(open, open.id));
  await assertPaid(network, open);
  assert.deepEqual(await network.states(), ['applied', 'applied', 'conflict', 'conflict']);
  // News about the paid attempt counts.
  await notify(network, returnedNews(open, `${open.id}-2`));
  assert.equal((await network.read(open)).returned?.reason, 'expired');
});

test('if a former attempt was paid late, news of the latest attempt takes no money back', async (t) => {
  const { network, open } = await atTheSecond(t);
  await notify(network, charged(open, DECLINED, { charge: `${open.id}-2` }));
  await notify(network, charged(open, PAID));
  const paid = await assertPaid(network, open);
  assert.deepEqual([paid.attempts, paid.paidAttempt, paid.providerReference], [2, 1, 'psp-1']);
  await notify(network, cancelledNews(`${open.id}-2`));
  await notify(network, returnedNews(open, `${open.id}-2`));
  await notify(network, disputedNews(open, `${open.id}-2`));
  await assertPaid(network, open);
  assert.deepEqual((await network.states()).slice(2), ['applied', 'conflict', 'conflict']);
  const second = await notify(network, charged(open, PAID_TOO, { charge: `${open.id}-2` }));
  assert.equal((await network.stored(second)).state, 'conflict');
  await notify(network, returnedNews(open, open.id));
  assert.equal((await network.read(open)).returned?.reason, 'expired');
  // The whole payment was returned, so nothing is left to withhold.
  const disputed = await notify(network, disputedNews(open, open.id));
  assert.equal((await network.stored(disputed)).state, 'conflict');
});

for (const order of [
  ['called off', 'paid'],
  ['paid', 'called off'],
]) {
  test(`a charge that was cancelled while open, and paid all the same, stays paid: reported ${order.join(', then ')}`, async (t) => {
    const network = await openNetwork(t);
    const open = await network.pay('4242424242424242');
    const news: Record<string, News> = { paid: charged(open, PAID), 'called off': cancelledNews(open.id) };
    for (const one of order) await notify(network, news[one]!);
    await assertPaid(network, open);
    // After that nobody can say which attempt was cancelled, so a person looks at it.
    assert.deepEqual(await network.states(), ['applied', order[0] === 'paid' ? 'conflict' : 'applied']);
  });
}

test('a cancellation that names another payment of the same reference takes no money back', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay('4242424242424242');
  await notify(network, cancelledNews(open.id, 'psp-0'));
  await notify(network, charged(open, PAID));
  await assertPaid(network, open);
  assert.deepEqual(await network.states(), ['applied', 'applied']);
});
