// Refunds from their request to their end (contract 8, 10): the money at each step, answers and events, refusals, and a
// provider that does not answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { moveDispute } from '../../../src/actions/after-end/move-dispute.ts';
import { returnTransaction } from '../../../src/actions/after-end/return-transaction.ts';
import { fundBrand } from '../../../src/actions/ledger/fund-brand.ts';
import { createRefund } from '../../../src/actions/refunds/create-refund.ts';
import type { DisputeNews } from '../../../src/domain/after-end/dispute.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { sweepDueRefunds } from '../../../src/worker/due-refunds.ts';
import { openActions, sharedActions } from '../open-actions.ts';
import { MISSED_SOON, moneyOf, refund, refunding, refundsOf, soundBooks } from '../refund-actions.ts';

const CARD = '4242424242424242';

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  throw new Error('it was not refused');
}

test('a refund reserves its amount, and books it out when the provider confirms', async (t) => {
  const actions = await openActions(t);
  const payment = await actions.pay(CARD);
  const asked: unknown[] = [];
  const context = refunding(actions.context, {
    async refund(transaction, made) {
      const { id, sequence } = transaction as Transaction;
      asked.push([id, sequence, made.id, made.amountMinor]);
      assert.deepEqual(await moneyOf(actions), [1500n, 1000n]);
      return { kind: 'pending', askAgainAt: new Date(actions.context.now().getTime() + 5_000) };
    },
    inquireRefund: async () => ({ kind: 'completed', providerReference: 'back-1' }),
  });
  const made = await refund(context, payment, 1000n);
  assert.deepEqual(
    [made.status, made.amountMinor, made.refundableAfterMinor, made.currency],
    ['PENDING', 1000n, 1500n, 'EUR'],
  );
  assert.deepEqual(asked, [[payment.id, 2, made.id, 1000n]]);
  assert.equal((await actions.read(payment)).amountRefundedMinor, 1000n);

  actions.advance(4_999);
  await sweepDueRefunds(context);
  assert.equal((await refundsOf(actions, payment))[0]!.status, 'PENDING');
  actions.advance(1);
  await sweepDueRefunds(context);
  const [ended] = await refundsOf(actions, payment);
  assert.deepEqual(
    [ended!.status, ended!.errorCode, ended!.dueAt, ended!.providerReference],
    ['COMPLETED', null, null, 'back-1'],
  );
  assert.deepEqual(await moneyOf(actions), [1500n, 0n]);
  const after = await actions.read(payment);
  assert.deepEqual([after.status, after.amountRefundedMinor, after.sequence], ['COMPLETED', 1000n, 3]);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a refund that is written again after a lost acknowledgement exists once', async (t) => {
  const actions = await sharedActions(t);
  const payment = await actions.pay(CARD);
  const { refunds } = actions.context;
  const writtenTwice: typeof refunds = {
    ...refunds,
    async write(job) {
      if (job.spends) await refunds.write(job);
      return await refunds.write(job);
    },
  };
  const context = refunding({ ...actions.context, refunds: writtenTwice });
  const made = await refund(context, payment, 1000n);
  assert.deepEqual([made.status, made.refundableAfterMinor], ['PENDING', 1500n]);
  assert.equal((await actions.read(payment)).amountRefundedMinor, 1000n);
  assert.deepEqual(await moneyOf(actions), [1500n, 1000n]);
  assert.deepEqual(await soundBooks(actions), []);
});

