// Both providers' news after a payment has ended, from outside (contract 13, "After the end"): refunds that are made,
// fail, or bounce days later, disputes over more than the balance, debits that come back. Each moves money once, as the
// events say.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Event } from '../../providers/adyen/stand-in/books.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { type AdyenDesk, by, decideOn, enterCard, openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();

async function paidAtAdyen(shop: Shop, amount = 25, fields: object = {}) {
  const { result } = await shop.card({ amount, ...fields });
  assert.equal(result.status, 'COMPLETED');
  return result as { transactionId: string; merchantReference: string };
}

async function paidAtStripe(shop: Shop, method = 'ideal', amount = 25) {
  const { result } = await shop.pay(by(method, { amount }));
  await shop.browse(await decideOn(result.redirectUrl, 'approve'));
  assert.equal((await shop.record(result.transactionId)).status, 'COMPLETED');
  return result as { transactionId: string; merchantReference: string };
}

async function made(shop: Shop, merchantReference: string, amount: number): Promise<string> {
  const { status, text, body } = await shop.refund(merchantReference, amount);
  assert.equal(status, 201, text);
  assert.equal(body.status, 'PENDING');
  return body.refundId;
}

function refundBecomes(shop: Shop, transactionId: string, refundId: string, status: string) {
  return eventually(async () => {
    const { refunds } = await shop.record(transactionId);
    const found = refunds.find((one: { refundId: string }) => one.refundId === refundId);
    return found?.status === status && found;
  }, 30_000);
}

async function disputeBecomes(shop: Shop, transactionId: string, status: string) {
  return await eventually(async () => {
    const { disputes } = await shop.record(transactionId);
    return disputes.at(-1)?.status === status && disputes.at(-1);
  }, 30_000);
}

function returnedOf(shop: Shop, transactionId: string) {
  return eventually(async () => {
    const record = await shop.record(transactionId);
    return record.returned !== null && record;
  }, 30_000);
}

/** Steps of one dispute have one pspReference. */
const step = (
  adyen: AdyenDesk,
  id: string,
  eventCode: string,
  pspReference: string,
  fields: Partial<Event> = {},
) => adyen.deliver({}, [adyen.event(id, eventCode, { pspReference, ...fields })]);

test('a refund at Adyen completes or fails, at once, later or days after its completion', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId, merchantReference } = await paidAtAdyen(shop, 30);
  await adyen.deliver();
  const good = await made(shop, merchantReference, 10);
  const [sent] = adyen.standIn.requests.filter(({ path }) => path.endsWith('/refunds'));
  assert.deepEqual([sent!.body.reference, sent!.headers['idempotency-key']], [good, good]);
  assert.deepEqual(await shop.balance(), { available: 20, reserved: 10 });
  await adyen.deliver({ times: 2 });
  const { origin } = await refundBecomes(shop, transactionId, good, 'COMPLETED');
  assert.equal(origin, 'merchant');
  assert.deepEqual(await shop.balance(), { available: 20, reserved: 0 });

  // It fails at the bank: the stand-in refuses sums that end in 02 later.
  const failing = await made(shop, merchantReference, 1.02);
  await adyen.deliver();
  await refundBecomes(shop, transactionId, failing, 'FAILED');
  // Refused at once, because somebody refunded at Adyen meanwhile.
  adyen.standIn.books.latest(transactionId).refunded = 3_000;
  const refused = await made(shop, merchantReference, 5);
  await refundBecomes(shop, transactionId, refused, 'FAILED');
  assert.deepEqual(await shop.balance(), { available: 20, reserved: 0 });

  // The refund bounces. The news of that comes before the news of the refund, and waits for it.
  adyen.standIn.books.latest(transactionId).refunded = 1_000;
  const bouncing = await made(shop, merchantReference, 7);
  const success = adyen.standIn.books.events.pop()!;
  const amount = { value: 700, currency: 'EUR' };
  const about = { merchantReference: bouncing, amount };
  await adyen.deliver({}, [adyen.event(transactionId, 'REFUND_FAILED', about)]);
  await eventually(async () =>
    (await shop.notes('?state=waiting')).some(({ kind }) => kind === 'REFUND_FAILED'),
  );
  assert.deepEqual(await shop.balance(), { available: 13, reserved: 7 });
  await adyen.deliver({}, [success]);
  await refundBecomes(shop, transactionId, bouncing, 'FAILED');
  assert.deepEqual(await shop.balance(), { available: 20, reserved: 0 });
  const late = await adyen.deliver({}, [
    adyen.event(transactionId, 'REFUNDED_REVERSED', {
      merchantReference: good,
      amount: { value: 1_000, currency: 'EUR' },
    }),
  ]);
  assert.deepEqual(late, [200]);
  await refundBecomes(shop, transactionId, good, 'FAILED');
  assert.deepEqual(await shop.balance(), { available: 30, reserved: 0 });
  assert.equal((await shop.record(transactionId)).amountRefunded, 0);
  const events = await shop.eventsOf(transactionId, 11);
  assert.deepEqual(events.toSorted(), [
    'payin.completed',
    ...Array(2).fill('refund.completed'),
    ...Array(4).fill('refund.failed'),
    ...Array(4).fill('refund.pending'),
  ]);
});

