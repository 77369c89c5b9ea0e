// Authorising at Mollie, capturing later in parts, and what a notification tells of captures.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCapture, allNewsOf, aManualPayin, aPaid, aPayin, openMollie } from './a-mollie.ts';

const euro = (value: string) => ({ currency: 'EUR', value });

for (const method of ['card', 'klarna']) {
  test(`a manual payment by ${method} is authorised until a day that Mollie names`, async (t) => {
    const stage = await openMollie(t);
    const payin = aManualPayin(method);
    await stage.pay(payin);
    const { id } = stage.standIn.books.pay(stage.standIn.books.of(payin.id)!.id);
    assert.deepEqual(await stage.provider.inquire(payin, stage.call(payin)), {
      kind: 'authorized',
      of: { reference: payin.id, amountMinor: 2_500n, currency: 'EUR' },
      providerReference: id,
      captureBefore: new Date('2026-03-09T10:00:00.000Z'),
      takesSeveral: true,
    });
    assert.equal(stage.standIn.server.requests[0]!.body.captureMode, 'manual');
  });
}

test('methods that cannot be captured later are not offered for it', async (t) => {
  const stage = await openMollie(t);
  for (const method of ['ideal', 'bancontact', 'paypal', 'blik'])
    assert.equal((await stage.pay(aManualPayin(method))).kind, 'failed');
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('a capture is sent once under its id, and found again', async (t) => {
  const stage = await openMollie(t);
  const payin = await aPaid(stage, aManualPayin());
  const capture = aCapture(stage, payin);
  const first = await stage.provider.capture!(payin, capture, stage.call(payin));
  const made = stage.standIn.books.of(capture.id, 'capture')!;
  assert.deepEqual(first, { kind: 'completed', providerReference: made.id });
  assert.deepEqual(await stage.provider.capture!(payin, capture, stage.call(payin)), first);
  assert.deepEqual(await stage.provider.inquireCapture!(payin, capture, stage.call(payin)), first);
  assert.equal(stage.standIn.charges(capture.id), 1);
  const sent = stage.standIn.server.requests.find(
    ({ method, path }) => method === 'POST' && path.endsWith('/captures'),
  )!;
  assert.equal(sent.headers['idempotency-key'], capture.id);
  assert.deepEqual(sent.body.amount, euro('10.00'));
});

test('several captures take the whole, and after the final one the rest is released', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payin = await aPaid(stage, aManualPayin());
  const id = payin.providerReference!;
  for (const amountMinor of [1_000n, 500n]) {
    const capture = aCapture(stage, payin, { amountMinor });
    assert.equal((await stage.provider.capture!(payin, capture, stage.call(payin))).kind, 'completed');
  }
  assert.equal(books.find(id).status, 'authorized');
  stage.standIn.server.fault({ on: /release/, fault: { kind: 'lost', when: 'before' } });
  assert.equal(await stage.provider.releaseRest!(payin, stage.call(payin)), false);
  assert.equal(await stage.provider.releaseRest!(payin, stage.call(payin)), true);
  assert.equal(books.find(id).status, 'paid');
  stage.advance(60 * 60_000);
  assert.equal(await stage.provider.releaseRest!(payin, stage.call(payin)), true, 'nothing is held any more');
});

test('a capture that Mollie refuses has failed, and one without an answer is unknown', async (t) => {
  const stage = await openMollie(t);
  const payin = await aPaid(stage, aManualPayin());
  const failed = { kind: 'failed', errorCode: '5105' };
  const send = (capture: ReturnType<typeof aCapture>) =>
    stage.provider.capture!(payin, capture, stage.call(payin));
  assert.deepEqual(await send(aCapture(stage, payin, { amountMinor: 2_501n })), failed);
  assert.deepEqual(await send(aCapture(stage, payin, { amountMinor: 0n })), failed);
  const capture = aCapture(stage, payin);
  stage.standIn.server.fault({ on: /captures/, fault: { kind: 'lost', when: 'after' } });
  assert.deepEqual(await send(capture), { kind: 'unknown' });
  const ask = (one: typeof capture) => stage.provider.inquireCapture!(payin, one, stage.call(payin));
  assert.equal((await ask(capture)).kind, 'completed');
  const lost = aCapture(stage, payin);
  assert.deepEqual(await ask(lost), { kind: 'unknown' });
  stage.advance(60_000);
  assert.deepEqual(await ask(lost), { kind: 'unheard' });
  stage.advance(60 * 60_000);
  assert.deepEqual(await send(lost), { kind: 'unknown' });
});

test('an answer about another capture or amount changes nothing', async (t) => {
  const stage = await openMollie(t);
  const payin = await aPaid(stage, aManualPayin());
  for (const fields of [{ amount: euro('10.01') }, { metadata: null }, { status: 'flying' }]) {
    stage.standIn.server.fault({ on: /POST .*captures/, fault: { kind: 'changed', fields } });
    const capture = aCapture(stage, payin, { amountMinor: 100n });
    const outcome = await stage.provider.capture!(payin, { ...capture }, stage.call(payin));
    assert.equal(outcome.kind, 'unknown', JSON.stringify(fields));
  }
});

test('captures of ours and of the dashboard are told, each counted once', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const payin = await aPaid(stage, aManualPayin());
  const id = payin.providerReference!;
  const capture = aCapture(stage, payin);
  await stage.provider.capture!(payin, capture, stage.call(payin));
  books.capture(id, { amount: euro('3.00') });
  const [charge, ours, total, ...others] = await allNewsOf(stage, id);
  assert.ok(charge?.about === 'charge' && charge.outcome.kind === 'authorized');
  assert.ok(ours?.about === 'capture' && total?.about === 'capture');
  assert.deepEqual([ours.captureId, ours.amount.amountMinor, ours.isTotal], [capture.id, 1_000n, undefined]);
  assert.deepEqual([total.captureId, total.amount.amountMinor, total.isTotal], [null, 1_300n, true]);
  assert.equal(total.isFinal, false);
  assert.deepEqual(others, []);
  books.release(id);
  const after = (await allNewsOf(stage, id)).at(-1);
  assert.ok(after?.about === 'capture' && after.isTotal && after.isFinal);
});

