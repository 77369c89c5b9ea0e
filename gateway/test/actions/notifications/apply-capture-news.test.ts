// News of captures (contract 16): made here or at the provider, before their authorisation, after an end, and news of
// an end while a capture is pending. Each capture counts once.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Provider } from '@tollgate/provider-kit';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { cancelTransaction } from '../../../src/actions/transactions/cancel-transaction.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { CaptureOutcome } from '../../../src/domain/captures/capture.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { authorize, capture } from '../captures/authorize.ts';
import { charged, type Network, openNetwork } from './network-stage.ts';

const AUTHORIZED: Outcome = { kind: 'authorized', takesSeveral: true, providerReference: 'psp-1' };
const CANCELLED: Outcome = { kind: 'cancelled' };

/** News of a capture under the provider's id. */
function captured(
  { id, currency }: Transaction,
  providerReference: string,
  amountMinor: bigint,
  { outcome = { kind: 'completed' } as CaptureOutcome, captureId = null as string | null } = {},
): News {
  return {
    about: 'capture',
    captureId,
    charge: id,
    payment: 'psp-1',
    providerReference,
    amount: { amountMinor, currency },
    outcome,
    isFinal: false,
    needsFormer: false,
  };
}

/** The network captures as the test says. */
function capturing(network: Network, answer: Provider['capture']): Network['context'] {
  const { context } = network;
  const provider: typeof context.provider = (...sentTo) => {
    const found = context.provider(...sentTo);
    return found && { ...found, ...(answer ? { capture: answer } : {}) };
  };
  return { ...context, provider };
}

async function stands({ read, context }: Network, payment: Transaction) {
  const { status, authorized } = await read(payment);
  assert.deepEqual((await verifyLedger(context.sql)).faults, []);
  return [status, authorized?.capturedMinor ?? null];
}

test('a capture at the provider waits for its authorisation, and counts once', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored } = network;
  const payment = await authorize(network, network.context);
  const early = await tell(captured(payment, 'cap-1', 1_000n));
  network.advance(61_000);
  await sweep();
  assert.equal((await stored(early)).state, 'waiting');
  await tell(charged(payment, AUTHORIZED));
  await sweep();
  assert.equal((await stored(early)).state, 'applied', 'the authorisation has woken it');
  await tell(captured(payment, 'cap-1', 1_000n));
  await sweep();
  assert.deepEqual(await stands(network, payment), ['PROCESSING', 1_000n]);
});

test("a capture made here that is told by the provider's id alone counts once", async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored, answers } = network;
  answers.push(AUTHORIZED);
  const context = capturing(network, async () => ({ kind: 'pending', providerReference: 'cap-7' }));
  const payment = await authorize(network, context);
  await capture(context, payment, 1_000n, { isFinal: false });
  const key = await tell(captured(payment, 'cap-7', 1_000n));
  await sweep();
  assert.equal((await stored(key)).state, 'applied');
  assert.deepEqual(await stands(network, payment), ['PROCESSING', 1_000n]);
  assert.equal((await context.captures.ofTransaction(payment.merchantId, payment.id)).length, 1);
});

test('a capture that is told after a partial void counts, one over the rest is a conflict', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored, answers, context, read } = network;
  answers.push(AUTHORIZED);
  const payment = await authorize(network, context);
  await tell(captured(payment, 'cap-1', 1_000n));
  await sweep();
  await cancelTransaction(context, ROOT, await read(payment), null);
  assert.deepEqual(await stands(network, payment), ['COMPLETED', 1_000n]);
  await tell(captured(payment, 'cap-2', 500n));
  await sweep();
  const over = await tell(captured(payment, 'cap-3', 1_001n));
  await sweep();
  assert.deepEqual(await stands(network, payment), ['COMPLETED', 1_500n]);
  assert.equal((await stored(over)).state, 'conflict');
  const names = (await network.events(payment)).map(({ eventType }) => eventType);
  assert.deepEqual(names, ['payin.authorized', 'capture.completed', 'payin.completed', 'capture.completed']);
});

test('news of an end waits for a pending capture, and is woken by it', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored, answers } = network;
  answers.push(AUTHORIZED);
  const context = capturing(network, async () => ({ kind: 'pending' }));
  const payment = await authorize(network, context);
  const made = await capture(context, payment, 1_000n, { isFinal: false });
  const cancelled = await tell(charged(payment, CANCELLED));
  const declined = await tell(charged(payment, { kind: 'declined', errorCode: '2005' }));
  await sweep();
  assert.deepEqual([(await stored(cancelled)).state, (await stored(declined)).state], ['waiting', 'waiting']);
  const outcome = { kind: 'failed', errorCode: '5105' } as const;
  await tell(captured(payment, 'cap-1', 1_000n, { outcome, captureId: made.id }));
  await sweep();
  assert.equal((await stored(cancelled)).state, 'applied');
  assert.deepEqual(await stands(network, payment), ['DECLINED', 0n]);
});

test('a completed capture that fails after the whole pay-in came back is a conflict', async (t) => {
  const network = await openNetwork(t);
  const { tell, sweep, stored, answers } = network;
  answers.push(AUTHORIZED);
  const context = capturing(network, async () => ({ kind: 'completed', providerReference: 'cap-1' }));
  const payment = await authorize(network, context);
  const made = await capture(context, payment, null);
  const { id, currency, amountMinor } = payment;
  await tell({
    about: 'return',
    charge: id,
    payment: 'psp-1',
    amount: { amountMinor, currency },
    reason: null,
  });
  await sweep();
  const outcome = { kind: 'failed', errorCode: '5105' } as const;
  const failed = await tell(captured(payment, 'cap-1', amountMinor, { outcome, captureId: made.id }));
  await sweep();
  assert.equal((await stored(failed)).state, 'conflict');
  assert.deepEqual(await stands(network, payment), ['COMPLETED', 2_500n]);
});
