// Cancelling an unpaid payment at Mollie, and voiding an authorised one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCapture, aManualPayin, aPaid, aPayin, openMollie } from './a-mollie.ts';

test('an open payment that Mollie can cancel is cancelled', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  await stage.pay(payin);
  const { id } = stage.standIn.books.of(payin.id)!;
  const of = { reference: payin.id, amountMinor: 2_500n, currency: 'EUR' };
  const cancelled = { kind: 'declined', errorCode: '3001', of, providerReference: id };
  for (const _ of ['first', 'again'])
    assert.deepEqual(await stage.provider.cancel(payin, stage.call(payin)), cancelled);
});

test('an open payment that Mollie cannot cancel stays as it is', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  books.areCancelable = false;
  const payin = aPayin('card');
  await stage.pay(payin);
  assert.deepEqual(await stage.provider.cancel(payin, stage.call(payin)), { kind: 'unknown' });
  assert.equal(books.of(payin.id)!.status, 'open');
});

test('a payment that was paid meanwhile is not cancelled', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payin = aPayin('ideal');
  await stage.pay(payin);
  books.pay(books.of(payin.id)!.id);
  assert.equal((await stage.provider.cancel(payin, stage.call(payin))).kind, 'completed');
  const manual = aManualPayin();
  await stage.pay(manual);
  books.pay(books.of(manual.id)!.id);
  assert.equal((await stage.provider.cancel(manual, stage.call(manual))).kind, 'authorized');
});

test('a cancellation without an answer, or of a payment without an id, changes nothing', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  const cancel = () => stage.provider.cancel(payin, stage.call(payin));
  assert.deepEqual(await cancel(), { kind: 'unknown' });
  await stage.pay(payin);
  stage.standIn.server.fault({ on: /^DELETE/, fault: { kind: 'lost', when: 'after' } });
  assert.deepEqual(await cancel(), { kind: 'unknown' });
  assert.equal((await cancel()).kind, 'declined');
});

test('an earlier attempt’s payment is never cancelled in place of the present one', async (t) => {
  const stage = await openMollie(t);
  const first = aPayin('ideal');
  await stage.pay(first);
  const { id: providerReference } = stage.standIn.books.of(first.id)!;
  const second = { ...first, attempts: 2, providerReference };
  assert.deepEqual(await stage.provider.cancel(second, stage.call(second)), { kind: 'unknown' });
  assert.equal(stage.standIn.books.of(first.id)!.status, 'open');
});

test('an authorised payment is voided by releasing it', async (t) => {
  const stage = await openMollie(t);
  const authorized = await aPaid(stage, aManualPayin());
  const id = authorized.providerReference!;
  const outcome = await stage.provider.cancel(authorized, stage.call(authorized));
  assert.ok(outcome.kind === 'declined');
  assert.deepEqual([outcome.errorCode, outcome.providerReference], ['3001', id]);
  assert.equal(stage.standIn.books.find(id).status, 'canceled');
});

test('an authorisation that lapsed here is over with 3002', async (t) => {
  const stage = await openMollie(t);
  const authorized = await aPaid(stage, aManualPayin());
  stage.advance(8 * 24 * 60 * 60_000);
  const outcome = await stage.provider.cancel(authorized, stage.call(authorized));
  assert.equal('errorCode' in outcome && outcome.errorCode, '3002');
});

test('a void keeps what was captured, and a capture that nobody here made is a conflict', async (t) => {
  const stage = await openMollie(t);
  const payin = await aPaid(stage, aManualPayin());
  const capture = aCapture(stage, payin, { isFinal: false });
  assert.equal((await stage.provider.capture!(payin, capture, stage.call(payin))).kind, 'completed');
  const known = { ...payin, authorized: { ...payin.authorized!, capturedMinor: 1_000n } };
  assert.equal((await stage.provider.cancel(known, stage.call(known))).kind, 'declined');
  assert.equal(stage.standIn.books.find(payin.providerReference!).status, 'paid');
  const outcome = await stage.provider.cancel(payin, stage.call(payin));
  assert.equal(outcome.kind, 'completed');
});

test('a void whose answer is lost is unknown, and can be sent again', async (t) => {
  const stage = await openMollie(t);
  const payin = await aPaid(stage, aManualPayin());
  stage.standIn.server.fault({ on: /release/, fault: { kind: 'lost', when: 'before' } });
  const cancel = () => stage.provider.cancel(payin, stage.call(payin));
  assert.deepEqual(await cancel(), { kind: 'unknown' });
  assert.equal((await cancel()).kind, 'declined');
});

test('a proof of a payment says nothing, and payouts are not served', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  const proof = { essentialKey: '1', additionalEssentialKey: null, documentType: null };
  assert.deepEqual(await stage.provider.confirm(payin, proof, stage.call(payin)), { kind: 'unknown' });
  assert.equal((await stage.provider.payOut(payin, {}, stage.call(payin))).kind, 'failed');
});
