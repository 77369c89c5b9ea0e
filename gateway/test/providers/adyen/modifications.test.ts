// Cancelling and refunding at Adyen. Adyen's answers say
// only that it received the request.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { after } from 'node:test';
import type { DisputeResponse, Evidence } from '@tollgate/provider-kit';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aCardInHand, aPayment, byMethod, NOW, openAdyen, stored } from './stage.ts';

const { standIn, provider, pay, callOf, unknownValues } = await openAdyen({ after });

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

const cancel = (transaction: Transaction) => provider.cancel(transaction, callOf(transaction));
const refund = (transaction: Transaction, of: Refund) =>
  provider.refund(transaction, of, AbortSignal.timeout(10_000));

async function openPayment() {
  const payment = aPayment('ideal');
  return stored(payment, await pay(payment, byMethod('ideal')));
}

async function paidPayment() {
  const payment = aPayment();
  return stored(payment, await pay(payment, aCardInHand()));
}

function aRefund(payin: Transaction, fields: Partial<Refund> = {}): Refund {
  return {
    merchantId: payin.merchantId,
    transactionId: payin.id,
    id: randomUUID(),
    brandId: payin.brandId,
    status: 'PENDING',
    amountMinor: 1_000n,
    refundableAfterMinor: 0n,
    currency: payin.currency,
    refundReference: null,
    origin: 'merchant',
    reason: 'CUSTOMER_REQUEST',
    errorCode: null,
    provider: 'adyen',
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    completedAt: null,
    ...fields,
  };
}

test('an open payment is cancelled by its reference', async () => {
  const payment = await openPayment();
  assert.deepEqual(await cancel(payment), { kind: 'declined', errorCode: '3001' });
  const { path, body, headers } = standIn.requests.at(-1)!;
  assert.equal(path, '/cancels');
  assert.equal(body.paymentReference, payment.id);
  assert.equal(headers['idempotency-key'], `${payment.id}-cancel`);
  assert.equal(standIn.books.latest(payment.id).state, 'cancelled');
});

test('a completed payment is not cancelled, since that would give the money back', async () => {
  const payment = await paidPayment();
  const count = standIn.requests.length;
  assert.deepEqual(await cancel(payment), { kind: 'unknown' });
  assert.equal(standIn.requests.length, count);
});

test("without Adyen's acknowledgement a payment does not count as cancelled", async () => {
  const payment = await openPayment();
  standIn.fault({ path: '/cancels', fault: { kind: 'status', statusCode: 422 } });
  assert.deepEqual(await cancel(payment), { kind: 'unknown' });
  standIn.fault({ path: '/cancels', fault: { kind: 'reset', when: 'after' } });
  assert.deepEqual(await cancel(payment), { kind: 'unknown' });
  standIn.fault({ path: '/cancels', fault: { kind: 'changed', fields: { paymentReference: 'another' } } });
  assert.deepEqual(await cancel(payment), { kind: 'unknown' });
  assert.deepEqual(await cancel(payment), { kind: 'declined', errorCode: '3001' });
});

test('a refund is pending once Adyen has it, and is made once under its id', async () => {
  const payment = await paidPayment();
  const one = aRefund(payment);
  const first = await refund(payment, one);
  assert.ok(first.kind === 'pending' && first.providerReference);
  assert.deepEqual(await refund(payment, one), first);
  const { path, body, headers } = standIn.requests.at(-1)!;
  assert.equal(path, `/payments/${payment.providerReference}/refunds`);
  assert.equal(headers['idempotency-key'], one.id);
  assert.equal(body.reference, one.id);
  assert.equal(body.merchantRefundReason, 'CUSTOMER REQUEST');
  assert.equal(standIn.books.latest(payment.id).refunded, 1_000);
});

test("a refund's id that cannot be stored is left out", async () => {
  const payment = await paidPayment();
  standIn.fault({ path: '/refunds', fault: { kind: 'changed', fields: { pspReference: 'x\0' } } });
  assert.deepEqual(await refund(payment, aRefund(payment)), { kind: 'pending' });
});

