// A person decided a payment as COMPLETED, because its provider never
// answered. The provider sends news afterwards.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { createRefund } from '../../../src/actions/refunds/create-refund.ts';
import { decideOutcome } from '../../../src/actions/transactions/decide-outcome.ts';
import { resolveTransaction } from '../../../src/actions/transactions/resolve-transaction.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { INQUIRY_DELAYS_MS } from '../../../src/domain/transactions/outcome-step.ts';
import { charged, type Network, openNetwork, PAID } from './network-stage.ts';

async function aDecidedOne(t: TestContext) {
  const network = await openNetwork(t);
  network.answers.push({ kind: 'unknown' });
  let open = await network.pay('4242424242424242');
  for (const delayMs of INQUIRY_DELAYS_MS) {
    network.advance(delayMs);
    open = await resolveTransaction(network.context, open);
  }
  assert.equal(open.dueAt, null);
  const decision = { outcome: 'COMPLETED', reason: 'seen on the statement' } as const;
  const decided = await decideOutcome(network.context, ROOT, open, decision);
  assert.deepEqual([decided.status, decided.providerReference], ['COMPLETED', null]);
  return { network, decided };
}

async function assertProven({ context }: Network): Promise<void> {
  assert.deepEqual((await verifyLedger(context.sql)).faults, []);
}

test("a payment that a person decided gets the id from its provider's notification, once", async (t) => {
  const { network, decided } = await aDecidedOne(t);
  await network.tell(charged(decided, PAID));
  await network.tell(charged(decided, PAID));
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'applied']);
  const known = await network.read(decided);
  assert.deepEqual([known.status, known.providerReference, known.lateSuccess], ['COMPLETED', 'psp-1', false]);
  assert.deepEqual([known.version, known.sequence], [decided.version + 1, decided.sequence]);
  const types = (await network.events(decided)).map(({ eventType }) => eventType);
  assert.deepEqual(types, ['payin.processing', 'payin.completed'], 'merchants know of it already');
  const wanted = { amountMinor: 700n, refundReference: null, reason: null };
  const refund = await createRefund(network.context, ROOT, known, wanted);
  assert.equal(refund.status, 'PENDING');
  await assertProven(network);
});

test('a second payment of the same reference is not mistaken for the payment that a person decided', async (t) => {
  const { network, decided } = await aDecidedOne(t);
  await network.tell(charged(decided, PAID));
  await network.sweep();
  const key = await network.tell(charged(decided, { kind: 'completed', providerReference: 'psp-2' }));
  await network.sweep();
  const second = await network.stored(key);
  assert.equal(second.state, 'conflict');
  assert.match(second.reason!, /another attempt/);
  assert.equal((await network.read(decided)).providerReference, 'psp-1');
  await assertProven(network);
});

test('if two payments are reported at the same moment, one of them counts as the payment that a person decided', async (t) => {
  const { network, decided } = await aDecidedOne(t);
  for (let i = 1; i <= 4; i++)
    await network.tell(charged(decided, { kind: 'completed', providerReference: `psp-${i}` }));
  await network.sweep();
  assert.deepEqual((await network.states()).toSorted(), ['applied', 'conflict', 'conflict', 'conflict']);
  await assertProven(network);
});

test('a payment that a person completed and the provider had cancelled is given back once it is reported', async (t) => {
  const { network, decided } = await aDecidedOne(t);
  await network.tell(charged(decided, PAID));
  await network.tell({
    about: 'charge',
    charge: decided.id,
    payment: 'psp-1',
    amount: null,
    outcome: { kind: 'cancelled' },
  });
  await network.sweep();
  assert.equal((await network.read(decided)).returned?.reason, 'cancelled at the provider');
  await assertProven(network);
});
