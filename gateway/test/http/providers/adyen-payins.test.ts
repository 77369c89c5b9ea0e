// Pay-ins through an account at Adyen, from outside (contract 13): each method with its page, code or voucher, the
// codes of its refusals, 3-D Secure, and what a shopper may bring back from there. The SDK is the real one, Adyen is
// the stand-in.
import assert from 'node:assert/strict';
import test from 'node:test';
import { triggerOf } from '../../providers/adyen/stand-in/refusal-triggers.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { by, decideOn, enterCard, openProviderStage, optionOf, SHOP_PAGE } from './stage.ts';

const stage = await openProviderStage();
const WITH_3DS = { cardNumber: '4212345678910006' };

test('a card is charged once, under the id of its transaction, and the notification confirms it', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { result, statusCode } = await shop.card({ amount: 12.34, userId: 'user-1' });
  assert.equal(statusCode, 200);
  const { transactionId } = result;
  const paid = await shop.record(transactionId);
  const payment = adyen.standIn.books.latest(transactionId);
  assert.equal(paid.status, 'COMPLETED');
  assert.equal(paid.providerReference, payment.pspReference);
  assert.deepEqual(payment.amount, { value: 1234, currency: 'EUR' });
  const [sent] = adyen.standIn.requests.filter(({ path }) => path === '/payments');
  assert.equal(sent!.address, '/v72/payments');
  assert.equal(sent!.headers['idempotency-key'], transactionId);
  assert.deepEqual(await adyen.deliver({ times: 2 }), [200, 200]);
  const [note, ...others] = await shop.waitForNotifications(1);
  assert.deepEqual(others, []);
  const { notificationId, occurredAt, receivedAt, deliveries, ...rest } = note;
  assert.ok(notificationId && occurredAt && receivedAt);
  assert.equal(deliveries, 2);
  assert.deepEqual(rest, {
    accountId: adyen.account.accountId,
    kind: 'AUTHORISATION',
    reference: transactionId,
    providerReference: payment.pspReference,
    transactionId,
    amount: 12.34,
    currency: 'EUR',
    state: 'applied',
    reason: null,
  });
  assert.deepEqual(await shop.eventsOf(transactionId, 1), ['payin.completed']);
  assert.equal(adyen.standIn.charges(transactionId), 1);
  assert.deepEqual(await shop.balance(), { available: 12.34, reserved: 0 });
});

test('each refusal reason of Adyen has its error code', { skip: onlyInProof }, async (t) => {
  const shop = await stage.shop(t);
  await shop.adyen();
  const codes = {
    '12': '2001',
    '6': '2002',
    '8': '2003',
    '24': '2004',
    '2': '2005',
    '9': '2012',
    '11': '2101',
    '20': '2201',
    '15': '3001',
    '16': '3001',
  };
  for (const [number, code] of Object.entries(codes)) {
    const { result, statusCode } = await shop.card({}, { cardHolder: triggerOf(number) });
    assert.deepEqual([result.status, result.errorCode, statusCode], ['DECLINED', code, 900], number);
  }
  // An error at the acquirer: it is not certain that nothing was done, so no other account is asked.
  const { result } = await shop.card({}, { cardHolder: 'ERROR' });
  assert.deepEqual([result.status, result.errorCode], ['DECLINED', '2012']);
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
});

test('3-D Secure goes by redirect, and the shopper returns by GET or POST', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const ends = [
    ['approve', 'COMPLETED', null, 'AUTHENTICATED'],
    ['refuse', 'DECLINED', '2101', 'FAILED'],
    ['cancel', 'DECLINED', '2103', 'ABANDONED'],
  ] as const;
  for (const way of ['GET', 'POST']) {
    for (const [decision, status, errorCode, threeDs] of ends) {
      const { result } = await shop.card({}, WITH_3DS);
      const { transactionId, redirectUrl } = result;
      assert.ok(redirectUrl.startsWith(`${adyen.standIn.url}/page/`), redirectUrl);
      assert.deepEqual((await shop.record(transactionId)).threeDS, { flow: 'CHALLENGE', status: 'PENDING' });
      const back = new URL(await decideOn(redirectUrl, decision));
      const form = Object.fromEntries(back.searchParams);
      back.search = '';
      const seen = await (way === 'GET'
        ? shop.browse(`${back.href}?${new URLSearchParams(form)}`)
        : shop.browse(back.href, form));
      assert.deepEqual([seen.status, seen.headers.get('location')?.split('?')[0]], [303, SHOP_PAGE]);
      const after = await shop.record(transactionId);
      assert.deepEqual([after.status, after.errorCode, after.threeDS.status], [status, errorCode, threeDs]);
      assert.equal(adyen.standIn.charges(transactionId), decision === 'approve' ? 1 : 0);
    }
  }
});

