// Refunds at Stripe: made once under the refund's id, asked
// about, and found again after a lost answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { DisputeResponse, Evidence } from '@tollgate/provider-kit';
import { aPaid, aPayin, aRefund, openStripe, type StripeStage, soon } from './a-stripe.ts';

const HOUR = 3_600_000;
const FAILED = { kind: 'failed', errorCode: '5005' };

test('a refund is made once under its id', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin, { amountMinor: 700n });
  const answer = await stage.provider.refund(payin, refund, soon());
  const { form, key } = stage.standIn.requests.at(-1)!;
  assert.equal(key, refund.id);
  assert.deepEqual(form, {
    payment_intent: payin.providerReference,
    amount: '700',
    metadata: { reference: refund.id },
  });
  const made = stage.standIn.of(refund.id, 'refund')!;
  assert.deepEqual(answer, { kind: 'completed', providerReference: made.id });
  assert.deepEqual(await stage.provider.refund(payin, refund, soon()), answer);
  assert.equal(stage.standIn.charges(refund.id), 1);
});

test('a slow refund is pending, then completed or failed', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'ideal');
  for (const [status, kind] of [
    ['requires_action', 'pending'],
    ['succeeded', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ] as const) {
    const refund = aRefund(stage, payin);
    const first = await stage.provider.refund(payin, refund, soon());
    assert.equal(first.kind, 'pending');
    const providerReference = 'providerReference' in first ? first.providerReference! : assert.fail();
    stage.standIn.books.moveRefund(providerReference, status);
    const stored = { ...refund, providerReference };
    const later = await stage.provider.inquireRefund(payin, stored, soon());
    assert.equal(later.kind, kind);
    assert.ok(stage.standIn.calls().at(-1)!.endsWith(providerReference));
    const often = await stage.provider.inquireRefund(payin, { ...stored, inquiries: 4 }, soon());
    const askAgainAt = kind === 'pending' ? new Date(stage.now().getTime() + 24 * HOUR) : undefined;
    assert.equal('askAgainAt' in often ? String(often.askAgainAt) : 'undefined', String(askAgainAt));
  }
});

test('a refund that Stripe refuses has failed, and a refund without an answer is unknown', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const tooMuch = aRefund(stage, payin, { amountMinor: 999_999n });
  assert.deepEqual(await stage.provider.refund(payin, tooMuch, soon()), FAILED);
  for (const status of [400, 401, 402, 403, 404, 422, 429]) {
    stage.standIn.fault('^POST /v1/refunds', { status, error: { type: 'invalid_request_error' } });
    assert.deepEqual(
      await stage.provider.refund(payin, aRefund(stage, payin), soon()),
      FAILED,
      String(status),
    );
  }
  stage.standIn.fault('^POST /v1/refunds', { status: 401, text: '' });
  assert.deepEqual(await stage.provider.refund(payin, aRefund(stage, payin), soon()), FAILED);
  for (const kind of [
    'lost-before',
    'lost-after',
    'half-body',
    'html',
    'empty',
    { status: 404, text: '<html>not here</html>' },
    { status: 409, error: { type: 'invalid_request_error' } },
    { status: 409, error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } },
    { status: 500, error: { type: 'api_error' } },
  ] as const) {
    stage.standIn.fault('^POST /v1/refunds', kind);
    const refund = aRefund(stage, payin, { amountMinor: 10n });
    assert.deepEqual(await stage.provider.refund(payin, refund, soon()), { kind: 'unknown' });
  }
  await stage.standIn.refuse();
  assert.deepEqual(await stage.provider.refund(payin, aRefund(stage, payin), soon()), { kind: 'unknown' });
});

