// Settlements of Mollie: their list, their lines by page, the costs, and what does not add up.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReportedLine, SettlementSource } from '@tollgate/provider-kit';
import { assertWellFormedLine, assertWellFormedPayout } from '@tollgate/provider-kit/contract';
import { aCapture, aManualPayin, aPaid, aPayin, type MollieStage, openMollie, soon } from './a-mollie.ts';
import type { Thing } from './stand-in/records.ts';
import { createSettlement, type SettlementPlan } from './stand-in/settlement-books.ts';

const euro = (value: string) => ({ currency: 'EUR', value });

const sourceOf = ({ provider }: MollieStage) => provider.settlements as Required<SettlementSource>;

async function linesOf(stage: MollieStage, reference: string): Promise<ReportedLine[]> {
  const lines: ReportedLine[] = [];
  for (let after: string | null = null; ; ) {
    const page = await sourceOf(stage).linesOf(reference, after, soon());
    assert.ok(typeof page !== 'string', String(page));
    lines.push(...page.lines);
    if (page.rest === null) return lines;
    after = page.rest;
  }
}

const netOf = (lines: ReportedLine[]) => lines.reduce((sum, { netMinor }) => sum + netMinor, 0n);

async function aPayment(stage: MollieStage): Promise<Thing> {
  const paid = await aPaid(stage, aPayin('ideal', { createdAt: stage.now() }));
  return stage.standIn.books.find(paid.providerReference!);
}

const settle = (stage: MollieStage, plan: SettlementPlan, fields: Record<string, unknown> = {}): Thing =>
  createSettlement(stage.standIn.books, plan, fields);

test('a settlement has its payments, captures, refunds, chargebacks and costs as lines', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payment = await aPayment(stage);
  const manual = await aPaid(stage, aManualPayin());
  const capture = aCapture(stage, manual);
  await stage.provider.capture!(manual, capture, stage.call(manual));
  const refundId = '0199b2c8-5a7e-7000-8000-000000000001';
  const refund = books.refund(payment.id, { amount: euro('5.00'), metadata: { reference: refundId } });
  const chargeback = books.chargeBack(payment.id, euro('2.00'));
  const captures = [books.of(capture.id, 'capture')!];
  const settlement = settle(stage, {
    payments: [payment],
    captures,
    refunds: [refund],
    chargebacks: [chargeback],
  });
  const payout = await sourceOf(stage).payout(settlement.id, soon());
  assert.deepEqual(payout, {
    reference: settlement.id,
    currency: 'EUR',
    netMinor: 2_715n,
    paidAt: stage.now(),
    failure: null,
    bankWords: ['1234567.2603.01'],
  });
  const lines = await linesOf(stage, settlement.id);
  assertWellFormedPayout(payout);
  for (const line of lines) assertWellFormedLine(line, payout);
  const charge = payment.metadata.reference;
  assert.deepEqual(
    lines.map(({ kind, charge, modification, payment, providerReference, netMinor }) => [
      kind,
      charge,
      modification,
      payment,
      providerReference,
      netMinor,
    ]),
    [
      ['charge', charge, null, payment.id, payment.id, 2_500n],
      ['charge', manual.id, capture.id, manual.providerReference, captures[0]!.id, 1_000n],
      ['refund', charge, refundId, payment.id, refund.id, -500n],
      ['dispute', charge, null, payment.id, chargeback.id, -200n],
      ['fee', null, null, null, null, -42n],
      ['fee', null, null, null, null, -43n],
    ],
  );
  assert.equal(netOf(lines), payout.netMinor);
});

test('a long settlement is read page by page, each line once', async (t) => {
  const stage = await openMollie(t);
  const payment = await aPayment(stage);
  const payments = Array.from({ length: 501 }, (_, at) => ({ ...payment, id: `${payment.id}-${at}` }));
  const settlement = settle(stage, { payments });
  const lines = await linesOf(stage, settlement.id);
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
  assert.equal(lines.filter(({ kind }) => kind === 'charge').length, 501);
  assert.equal(netOf(lines), BigInt(settlement.amount.value.replace('.', '')));
});

test('costs in fractions of a cent become cents whose sum is what Mollie kept', async (t) => {
  const stage = await openMollie(t);
  const payment = await aPayment(stage);
  for (const count of [1, 2, 3, 7]) {
    const payments = Array.from({ length: count }, (_, at) => ({ ...payment, id: `${payment.id}-${at}` }));
    const settlement = settle(stage, { payments });
    assert.equal(
      netOf(await linesOf(stage, settlement.id)),
      BigInt(settlement.amount.value.replace('.', '')),
    );
  }
});

test('an amount that differs by more than a rounding is not hidden in the costs', async (t) => {
  const stage = await openMollie(t);
  const payments = [await aPayment(stage)];
  for (const value of ['24.57', '24.59', '25.00']) {
    const settlement = settle(stage, { payments }, { amount: euro(value) });
    const lines = await linesOf(stage, settlement.id);
    const isRounding = value === '24.57';
    assert.equal(netOf(lines) === BigInt(value.replace('.', '')), isRounding, value);
  }
});

test('a reserve is a line of no payment, and what comes back of a refund has its own key', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payment = await aPayment(stage);
  const refund = books.refund(payment.id, { amount: euro('5.00') });
  const chargeback = books.chargeBack(payment.id);
  const settlement = settle(stage, {
    payments: [payment],
    refunds: [refund],
    chargebacks: [chargeback],
    others: { rollingreserve: -210n },
    converted: { [refund.id]: -500n, [chargeback.id]: -2_500n },
  });
  const lines = await linesOf(stage, settlement.id);
  const about = lines.map(({ kind, key, netMinor }) => [kind, key, netMinor]);
  assert.deepEqual(about.slice(1, 4), [
    ['refund-failed', `${refund.id}:refund-failed`, 500n],
    ['dispute-reversed', `${chargeback.id}:dispute-reversed`, 2_500n],
    ['other', `${settlement.id}:revenue:2026-03:3`, -210n],
  ]);
});