test('a refund that Adyen refuses has failed', async () => {
  const payment = await paidPayment();
  const failed = { kind: 'failed', errorCode: '5005' };
  assert.deepEqual(await refund(payment, aRefund(payment, { amountMinor: 9_999n })), failed);
  for (const statusCode of [400, 401, 403, 422, 429]) {
    standIn.fault({ path: '/refunds', fault: { kind: 'status', statusCode } });
    assert.deepEqual(await refund(payment, aRefund(payment)), failed, String(statusCode));
  }
  const unsent = standIn.requests.length;
  assert.deepEqual(await refund({ ...payment, providerReference: null }, aRefund(payment)), failed);
  assert.deepEqual(
    await refund(payment, aRefund(payment, { currency: 'IDR', amountMinor: 150n })),
    failed,
    'no amount that Adyen can be told',
  );
  assert.equal(standIn.requests.length, unsent);
});

test('a refund without an answer is unknown, and is made once if it is sent again', async () => {
  const payment = await paidPayment();
  const one = aRefund(payment);
  const lost = [
    { kind: 'reset', when: 'after' },
    { kind: 'html' },
    { kind: 'status', statusCode: 500 },
    { kind: 'status', statusCode: 409 },
    { kind: 'status', statusCode: 422, errorCode: '704' },
    { kind: 'changed', fields: { status: 'pondering' } },
  ] as const;
  for (const fault of lost) {
    standIn.fault({ path: '/refunds', fault });
    assert.deepEqual(await refund(payment, one), { kind: 'unknown' });
  }
  assert.deepEqual(unknownValues, ['refund.status=pondering']);
  assert.equal((await refund(payment, one)).kind, 'pending');
  assert.equal(standIn.books.latest(payment.id).refunded, 1_000);
});

test('payouts, inquiries and confirmations, which Adyen does not have, send no request', async () => {
  const payment = await openPayment();
  const call = callOf(payment);
  const confirmation = { essentialKey: 'x', additionalEssentialKey: null, documentType: null };
  const count = standIn.requests.length;
  assert.deepEqual(await provider.payOut(payment, {}, call), { kind: 'failed', errorCode: '1011' });
  assert.deepEqual(await provider.inquire(payment, call), { kind: 'unknown' });
  assert.deepEqual(await provider.confirm(payment, confirmation, call), { kind: 'unknown' });
  const asked = await provider.inquireRefund(payment, aRefund(payment), call.signal);
  assert.deepEqual(asked, { kind: 'unknown' });
  assert.equal(standIn.requests.length, count);
});

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const soon = () => AbortSignal.timeout(10_000);

async function aDispute(kind: DisputeResponse['kind'] = 'evidence') {
  const payin = await paidPayment();
  const disputeReference = `DIS${randomUUID().slice(0, 12).toUpperCase()}`;
  const { merchantId, id: transactionId, amountMinor, currency } = payin;
  const of = { merchantId, transactionId, amountMinor, currency, disputeReference };
  const response: DisputeResponse = { ...of, id: randomUUID(), kind, inquiries: 0, createdAt: NOW };
  const evidence: Evidence = {
    ground: 'GoodsNotReturned',
    texts: {},
    files: [{ kind: 'GoodsNotReturned', type: 'application/pdf', bytes: PDF }],
  };
  const dispute = standIn.disputes.open(disputeReference);
  return {
    payin,
    response,
    dispute,
    form: () => provider.evidenceForm!(payin, disputeReference, soon()),
    defend: () => provider.defendDispute!(payin, response, evidence, soon()),
    accept: () => provider.acceptDispute!(payin, response, soon()),
    inquire: (given: Evidence | null = evidence) => provider.inquireResponse!(payin, response, given, soon()),
  };
}

