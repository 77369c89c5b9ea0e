// What Stripe pays out, line by line (contract 17): the references, amounts and kinds of the lines of a payout, page by
// page, whether or not Stripe shows the objects that a line is about.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SettlementSource } from '@tollgate/provider-kit';
import type { ReportedLine } from '../../../../src/domain/settlements/settlement.ts';
import { aPaid, aRefund, openStripe, type StripeStage, soon } from '../a-stripe.ts';
import { book, createPayout, movePayout, reconcilePayout } from '../stand-in/payouts.ts';
import type { Thing } from '../stand-in/records.ts';

const sourceOf = ({ provider }: StripeStage): Required<SettlementSource> =>
  provider.settlements as Required<SettlementSource>;

/** Pays these transactions out; the list is complete. */
function paidOut(stage: StripeStage, transactions: Thing[], fields: Record<string, unknown> = {}): Thing {
  const { books } = stage.standIn;
  const payout = createPayout(books, transactions, fields);
  reconcilePayout(books, payout.id);
  return movePayout(books, payout.id, 'paid');
}

/** All lines, and how many pages they came in. */
async function linesOf(stage: StripeStage, payout: Thing) {
  const lines: ReportedLine[] = [];
  let pages = 0;
  for (let after: string | null = null; ; pages += 1) {
    const page = await sourceOf(stage).linesOf(payout.id, after, soon());
    assert.ok(typeof page !== 'string', String(page));
    lines.push(...page.lines);
    if (page.rest === null) return { lines, pages: pages + 1 };
    after = page.rest;
  }
}

const only = async (stage: StripeStage, payout: Thing): Promise<ReportedLine> => {
  const { lines } = await linesOf(stage, payout);
  assert.equal(lines.length, 1);
  return lines[0]!;
};

const chargeOf = (stage: StripeStage, intent: string | null): Thing =>
  stage.standIn.books.find(stage.standIn.books.find(intent ?? '').latest_charge);

/** A paid card payment with a refund of ours and a dispute. */
async function aHistory(stage: StripeStage) {
  const { books } = stage.standIn;
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin);
  await stage.provider.refund(payin, refund, soon());
  const made = books.refundsOf(payin.providerReference!)[0]!;
  const dispute = books.openDispute(payin.providerReference!);
  const charge = chargeOf(stage, payin.providerReference);
  return { payin, refund, made, dispute, charge };
}

test('each line of a payout names our charge and refund, and the provider’s ids', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { payin, refund, made, dispute, charge } = await aHistory(stage);
  const booked = [
    book(books, 'charge', charge.id),
    book(books, 'refund', made.id),
    book(books, 'refund_failure', made.id),
    book(books, 'dispute', dispute.id),
    book(books, 'dispute_reversal', dispute.id),
  ];
  const payout = paidOut(stage, booked);
  const { lines } = await linesOf(stage, payout);
  const gross = payin.amountMinor;
  const fee = BigInt(booked[0]!.fee);
  const common = {
    charge: payin.id,
    payment: payin.providerReference,
    modification: null,
    feeMinor: 0n,
    currency: 'EUR',
    original: null,
    occurredAt: stage.now(),
  };
  const named = (one: Partial<ReportedLine>, place: number) => ({
    ...common,
    key: booked[place]!.id,
    ...one,
  });
  assert.deepEqual(
    lines,
    [
      {
        kind: 'charge',
        word: 'charge',
        providerReference: payin.providerReference,
        grossMinor: gross,
        feeMinor: fee,
        netMinor: gross - fee,
      },
      {
        kind: 'refund',
        word: 'refund',
        providerReference: made.id,
        modification: refund.id,
        grossMinor: -100n,
        netMinor: -100n,
      },
      {
        kind: 'refund-failed',
        word: 'refund_failure',
        providerReference: made.id,
        modification: refund.id,
        grossMinor: 100n,
        netMinor: 100n,
      },
      {
        kind: 'dispute',
        word: 'dispute',
        providerReference: dispute.id,
        grossMinor: -gross,
        feeMinor: 1_500n,
        netMinor: -gross - 1_500n,
      },
      {
        kind: 'dispute-reversed',
        word: 'dispute_reversal',
        providerReference: dispute.id,
        grossMinor: gross,
        netMinor: gross,
      },
    ].map((one, place) => named(one as Partial<ReportedLine>, place)),
  );
  // The charge on the page told the reference of the payment, so it was not asked for.
  const before = stage.standIn.calls().lastIndexOf(`GET /v1/payouts/${payout.id}`);
  assert.deepEqual(stage.standIn.calls().slice(before + 1), ['GET /v1/balance_transactions']);
});