test('a refund notification with another amount or payment is a conflict and completes no refund', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId, merchantReference } = await paidAtAdyen(shop, 30);
  await adyen.deliver();
  const refundId = await made(shop, merchantReference, 10);
  const { books } = adyen.standIn;
  const [told] = books.events.splice(0);
  await adyen.deliver({}, [{ ...told!, amount: { value: 999, currency: 'EUR' }, pspReference: 'ODD1' }]);
  const [conflict] = (await shop.waitForNotifications(2)).filter(({ state }) => state === 'conflict');
  assert.equal(conflict?.providerReference, 'ODD1');
  assert.equal((await shop.record(transactionId)).refunds[0].status, 'PENDING');
  await adyen.deliver({}, [told!]);
  await refundBecomes(shop, transactionId, refundId, 'COMPLETED');
  // A refund of more than is left, made at the provider: a person looks at it.
  await adyen.deliver({}, [
    adyen.event(transactionId, 'REFUND', { amount: { value: 2_001, currency: 'EUR' } }),
  ]);
  await eventually(async () => (await shop.notes('?state=conflict')).length === 2);
  assert.deepEqual(await shop.balance(), { available: 20, reserved: 0 });
});

test('a refund at Stripe completes once if its answer is lost, and may fail days later', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { transactionId, merchantReference } = await paidAtStripe(shop, 'paypal', 30);
  const good = await made(shop, merchantReference, 10);
  await refundBecomes(shop, transactionId, good, 'COMPLETED');
  const [sent] = standIn.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
  assert.equal(sent!.key, good);
  standIn.fault('POST /v1/refunds', 'lost-after');
  const lost = await made(shop, merchantReference, 5);
  await refundBecomes(shop, transactionId, lost, 'COMPLETED');
  assert.equal(standIn.charges(lost), 1);
  assert.deepEqual(await shop.balance(), { available: 15, reserved: 0 });
  // Its bank sends it back.
  const atStripe = standIn.books.of('refund').find(({ metadata }) => metadata.reference === good)!;
  standIn.books.moveRefund(atStripe.id, 'failed');
  await refundBecomes(shop, transactionId, good, 'FAILED');
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
  standIn.books.createRefund({ payment_intent: standIn.of(transactionId)!.id, amount: '250' });
  const byHand = await eventually(async () =>
    (await shop.record(transactionId)).refunds.find((one: { origin: string }) => one.origin === 'provider'),
  );
  assert.deepEqual([byHand.status, byHand.amount], ['COMPLETED', 2.5]);
  assert.deepEqual(await shop.balance(), { available: 22.5, reserved: 0 });
  assert.equal((await shop.record(transactionId)).status, 'COMPLETED');

  const slow = await paidAtStripe(shop, 'ideal', 10);
  const pending = await made(shop, slow.merchantReference, 4);
  const object = standIn.books.of('refund').find(({ metadata }) => metadata.reference === pending)!;
  assert.equal((await shop.record(slow.transactionId)).refunds[0].status, 'PENDING');
  standIn.books.moveRefund(object.id, 'succeeded');
  await refundBecomes(shop, slow.transactionId, pending, 'COMPLETED');
  assert.deepEqual(await shop.balance(), { available: 28.5, reserved: 0 });
});