test('an authorisation that ends in time was cancelled, and a lapsed one has expired', async (t) => {
  const stage = await openMollie(t);
  const codeAfter = async (days: number) => {
    const { providerReference } = await aPaid(stage, aManualPayin('card', { createdAt: stage.now() }));
    stage.advance(days * 24 * 60 * 60_000);
    stage.standIn.books.release(providerReference!);
    const [news] = await allNewsOf(stage, providerReference!);
    return news?.about === 'charge' && 'errorCode' in news.outcome && news.outcome.errorCode;
  };
  assert.equal(await codeAfter(6), '3001');
  assert.equal(await codeAfter(7), '3002');
});

test('a capture that is pending and then fails is told as it stands', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  books.captureStatus = 'pending';
  const payin = await aPaid(stage, aManualPayin());
  const capture = aCapture(stage, payin);
  const outcome = await stage.provider.capture!(payin, capture, stage.call(payin));
  assert.equal(outcome.kind, 'pending');
  const told = async () => {
    const news = (await allNewsOf(stage, payin.providerReference!)).filter(
      ({ about }) => about === 'capture',
    );
    return news.map((one) => one.about === 'capture' && one.outcome.kind);
  };
  assert.deepEqual(await told(), ['pending']);
  books.endCapture(books.of(capture.id, 'capture')!.id, 'failed');
  assert.deepEqual(await told(), ['failed']);
});

test('an authorisation of a payment that Mollie captures by itself is only on its way', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('klarna');
  await stage.pay(payin);
  stage.standIn.server.fault({ on: /^GET/, fault: { kind: 'changed', fields: { status: 'authorized' } } });
  assert.equal((await stage.provider.inquire(payin, stage.call(payin))).kind, 'pending');
});
