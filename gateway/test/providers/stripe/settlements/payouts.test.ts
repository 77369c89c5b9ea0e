// Payouts of Stripe (contract 17): when they are paid, why they failed, the text at the bank, which of them have a list
// of lines, the events about them, and answers of Stripe that cannot be true.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SettlementSource } from '@tollgate/provider-kit';
import { newsOf, openStripe, type StripeStage, soon } from '../a-stripe.ts';
import { book, createPayout, movePayout, reconcilePayout } from '../stand-in/payouts.ts';
import type { Thing } from '../stand-in/records.ts';

const DAY_MS = 24 * 60 * 60_000;
const sourceOf = ({ provider }: StripeStage): Required<SettlementSource> =>
  provider.settlements as Required<SettlementSource>;

function aPayout(stage: StripeStage, fields: Record<string, unknown> = {}): Thing {
  const { books } = stage.standIn;
  return createPayout(books, [book(books, 'topup', null, { amount: 900 })], fields);
}

const read = async (stage: StripeStage, { id }: Thing) => (await sourceOf(stage).payout(id, soon()))!;
const linesOf = (stage: StripeStage, { id }: { id: string }) => sourceOf(stage).linesOf(id, null, soon());

test('a payout is paid on its day of arrival, and only after Stripe says that it is paid', async (t) => {
  const stage = await openStripe(t);
  const payout = aPayout(stage);
  for (const status of ['in_transit', 'paid'] as const) {
    movePayout(stage.standIn.books, payout.id, status);
    assert.deepEqual(await read(stage, payout), {
      reference: payout.id,
      currency: 'EUR',
      netMinor: 900n,
      paidAt: status === 'paid' ? new Date(payout.arrival_date * 1000) : null,
      failure: null,
      bankWords: ['STRIPE'],
    });
  }
  assert.deepEqual(stage.unknown, []);
});

test('a payout that failed, was cancelled or taken back has a reason, without a text of Stripe’s', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const cases = [
    ['failed', { failure_code: 'account_closed' }, /failed: the bank account is closed$/],
    ['failed', { failure_code: 'moon_closed' }, /does not know \(moon_closed\)$/],
    ['failed', { failure_code: '<b>Hello</b>' }, /does not know$/],
    ['failed', { failure_code: 'constructor' }, /does not know \(constructor\)$/],
    ['failed', { failure_code: null }, /does not say why$/],
    ['canceled', {}, /cancelled/],
    ['paid', { reversed_by: 'po_back' }, /took the payout back/],
  ] as const;
  for (const [status, fields, expected] of cases) {
    const payout = aPayout(stage);
    movePayout(books, payout.id, status, { failure_message: `Sorry, ${stage.standIn.secretKey}`, ...fields });
    const { failure, paidAt } = await read(stage, payout);
    assert.match(failure ?? '', expected);
    assert.doesNotMatch(failure ?? '', /Sorry|<b>/);
    if (status !== 'paid') assert.equal(paidAt, null, 'it is not paid');
  }
  assert.deepEqual(stage.unknown, [
    'payout.failure_code=moon_closed',
    'payout.failure_code=<b>Hello</b>',
    'payout.failure_code=constructor',
  ]);
  const strange = aPayout(stage, { status: 'teleported' });
  const { failure, paidAt } = await read(stage, strange);
  assert.deepEqual([failure, paidAt, stage.unknown.at(-1)], [null, null, 'payout.status=teleported']);
});

test('the text at the bank is the payout’s descriptor, else the account’s, else STRIPE', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const words = async (fields: Record<string, unknown> = {}) =>
    (await read(stage, aPayout(stage, fields))).bankWords;
  assert.deepEqual(await words({ statement_descriptor: ' ACME SHOP ' }), ['ACME SHOP']);
  assert.ok(!stage.standIn.calls().includes('GET /v1/account'));
  assert.deepEqual(await words(), ['STRIPE']);
  books.settings = { payouts: { statement_descriptor: 'ACME' } };
  assert.deepEqual(await words({ statement_descriptor: ' ' }), ['ACME']);
  // Nobody guesses a text that cannot be read.
  books.settings = null;
  assert.deepEqual(await words(), []);
  stage.standIn.forbidden = /account/;
  assert.deepEqual(await words(), []);
  stage.standIn.forbidden = null;
  stage.standIn.fault('GET /v1/account', 'lost-after');
  await assert.rejects(words(), /could not be asked for the account/);
});