test('a list that shows only ids gives the same lines, and each object is read once', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { made, dispute, charge } = await aHistory(stage);
  const payout = paidOut(stage, [
    book(books, 'dispute_reversal', dispute.id),
    book(books, 'dispute', dispute.id),
    book(books, 'refund', made.id),
    book(books, 'charge', charge.id),
  ]);
  const { lines } = await linesOf(stage, payout);
  books.ignoresExpand = true;
  stage.standIn.requests.length = 0;
  assert.deepEqual((await linesOf(stage, payout)).lines, lines);
  assert.deepEqual(
    stage.standIn.calls().slice(2).sort(),
    [`charges/${charge.id}`, `disputes/${dispute.id}`, `refunds/${made.id}`].map((path) => `GET /v1/${path}`),
  );
});

test('a charge without a reference gets the reference of its payment', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { payin, made, charge } = await aHistory(stage);
  charge.metadata = {};
  const payout = paidOut(stage, [book(books, 'charge', charge.id), book(books, 'refund', made.id)]);
  stage.standIn.requests.length = 0;
  const { lines } = await linesOf(stage, payout);
  assert.deepEqual(
    lines.map((line) => [line.charge, line.payment]),
    [1, 2].map(() => [payin.id, payin.providerReference]),
  );
  const reads = stage.standIn.calls().filter((call) => call.includes('payment_intents'));
  assert.equal(reads.length, 1, 'the payment is read once');
  // A refund that names only the charge.
  made.payment_intent = null;
  const again = await linesOf(stage, payout);
  assert.deepEqual([again.lines[1]!.charge, again.lines[1]!.payment], [payin.id, payin.providerReference]);
});

test('a refund made in Stripe’s dashboard has no refund id of ours, whatever people wrote into it', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { payin, made } = await aHistory(stage);
  for (const metadata of [{}, { reference: 'goodwill' }, null]) {
    made.metadata = metadata;
    const line = await only(stage, paidOut(stage, [book(books, 'refund', made.id)]));
    assert.deepEqual([line.modification, line.charge, line.providerReference], [null, payin.id, made.id]);
  }
});

test('an object that Stripe no longer has leaves the references empty', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { payin, made, dispute, charge } = await aHistory(stage);
  const booked = [
    book(books, 'charge', charge.id),
    book(books, 'refund', made.id),
    book(books, 'dispute', dispute.id),
  ];
  const payout = paidOut(stage, booked);
  books.things.delete(payin.providerReference!);
  charge.metadata = {};
  const { lines: withoutPayment } = await linesOf(stage, payout);
  for (const line of withoutPayment) {
    assert.deepEqual([line.charge, line.payment], [null, payin.providerReference]);
  }
  for (const { id } of [charge, made, dispute]) books.things.delete(id);
  const { lines } = await linesOf(stage, payout);
  assert.deepEqual(
    lines.map((line) => [line.charge, line.modification, line.payment, line.providerReference]),
    [charge, made, dispute].map(({ id }) => [null, null, null, id]),
  );
  assert.deepEqual(
    lines.map(({ netMinor }) => netMinor),
    booked.map(({ net }) => BigInt(net)),
  );
});

test('a payment that this gateway did not make is told without a reference of ours', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const intent = books.createIntent({ amount: '900', currency: 'eur' });
  books.succeed(intent);
  const line = await only(stage, paidOut(stage, [book(books, 'charge', intent.latest_charge)]));
  assert.deepEqual([line.charge, line.payment, line.grossMinor], [null, intent.id, 900n]);
});

test('a converted line has the amount of its payment in the payer’s currency, with the sign of the line', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { payin, made, dispute, charge } = await aHistory(stage);
  const usd = { currency: 'usd', exchange_rate: 1.0842 };
  const booked = [
    book(books, 'charge', charge.id, { ...usd, amount: 1_084, fee: 60 }),
    book(books, 'refund', made.id, { ...usd, amount: -108 }),
    book(books, 'dispute', dispute.id, { ...usd, amount: -1_084, fee: 1_500 }),
    book(books, 'fee', charge.id, { ...usd, amount: -30 }),
  ];
  const { lines } = await linesOf(stage, paidOut(stage, booked));
  assert.deepEqual(
    lines.map(({ original }) => original),
    [payin.amountMinor, -100n, -payin.amountMinor]
      .map((amountMinor) => ({ amountMinor, currency: 'EUR', rate: '1.0842' }) as object | null)
      .concat([null]),
  );
  assert.ok(lines.every(({ currency }) => currency === 'USD'));
  const without = await only(
    stage,
    paidOut(stage, [book(books, 'charge', charge.id, { ...usd, amount: 5, exchange_rate: null })]),
  );
  assert.equal(without.original?.rate, null);
  // A rate alone does not say that anything was converted.
  const same = await only(stage, paidOut(stage, [book(books, 'charge', charge.id, { exchange_rate: 1 })]));
  assert.equal(same.original, null);
});

