// Sessions whose shopper tries twice at the same account, from outside (contract 4, 13): a provider's news about the
// earlier attempt says nothing about the paid one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD, chooseScreen, openSession, optionOf, post, submit } from '../cashier/shopper.ts';
import { openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();

/** The first attempt goes to the bank's page, and the shopper leaves it; the second one is paid by card. */
async function leftThenPaid(shop: Shop) {
  const link = await openSession(stage.gateway, shop.brand, { country: 'NL' });
  const first = await submit(stage.gateway, link, optionOf('ideal').id);
  assert.equal(first.body.screen.name, 'go', first.text);
  const left = await post(stage.gateway, link, 'leave', { version: first.body.version });
  assert.equal(left.body.screen.name, 'choose', left.text);
  const pay = () => submit(stage.gateway, link, optionOf('card').id, CARD, { attempt: 1 });
  return { id: link.id, pay };
}

for (const order of ['before', 'after']) {
  test(`a cancellation of an attempt that arrives ${order} the next attempt is paid changes nothing`, async (t) => {
    const shop = await stage.shop(t);
    const adyen = await shop.adyen();
    const { id, pay } = await leftThenPaid(shop);
    const [calledOff] = adyen.standIn.books.events.splice(0);
    assert.deepEqual([calledOff?.eventCode, calledOff?.originalReference], ['TECHNICAL_CANCEL', undefined]);
    if (order === 'before') {
      await adyen.deliver({}, [calledOff!]);
      await shop.waitForNotifications(1);
    }
    assert.equal((await pay()).body.screen.name, 'end');
    await adyen.deliver();
    if (order === 'after') await adyen.deliver({}, [calledOff!]);
    await adyen.deliver({}, [adyen.event(id, 'EXPIRE')]);
    const states = (await shop.waitForNotifications(3))
      .map(({ kind, state }) => `${kind} ${state}`)
      .toSorted();
    assert.deepEqual(states, ['AUTHORISATION applied', 'EXPIRE conflict', 'TECHNICAL_CANCEL applied']);
    const record = await shop.record(id);
    assert.deepEqual([record.status, record.returned, record.disputes], ['COMPLETED', null, []]);
    assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
  });
}

test('an expired page of Stripe ends its attempt, and the returning shopper may try again', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const link = await openSession(stage.gateway, shop.brand, { country: 'NL' });
  const went = await submit(stage.gateway, link, optionOf('card').id);
  assert.equal(went.body.screen.name, 'go', went.text);
  const page = standIn.of(link.id, 'checkout.session')!;
  standIn.books.expireSession(page.id);
  const back = await shop.browse(page.cancel_url);
  assert.match(back.headers.get('location')!, /\/cashier\//);
  assert.deepEqual((await shop.record(link.id)).status, 'PROCESSING');
  const { attemptsLeft } = await chooseScreen(stage.gateway, link);
  assert.equal(attemptsLeft, 4);
});

test('a capture of an attempt that ended with its session is a late success, and its refund goes to its account', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const link = await openSession(stage.gateway, shop.brand, { captureMode: 'manual' });
  const went = await submit(stage.gateway, link, optionOf('paypal').id);
  await post(stage.gateway, link, 'leave', { version: went.body.version });
  assert.equal((await shop.call('POST', '/cancel-payment', { transactionId: link.id })).status, 201);
  adyen.standIn.books.events.splice(0);
  const [authorised, captured] = ['AUTHORISATION', 'CAPTURE'].map((code) => adyen.event(link.id, code));
  await adyen.deliver({}, [authorised!]);
  const [held] = await shop.waitForNotifications(1);
  assert.deepEqual([held.state, (await shop.record(link.id)).status], ['conflict', 'DECLINED']);
  await adyen.deliver({ times: 2 }, [captured!]);
  const paid = await shop.becomes(link.id, { status: 'COMPLETED', lateSuccess: true, amountCaptured: 25 });
  assert.deepEqual([paid.captures.length, paid.providerReference], [1, authorised!.pspReference]);
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
  assert.equal((await shop.refund(paid.merchantReference, 5)).status, 201);
  assert.match(adyen.standIn.requests.at(-1)!.path, /\/refunds$/);
});