test('an event has the record of the pay-in and the refund, and is numbered with the other events', async (t) => {
  const actions = await sharedActions(t);
  const payment = await actions.pay(CARD);
  const said = ['completed', 'failed'] as const;
  let turn = 0;
  const context = refunding(actions.context, {
    refund: async () =>
      said[turn++] === 'completed' ? { kind: 'completed' } : { kind: 'failed', errorCode: '5005' },
  });
  const first = await refund(context, payment, 400n, 'r-1');
  const second = await refund(context, payment, 600n);
  const events = await actions.events(payment);
  assert.deepEqual(
    events.map(({ sequence, eventType, status, amountRefunded, refund: told }) => [
      sequence,
      eventType,
      status,
      amountRefunded,
      told && [told.refundId, told.status, told.amount, told.refundReference],
    ]),
    [
      [1, 'payin.completed', 'COMPLETED', 0, undefined],
      [2, 'refund.pending', 'COMPLETED', 4, [first.id, 'PENDING', 4, 'r-1']],
      [3, 'refund.completed', 'COMPLETED', 4, [first.id, 'COMPLETED', 4, 'r-1']],
      [4, 'refund.pending', 'COMPLETED', 10, [second.id, 'PENDING', 6, null]],
      [5, 'refund.failed', 'COMPLETED', 4, [second.id, 'FAILED', 6, null]],
    ],
  );
  assert.deepEqual(Object.keys(events[1].refund), [
    'refundId',
    'amount',
    'status',
    'reason',
    'refundReference',
    'origin',
    'createdAt',
  ]);
  assert.equal((await actions.context.transactions.timeline(payment.merchantId, payment.id)).length, 1);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a failed refund releases its money, and the same amount can be refunded again', async (t) => {
  const actions = await sharedActions(t);
  const payment = await actions.pay(CARD);
  const failing = refunding(actions.context, { refund: async () => ({ kind: 'failed', errorCode: '5005' }) });
  const made = await refund(failing, payment, null);
  // The answer says how it began; the record says how it ended.
  assert.equal(made.status, 'PENDING');
  const [failed] = await refundsOf(actions, payment);
  assert.deepEqual([failed!.status, failed!.errorCode, failed!.dueAt], ['FAILED', '5005', null]);
  assert.deepEqual(await moneyOf(actions), [2500n, 0n]);
  assert.equal((await actions.read(payment)).amountRefundedMinor, 0n);

  await refund(refunding(actions.context, { refund: async () => ({ kind: 'completed' }) }), payment, null);
  assert.deepEqual(await moneyOf(actions), [0n, 0n]);
  assert.equal((await actions.read(payment)).amountRefundedMinor, 2500n);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a refund without an answer stays PENDING, and a person decides it after the scheduled inquiries', async (t) => {
  const actions = await openActions(t);
  const payment = await actions.pay(CARD);
  let asked = 0;
  const context = refunding(actions.context, {
    ...MISSED_SOON,
    refund: () => new Promise(() => {}),
    async inquireRefund() {
      asked++;
      throw new Error('no answer');
    },
  });
  await refund(context, payment, 700n);
  const day = 86_400_000;
  const delays = [10_000, 60_000, 300_000, 3_600_000, day, day, day, day, day];
  for (const [i, delay] of delays.entries()) {
    actions.advance(delay - 1);
    await sweepDueRefunds(context);
    assert.equal(asked, i, `not before ${delay} ms`);
    actions.advance(1);
    await sweepDueRefunds(context);
    assert.equal(asked, i + 1);
  }
  const [left] = await refundsOf(actions, payment);
  assert.deepEqual([left!.status, left!.dueAt], ['PENDING', null]);
  assert.deepEqual(await moneyOf(actions), [1800n, 700n]);
  assert.ok(actions.logged.some(({ msg }) => /a human decides/.test(String(msg))));
  assert.deepEqual(await soundBooks(actions), []);
});

test('a refund that its provider never received is FAILED', async (t) => {
  const actions = await openActions(t);
  const payment = await actions.pay(CARD);
  const context = refunding(actions.context, {
    refund: () => Promise.reject(new Error('connection refused')),
    inquireRefund: async () => ({ kind: 'unheard' }),
  });
  await refund(context, payment, 700n);
  actions.advance(10_000);
  await sweepDueRefunds(context);
  const [failed] = await refundsOf(actions, payment);
  assert.deepEqual([failed!.status, failed!.errorCode], ['FAILED', '5005']);
  assert.deepEqual(await moneyOf(actions), [2500n, 0n]);
});