test('a refund whose answer was lost is found by its reference', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin);
  stage.standIn.fault('^POST /v1/refunds', 'lost-after');
  assert.deepEqual(await stage.provider.refund(payin, refund, soon()), { kind: 'unknown' });
  // Later refunds stand before it in the list.
  for (let i = 0; i < 120; i += 1) {
    stage.standIn.books.createRefund({ payment_intent: payin.providerReference!, amount: '1' });
  }
  const found = await stage.provider.inquireRefund(payin, refund, soon());
  const made = stage.standIn.of(refund.id, 'refund')!;
  assert.deepEqual(found, { kind: 'completed', providerReference: made.id });
  assert.equal(stage.standIn.calls().filter((call) => call === 'GET /v1/refunds').length, 2);
});

test('a refund that is missing in the list was never made, and an unread list leaves it unknown', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin);
  const inquire = () => stage.provider.inquireRefund(payin, refund, soon());
  assert.deepEqual(await inquire(), { kind: 'unknown' }, 'its call may be on its way');
  stage.advance(60_000);
  for (const kind of ['html', 'empty', 'lost-before', { status: 403, error: { type: 'x' } }] as const) {
    stage.standIn.fault('^GET', kind);
    assert.deepEqual(await inquire(), { kind: 'unknown' });
  }
  assert.deepEqual(await inquire(), { kind: 'unheard' });
  for (let i = 0; i < 501; i += 1) {
    stage.standIn.books.createRefund({ payment_intent: payin.providerReference!, amount: '1' });
  }
  assert.deepEqual(await inquire(), { kind: 'unknown' }, 'the list goes on');
});

test('an answer about another refund or amount changes nothing', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const refund = aRefund(stage, payin);
  await stage.provider.refund(payin, refund, soon());
  const made = stage.standIn.of(refund.id, 'refund')!;
  const stored = { ...refund, providerReference: made.id };
  for (const changes of [{ amount: 99 }, { currency: 'usd' }, { metadata: { reference: 'another' } }]) {
    const before = { ...made };
    Object.assign(made, changes);
    assert.deepEqual(await stage.provider.inquireRefund(payin, stored, soon()), { kind: 'unknown' });
    Object.assign(made, before);
  }
  made.status = 'resting';
  assert.deepEqual(await stage.provider.inquireRefund(payin, stored, soon()), { kind: 'unknown' });
  assert.deepEqual(stage.unknown, ['refund.status=resting']);
});

test('a payment with only its page stored is refunded through the page', async (t) => {
  const stage = await openStripe(t);
  const payin = await aPaid(stage, 'card');
  const byPage = { ...payin, providerReference: stage.kept(payin)!.session! };
  assert.equal((await stage.provider.refund(byPage, aRefund(stage, payin), soon())).kind, 'completed');
  const never = { ...aPayin('card'), providerReference: null };
  assert.deepEqual(await stage.provider.refund(never, aRefund(stage, never), soon()), FAILED);
  const odd = aRefund(stage, payin, { currency: 'KWD', amountMinor: 5n });
  assert.deepEqual(await stage.provider.refund(payin, odd, soon()), FAILED);
});

const PDF = Buffer.from('%PDF-1.4\n%\xe2\xe3\n%%EOF\n', 'latin1');

async function aDispute(stage: StripeStage, kind: DisputeResponse['kind'] = 'evidence') {
  const payin = await aPaid(stage, 'card');
  const dispute = stage.standIn.books.openDispute(payin.providerReference!);
  const { merchantId, id: transactionId, amountMinor, currency } = payin;
  const of = { merchantId, transactionId, amountMinor, currency, disputeReference: dispute.id };
  const response: DisputeResponse = { ...of, id: randomUUID(), kind, inquiries: 0, createdAt: stage.now() };
  const evidence: Evidence = {
    ground: 'general',
    texts: { explanation: 'The customer has it.', trackingNumber: '0034' },
    files: [{ kind: 'delivery', type: 'application/pdf', bytes: PDF }],
  };
  const { provider } = stage;
  return {
    dispute,
    response,
    defend: (given = response) => provider.defendDispute!(payin, given, evidence, soon()),
    accept: () => provider.acceptDispute!(payin, response, soon()),
    inquire: () => provider.inquireResponse!(payin, response, evidence, soon()),
    page: () => provider.paymentPage!(payin),
    payin,
  };
}

