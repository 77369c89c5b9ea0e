// Pay-ins through an account at Stripe, from outside (contract 13): a card on its Checkout page, the methods of banks
// and wallets, the SEPA debit, cancellation, and what Stripe is asked when. The SDK is the real one, Stripe is the
// stand-in.
import assert from 'node:assert/strict';
import test from 'node:test';
import { IBAN_THAT_FAILS } from '../../providers/stripe/stand-in/books.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { by, decideOn, enterCard, IBAN, openProviderStage, SHOP_PAGE } from './stage.ts';

const stage = await openProviderStage();

test('a card is entered on Stripe’s page, and a card number sent to v3 is dropped', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const { result, statusCode } = await shop.card({ amount: 12.34 });
  const { transactionId, redirectUrl } = result;
  assert.equal(statusCode, 300);
  assert.ok(redirectUrl.startsWith(`${standIn.origin}/pages/checkout/`), redirectUrl);
  const page = standIn.of(transactionId, 'checkout.session')!;
  assert.deepEqual([page.amount_total, page.currency], [1234, 'eur']);
  const { expiresAt } = await shop.record(transactionId);
  assert.equal(Date.parse(expiresAt), page.expires_at * 1000);
  // Declined there, the shopper tries another card, and the payment continues.
  assert.equal(await enterCard(redirectUrl, '4000000000009995'), null);
  assert.equal((await shop.record(transactionId)).status, 'PROCESSING');
  const back = await enterCard(redirectUrl, '4242424242424242');
  const seen = await shop.browse(back!);
  assert.deepEqual([seen.status, seen.headers.get('location')?.split('?')[0]], [303, SHOP_PAGE]);
  const paid = await shop.record(transactionId);
  assert.deepEqual([paid.status, paid.card], ['COMPLETED', null]);
  assert.equal(paid.providerReference, standIn.of(transactionId)!.id);
  for (const event of standIn.books.events) await standIn.sender.send(event);
  await shop.waitForNotifications(standIn.books.events.length);
  assert.deepEqual(await shop.eventsOf(transactionId, 2), ['payin.processing', 'payin.completed']);
  assert.equal(standIn.charges(transactionId), 1);
  assert.ok(standIn.requests.every(({ raw }) => !raw.includes('4242424242424242')));
  assert.deepEqual(await shop.balance(), { available: 12.34, reserved: 0 });
});

test('an expired Checkout page is 3002, and a notification completes the payment of a shopper who does not return', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const left = (await shop.card()).result;
  standIn.books.expireSession(standIn.of(left.transactionId, 'checkout.session')!.id);
  await shop.becomes(left.transactionId, { status: 'DECLINED', errorCode: '3002' });
  const paid = (await shop.card()).result;
  await enterCard(paid.redirectUrl, '4242424242424242');
  await shop.becomes(paid.transactionId, { status: 'COMPLETED' });
});

test('iDEAL, Bancontact, PayPal and Klarna payments are created, then confirmed, and decided on the page', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  for (const method of ['ideal', 'bancontact', 'paypal', 'klarna']) {
    for (const [decision, status, errorCode] of [
      ['approve', 'COMPLETED', null],
      ['fail', 'DECLINED', '3001'],
    ]) {
      const { result, statusCode } = await shop.pay(by(method));
      assert.equal(statusCode, 300, JSON.stringify(result));
      const { transactionId } = result;
      const intent = standIn.of(transactionId)!;
      // The gateway may still be reading the events of the payment before.
      const posts = standIn.requests.filter(({ method: verb }) => verb === 'POST').slice(-2);
      assert.deepEqual(
        posts.map(({ method: verb, path, key }) => [verb, path, key]),
        [
          ['POST', '/v1/payment_intents', transactionId],
          ['POST', `/v1/payment_intents/${intent.id}/confirm`, `${transactionId}-confirm`],
        ],
      );
      // The gateway does not believe the browser's parameters.
      await shop.browse(
        `${new URL(intent.return_url).pathname}?redirect_status=succeeded&payment_intent=${intent.id}`,
      );
      assert.equal((await shop.record(transactionId)).status, 'PROCESSING');
      await shop.browse(await decideOn(result.redirectUrl, decision!));
      const ended = await shop.record(transactionId);
      assert.deepEqual([ended.status, ended.errorCode], [status, errorCode], method);
    }
  }
  for (const { state, reason } of await shop.waitForNotifications(8)) {
    assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
  }
  assert.deepEqual(await shop.balance(), { available: 100, reserved: 0 });
});

