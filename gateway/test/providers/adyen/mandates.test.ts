// Mandates at Adyen (contract 16), by the calls of the adapter: what a first payment asks to store, the stored id that
// is asked for, later charges without the payer, and the deletion.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Instrument } from '@tollgate/provider-kit';
import type { StoredMeans } from '../../../src/domain/transactions/outcome.ts';
import type { MandateReason, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aCardInHand, aPayment, byMethod, NOW, openAdyen, stored } from './stage.ts';

const stage = await openAdyen({ after });
const { standIn, provider, pay, callOf } = stage;

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

const BRAND = '0190a6a0-0000-7000-8000-00000000000b';

function agreed(method = 'card', reason: MandateReason = 'RECURRING', userId = 'customer-7'): Transaction {
  const payment = aPayment(method, { userId, brandId: BRAND, createdAt: NOW });
  const mandate = { reason, description: null, maxAmountMinor: null, expiresAt: null };
  return { ...payment, details: { ...payment.details, mandate } };
}

async function storedBy(first: Transaction, instrument: Instrument = aCardInHand()) {
  const paid = stored(first, await pay(first, instrument));
  const means = await provider.findStored!(paid, callOf(paid));
  assert.ok(means !== null && means !== 'none');
  return { paid, means };
}

function later(
  means: StoredMeans | null,
  fields: Partial<Extract<Instrument, { kind: 'mandate' }>> = {},
): Instrument {
  const none = { card: null, networkTransactionId: null };
  return { kind: 'mandate', method: 'card', reason: 'RECURRING', stored: means, ...none, ...fields };
}

const lastBody = () => standIn.requests.findLast(({ path }) => path === '/payments')!.body;

test('a first payment asks Adyen to store the card under a reference of brand and user', async () => {
  const { means } = await storedBy(agreed());
  const { storePaymentMethod, shopperReference, recurringProcessingModel, shopperInteraction } = lastBody();
  assert.deepEqual(
    [storePaymentMethod, recurringProcessingModel, shopperInteraction],
    [true, 'Subscription', 'Ecommerce'],
  );
  assert.match(String(shopperReference), /^.{3,256}$/);
  assert.ok(!String(shopperReference).includes('customer-7'));
  assert.equal(means.id, standIn.books.stored[0]!.id);
  assert.equal(means.networkTransactionId, standIn.books.stored[0]!.networkTxReference);
  await storedBy({ ...agreed('card', 'UNSCHEDULED'), brandId: 'another-brand' });
  assert.equal(lastBody().recurringProcessingModel, 'UnscheduledCardOnFile');
  assert.notEqual(lastBody().shopperReference, shopperReference);
  await pay(aPayment(), aCardInHand());
  assert.ok(!('storePaymentMethod' in lastBody()));
});

test('the same card of a payer is one stored id, and a debit has its masked account', async () => {
  const first = await storedBy(agreed('card', 'RECURRING', 'twice'));
  const second = await storedBy(agreed('card', 'UNSCHEDULED', 'twice'));
  assert.equal(second.means.id, first.means.id);
  const debit = agreed('sepa-direct-debit', 'RECURRING', 'twice');
  const data = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { means } = await storedBy(debit, byMethod('sepa-direct-debit', data));
  assert.notEqual(means.id, first.means.id);
  assert.equal(means.account, '•••• 3000');
});

test('a stored id that Adyen does not tell is not known, and after a day nothing was stored', async () => {
  const nobody = agreed('card', 'RECURRING', 'nobody');
  assert.equal(await provider.findStored!(nobody, callOf(nobody)), null);
  const yesterday = new Date(NOW.getTime() - 25 * 3_600_000);
  const fromLink = { ...nobody, createdAt: yesterday, completedAt: NOW };
  assert.equal(await provider.findStored!(fromLink, callOf(fromLink)), null, 'its payer has just paid');
  const old = { ...fromLink, completedAt: yesterday };
  assert.equal(await provider.findStored!(old, callOf(old)), 'none');
  standIn.fault({ path: '/storedPaymentMethods', fault: { kind: 'status', statusCode: 500 } });
  assert.equal(await provider.findStored!(old, callOf(old)), null);
});

test('a card that the payer has entered at Adyen is not taken for an older stored card', async () => {
  const { means } = await storedBy(agreed('card', 'RECURRING', 'two-cards'));
  const again = { ...agreed('card', 'RECURRING', 'two-cards'), card: null, completedAt: NOW };
  assert.equal(await provider.findStored!(again, callOf(again)), null, 'Adyen may list a new card soon');
  const listed = { ...again, completedAt: new Date(NOW.getTime() - 301_000) };
  assert.deepEqual(await provider.findStored!(listed, callOf(listed)), means, 'it was the same card');
});