test('a page that needs a POST gives formData in the result instead of a redirectUrl', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { result, statusCode, resultType } = await shop.card({}, { ...WITH_3DS, cardHolder: 'BY POST' });
  assert.deepEqual([statusCode, resultType, result.redirectUrl], [80, 'form', undefined]);
  assert.ok(result.formData.url.startsWith(`${adyen.standIn.url}/page/`));
  await shop.browse(await decideOn(result.formData.url, 'approve'));
  assert.equal((await shop.record(result.transactionId)).status, 'COMPLETED');
});

test('forged, foreign and repeated return parameters change nothing', { skip: onlyInProof }, async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId: mine, redirectUrl: myPage } = (await shop.card({ amount: 80 }, WITH_3DS)).result;
  const theirs = (await shop.card({ amount: 1 }, WITH_3DS)).result;
  const myReturn = adyen.standIn.books.latest(mine).returnUrl;
  const foreign = new URL(await decideOn(theirs.redirectUrl, 'approve')).searchParams.get('redirectResult')!;
  const own = new URL(await decideOn(myPage, 'approve')).searchParams.get('redirectResult')!;
  const tries = [
    '',
    'redirectResult=forged',
    'resultCode=authorised',
    'payload=forged',
    'sessionId=CS1&sessionResult=x',
    `redirectResult=${'x'.repeat(3_000)}`,
    // Two values: nobody can say which of them counts.
    `redirectResult=${own}&redirectResult=${foreign}`,
    `redirectResult=${foreign}`,
  ];
  for (const query of tries) {
    const seen = await shop.browse(`${myReturn}?${query}`);
    assert.equal(seen.status, 303, query);
    assert.equal((await shop.record(mine)).status, 'PROCESSING', query);
  }
  assert.equal((await shop.browse(myReturn, { redirectResult: 'forged' })).status, 303);
  // This result approved somebody else's payment, which is then paid where it belongs.
  await adyen.deliver();
  await shop.becomes(theirs.transactionId, { status: 'COMPLETED' });
  assert.equal((await shop.record(mine)).status, 'PROCESSING');
  for (let time = 0; time < 3; time++) await shop.browse(`${myReturn}?redirectResult=${own}`);
  assert.equal((await shop.record(mine)).status, 'COMPLETED');
  assert.equal(adyen.standIn.charges(mine), 1);
  assert.deepEqual(await shop.balance(), { available: 81, reserved: 0 });
});

test('an unknown return address is 404, whatever its parameters are', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId } = (await shop.card({}, WITH_3DS)).result;
  const known = new URL(adyen.standIn.books.latest(transactionId).returnUrl).pathname;
  const wrong = ['/return/x', `/return/${transactionId}`, `${known}x`, known.slice(0, -1), '/return/..%2f..'];
  for (const path of wrong) {
    assert.equal((await shop.browse(`${path}?redirectResult=x`)).status, 404, path);
    assert.equal((await shop.browse(path, { redirectResult: 'x' })).status, 404, path);
  }
  assert.equal((await shop.browse(known)).status, 303);
});

test('if cards are entered at Adyen, the shopper goes to Adyen, and a card number sent to v3 is dropped', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen({ cardEntry: 'provider' });
  const { result, statusCode } = await shop.card();
  assert.equal(statusCode, 300);
  assert.ok(result.redirectUrl.startsWith(`${adyen.standIn.url}/hosted/`));
  const [session] = adyen.standIn.requests.filter(({ path }) => path === '/sessions');
  assert.equal(session!.body.mode, 'hosted');
  assert.equal(session!.body.reference, result.transactionId);
  assert.ok(!JSON.stringify(adyen.standIn.requests).includes('4242424242424242'));
  // Refused there, the shopper may try again, and the payment continues.
  assert.equal(await enterCard(result.redirectUrl, '4111111111111111', 'DECLINED'), null);
  adyen.standIn.books.events.length = 0;
  const back = await enterCard(result.redirectUrl, '4111111111111111');
  // Somebody else's session says nothing about this one.
  const other = (await shop.card()).result;
  const theirBack = new URL((await enterCard(other.redirectUrl, '4111111111111111'))!);
  theirBack.pathname = new URL(back!).pathname;
  await shop.browse(theirBack.href);
  assert.equal((await shop.record(result.transactionId)).status, 'PROCESSING');
  await shop.browse(back!);
  const paid = await shop.record(result.transactionId);
  assert.deepEqual([paid.status, paid.card], ['COMPLETED', null]);
  // The other shopper never came back; the notification reports the payment.
  await adyen.deliver();
  await shop.becomes(other.transactionId, { status: 'COMPLETED' });
  assert.deepEqual(await shop.balance(), { available: 50, reserved: 0 });

  const left = (await shop.pay({ ...by('card'), paymentOptionId: optionOf('card').id })).result;
  await shop.browse(await decideOn(left.redirectUrl, 'cancel'));
  assert.deepEqual((await shop.record(left.transactionId)).errorCode, '3001');
});

