// What an account answers and what it does not (contract 13, "Answers"). After a refusal the next account is asked.
// After anything unreadable the outcome is unknown, and no other account gets the payment. Every charge is found, once.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Fault } from '../../providers/adyen/stand-in/faults.ts';
import type { FaultKind } from '../../providers/stripe/stand-in/faults.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { by, decideOn, enterCard, openProviderStage } from './stage.ts';

const stage = await openProviderStage();

/** The first account has priority 1, the other one takes the rest. */
async function openBoth(t: TestContext, first: 'adyen' | 'stripe', of = stage) {
  const shop = await of.shop(t);
  const adyen = await shop.adyen({ priority: first === 'adyen' ? 1 : 2 });
  const stripe = await shop.stripe({ priority: first === 'stripe' ? 1 : 2 }, { notifies: false });
  const chargesAtAdyen = () =>
    adyen.standIn.requests.filter(({ path }) => path === '/payments' || path === '/sessions').length;
  const callsAtStripe = () => stripe.standIn.calls().filter((call) => call.startsWith('POST')).length;
  return { shop, adyen, stripe, chargesAtAdyen, callsAtStripe };
}

test('if Adyen refuses, Stripe takes the card on its page under a new reference', async (t) => {
  const { shop, adyen, stripe } = await openBoth(t, 'adyen');
  const refusals: Fault[] = [400, 401, 403, 422, 429].map((statusCode) => ({ kind: 'status', statusCode }));
  for (const fault of refusals) {
    adyen.standIn.fault({ path: '/payments', fault });
    const { result } = await shop.card();
    const { transactionId } = result;
    const page = stripe.standIn.of(`${transactionId}-r1`, 'checkout.session');
    assert.ok(page, JSON.stringify([fault, result]));
    assert.equal(page.client_reference_id, `${transactionId}-r1`);
    const sent = stripe.standIn.requests.findLast(({ method }) => method === 'POST')!;
    assert.equal(sent.key, `${transactionId}-r1`);
    await shop.browse((await enterCard(result.redirectUrl, '4242424242424242'))!);
    const paid = await shop.record(transactionId);
    assert.deepEqual([paid.status, paid.card], ['COMPLETED', null]);
    assert.equal(adyen.standIn.charges(transactionId), 0);
  }
  await adyen.standIn.stopListening();
  const { result } = await shop.card();
  assert.ok(stripe.standIn.of(`${result.transactionId}-r1`, 'checkout.session'), 'no connection to Adyen');
});

test('if Stripe refuses, Adyen gets the payment, and its notifications count only for its own charge', {
  skip: onlyInProof,
}, async (t) => {
  const { shop, adyen, stripe } = await openBoth(t, 'stripe');
  const refusal = (status: number): FaultKind => ({ status, error: { type: 'invalid_request_error' } });
  for (const kind of [401, 403, 429, 400].map(refusal)) {
    stripe.standIn.fault('POST /v1/payment_intents$', kind);
    const { result } = await shop.pay(by('ideal'));
    const { transactionId, redirectUrl } = result;
    const payment = adyen.standIn.books.latest(`${transactionId}-r1`);
    const sent = adyen.standIn.requests.findLast(({ path }) => path === '/payments')!;
    assert.equal(sent.headers['idempotency-key'], `${transactionId}-r1`);
    await decideOn(redirectUrl, 'approve');
    // Adyen decides nothing about a reference that went to Stripe.
    const fields = { merchantReference: transactionId, pspReference: `STRANGE${transactionId.slice(-8)}` };
    const strange = adyen.event(payment.reference, 'AUTHORISATION', fields);
    await adyen.deliver({}, [strange]);
    await eventually(async () =>
      (await shop.notes('?state=unmatched')).some(({ reference }) => reference === transactionId),
    );
    assert.equal((await shop.record(transactionId)).status, 'PROCESSING');
    await adyen.deliver();
    await shop.becomes(transactionId, { status: 'COMPLETED' });
    assert.equal(stripe.standIn.charges(transactionId), 0);
  }
  await stripe.standIn.refuse();
  const { result } = await shop.pay(by('ideal'));
  assert.equal(adyen.standIn.books.latest(`${result.transactionId}-r1`).state, 'open');
  await stripe.standIn.listen();
});