test('a SEPA debit needs its holder, stays PROCESSING for days, and completes or fails', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const without = await shop.pay(by('sepa-direct-debit', { paymentData: { iban: IBAN }, customer: {} }));
  assert.deepEqual([without.resultType, without.result.errorCode], ['declined', '1005']);
  assert.ok(standIn.calls().every((call) => !call.startsWith('POST')));
  // The customer's name is the holder; an earlier stored name is not mixed with it.
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
  const session = { ...by('sepa-direct-debit', { paymentData: { iban: IBAN } }), userId: 'ada' };
  const byName = await shop.pay({ ...session, customer });
  assert.equal(byName.result.status, 'PROCESSING', JSON.stringify(byName));
  const again = await shop.pay({ ...session, customer: { firstName: 'Bob' } });
  assert.equal(again.result.status, 'PROCESSING', JSON.stringify(again));
  const { customer: kept } = await shop.record(again.result.transactionId);
  assert.deepEqual([kept.firstName, kept.lastName, kept.email], ['Bob', null, 'a***@example.com']);
  const debits: string[] = [];
  for (const iban of [IBAN, IBAN_THAT_FAILS]) {
    const body = by('sepa-direct-debit', { paymentData: { iban, accountHolder: 'Ada Lovelace' } });
    const { result, statusCode } = await shop.pay(body);
    assert.deepEqual([statusCode, result.status], [200, 'PROCESSING']);
    debits.push(result.transactionId);
  }
  for (const id of debits) {
    const intent = standIn.of(id)!;
    if (intent.iban === IBAN) standIn.books.succeed(intent);
    else
      standIn.books.decline(intent, {
        code: 'payment_intent_payment_attempt_failed',
        decline_code: 'insufficient_funds',
      });
  }
  await shop.becomes(debits[0]!, { status: 'COMPLETED' });
  await shop.becomes(debits[1]!, { status: 'DECLINED', errorCode: '2001' });
});

test('a payment is cancelled at Stripe first, and a paid payment is not cancelled', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const cancel = (transactionId: string) => shop.call('POST', '/cancel-payment', { transactionId });
  const page = (await shop.card()).result.transactionId;
  const bank = (await shop.pay(by('ideal'))).result.transactionId;
  for (const id of [page, bank]) {
    assert.equal((await cancel(id)).status, 201);
    assert.deepEqual((await shop.record(id)).errorCode, '3001');
  }
  assert.equal(standIn.of(page, 'checkout.session')!.status, 'expired');
  assert.equal(standIn.of(bank)!.status, 'canceled');
  const paid = (await shop.pay(by('ideal'))).result;
  await decideOn(paid.redirectUrl, 'approve');
  const refused = await cancel(paid.transactionId);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /has just been paid/);
  assert.equal((await shop.record(paid.transactionId)).status, 'COMPLETED');
  // A debit on its way cannot be stopped.
  const debit = (await shop.pay(by('sepa-direct-debit'))).result.transactionId;
  assert.equal((await cancel(debit)).status, 400);
  assert.equal((await shop.record(debit)).status, 'PROCESSING');
});

test('an inquiry ends a payment for which no event arrived', async (t) => {
  const own = await openProviderStage(t);
  const shop = await own.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const { transactionId, redirectUrl } = (await shop.pay(by('ideal'))).result;
  await decideOn(redirectUrl, 'approve');
  own.gateway.advance(16 * 60_000);
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  assert.equal(standIn.charges(transactionId), 1);
});

test('a call is not repeated after 23 hours, when Stripe forgets keys, and an inquiry finds the payment', async (t) => {
  const own = await openProviderStage(t);
  const shop = await own.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  standIn.fault('POST .*/confirm', 'lost-after');
  const { transactionId } = (await shop.pay(by('ideal'))).result;
  assert.equal((await shop.record(transactionId)).errorCode, '9001');
  const posts = () => standIn.calls().filter((call) => call.startsWith('POST')).length;
  const before = posts();
  standIn.keys.prune();
  standIn.books.succeed(standIn.of(transactionId)!);
  own.gateway.advance(23 * 3_600_000 + 60_000);
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  assert.equal(posts(), before);
  assert.equal(standIn.charges(transactionId), 1);
});

test('a decline reason of Stripe without a code of its own gets the nearest code', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  for (const [words, code] of [
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, '2001'],
    [{ code: 'payment_intent_authentication_failure' }, '3001'],
    [{ code: 'payment_method_provider_decline', decline_code: 'a_new_reason' }, '2005'],
  ] as const) {
    standIn.books.nextDecline = words;
    const { result } = await shop.pay(by('ideal'));
    assert.deepEqual([result.status, result.errorCode], ['DECLINED', code]);
  }
  const line = 'tollgate_provider_unknown_values_total{provider="stripe",field="decline_code"}';
  assert.equal(await shop.metric(line), 1);
});