test('if a process dies before the provider answers, the sweep finishes the refund', async (t) => {
  const actions = await openActions(t);
  const payment = await actions.pay(CARD);
  await new Promise<void>((died) => {
    const dying = refunding(actions.context, {
      ...MISSED_SOON,
      refund() {
        died();
        return new Promise(() => {});
      },
    });
    const { refunds } = actions.context;
    // The second commit never happens.
    const write: typeof refunds.write = (job) => (job.spends ? refunds.write(job) : new Promise(() => {}));
    void refund({ ...dying, refunds: { ...refunds, write } }, payment, 2500n);
  });
  assert.deepEqual(await moneyOf(actions), [0n, 2500n]);
  const beside = await openActions(t, actions);
  const context = refunding(beside.context, { inquireRefund: async () => ({ kind: 'completed' }) });
  actions.advance(19_999);
  await sweepDueRefunds(context);
  assert.equal((await refundsOf(actions, payment))[0]!.status, 'PENDING');
  actions.advance(1);
  await sweepDueRefunds(context);
  assert.equal((await refundsOf(actions, payment))[0]!.status, 'COMPLETED');
  assert.deepEqual(await moneyOf(actions), [0n, 0n]);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a final refund does not change, whatever the provider answers later', async (t) => {
  const actions = await openActions(t);
  const payment = await actions.pay(CARD);
  let answered = () => {};
  const late = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const slow = refunding(actions.context, {
    async refund() {
      await late;
      return { kind: 'failed', errorCode: '5005' };
    },
  });
  const made = refund(slow, payment, 900n);
  while ((await refundsOf(actions, payment)).length === 0) await new Promise((next) => setTimeout(next, 5));
  actions.advance(20_000);
  await sweepDueRefunds(refunding(actions.context, { inquireRefund: async () => ({ kind: 'completed' }) }));
  answered();
  await made;
  const [ended] = await refundsOf(actions, payment);
  assert.equal(ended!.status, 'COMPLETED');
  assert.deepEqual(await moneyOf(actions), [1600n, 0n]);
  assert.deepEqual(
    (await actions.events(payment)).map(({ eventType }) => eventType),
    ['payin.completed', 'refund.pending', 'refund.completed'],
  );
});

test('a repeated reference gets the same refund, also after its end and when nothing is left to refund', async (t) => {
  const actions = await sharedActions(t);
  const payment = await actions.pay(CARD);
  let asked = 0;
  const context = refunding(actions.context, {
    async refund() {
      asked++;
      return { kind: 'completed' };
    },
  });
  const first = await refund(context, payment, 1000n, 'r-1');
  await refund(context, payment, null, 'r-2');
  for (const amount of [1000n, null]) {
    const again = await refund(context, payment, amount, 'r-1');
    assert.deepEqual([again.id, again.amountMinor, again.refundableAfterMinor], [first.id, 1000n, 1500n]);
  }
  assert.equal(asked, 2);
  assert.equal((await refundsOf(actions, payment)).length, 2);

  const other = await actions.pay(CARD);
  for (const [of, amount] of [
    [payment, 999n],
    [other, 1000n],
    [other, null],
  ] as const) {
    const { httpStatus, message } = await refusalOf(refund(context, of, amount, 'r-1'));
    assert.equal(httpStatus, 422);
    assert.match(message, /refundReference: was used before, for a refund of 10\.00 EUR/);
  }
  assert.equal((await actions.read(other)).amountRefundedMinor, 0n);
  assert.deepEqual(await soundBooks(actions), []);
});