test('a list that is not complete is never told in part, whether or not the payout is paid', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const payout = aPayout(stage);
  assert.equal(await linesOf(stage, payout), 'not-yet');
  movePayout(books, payout.id, 'paid');
  assert.equal(await linesOf(stage, payout), 'not-yet');
  delete payout.reconciliation_status;
  assert.equal(await linesOf(stage, payout), 'not-yet');
  reconcilePayout(books, payout.id);
  const page = await linesOf(stage, payout);
  assert.ok(typeof page !== 'string' && page.lines.length === 1);
});

test('a manual payout has no list, and an unknown payout is no payout', async (t) => {
  const stage = await openStripe(t);
  const manual = aPayout(stage, { automatic: false, status: 'paid' });
  assert.equal(await linesOf(stage, manual), 'none');
  manual.reconciliation_status = 'completed';
  assert.equal(await linesOf(stage, manual), 'none');
  const old = aPayout(stage, { reconciliation_status: 'not_applicable' });
  assert.equal(await linesOf(stage, old), 'none');
  for (const id of ['po_unknown', '../account', '', 'x'.repeat(300)]) {
    assert.equal(await sourceOf(stage).payout(id, soon()), null);
    assert.equal(await linesOf(stage, { id }), 'none');
  }
  assert.ok(!stage.standIn.calls().some((call) => call.includes('balance_transactions')));
  // What cannot be an id is never sent.
  const asked = stage.standIn.calls().filter((call) => call.startsWith('GET /v1/payouts'));
  assert.deepEqual(
    [...new Set(asked)].sort(),
    [manual.id, old.id, 'po_unknown'].map((id) => `GET /v1/payouts/${id}`).sort(),
  );
  stage.standIn.fault('payouts', { status: 200, text: JSON.stringify({ ...manual, id: 'po_other' }) });
  await assert.rejects(sourceOf(stage).payout(manual.id, soon()), /another object/);
});

test('payouts of which no news came are listed page by page, also those made some days before', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const since = stage.now();
  const tooOld = aPayout(stage, {
    status: 'paid',
    created: Math.floor((since.getTime() - 22 * DAY_MS) / 1000),
  });
  const inTime = aPayout(stage, {
    status: 'failed',
    created: Math.floor((since.getTime() - 20 * DAY_MS) / 1000),
  });
  const pending = aPayout(stage);
  const made = (['paid', 'in_transit', 'canceled'] as const).map((status) => aPayout(stage, { status }));
  for (let more = 0; more < 100; more += 1) createPayout(books, [], { status: 'paid', currency: 'eur' });
  const found: string[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const page = await sourceOf(stage).payouts({ since, after }, soon());
    found.push(...page.payouts);
    after = page.rest;
    pages += 1;
  } while (after !== null);
  assert.deepEqual([pages, found.length, new Set(found).size], [2, 104, 104]);
  for (const { id } of [inTime, ...made]) assert.ok(found.includes(id));
  for (const { id } of [tooOld, pending]) assert.ok(!found.includes(id));
});

test('an event about a payout names it, and nothing is asked', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const payout = aPayout(stage);
  assert.equal((await newsOf(stage, 'payout.created')).about, 'nothing');
  const settlement = { about: 'settlement', payout: payout.id };
  for (const status of ['in_transit', 'paid', 'failed', 'canceled'] as const) {
    movePayout(books, payout.id, status);
    const event = books.events.at(-1)!;
    assert.deepEqual(await newsOf(stage, event), settlement, event.type);
  }
  reconcilePayout(books, payout.id);
  assert.deepEqual(await newsOf(stage, 'payout.reconciliation_completed'), settlement);
  const nameless = { ...books.events.at(-1)!, data: { object: { object: 'payout' } } };
  assert.equal((await newsOf(stage, nameless)).about, 'nothing');
  assert.deepEqual([stage.standIn.calls(), stage.unknown], [[], []]);
});