test('a chargeback over the balance makes it negative until the dispute is won', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId, merchantReference } = await paidAtAdyen(shop, 30);
  await adyen.deliver();
  await made(shop, merchantReference, 20);
  await adyen.deliver();
  await eventually(async () => (await shop.balance()).reserved === 0);
  const psp = 'DISPUTE00000001';
  await step(adyen, transactionId, 'NOTIFICATION_OF_CHARGEBACK', psp, { reason: 'Fraud' });
  assert.equal((await disputeBecomes(shop, transactionId, 'OPEN')).fundsWithheld, false);
  assert.deepEqual(await shop.balance(), { available: 10, reserved: 0 });
  const additionalData = { defensePeriodEndsAt: '2027-01-02T03:04:05+01:00' };
  await step(adyen, transactionId, 'CHARGEBACK', psp, { reason: 'Fraud', additionalData });
  await eventually(async () => (await shop.record(transactionId)).disputes[0].fundsWithheld);
  const { disputeId, createdAt, updatedAt, ...open } = await disputeBecomes(shop, transactionId, 'OPEN');
  assert.ok(disputeId && createdAt && updatedAt);
  assert.deepEqual(open, {
    providerReference: psp,
    status: 'OPEN',
    amount: 30,
    currency: 'EUR',
    reason: 'Fraud',
    deadline: '2027-01-02T02:04:05.000Z',
    fundsWithheld: true,
    response: null,
  });
  assert.deepEqual(await shop.balance(), { available: -20, reserved: 0 });
  const other = await paidAtAdyen(shop, 15);
  const refused = await shop.refund(other.merchantReference, 1);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5006']);
  await step(adyen, transactionId, 'CHARGEBACK_REVERSED', psp);
  const { reason, deadline } = await disputeBecomes(shop, transactionId, 'WON');
  assert.deepEqual(
    [reason, deadline],
    ['Fraud', '2027-01-02T02:04:05.000Z'],
    'the later step does not say them',
  );
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
  await step(adyen, transactionId, 'SECOND_CHARGEBACK', psp);
  await disputeBecomes(shop, transactionId, 'LOST');
  assert.deepEqual(await shop.balance(), { available: -5, reserved: 0 });
  const record = await shop.record(transactionId);
  assert.deepEqual([record.status, record.disputes.length], ['COMPLETED', 1]);
  assert.deepEqual((await shop.eventsOf(transactionId, 7)).slice(3), [
    'dispute.opened',
    'dispute.updated',
    'dispute.won',
    'dispute.lost',
  ]);
});

test('a won dispute at Stripe returns the money, and a lost dispute keeps it withheld', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { books } = standIn;
  const { transactionId } = await paidAtStripe(shop, 'klarna', 40);
  const dispute = books.openDispute(standIn.of(transactionId)!.id, {
    amount: 1_500,
    reason: 'product_not_received',
  });
  const open = await disputeBecomes(shop, transactionId, 'OPEN');
  assert.deepEqual(
    [open.amount, open.reason, open.fundsWithheld, open.providerReference],
    [15, 'product_not_received', true, dispute.id],
  );
  books.moveDispute(dispute.id, 'funds_withdrawn', {});
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
  books.moveDispute(dispute.id, 'funds_reinstated', { status: 'won' });
  books.moveDispute(dispute.id, 'closed', {});
  assert.equal((await disputeBecomes(shop, transactionId, 'WON')).fundsWithheld, false);
  await shop.waitForNotifications(7);
  assert.deepEqual(await shop.balance(), { available: 40, reserved: 0 });
  const inquiry = books.openDispute(standIn.of(transactionId)!.id, {
    amount: 500,
    status: 'warning_needs_response',
  });
  assert.equal((await disputeBecomes(shop, transactionId, 'INQUIRY')).fundsWithheld, false);
  books.moveDispute(inquiry.id, 'updated', { status: 'needs_response' });
  await disputeBecomes(shop, transactionId, 'OPEN');
  books.moveDispute(inquiry.id, 'closed', { status: 'lost' });
  await disputeBecomes(shop, transactionId, 'LOST');
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
  const { disputes, status } = await shop.record(transactionId);
  assert.deepEqual(
    [status, disputes.map((one: { status: string }) => one.status)],
    ['COMPLETED', ['WON', 'LOST']],
  );
});

