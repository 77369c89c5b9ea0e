// News of mandates (contract 16): what the provider stored, told before and after the payment that it belongs to, and
// that it was withdrawn there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createTransaction } from '../../../src/actions/transactions/create-transaction.ts';
import { mandateIdOf } from '../../../src/domain/mandates/mandate.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import { NO_DETAILS } from '../../../src/domain/transactions/new-transaction.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { findMandate } from '../../../src/storage/mandates/mandate-store.ts';
import { charged, type Network, openNetwork } from './network-stage.ts';

const PAID: Outcome = { kind: 'completed', providerReference: 'psp-1' };
const AGREEMENT = { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null } as const;
const withdrawn = (storedId: string): News => ({
  about: 'mandate',
  kind: 'withdrawn',
  storedId,
  reason: null,
});

const storedFor = ({ id: charge }: Transaction, id: string): News => ({
  about: 'mandate',
  kind: 'stored',
  charge,
  stored: { id, networkTransactionId: 'n-1' },
});

/** A card pay-in whose payer agrees. */
const agree = (network: Network) =>
  network.pay('4242424242424242', { userId: 'anna', details: { ...NO_DETAILS, mandate: AGREEMENT } });

const mandateOf = async ({ context }: Network, payment: Transaction) =>
  await findMandate(context.sql, payment, mandateIdOf(payment.id));

const names = async (network: Network, payment: Transaction) =>
  (await network.events(payment)).map(({ eventType }) => eventType);

test('news of a stored card waits for its payment, activates the mandate, and counts once', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored } = network;
  const payment = await agree(network);
  const early = await tell(storedFor(payment, 'stored-1'));
  await sweep();
  assert.equal((await stored(early)).state, 'waiting');
  assert.equal(await mandateOf(network, payment), null);
  await tell(charged(payment, PAID));
  await sweep();
  assert.equal((await stored(early)).state, 'applied', 'the payment has woken it');
  const again = await tell(storedFor(payment, 'stored-1'));
  await sweep();
  assert.equal((await stored(again)).state, 'applied');
  const other = await tell(storedFor(payment, 'stored-2'));
  await sweep();
  assert.equal((await stored(other)).state, 'ignored', 'the mandate keeps what was stored first');
  const mandate = await mandateOf(network, payment);
  assert.deepEqual(
    [mandate?.status, mandate?.storedId, mandate?.networkTransactionId],
    ['ACTIVE', 'stored-1', 'n-1'],
  );
  const events = await names(network, payment);
  assert.deepEqual(events.slice(-2), ['payin.completed', 'mandate.active']);
});

test('news about a payment that asked for no mandate is ignored', async (t) => {
  const network = await openNetwork(t);
  network.answers.push(PAID);
  const payment = await network.pay('4242424242424242');
  const key = await network.tell(storedFor(payment, 'stored-1'));
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'ignored');
});

test('a mandate that was withdrawn at the provider is revoked once, and cannot be charged', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored, answers, accounts, context } = network;
  answers.push({ ...PAID, stored: { id: 'stored-1' } });
  const payment = await agree(network);
  const elsewhere = await tell(withdrawn('stored-1'), { account: accounts[1] });
  const unknown = await tell(withdrawn('stored-9'));
  await sweep();
  assert.deepEqual([(await stored(elsewhere)).state, (await stored(unknown)).state], ['foreign', 'foreign']);
  assert.equal(
    (await mandateOf(network, payment))?.status,
    'ACTIVE',
    'the id of another account is not its own',
  );
  for (const _ of [1, 2]) {
    const key = await tell(withdrawn('stored-1'));
    await sweep();
    assert.equal((await stored(key)).state, 'applied');
  }
  const mandate = await mandateOf(network, payment);
  assert.deepEqual([mandate?.status, mandate?.panSealed, mandate?.dueAt], ['REVOKED', null, null]);
  assert.deepEqual(await names(network, payment), ['payin.completed', 'mandate.active', 'mandate.revoked']);
  const wanted = { ...network.request('4242424242424242'), card: null, mandateId: mandate!.id };
  const { result } = await createTransaction(context, wanted);
  assert.equal((result as { errorCode?: string }).errorCode, '2014');
});