test('evidence goes to Adyen as documents under a defense reason that Adyen names', async () => {
  const { form, defend, inquire, dispute, response } = await aDispute();
  const { grounds, texts, fileTypes } = (await form())!;
  assert.deepEqual(grounds[0], {
    code: 'GoodsNotReturned',
    files: [
      { kind: 'TIDorInvoice', isNeeded: false },
      { kind: 'GoodsNotReturned', isNeeded: true },
    ],
  });
  assert.deepEqual([texts, fileTypes], [[], ['application/pdf', 'image/jpeg']]);
  assert.deepEqual(await defend(), { kind: 'sent' });
  assert.deepEqual(dispute.defended, ['GoodsNotReturned']);
  const content = PDF.toString('base64');
  assert.deepEqual(dispute.documents.get('GoodsNotReturned'), { contentType: 'application/pdf', content });
  assert.equal(standIn.requests.at(-1)!.headers['idempotency-key'], response.id);
  assert.deepEqual(await inquire(), { kind: 'unknown' }, 'Adyen refuses a second defense');
  assert.equal(await form(), null);
});

test('evidence with a lost answer is unknown, never refused, and is sent again only if no document arrived', async () => {
  const lost = await aDispute();
  standIn.fault({ path: '/defendDispute', fault: { kind: 'reset', when: 'after' } });
  assert.deepEqual(await lost.defend(), { kind: 'unknown' });
  assert.deepEqual(await lost.inquire(), { kind: 'unknown' });
  assert.deepEqual(lost.dispute.defended, ['GoodsNotReturned'], 'defended once');

  const undefended = await aDispute();
  standIn.fault({ path: '/defendDispute', fault: { kind: 'reset', when: 'before' } });
  assert.deepEqual(await undefended.defend(), { kind: 'unknown' });
  assert.deepEqual(await undefended.inquire(), { kind: 'sent' }, 'the documents are there');

  const unheard = await aDispute();
  standIn.fault({ path: '/supplyDefenseDocument', fault: { kind: 'status', statusCode: 500 } });
  assert.deepEqual(await unheard.defend(), { kind: 'unknown' });
  assert.deepEqual(await unheard.inquire(), { kind: 'unheard' });
  assert.deepEqual(await unheard.inquire(null), { kind: 'unknown' }, 'the evidence was erased');
});

test('a response that Adyen refuses says why, in words for the merchant', async () => {
  const { defend, response, payin, accept, dispute } = await aDispute();
  dispute.defended.push('by hand');
  assert.deepEqual(await defend(), { kind: 'refused', reason: 'Adyen: Dispute is closed' });
  assert.deepEqual(await accept(), { kind: 'refused', reason: 'Adyen: Dispute is closed' });
  for (const statusCode of [401, 403, 422]) {
    standIn.fault({ path: '/acceptDispute', fault: { kind: 'status', statusCode, errorCode: '10_1' } });
    const answer = await accept();
    assert.ok(answer.kind === 'refused');
    assert.match(answer.reason, statusCode === 422 ? /10_1/ : /API dispute management/);
  }
  for (const fault of [
    { kind: 'html' },
    { kind: 'status', statusCode: 429 },
    { kind: 'changed', fields: { disputeServiceResult: null } },
  ] as const) {
    standIn.fault({ path: '/acceptDispute', fault });
    assert.deepEqual(await accept(), { kind: 'unknown' });
  }
  const nameless = await provider.acceptDispute!(payin, { ...response, disputeReference: null }, soon());
  assert.equal(nameless.kind, 'refused');
});

test('an acceptance with a lost answer is repeated under its key, and a refusal of the repetition is unknown', async () => {
  const { accept, inquire, dispute } = await aDispute('acceptance');
  standIn.fault({ path: '/acceptDispute', fault: { kind: 'reset', when: 'before' } });
  assert.deepEqual(await accept(), { kind: 'unknown' });
  assert.deepEqual(await inquire(null), { kind: 'sent' });
  assert.deepEqual(await inquire(null), { kind: 'unknown' });
  assert.equal(dispute.accepted, 1);
});