test('several disputes of a payment are listed in the order in which they were opened', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  // A card entered on Stripe's page: the payment has a different id from the page's.
  const { transactionId, redirectUrl } = (await shop.card({ amount: 40 })).result;
  await enterCard(redirectUrl, '4242424242424242');
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  const opened: string[] = [];
  for (let i = 1; i <= 6; i++) {
    opened.push(standIn.books.openDispute(standIn.of(transactionId)!.id, { amount: i * 100 }).id);
    await eventually(async () => (await shop.record(transactionId)).disputes.length === i);
  }
  const { disputes } = await shop.record(transactionId);
  assert.deepEqual(
    disputes.map((one: { providerReference: string }) => one.providerReference),
    opened,
  );
  standIn.books.createRefund({ payment_intent: standIn.of(transactionId)!.id, amount: '300' });
  await eventually(async () => (await shop.balance()).available === 16);
  const [refund] = (await shop.record(transactionId)).refunds;
  assert.deepEqual([refund.origin, refund.status], ['provider', 'COMPLETED']);
});

test('a debit that the bank takes back is returned once, at both providers', async (t) => {
  for (const provider of ['adyen', 'stripe'] as const) {
    const shop = await stage.shop(t);
    const adyen = provider === 'adyen' ? await shop.adyen() : null;
    const stripe = provider === 'stripe' ? await shop.stripe() : null;
    const { transactionId } = (await shop.pay(by('sepa-direct-debit', { amount: 18 }))).result;
    if (adyen) {
      const { books } = adyen.standIn;
      books.finish(books.latest(transactionId), { resultCode: 'Authorised' });
      const paid = books.events.splice(0);
      // The news of its return arrives before the news of its payment.
      await step(adyen, transactionId, 'CHARGEBACK', 'RETURN1', { reason: 'MD06' });
      await adyen.deliver({}, paid);
      await returnedOf(shop, transactionId);
      await step(adyen, transactionId, 'CAPTURE_FAILED', 'RETURN2', { reason: 'again' });
    }
    if (stripe) {
      const { books } = stripe.standIn;
      books.succeed(stripe.standIn.of(transactionId)!);
      await shop.becomes(transactionId, { status: 'COMPLETED' });
      books.openDispute(stripe.standIn.of(transactionId)!.id, {
        status: 'lost',
        reason: 'debit_not_authorized',
      });
    }
    const record = await returnedOf(shop, transactionId);
    assert.deepEqual(
      [record.status, record.returned.amount, record.disputes],
      ['COMPLETED', 18, []],
      provider,
    );
    assert.equal(record.returned.reason, adyen ? 'MD06' : 'debit_not_authorized');
    await shop.waitForNotifications(1);
    assert.deepEqual(await shop.eventsOf(transactionId, 3), [
      'payin.processing',
      'payin.completed',
      'payin.returned',
    ]);
    assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 }, provider);
  }
});

test('a declined pay-in completes as a late success if the provider says that it was paid', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { transactionId } = (await shop.card({}, { cardHolder: 'DECLINED' })).result;
  assert.equal((await shop.record(transactionId)).status, 'DECLINED');
  await adyen.deliver();
  await shop.waitForNotifications(1);
  await adyen.deliver({}, [adyen.event(transactionId, 'AUTHORISATION', { pspReference: 'LATER1' })]);
  const paid = await shop.becomes(transactionId, { status: 'COMPLETED' });
  assert.deepEqual([paid.lateSuccess, paid.providerReference], [true, 'LATER1']);
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
});