test('if every account refuses, the payment is declined with 1011, and the circuits stay closed', async (t) => {
  const { shop, adyen, stripe } = await openBoth(t, 'adyen');
  for (let i = 0; i < 7; i++) {
    adyen.standIn.fault({ path: '/payments', fault: { kind: 'status', statusCode: 401 } });
    stripe.standIn.fault('POST', { status: 401, error: { type: 'invalid_request_error' } });
    const { result } = await shop.pay(by('ideal'));
    assert.deepEqual([result.status, result.errorCode], ['DECLINED', '1011']);
  }
  assert.equal((await shop.pay(by('ideal'))).statusCode, 300);
  await Promise.all([adyen.standIn.stopListening(), stripe.standIn.refuse()]);
  assert.equal((await shop.pay(by('ideal'))).result.errorCode, '1011');
  await stripe.standIn.listen();
});

test('an unreadable answer of Adyen is an unknown outcome, and no other account gets the payment', async (t) => {
  const { shop, adyen, callsAtStripe } = await openBoth(t, 'adyen');
  const kinds: [Fault, charges: number][] = [
    [{ kind: 'reset', when: 'before' }, 0],
    [{ kind: 'reset', when: 'after' }, 1],
    [{ kind: 'half-body' }, 1],
    [{ kind: 'html' }, 1],
    [{ kind: 'status', statusCode: 500, when: 'after' }, 1],
    [{ kind: 'status', statusCode: 503 }, 0],
    [{ kind: 'status', statusCode: 409, when: 'after' }, 1],
    [{ kind: 'status', statusCode: 422, errorCode: '704', when: 'after' }, 1],
    // The answer is about another amount, currency or payment. It is never applied.
    [{ kind: 'changed', fields: { amount: { value: 1, currency: 'EUR' } } }, 1],
    [{ kind: 'changed', fields: { amount: { value: 2500, currency: 'USD' } } }, 1],
    [{ kind: 'changed', fields: { merchantReference: crypto.randomUUID() } }, 1],
    [{ kind: 'changed', fields: { resultCode: 'Levitated' } }, 1],
  ];
  const ids: [string, number][] = [];
  for (const [fault, charges] of kinds) {
    adyen.standIn.fault({ path: '/payments', fault });
    const { result } = await shop.card();
    assert.deepEqual([result.status, result.errorCode], ['PROCESSING', '9001'], JSON.stringify(fault));
    ids.push([result.transactionId, charges]);
    // A good answer, so its circuit stays closed.
    assert.equal((await shop.card()).result.status, 'COMPLETED');
  }
  assert.equal(callsAtStripe(), 0);
  await adyen.deliver({ reversed: true });
  for (const [id, charges] of ids) {
    if (charges === 1) await shop.becomes(id, { status: 'COMPLETED', errorCode: null });
    else assert.equal((await shop.record(id)).errorCode, '9001');
    assert.equal(adyen.standIn.charges(id), charges);
  }
  const line = 'tollgate_provider_unknown_values_total{provider="adyen",field="resultCode"}';
  assert.equal(await shop.metric(line), 1);
  const paid = ids.filter(([, charges]) => charges === 1).length + kinds.length;
  assert.deepEqual(await shop.balance(), { available: 25 * paid, reserved: 0 });
});