test('iDEAL, PayPal and Klarna payments are decided on Adyen’s page', { skip: onlyInProof }, async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  for (const method of ['ideal', 'paypal', 'klarna']) {
    for (const [decision, status, errorCode] of [
      ['approve', 'COMPLETED', null],
      ['refuse', 'DECLINED', '2005'],
      ['cancel', 'DECLINED', '3001'],
    ]) {
      const { result, statusCode } = await shop.pay(by(method));
      assert.equal(statusCode, 300, JSON.stringify(result));
      await shop.browse(await decideOn(result.redirectUrl, decision!));
      const ended = await shop.record(result.transactionId);
      assert.deepEqual([ended.status, ended.errorCode, ended.threeDS], [status, errorCode, null], method);
    }
  }
  // The notifications say the same once more.
  await adyen.deliver();
  for (const { state } of await shop.waitForNotifications(9)) assert.equal(state, 'applied');
  assert.deepEqual(await shop.balance(), { available: 75, reserved: 0 });
});

test("PIX and Boleto show Adyen's instructions and expiry, and complete by notification", {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const pix = await shop.pay(by('pix', { amount: 10.01 }));
  assert.deepEqual([pix.statusCode, pix.resultType], [81, 'qrcode']);
  assert.match(pix.result.qrCodeString, /br\.gov\.bcb\.pix/);
  const boleto = await shop.pay(by('boleto', { amount: 20 }));
  assert.deepEqual([boleto.statusCode, boleto.resultType], [86, 'barcode']);
  assert.match(boleto.result.barcodeData, /^03399/);
  const lifetimes = [60, 3 * 24 * 60];
  for (const [i, { result }] of [pix, boleto].entries()) {
    const { expiresAt, createdAt } = await shop.record(result.transactionId);
    const minutes = (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000;
    assert.ok(Math.abs(minutes - lifetimes[i]!) < 2, `${minutes} minutes`);
    adyen.standIn.books.finish(adyen.standIn.books.latest(result.transactionId), {
      resultCode: 'Authorised',
    });
  }
  await adyen.deliver({ reversed: true, together: true });
  for (const { result } of [pix, boleto]) await shop.becomes(result.transactionId, { status: 'COMPLETED' });
  assert.deepEqual(await shop.balance('BRL'), { available: 30.01, reserved: 0 });
  const closed = (await shop.pay(by('boleto'))).result;
  await adyen.deliver({}, [adyen.event(closed.transactionId, 'OFFER_CLOSED')]);
  await shop.becomes(closed.transactionId, { status: 'DECLINED', errorCode: '3002' });
});

test('a SEPA debit stays PROCESSING for days, and then completes or fails', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const debits = [];
  for (let i = 0; i < 2; i++) {
    const { result, statusCode } = await shop.pay(by('sepa-direct-debit'));
    assert.deepEqual([statusCode, result.status], [200, 'PROCESSING']);
    debits.push(result.transactionId);
  }
  const { books } = adyen.standIn;
  books.finish(books.latest(debits[0]), { resultCode: 'Authorised' });
  books.finish(books.latest(debits[1]), { resultCode: 'Refused', refusalReason: 'Refused' });
  await adyen.deliver();
  await shop.becomes(debits[0], { status: 'COMPLETED' });
  await shop.becomes(debits[1], { status: 'DECLINED', errorCode: '2005' });
});

test('an amount goes to Adyen in the minor units of its currency', { skip: onlyInProof }, async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  for (const [currency, amount, value] of [
    ['JPY', 1200, 1200],
    ['KWD', 1.25, 1250],
    ['USD', 10.01, 1001],
  ]) {
    const { transactionId, status } = (await shop.card({ currency, amount })).result;
    assert.equal(status, 'COMPLETED', String(currency));
    assert.deepEqual(adyen.standIn.books.latest(transactionId).amount, { value, currency });
  }
  assert.deepEqual(await shop.balance('KWD'), { available: 1.25, reserved: 0 });
});

test('a cancelled payment stays cancelled unless its money came before the cancellation', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId, redirectUrl } = (await shop.pay(by('ideal'))).result;
  const cancelled = await shop.call('POST', '/cancel-payment', { transactionId });
  assert.equal(cancelled.status, 201, cancelled.text);
  assert.deepEqual((await shop.record(transactionId)).errorCode, '3001');
  await adyen.deliver();
  const [told] = await shop.waitForNotifications(1);
  assert.deepEqual([told.kind, told.state], ['TECHNICAL_CANCEL', 'applied']);
  // The shopper is still on the page.
  await shop.browse(await decideOn(redirectUrl, 'approve'));
  assert.equal((await shop.record(transactionId)).status, 'DECLINED');

  const late = (await shop.pay(by('ideal'))).result;
  await decideOn(late.redirectUrl, 'approve');
  await shop.call('POST', '/cancel-payment', { transactionId: late.transactionId });
  await adyen.deliver({ reversed: true });
  const paid = await shop.becomes(late.transactionId, { status: 'COMPLETED' });
  assert.equal(paid.lateSuccess, true);
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
});
