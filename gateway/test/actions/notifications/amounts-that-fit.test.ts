// News after the end of a payment is checked before money moves (contract 13): the amount, the reference, and the
// amount that can still be taken.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { DisputeReport, News } from '../../../src/domain/notifications/news.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import {
  aPaidOne,
  assertProven,
  availableMinor,
  CARD,
  disputed,
  recordOf,
  refunded,
  whole,
} from './after-end-news.ts';
import { openNetwork, PAID } from './network-stage.ts';

test('a step of a dispute with another amount is a conflict, and moves nothing', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const tell = async (
    ...[status, follows, amountMinor]: [DisputeReport['status'], DisputeReport['follows'], bigint]
  ) => {
    const key = await network.tell(disputed(paid, status, follows, { amountMinor }));
    await network.sweep();
    return [(await network.stored(key)).state, await availableMinor(network)];
  };
  assert.deepEqual(await tell('OPEN', null, 2600n), ['conflict', 2500n]);
  assert.deepEqual(await tell('OPEN', null, 1000n), ['applied', 1500n]);
  assert.deepEqual(await tell('OPEN', null, 2500n), ['conflict', 1500n]);
  assert.deepEqual(await tell('WON', ['OPEN'], 400n), ['conflict', 1500n]);
  assert.deepEqual(await tell('WON', ['OPEN'], 1000n), ['applied', 2500n]);
  assert.deepEqual(await tell('WON', ['OPEN'], 900n), ['conflict', 2500n]);
  assert.deepEqual(await tell('OPEN', null, 900n), ['conflict', 2500n], 'also where it comes late');
  assert.deepEqual(await tell('LOST', ['WON'], 2500n), ['conflict', 2500n]);
  assert.deepEqual(await tell('LOST', ['WON'], 1000n), ['applied', 1500n]);
  const doubt = 'what was booked is neither its amount nor nothing';
  const key = await network.tell(
    disputed(paid, 'LOST', null, { amountMinor: 1000n, fundsWithheld: false, doubt }),
  );
  await network.sweep();
  assert.deepEqual(
    [(await network.stored(key)).state, (await network.stored(key)).reason],
    ['conflict', doubt],
  );
  assert.equal(await availableMinor(network), 1500n);
  await assertProven(network);
});

const ANNOUNCED = { fundsWithheld: false, announces: true } as const;
const TAKEN = { fundsWithheld: true } as const;
const STEP_OF_TAKEN = { followsWithheld: true } as const;

test('an announced chargeback takes nothing, and the chargeback after it takes its own amount once', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const early = await network.tell(disputed(paid, 'WON', ['OPEN'], { ...STEP_OF_TAKEN, amountMinor: 1000n }));
  await network.tell(disputed(paid, 'OPEN', null, { ...ANNOUNCED, amountMinor: 2000n }));
  await network.sweep();
  assert.equal((await network.stored(early)).state, 'waiting', 'nothing was taken that could be given back');
  assert.equal(await availableMinor(network), 2500n);
  await network.tell(disputed(paid, 'OPEN', null, { ...TAKEN, amountMinor: 1000n }));
  await network.tell(disputed(paid, 'OPEN', null, { ...TAKEN, amountMinor: 1000n }));
  await network.sweep();
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'applied', 'applied', 'applied']);
  const amounts = (await network.events(paid)).map(({ eventType }) => eventType);
  assert.deepEqual(amounts, ['payin.completed', 'dispute.opened', 'dispute.updated', 'dispute.won']);
  assert.equal(await availableMinor(network), 2500n);
  await assertProven(network);
});

test('an announcement that comes after its chargeback gives nothing back, whatever its amount', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const late = async () => {
    const key = await network.tell(disputed(paid, 'OPEN', null, { ...ANNOUNCED, amountMinor: 2000n }));
    await network.sweep();
    assert.equal((await network.stored(key)).state, 'ignored');
    const [dispute] = (await recordOf(network, paid)).disputes;
    return [dispute!.status, dispute!.amountMinor, await availableMinor(network)];
  };
  const tell = async (...step: Parameters<typeof disputed>) => {
    await network.tell(disputed(...step));
    await network.sweep();
  };
  await tell(paid, 'OPEN', null, { ...TAKEN, amountMinor: 1000n });
  assert.deepEqual(await late(), ['OPEN', 1000n, 1500n]);
  await tell(paid, 'WON', ['OPEN'], { ...STEP_OF_TAKEN, amountMinor: 1000n });
  assert.deepEqual(await late(), ['WON', 1000n, 2500n]);
  await tell(paid, 'LOST', ['WON'], { ...STEP_OF_TAKEN, amountMinor: 1000n });
  assert.deepEqual(await late(), ['LOST', 1000n, 1500n]);
  await assertProven(network);
});

