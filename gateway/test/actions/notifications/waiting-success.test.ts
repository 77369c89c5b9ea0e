// A success that waits behind another open attempt is applied when that attempt ends, however it ends, and not minutes
// later. The clock stands still, so an item that is not woken stays.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Context } from '../../../src/actions/context.ts';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import { cancelTransaction } from '../../../src/actions/transactions/cancel-transaction.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aSession, attempt } from './a-session.ts';
import { charged, openNetwork, PAID } from './network-stage.ts';

/** The first attempt was declined, the second one is open, and news says that the first one was paid. */
async function paidBehindAnOpenOne(t: TestContext) {
  const network = await openNetwork(t);
  network.answers.push({ kind: 'declined', errorCode: '2005' });
  const open = await attempt(network, await attempt(network, await aSession(network)));
  const key = await network.tell(charged(open, PAID));
  await network.sweep();
  assert.match((await network.stored(key)).reason!, /another attempt/);
  return { network, open, key };
}

const ENDS: [string, (context: Context, open: Transaction) => Promise<Transaction>, string][] = [
  [
    'is declined',
    (context, open) =>
      applyOutcome(context, open, { kind: 'declined', errorCode: '2005' }, { actor: 'resolver' }),
    'PROCESSING',
  ],
  [
    'fails',
    (context, open) =>
      applyOutcome(context, open, { kind: 'failed', errorCode: '9002' }, { actor: 'resolver' }),
    'ERROR',
  ],
  [
    'expires with its session',
    (context, open) => applyOutcome(context, open, { kind: 'expired' }, { actor: 'expiry' }),
    'DECLINED',
  ],
  ['is cancelled', (context, open) => cancelTransaction(context, ROOT, open, null), 'DECLINED'],
];

for (const [what, end, status] of ENDS) {
  test(`a success that waits is applied when the open attempt ${what}`, async (t) => {
    const { network, open, key } = await paidBehindAnOpenOne(t);
    assert.equal((await end(network.context, open)).status, status);
    await network.sweep();
    assert.equal((await network.stored(key)).state, 'applied');
    const paid = await network.read(open);
    assert.deepEqual([paid.status, paid.paidAttempt, paid.providerReference], ['COMPLETED', 1, 'psp-1']);
  });
}