test('a debit is not taken for the account of an older debit', async () => {
  const debit = agreed('sepa-direct-debit', 'RECURRING', 'two-accounts');
  const data = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { means } = await storedBy(debit, byMethod('sepa-direct-debit', data));
  const withAccount = (account: string, completedAt: Date) => {
    const payment = agreed('sepa-direct-debit', 'RECURRING', 'two-accounts');
    const mandate = { ...payment.details.mandate!, account };
    return { ...payment, completedAt, details: { ...payment.details, mandate } };
  };
  const same = withAccount('***3000', NOW);
  assert.deepEqual(await provider.findStored!(same, callOf(same)), means);
  const other = withAccount('***4300', new Date(NOW.getTime() - 3_600_000));
  assert.equal(await provider.findStored!(other, callOf(other)), null);
});

test('a later charge names the stored id, and has neither CVV nor page', async () => {
  const { means } = await storedBy(agreed('card', 'RECURRING', 'later'));
  const payment = aPayment('card', { brandId: BRAND, userId: 'later' });
  const outcome = await pay(payment, later(means));
  assert.equal(outcome.kind, 'completed');
  const { paymentMethod, shopperInteraction, recurringProcessingModel, storePaymentMethod } = lastBody();
  assert.deepEqual(paymentMethod, { type: 'scheme', storedPaymentMethodId: means.id });
  assert.deepEqual([shopperInteraction, recurringProcessingModel], ['ContAuth', 'Subscription']);
  assert.equal(storePaymentMethod, undefined);
  const manual = { ...payment.details, captureMode: 'manual' as const };
  const held = await pay(
    aPayment('card', { brandId: BRAND, userId: 'later', details: manual }),
    later(means),
  );
  assert.equal(held.kind, 'authorized');
});

test('an issuer that wants the payer declines with 2102', async () => {
  const { means } = await storedBy(agreed('card', 'RECURRING', 'wanted'));
  const refused = await pay(
    aPayment('card', { brandId: BRAND, userId: 'wanted', amountMinor: 2_538n }),
    later(means),
  );
  assert.ok(refused.kind === 'declined');
  assert.equal(refused.errorCode, '2102');
  standIn.fault({
    path: '/payments',
    fault: {
      kind: 'changed',
      fields: {
        resultCode: 'RedirectShopper',
        action: { type: 'redirect', url: standIn.url, method: 'GET' },
      },
    },
  });
  const page = await pay(aPayment('card', { brandId: BRAND, userId: 'wanted' }), later(means));
  assert.ok(page.kind === 'declined');
  assert.equal(page.errorCode, '2102');
});

test('an unknown stored id is 2014, asks no other account, and was withdrawn at Adyen', async () => {
  for (const errorCode of ['800', '803']) {
    standIn.fault({ path: '/payments', fault: { kind: 'status', statusCode: 422, errorCode } });
    const outcome = await pay(
      aPayment('card', { brandId: BRAND, userId: 'gone' }),
      later({ id: 'M5N7TQ4TG5PFWR50' }),
    );
    assert.deepEqual(outcome, { kind: 'declined', errorCode: '2014', withdrawn: true });
  }
});

test('a card that another account stored is charged with its network’s id', async () => {
  const { card } = aCardInHand() as Extract<Instrument, { kind: 'card' }>;
  const elsewhere = { card, networkTransactionId: '123456789012345' };
  const outcome = await pay(aPayment('card', { brandId: BRAND, userId: 'moved' }), later(null, elsewhere));
  assert.equal(outcome.kind, 'completed');
  const { additionalData, shopperInteraction, paymentMethod } = lastBody();
  assert.deepEqual(additionalData, { networkTxReference: '123456789012345' });
  assert.equal(shopperInteraction, 'ContAuth');
  assert.ok(!('cvc' in (paymentMethod as object)));
  const nothing = await pay(aPayment('card', { brandId: BRAND, userId: 'moved' }), later(null));
  assert.equal(nothing.kind, 'failed');
});

test('a stored id is deleted with its last mandate only', async () => {
  const { paid, means } = await storedBy(agreed('card', 'RECURRING', 'leaves'));
  const mandate = { brandId: paid.brandId, userId: paid.userId, firstTransactionId: paid.id, isShared: true };
  const forget = (isShared: boolean) =>
    provider.forgetStored!(means, { ...mandate, isShared }, AbortSignal.timeout(10_000));
  const known = () => standIn.books.stored.some(({ id }) => id === means.id);
  assert.deepEqual([await forget(true), known()], [true, true]);
  standIn.fault({ path: means.id, fault: { kind: 'status', statusCode: 500 } });
  assert.deepEqual([await forget(false), known()], [false, true]);
  assert.deepEqual([await forget(false), known()], [true, false]);
  assert.equal(await forget(false), true, 'it was deleted before');
});