test('an impossible refund is refused with its code, and nothing is stored', async (t) => {
  const actions = await sharedActions(t);
  const context = refunding(actions.context);
  const payment = await actions.pay(CARD);
  const codeOf = async (work: Promise<unknown>) => {
    const { httpStatus, extras } = await refusalOf(work);
    return [httpStatus, extras.errorCode, extras.members?.amountRefundable];
  };
  const before = await actions.context.sql`table balances`;
  const declined = await actions.pay('4000000000000002');
  assert.deepEqual(await codeOf(refund(context, declined, 100n)), [400, '5002', undefined]);
  const open = await actions.pay('4000000000003220');
  assert.deepEqual(await codeOf(refund(context, open, null)), [400, '5002', undefined]);
  assert.deepEqual(await actions.context.sql`table balances`, before);

  const cannot = refunding(actions.context, {
    capabilities: { ...actions.context.provider('sandbox', null)!.capabilities, refund: false },
  });
  assert.deepEqual(await codeOf(refund(cannot, payment, 100n)), [400, '5004', undefined]);
  assert.deepEqual(await codeOf(refund(context, payment, 2501n)), [400, '5001', 25]);
  await refund(context, payment, 2000n);
  assert.deepEqual(await codeOf(refund(context, payment, 501n)), [400, '5001', 5]);
  await fundBrand(actions.context, ROOT, actions.brand.brandId, {
    currency: 'EUR',
    amountMinor: -1n,
    reference: 'taken out',
  });
  assert.deepEqual(await codeOf(refund(context, payment, null)), [400, '5006', undefined]);
  await refund(context, payment, 499n);
  const third = await actions.pay(CARD);
  await refund(context, third, null);
  assert.deepEqual(await codeOf(refund(context, third, null)), [400, '5001', 0]);
  assert.deepEqual(await codeOf(refund(context, third, 1n)), [400, '5001', 0]);
  assert.equal((await refundsOf(actions, payment)).length, 2);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a refund of money that a dispute holds is refused, unless the request allows it', async (t) => {
  const actions = await sharedActions(t);
  const context = refunding(actions.context);
  await fundBrand(context, ROOT, actions.brand.brandId, {
    currency: 'EUR',
    amountMinor: 10_000n,
    reference: 'f-1',
  });
  const payment = await actions.pay(CARD);
  const move = (news: DisputeNews) => moveDispute(context, ROOT, payment, news);
  await move({ status: 'INQUIRY' });
  await refund(context, payment, 100n, 'r-1');
  await move({ status: 'OPEN', fundsWithheld: false });
  await refund(context, payment, 100n, 'r-2');
  await move({ status: 'OPEN', fundsWithheld: true });
  const refused = await refusalOf(refund(context, payment, 100n, 'r-3'));
  assert.deepEqual([refused.httpStatus, refused.extras.errorCode], [400, '5003']);
  assert.match(
    refused.message,
    /despiteDispute: the dispute \S+ of this pay-in is OPEN and withholds its money/,
  );
  assert.equal(
    (await refund(context, payment, 100n, 'r-2')).amountMinor,
    100n,
    'a refund that was made is answered',
  );
  const wanted = { amountMinor: 200n, refundReference: 'r-4', reason: null, despiteDispute: true };
  assert.equal((await createRefund(context, ROOT, payment, wanted)).status, 'PENDING');
  await move({ status: 'WON' });
  await refund(context, payment, 100n, 'r-5');
  await move({ status: 'LOST', fundsWithheld: false });
  assert.equal((await refusalOf(refund(context, payment, null))).extras.errorCode, '5003');
  const rows = await context.sql`select after from audit_log
    where merchant_id = ${actions.brand.merchantId} and action = 'refund.made' order by sequence`;
  assert.deepEqual(
    rows.map(({ after }) => JSON.parse(after)).map((one) => [one.refundReference, one.despiteDispute]),
    [
      ['r-1', undefined],
      ['r-2', undefined],
      ['r-4', true],
      ['r-5', undefined],
    ],
  );
  assert.deepEqual(await soundBooks(actions), []);
});

test('a refund of a returned pay-in is refused because nothing is left, and earlier refunds are still answered', async (t) => {
  const actions = await sharedActions(t);
  const context = refunding(actions.context);
  const payment = await actions.pay(CARD);
  await refund(context, payment, 100n, 'r-1');
  await returnTransaction(context, ROOT, payment, 'AC04');
  const after = await actions.read(payment);
  const refused = await refusalOf(refund(context, after, 100n, 'r-2'));
  assert.equal(refused.extras.errorCode, '5002');
  assert.match(
    refused.message,
    /money of this pay-in came back to the payer on 2026-03-01, so nothing is left/,
  );
  assert.equal((await refund(context, after, 100n, 'r-1')).status, 'PENDING');
});