test('a step belongs to the dispute that it names, in any order', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const of = (providerReference: string) => ({ providerReference, amountMinor: 1000n });
  const early = await network.tell(disputed(paid, 'WON', ['OPEN'], of('dp-1')));
  await network.sweep();
  assert.equal((await network.stored(early)).state, 'waiting');
  await network.tell(disputed(paid, 'OPEN', null, of('dp-2')));
  await network.sweep();
  const { state, reason } = await network.stored(early);
  assert.equal(state, 'conflict');
  assert.match(reason!, /none with its reference/);
  const second = await network.tell(disputed(paid, 'LOST', ['WON'], of('dp-3')));
  await network.sweep();
  assert.equal((await network.stored(second)).state, 'conflict');
  assert.equal(await availableMinor(network), 1500n);
  // The news of its own dispute arrives after all.
  await network.tell(disputed(paid, 'OPEN', null, of('dp-1')));
  await network.sweep();
  assert.equal((await network.stored(early)).state, 'applied');
  const { disputes } = await recordOf(network, paid);
  assert.deepEqual(disputes.map((one) => [one.providerReference, one.status]).sort(), [
    ['dp-1', 'WON'],
    ['dp-2', 'OPEN'],
  ]);
  assert.equal(await availableMinor(network), 1500n);
  await assertProven(network);
});

test('disputes and a return together take at most the paid amount', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const back: News = { about: 'return', charge: paid.id, payment: null, amount: whole(paid), reason: null };
  await network.tell(disputed(paid, 'OPEN', null, { amountMinor: 2000n }));
  await network.sweep();
  await network.tell(disputed(paid, 'OPEN', null, { amountMinor: 501n, providerReference: 'dp-2' }));
  await network.tell(back);
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'conflict', 'conflict']);
  assert.equal(await availableMinor(network), 500n);
  await assertProven(network);
});

test('a failure of a refund made at the provider is a conflict if its amount differs', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  await network.tell(refunded(paid));
  await network.sweep();
  const failed = { outcome: { kind: 'failed', errorCode: '5005' }, needsFormer: true } as const;
  const amount = { amountMinor: 400n, currency: 'EUR' };
  await network.tell(refunded(paid, { ...failed, amount }));
  await network.tell(refunded(paid, { amount }));
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'conflict', 'conflict']);
  assert.equal(await availableMinor(network), 1500n);
});

test('a dispute of a debit is a return, whatever the provider calls it', async (t) => {
  const network = await openNetwork(t);
  network.answers.push(PAID);
  const optionId = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!.id;
  const data = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const paid = await network.pay(CARD, { optionId, card: null, paymentData: data, country: 'DE' });
  assert.deepEqual([paid.status, paid.optionId], ['COMPLETED', optionId]);
  const part = await network.tell(disputed(paid, 'OPEN', null, { amountMinor: 2000n }));
  const inquiry = await network.tell(disputed(paid, 'INQUIRY'));
  await network.sweep();
  assert.equal((await network.stored(part)).state, 'conflict');
  assert.equal((await network.stored(inquiry)).state, 'ignored');
  const key = await network.tell(disputed(paid, 'OPEN'));
  await network.tell(disputed(paid, 'WON', ['OPEN']));
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'applied');
  const { disputes, transaction } = await recordOf(network, paid);
  assert.deepEqual([disputes.length, transaction.returned?.reason], [0, 'fraud']);
  assert.equal(await availableMinor(network), 0n);
  const [row] = await network.context.sql`select told from notification_work where state = 'applied'`;
  assert.equal(row!.told, 'returned');
  await assertProven(network);
});

test('an item about several refunds books each of them, and names those that need a person', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const of = (providerReference: string, amountMinor: bigint) =>
    refunded(paid, {
      providerReference,
      amount: { amountMinor, currency: 'EUR' },
      outcome: { kind: 'completed', providerReference },
    }) as Extract<News, { about: 'refund' }>;
  const both = [of('re-1', 1000n), of('re-2', 500n)];
  const keys = [
    await network.tell({ about: 'several', news: both }),
    await network.tell({ about: 'several', news: both }),
  ];
  await network.sweep();
  const more = [of('re-3', 2000n), ...both, of('re-4', 100n)];
  keys.push(await network.tell({ about: 'several', news: more }));
  await network.sweep();
  const states = await Promise.all(keys.map(async (key) => (await network.stored(key)).state));
  assert.deepEqual(states, ['applied', 'applied', 'conflict']);
  const { refunds } = await recordOf(network, paid);
  assert.deepEqual(refunds.map(({ amountMinor }) => amountMinor).sort(), [100n, 1000n, 500n]);
  assert.equal(await availableMinor(network), 900n);
  await assertProven(network);
});