test('a converted payment names its own amount, and a payment that Mollie does not pay out is no line', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('card', { currency: 'USD' }));
  const payment = books.find(paid.providerReference!);
  const settlement = settle(stage, { payments: [payment], converted: { [payment.id]: 2_300n } });
  const [line] = await linesOf(stage, settlement.id);
  assert.deepEqual(line!.original, { amountMinor: 2_500n, currency: 'USD', rate: null });
  assert.equal(line!.grossMinor, 2_300n);
  const [listed] = settlement['listed-payments'];
  delete listed.settlementAmount;
  assert.deepEqual(
    (await linesOf(stage, settlement.id)).filter(({ kind }) => kind === 'charge'),
    [],
  );
});

test('a refund that PayPal pays itself, with a settled amount of zero, is no line', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payment = await aPayment(stage);
  const [refund, own] = [1, 2].map(() => books.refund(payment.id, { amount: euro('5.00') }));
  const chargeback = books.chargeBack(payment.id, euro('2.00'));
  const converted = { [refund!.id]: 0n, [chargeback.id]: 0n };
  const plan = { payments: [payment], refunds: [refund!, own!], chargebacks: [chargeback], converted };
  const lines = await linesOf(stage, settle(stage, plan).id);
  assert.deepEqual(
    lines.filter(({ kind }) => kind !== 'fee').map(({ key }) => key),
    [payment.id, own!.id],
  );
});

test('a payment of another profile has no reference of ours', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payment = await aPayment(stage);
  const refund = { ...books.refund(payment.id, { amount: euro('5.00') }), paymentId: 'tr_elsewhere' };
  const settlement = settle(stage, { payments: [payment] });
  settlement['listed-refunds'] = [{ ...refund, settlementAmount: euro('-5.00') }];
  // The stand-in embeds no payment that it does not have.
  stage.standIn.server.fault({
    on: /refunds/,
    fault: {
      kind: 'answer',
      answer: { json: { _embedded: { refunds: settlement['listed-refunds'] }, _links: { next: null } } },
    },
  });
  const line = (await linesOf(stage, settlement.id)).find(({ kind }) => kind === 'refund')!;
  assert.deepEqual([line.charge, line.payment], [null, 'tr_elsewhere']);
});

test('an open settlement is asked for again later, and a failed one says so', async (t) => {
  const stage = await openMollie(t);
  const payments = [await aPayment(stage)];
  const source = sourceOf(stage);
  for (const status of ['open', 'pending']) {
    const { id } = settle(stage, { payments }, { status, settledAt: null });
    assert.equal(await source.linesOf(id, null, soon()), 'not-yet');
    assert.equal((await source.payout(id, soon()))!.paidAt, null);
  }
  const failed = settle(stage, { payments }, { status: 'failed' });
  assert.equal((await source.payout(failed.id, soon()))!.failure, 'Mollie could not pay it out');
  const strange = settle(stage, { payments }, { status: 'melted' });
  assert.equal((await source.payout(strange.id, soon()))!.paidAt, null);
  assert.deepEqual(stage.unknown, ['settlement.status=melted']);
  assert.equal(await source.payout('stl_none', soon()), null);
  assert.equal(await source.linesOf('stl_none', null, soon()), 'none');
  assert.equal(await source.payout('../payments', soon()), null);
});

test('closed settlements are listed by page, back to 45 days before', async (t) => {
  const stage = await openMollie(t);
  const payments = [await aPayment(stage)];
  const old = settle(stage, { payments });
  stage.advance(24 * 60 * 60_000);
  const ofMonth = settle(stage, { payments });
  stage.advance(45 * 24 * 60 * 60_000);
  const since = stage.now();
  const closed = Array.from({ length: 260 }, () => settle(stage, { payments }).id);
  settle(stage, { payments }, { status: 'open' });
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const { payouts, rest } = await sourceOf(stage).payouts({ since, after }, soon());
    found.push(...payouts);
    if (rest === null) break;
    after = rest;
  }
  assert.deepEqual(found, [...closed.reverse(), ofMonth.id]);
  assert.ok(!found.includes(old.id));
});

test('a line that cannot be read is an error, and so is an answer without a list', async (t) => {
  const stage = await openMollie(t);
  const payment = await aPayment(stage);
  const settlement = settle(stage, { payments: [payment] });
  const [listed] = settlement['listed-payments'];
  for (const settlementAmount of [
    euro('1.001'),
    { currency: 'USD', value: '1.00' },
    'much',
    { value: '1.00' },
  ]) {
    listed.settlementAmount = settlementAmount;
    await assert.rejects(linesOf(stage, settlement.id));
  }
  listed.settlementAmount = euro('25.00');
  settlement.periods['2026']['03'].costs[0].amountGross = euro('free');
  await assert.rejects(linesOf(stage, settlement.id));
  for (const fault of [{ kind: 'page' }, { kind: 'lost', when: 'before' }] as const) {
    stage.standIn.server.fault({ fault });
    await assert.rejects(sourceOf(stage).payouts({ since: stage.now(), after: null }, soon()));
  }
});

test('an account without an access token tells no settlements', async (t) => {
  const stage = await openMollie(t, {
    account: { credentials: { apiKey: 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM' } },
  });
  assert.equal(stage.provider.settlements, undefined);
});