test('a converted payment that was captured in part has what was captured as its original amount', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { charge } = await aHistory(stage);
  charge.amount_captured = 700;
  const usd = { currency: 'usd', exchange_rate: 1.1, amount: 770, fee: 0 };
  const line = await only(stage, paidOut(stage, [book(books, 'charge', charge.id, usd)]));
  assert.deepEqual(line.original, { amountMinor: 700n, currency: 'EUR', rate: '1.1' });
});

test('a fee alone has its amount in the fee, also a fee that Stripe gives back', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const payout = paidOut(stage, [
    book(books, 'fee', null, { amount: -250 }),
    book(books, 'network_cost', null, { amount: -31, fee: 6 }),
    book(books, 'tax', null, { amount: -47 }),
    book(books, 'fee', null, { amount: 250 }),
  ]);
  const { lines } = await linesOf(stage, payout);
  assert.deepEqual(
    lines.map(({ kind, grossMinor, feeMinor, netMinor }) => [kind, grossMinor, feeMinor, netMinor]),
    [250n, 37n, 47n, -250n].map((fee) => ['fee', 0n, fee, -fee]),
  );
});

test('a line of an unknown category, or of the other sign, is kept as other and counted', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const { charge } = await aHistory(stage);
  const payout = paidOut(stage, [
    book(books, 'moon_tax', null, { amount: -5 }),
    book(books, 'charge', charge.id, { amount: -5, fee: 0 }),
    book(books, '__proto__', null, { amount: 7 }),
    book(books, 'topup', null, { amount: 9 }),
  ]);
  const { lines } = await linesOf(stage, payout);
  assert.deepEqual(
    lines.map(({ kind, word, netMinor }) => [kind, word, netMinor]),
    [
      ['other', 'moon_tax', -5n],
      ['other', 'charge', -5n],
      ['other', '__proto__', 7n],
      ['other', 'topup', 9n],
    ],
  );
  assert.deepEqual(stage.unknown, [
    'balance_transaction.reporting_category=moon_tax',
    'balance_transaction.reporting_category=charge of the other sign',
    'balance_transaction.reporting_category=__proto__',
  ]);
});

test('only the payout itself is left out: an earlier payout that came back is a line', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const former = createPayout(books, [], { automatic: false, amount: 400 });
  const payout = paidOut(stage, [
    book(books, 'payout', former.id, { amount: -400 }),
    book(books, 'payout_reversal', former.id, { amount: 400 }),
    book(books, 'topup', null, { amount: 90 }),
  ]);
  const { lines } = await linesOf(stage, payout);
  assert.deepEqual(
    lines.map(({ kind, providerReference, netMinor }) => [kind, providerReference, netMinor]),
    [
      ['other', former.id, -400n],
      ['other', former.id, 400n],
      ['other', null, 90n],
    ],
  );
});

test('all pages of a list are read, and no line comes twice', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const booked = Array.from({ length: 250 }, (_, place) => book(books, 'topup', null, { amount: place + 1 }));
  const payout = paidOut(stage, booked);
  const { lines, pages } = await linesOf(stage, payout);
  assert.equal(pages, 3);
  assert.deepEqual(
    lines.map(({ key }) => key),
    booked.map(({ id }) => id),
  );
  const { netMinor } = (await sourceOf(stage).payout(payout.id, soon()))!;
  assert.equal(
    lines.reduce((sum, line) => sum + line.netMinor, 0n),
    netMinor,
  );
});

test('Stripe’s amounts become ours, where its smallest unit is another one', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  for (const [currency, theirs, ours] of [
    ['isk', 500, 5n],
    ['jpy', 500, 500n],
    ['mga', 5, 500n],
    ['kwd', 5_120, 5_120n],
  ] as const) {
    const payout = paidOut(stage, [book(books, 'topup', null, { amount: theirs, currency })]);
    const line = await only(stage, payout);
    assert.deepEqual([line.netMinor, line.currency], [ours, currency.toUpperCase()]);
    assert.equal((await sourceOf(stage).payout(payout.id, soon()))!.netMinor, ours);
  }
});