test('an unreadable answer of Stripe is an unknown outcome until an inquiry finds it', {
  skip: onlyInProof,
}, async (t) => {
  const own = await openProviderStage(t);
  const { shop, stripe, chargesAtAdyen } = await openBoth(t, 'stripe', own);
  const { standIn } = stripe;
  const kinds: FaultKind[] = [
    'lost-before',
    'lost-after',
    'half-body',
    'html',
    'empty',
    { statusAfter: 500 },
    { status: 409, error: { type: 'invalid_request_error', code: 'lock_timeout' } },
  ];
  const wanted: { id: string; isConfirmed: boolean; isStored: boolean }[] = [];
  for (const on of ['POST /v1/payment_intents$', 'POST .*/confirm']) {
    for (const kind of kinds) {
      standIn.fault(on, kind);
      const { result } = await shop.pay(by('ideal'));
      const { transactionId: id } = result;
      assert.deepEqual(
        [result.status, result.errorCode],
        ['PROCESSING', '9001'],
        `${on} ${JSON.stringify(kind)}`,
      );
      const intent = standIn.of(id);
      const isConfirmed = intent?.status === 'requires_action';
      // The shopper got there in another way, such as an e-mail of the bank.
      if (isConfirmed) standIn.books.succeed(intent);
      wanted.push({ id, isConfirmed, isStored: on.endsWith('confirm') });
      assert.equal((await shop.pay(by('ideal'))).statusCode, 300);
    }
  }
  assert.equal(chargesAtAdyen(), 0);
  assert.equal(wanted.filter(({ isConfirmed }) => isConfirmed).length, 5);
  own.gateway.advance(11_000);
  for (const { id, isConfirmed } of wanted) {
    if (isConfirmed) await shop.becomes(id, { status: 'COMPLETED' });
    assert.equal(standIn.charges(id), isConfirmed ? 1 : 0);
  }
  // The other payments end when their calls have certainly ended. If a payment has no stored id, nobody can have paid
  // it.
  own.gateway.advance(400_000);
  for (const { id, isConfirmed, isStored } of wanted)
    if (!isConfirmed) {
      await shop.becomes(id, { status: 'ERROR', errorCode: '9002' });
      // Cancelled, so that no late confirmation counts.
      if (isStored) assert.equal(standIn.of(id)!.status, 'canceled');
    }
});

test('an answer of Stripe about another amount or payment is not applied', async (t) => {
  const { shop, stripe } = await openBoth(t, 'stripe');
  const { books } = stripe.standIn;
  const { transactionId, redirectUrl } = (await shop.pay(by('ideal'))).result;
  const intent = stripe.standIn.of(transactionId)!;
  await decideOn(redirectUrl, 'approve');
  const truth = { amount: intent.amount, currency: intent.currency, metadata: intent.metadata };
  // The same return is asked about once in five seconds.
  const comeBack = (what: string) => shop.browse(`${intent.return_url}?back=${what}`);
  for (const untrue of [
    { amount: 1 },
    { currency: 'usd' },
    { metadata: { reference: crypto.randomUUID() } },
    { metadata: {} },
  ]) {
    Object.assign(intent, truth, untrue);
    assert.equal((await comeBack(encodeURIComponent(JSON.stringify(untrue)))).status, 303);
    assert.equal((await shop.record(transactionId)).status, 'PROCESSING', JSON.stringify(untrue));
  }
  Object.assign(intent, truth);
  await comeBack('truly');
  assert.equal((await shop.record(transactionId)).status, 'COMPLETED');
  assert.equal(books.charged.get(transactionId), 1);
});

test('a notification that arrives before the answer waits until the call has ended', async (t) => {
  const { shop, adyen } = await openBoth(t, 'adyen');
  adyen.standIn.fault({ path: '/payments', fault: { kind: 'late', delayMs: 1_500 } });
  const paying = shop.card();
  await eventually(() => adyen.standIn.books.events.length > 0);
  assert.deepEqual(await adyen.deliver(), [200]);
  const [waiting] = await shop.notes();
  assert.equal(waiting.state, 'waiting');
  const { result } = await paying;
  assert.equal(result.status, 'COMPLETED');
  const [note] = await shop.waitForNotifications(1);
  assert.equal(note.state, 'applied');
  assert.deepEqual(await shop.eventsOf(result.transactionId, 1), ['payin.completed']);
});

test('an answer after the deadline is applied, although the caller got 9001', async (t) => {
  const { shop, adyen } = await openBoth(t, 'adyen');
  const other = await openBoth(t, 'stripe');
  adyen.standIn.fault({ path: '/payments', fault: { kind: 'late', delayMs: 17_000 } });
  other.stripe.standIn.fault('POST .*/confirm', { delayMs: 17_000 });
  const [card, ideal] = await Promise.all([shop.card(), other.shop.pay(by('ideal'))]);
  for (const { result } of [card, ideal])
    assert.deepEqual([result.status, result.errorCode], ['PROCESSING', '9001']);
  await shop.becomes(card.result.transactionId, { status: 'COMPLETED' });
  await other.shop.becomes(ideal.result.transactionId, { resultType: 'redirect', errorCode: null });
  assert.equal(adyen.standIn.charges(card.result.transactionId), 1);
  assert.deepEqual([other.chargesAtAdyen(), shop.brand.brandId === other.shop.brand.brandId], [0, false]);
});