test('an answer that cannot be read is an error without a text of Stripe’s, and no page is told', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const payout = aPayout(stage, { reconciliation_status: 'completed' });
  const ask = {
    'v1/payouts$': () => sourceOf(stage).payouts({ since: stage.now(), after: null }, soon()),
    'payouts/po_': () => sourceOf(stage).payout(payout.id, soon()),
    balance_transactions: () => linesOf(stage, payout),
  };
  const error = { type: 'api_error', message: `key ${stage.standIn.secretKey}` };
  for (const [call, asked] of Object.entries(ask)) {
    for (const kind of [
      'lost-before',
      'lost-after',
      'half-body',
      'html',
      'empty',
      { status: 500, error },
      { status: 403, error },
      { status: 404, text: 'not here' },
    ] as const) {
      stage.standIn.fault(call, kind);
      await assert.rejects(asked(), (thrown: Error) => !thrown.message.includes('key'), `${call} ${kind}`);
    }
    await asked();
  }
  // The object of a line.
  const dispute = books.keep({
    id: 'du_1',
    object: 'dispute',
    amount: 5,
    currency: 'eur',
    payment_intent: 'pi_1',
  });
  books.ignoresExpand = true;
  const disputed = createPayout(books, [book(books, 'dispute', dispute.id)]);
  reconcilePayout(books, disputed.id);
  for (const call of ['disputes/du_1', 'payment_intents/pi_1']) {
    stage.standIn.fault(call, 'lost-after');
    await assert.rejects(linesOf(stage, disputed), /Stripe could not be asked/);
  }
  await linesOf(stage, disputed);
});

test('amounts that cannot be true make a page an error, so that no line is counted wrongly', async (t) => {
  const stage = await openStripe(t);
  const { books } = stage.standIn;
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ net: 899 }, /is not its amount without its fee/],
    [{ fee: 1.5 }, /amount that is not known/],
    [{ amount: '900' }, /amount that is not known/],
    [{ fee: null }, /amount that is not known/],
    [{ currency: 'xts' }, /amount that is not known/],
    [{ currency: 'usd' }, /another currency than its payout/],
  ];
  for (const [fields, expected] of wrong) {
    const good = book(books, 'topup', null, { amount: 900 });
    const payout = createPayout(
      books,
      [good, book(books, 'topup', null, { amount: 900, net: 900, ...fields })],
      {
        amount: 1_800,
        reconciliation_status: 'completed',
      },
    );
    await assert.rejects(linesOf(stage, payout), expected);
  }
  const unknown = aPayout(stage, { currency: 'xts', reconciliation_status: 'completed' });
  await assert.rejects(sourceOf(stage).payout(unknown.id, soon()), /not known/);
  await assert.rejects(linesOf(stage, unknown), /not known/);
});

test('a list that cannot be continued is an error', async (t) => {
  const stage = await openStripe(t);
  const payout = aPayout(stage, { reconciliation_status: 'completed' });
  const texts = [
    '{"data": [], "has_more": true}',
    '{"data": [{"id": "txn_1"}, {}]}',
    '{"data": [{"id": "../x"}]}',
    '{"data": {}}',
  ];
  for (const text of texts) {
    stage.standIn.fault('balance_transactions', { status: 200, text });
    await assert.rejects(linesOf(stage, payout), /list/, text);
  }
  const text = '{"data": [{"id": "po_1"}], "has_more": true}';
  stage.standIn.fault('v1/payouts$', { status: 200, text });
  const again = sourceOf(stage).payouts({ since: stage.now(), after: 'po_1' }, soon());
  await assert.rejects(again, /cannot be continued/);
});
