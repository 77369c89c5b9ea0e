// Refunds at Mollie: their states, their references, and those that were made in Mollie's dashboard.
import assert from 'node:assert/strict';
import test from 'node:test';
import { allNewsOf, aPaid, aPayin, aRefund, openMollie, soon } from './a-mollie.ts';

test('a refund is sent once under its id, with its amount', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid, { amountMinor: 505n });
  const first = await stage.provider.refund(paid, refund, soon());
  const made = stage.standIn.books.of(refund.id, 'refund')!;
  assert.deepEqual(first, { kind: 'pending', providerReference: made.id });
  assert.deepEqual(await stage.provider.refund(paid, refund, soon()), first);
  assert.equal(stage.standIn.charges(refund.id), 1);
  const sent = stage.standIn.server.requests.find(({ path }) => path.endsWith('/refunds'))!;
  assert.equal(sent.headers['idempotency-key'], refund.id);
  assert.deepEqual(sent.body.amount, { currency: 'EUR', value: '5.05' });
});

test('each state of a refund is an outcome, and an unknown one is counted', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('ideal'));
  const states = {
    queued: 'pending',
    pending: 'pending',
    processing: 'pending',
    refunded: 'completed',
    failed: 'failed',
    canceled: 'failed',
    lost: 'unknown',
  };
  for (const [status, kind] of Object.entries(states)) {
    const refund = aRefund(stage, paid);
    await stage.provider.refund(paid, refund, soon());
    const made = books.of(refund.id, 'refund')!;
    books.moveRefund(made.id, status as 'refunded');
    const known = { ...refund, providerReference: made.id };
    const outcome = await stage.provider.inquireRefund(paid, known, soon());
    assert.equal(outcome.kind, kind, status);
    if (outcome.kind === 'failed') assert.equal(outcome.errorCode, '5005');
  }
  assert.deepEqual(stage.unknown, ['refund.status=lost']);
});

test('a refund that was cancelled in Mollie’s dashboard is gone there, and has failed', async (t) => {
  const stage = await openMollie(t);
  const { books, server } = stage.standIn;
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid);
  const made = await stage.provider.refund(paid, refund, soon());
  assert.ok(made.kind === 'pending');
  const { providerReference = null } = made;
  const known = { ...refund, providerReference };
  const ask = () => stage.provider.inquireRefund(paid, known, soon());
  server.fault({
    on: /GET .*refunds\/re_/,
    fault: { kind: 'answer', answer: { status: 404, text: 'gone' } },
  });
  assert.deepEqual(await ask(), { kind: 'unknown' }, 'a proxy answered');
  books.remove(providerReference!);
  const elsewhere = { ...paid, providerReference: 'tr_elsewhere' };
  const asked = await stage.provider.inquireRefund(elsewhere, known, soon());
  assert.deepEqual(asked, { kind: 'unknown' }, 'the payment is gone too');
  assert.deepEqual(await ask(), { kind: 'failed', errorCode: '5005', providerReference });
});

test('a refund on its way is asked for once a day after some time', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid, { inquiries: 4 });
  const outcome = await stage.provider.refund(paid, refund, soon());
  assert.ok(outcome.kind === 'pending');
  assert.deepEqual(outcome.askAgainAt, new Date('2026-03-03T10:00:00.000Z'));
});

test('an answer about another refund or amount changes nothing', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  for (const fields of [
    { amount: { currency: 'EUR', value: '1.01' } },
    { metadata: { reference: paid.id } },
    { amount: null },
  ]) {
    const fault = { kind: 'changed', fields } as const;
    stage.standIn.server.fault({ on: /POST .*refunds/, fault });
    assert.deepEqual(await stage.provider.refund(paid, aRefund(stage, paid), soon()), { kind: 'unknown' });
  }
});

test('more than is left cannot be refunded', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const failed = { kind: 'failed', errorCode: '5005' };
  assert.deepEqual(
    await stage.provider.refund(paid, aRefund(stage, paid, { amountMinor: 2_501n }), soon()),
    failed,
  );
  const nameless = { ...paid, providerReference: null };
  assert.deepEqual(await stage.provider.refund(nameless, aRefund(stage, paid), soon()), failed);
  assert.deepEqual(await stage.provider.inquireRefund(nameless, aRefund(stage, paid), soon()), {
    kind: 'unheard',
  });
});

test('nothing is refunded again when Mollie may have forgotten the key', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid);
  stage.advance(55 * 60_000);
  assert.deepEqual(await stage.provider.refund(paid, refund, soon()), { kind: 'unknown' });
  assert.equal(stage.standIn.charges(refund.id), 0);
});

test('refunds of ours and of the dashboard are told with their references', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('ideal'));
  const refund = aRefund(stage, paid);
  await stage.provider.refund(paid, refund, soon());
  const ours = books.of(refund.id, 'refund')!;
  books.moveRefund(ours.id, 'refunded');
  const theirs = books.refund(paid.providerReference!, {
    amount: { currency: 'EUR', value: '3.00' },
    metadata: 'by hand',
  });
  books.moveRefund(theirs.id, 'failed');
  const [, first, second] = await allNewsOf(stage, paid.providerReference!);
  const common = { about: 'refund', charge: paid.id, payment: paid.providerReference, needsFormer: false };
  assert.deepEqual(first, {
    ...common,
    refundId: refund.id,
    providerReference: ours.id,
    amount: { amountMinor: 100n, currency: 'EUR' },
    outcome: { kind: 'completed', providerReference: ours.id },
  });
  assert.deepEqual(second, {
    ...common,
    refundId: null,
    providerReference: theirs.id,
    amount: { amountMinor: 300n, currency: 'EUR' },
    outcome: { kind: 'failed', errorCode: '5005', providerReference: theirs.id },
  });
});