test('evidence goes to Stripe once: its files first, then the texts, submitted under the id of the response', async (t) => {
  const stage = await openStripe(t);
  const { dispute, response, defend, inquire, page, payin } = await aDispute(stage);
  assert.deepEqual(await defend(), { kind: 'sent' });
  const [file] = stage.standIn.books.of('file');
  assert.deepEqual(
    [file!.purpose, file!.filename, file!.type, file!.size],
    ['dispute_evidence', 'delivery.pdf', 'application/pdf', PDF.length],
  );
  const { form, key } = stage.standIn.requests.at(-1)!;
  assert.equal(key, response.id);
  assert.deepEqual(form, {
    evidence: {
      uncategorized_text: 'The customer has it.',
      shipping_tracking_number: '0034',
      shipping_documentation: file!.id,
      customer_name: 'Ada Lovelace',
      customer_email_address: 'ada@example.com',
    },
    submit: 'true',
    metadata: { response: response.id },
  });
  assert.deepEqual([dispute.status, dispute.evidence_details.submission_count], ['under_review', 1]);
  assert.deepEqual([await defend(), await inquire()], [{ kind: 'sent' }, { kind: 'sent' }]);
  assert.equal(dispute.evidence_details.submission_count, 1);
  const second = { ...response, id: randomUUID() };
  assert.match(JSON.stringify(await defend(second)), /refused/, 'Stripe takes no second evidence');
  assert.equal(page(), `https://dashboard.stripe.com/test/payments/${payin.providerReference}`);
});

test('a response to a dispute with a lost answer is found in the dispute, and is unheard only when it is not there', async (t) => {
  const stage = await openStripe(t);
  for (const fault of ['lost-after', 'html', 'empty', 'half-body'] as const) {
    const { dispute, defend, inquire } = await aDispute(stage);
    stage.standIn.fault('^POST /v1/disputes', fault);
    assert.deepEqual(await defend(), { kind: 'unknown' }, fault);
    assert.deepEqual(await inquire(), { kind: 'sent' }, fault);
    assert.equal(dispute.evidence_details.submission_count, 1);
  }
  const { dispute, defend, inquire } = await aDispute(stage);
  stage.standIn.fault('^POST /v1/files', 'lost-before');
  assert.deepEqual(await defend(), { kind: 'unknown' });
  assert.deepEqual(await inquire(), { kind: 'unknown' }, 'it may still be on its way');
  stage.advance(60_000);
  assert.deepEqual(await inquire(), { kind: 'unheard' });
  assert.deepEqual(await defend(), { kind: 'sent' });
  assert.equal(dispute.evidence_details.submission_count, 1);
});

test('a dispute is accepted once at Stripe, and a refusal says why', async (t) => {
  const stage = await openStripe(t);
  const first = await aDispute(stage, 'acceptance');
  stage.standIn.fault('^POST /v1/disputes', 'lost-after');
  assert.deepEqual(await first.accept(), { kind: 'unknown' });
  assert.deepEqual(await first.inquire(), { kind: 'sent' });
  assert.equal(first.dispute.status, 'lost');
  const over = await aDispute(stage, 'acceptance');
  over.dispute.status = 'won';
  assert.equal((await over.accept()).kind, 'refused');
  assert.equal((await over.inquire()).kind, 'refused');
  const { accept } = await aDispute(stage, 'acceptance');
  stage.standIn.forbidden = /disputes/;
  const answer = await accept();
  assert.ok(answer.kind === 'refused' && /write access to Disputes/.test(answer.reason));
  stage.standIn.forbidden = null;
  for (const status of [409, 429, 500]) {
    stage.standIn.fault('^POST /v1/disputes', { status, error: { type: 'api_error' } });
    assert.deepEqual(await accept(), { kind: 'unknown' }, String(status));
  }
});
