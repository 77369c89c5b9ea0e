// A person's decisions on unknown outcomes, over HTTP: only once the provider is no longer asked, never against its
// answer, with the reason in timeline and audit log. Also the list of stuck payments.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../../src/domain/options/payment-option.ts';
import { aCardPayin } from '../../../stage/harness.ts';
import { openPortalStage } from '../portal-stage.ts';

const stage = await openPortalStage(
  { after: (end) => test.after(end as () => void) },
  // Nothing ends by itself: a simulated network takes ten minutes.
  { brand: { automaticApproval: true }, workers: false, env: { SANDBOX_DELAY_MS: '600000' } },
);
const approver = await stage.as('finance-approver');
const support = await stage.as('support');
await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/funding`, {
  currency: 'EUR',
  amount: 1000,
  reference: 'first',
});
const SEPA = optionsOf('PAYOUT').find(({ type }) => type === 'BANK_TRANSFER')!.id;

const PAYPAL = optionsOf('PAYIN').find(({ name }) => name === 'PayPal')!.id;

const path = (id: string, rest = '') => `/brands/:brand/transactions/${id}${rest}`;

/** The state after the resolver's last inquiry. */
async function undecided(table: 'transactions' | 'refunds' | 'captures', id: string): Promise<void> {
  if (table === 'transactions')
    await stage.sql`update steps set error_code = '9001' where transaction_id = ${id}`;
  const rows =
    table === 'refunds'
      ? await stage.sql`update refunds set due_at = null where id = ${id} returning id`
      : table === 'captures'
        ? await stage.sql`update captures set due_at = null where id = ${id} returning id`
        : await stage.sql`update open_work set due_at = null, error_code = '9001' where transaction_id = ${id} returning 1`;
  assert.equal(rows.length, 1);
}

/** The provider never answers about it. */
async function payOut(): Promise<string> {
  const { status, body, text } = await stage.call('POST', '/v3/payout', {
    apiKey: stage.brand.apiKey,
    body: {
      paymentOptionId: SEPA,
      currency: 'EUR',
      amount: 10.03,
      country: 'DE',
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
    },
  });
  assert.equal(status, 201, text);
  return body.transactionId ?? body.result.transactionId;
}

test('an outcome that the gateway still asks about cannot be decided', async () => {
  const id = await payOut();
  const { body } = await approver('GET', path(id));
  assert.ok(!body.actions.includes('decide'));
  const early = await approver('POST', path(id, '/decision'), { outcome: 'COMPLETED', reason: 'saw it' });
  assert.equal(early.status, 409, early.text);
});

test('an approver decides an unknown outcome, with a reason and their name', async () => {
  for (const outcome of ['COMPLETED', 'DECLINED'] as const) {
    const id = await payOut();
    await undecided('transactions', id);
    const { body: before } = await approver('GET', path(id));
    assert.ok(before.actions.includes('decide'));
    assert.equal(before.sentence.tone, 'attention');
    const refused = await support('POST', path(id, '/decision'), { outcome, reason: 'saw it' });
    assert.equal(refused.status, 403);
    for (const reason of ['   ', '\u200b\u200b\u200b']) {
      const unsaid = await approver('POST', path(id, '/decision'), { outcome, reason });
      assert.deepEqual(
        [unsaid.status, unsaid.body.message],
        [400, ['reason: must have a visible character']],
      );
    }
    const decided = await approver('POST', path(id, '/decision'), { outcome, reason: 'bank statement 7' });
    assert.equal(decided.status, 200, decided.text);
    assert.equal(decided.body.transaction.status, outcome);
    const last = decided.body.timeline.at(-1);
    assert.deepEqual(last.actor, { kind: 'user', name: 'finance-approver' });
    assert.match(last.reason, /decided: bank statement 7/);
    const [row] = await stage.sql`select w.words from audit_log l
      join audit_words w on w.merchant_id = l.merchant_id and w.audit_id = l.id
      where l.target_id = ${id} and l.action = 'outcome.decided'`;
    assert.equal(JSON.parse(row!.words).after.reason, 'bank statement 7');
    const again = await approver('POST', path(id, '/decision'), { outcome, reason: 'once more' });
    assert.equal(again.status, 409);
  }
  const [balance] = (await stage.operator('GET', `/operator/brands/${stage.brand.brandId}/balances`)).body;
  // Three payouts: one still waits with its amount reserved, one was paid, one was returned.
  assert.deepEqual([balance.available, balance.reserved], [979.94, 10.03]);
});

test('the provider is asked again before a decision, and its answer overrides the decision', async () => {
  const answer = await stage.call('POST', '/v3/payment', {
    apiKey: stage.brand.apiKey,
    body: aCardPayin({}, { cardNumber: '4000000000000341' }),
  });
  const id = answer.body.result.transactionId;
  await undecided('transactions', id);
  stage.advance(11 * 60_000);
  const decided = await approver('POST', path(id, '/decision'), { outcome: 'DECLINED', reason: 'no money' });
  assert.equal(decided.status, 409, decided.text);
  assert.match(decided.body.message, /answered just now: it is COMPLETED/);
  assert.equal((await approver('GET', path(id))).body.transaction.status, 'COMPLETED');
});

test('a pay-in decided as unpaid still accepts money that arrives later', async () => {
  const sepa = optionsOf('PAYIN').find(({ type }) => type === 'BANK_TRANSFER')!;
  const { body, text } = await stage.call('POST', '/v3/payment', {
    apiKey: stage.brand.apiKey,
    body: { paymentOptionId: sepa.id, currency: 'EUR', amount: 12.03, country: 'DE' },
  });
  const id = body.result.transactionId;
  assert.ok(id, text);
  await undecided('transactions', id);
  const decided = await approver('POST', path(id, '/decision'), { outcome: 'DECLINED', reason: 'no money' });
  assert.equal(decided.body.transaction.errorCode, '3001', decided.text);
  const late = await stage.call('POST', `/sandbox/transactions/${id}/outcome`, {
    apiKey: stage.brand.apiKey,
    body: { outcome: 'COMPLETED' },
  });
  assert.equal(late.status, 200, late.text);
  const { body: page } = await approver('GET', path(id));
  assert.deepEqual([page.transaction.status, page.transaction.lateSuccess], ['COMPLETED', true]);
});

test('an undecided refund is decided, and a failed refund can be made again', async () => {
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body: aCardPayin() });
  const id = answer.body.result.transactionId;
  const body = { amount: 10, reason: 'OTHER', refundReference: 'r-1' };
  const made = await support('POST', path(id, '/refunds'), body);
  const refundId = made.body.refunds[0].id;
  const early = await approver('POST', path(id, `/refunds/${refundId}/decision`), {
    outcome: 'FAILED',
    reason: 'said the bank',
  });
  assert.equal(early.status, 409, early.text);
  await undecided('refunds', refundId);
  const { body: stuck } = await approver('GET', '/brands/:brand/stuck');
  assert.ok(stuck.items.some((one: { refundId: string }) => one.refundId === refundId));
  const decided = await approver('POST', path(id, `/refunds/${refundId}/decision`), {
    outcome: 'FAILED',
    reason: 'said the bank',
  });
  assert.equal(decided.status, 200, decided.text);
  assert.equal(decided.body.refundable, 25);
  assert.deepEqual(decided.body.refunds[0].endedBy, { kind: 'user', name: 'finance-approver' });
  assert.equal(decided.body.timeline.at(-1).reason, 'said the bank');
});

test('stuck payments are listed with their age, the oldest first', async () => {
  const id = await payOut();
  await undecided('transactions', id);
  const { status, body } = await support('GET', '/brands/:brand/stuck');
  assert.equal(status, 200);
  const found = body.items.find((one: { transactionId: string }) => one.transactionId === id);
  assert.deepEqual([found.kind, found.amount, found.currency], ['unknown-outcome', 10.03, 'EUR']);
  const times = body.items.map(({ since }: { since: string }) => since);
  assert.deepEqual(times, times.toSorted());
});

test('an undecided capture is decided, and a failed capture can be made again', async () => {
  const { apiKey } = stage.brand;
  // The wallet completes a capture after the delay, so the provider has no answer yet.
  const { paymentData: _, ...payin } = aCardPayin({ captureMode: 'manual', paymentOptionId: PAYPAL });
  const answer = await stage.call('POST', '/v3/payment', { apiKey, body: payin });
  const id = answer.body.result.transactionId;
  const body = { outcome: 'COMPLETED' };
  const forced = await stage.call('POST', `/sandbox/transactions/${id}/outcome`, { apiKey, body });
  assert.equal(forced.status, 200, forced.text);
  const made = await stage.call('POST', '/capture-payment', {
    apiKey,
    body: { transactionId: id, amount: 10, final: false },
  });
  const { captureId } = made.body;
  const decide = (outcome: string) =>
    approver('POST', path(id, `/captures/${captureId}/decision`), { outcome, reason: 'said the bank' });
  assert.equal((await decide('FAILED')).status, 409, 'the gateway still asks');
  await undecided('captures', captureId);
  const { body: stuck } = await approver('GET', '/brands/:brand/stuck');
  assert.ok(stuck.items.some((one: { captureId: string }) => one.captureId === captureId));
  const { body: before } = await approver('GET', path(id));
  assert.ok(before.actions.includes('decide-capture'));
  assert.deepEqual([before.authorization.captured, before.authorization.capturable], [0, 15]);
  const decided = await decide('FAILED');
  assert.equal(decided.status, 200, decided.text);
  assert.deepEqual([decided.body.authorization.captured, decided.body.authorization.capturable], [0, 25]);
  assert.deepEqual(decided.body.captures[0].endedBy, { kind: 'user', name: 'finance-approver' });
  const steps = decided.body.timeline.map(({ kind, what }: Record<string, string>) => [kind, what]);
  assert.deepEqual(steps, [
    ['created', 'Pay-in created'],
    ['status', 'Is being processed'],
    ['status', 'Authorised: 25.00 EUR is held'],
    ['capture', 'Capture of 10.00 EUR created'],
    ['capture', 'Capture of 10.00 EUR failed'],
  ]);
  assert.equal(decided.body.timeline.at(-1).reason, 'said the bank');
  const all = await stage.call('POST', '/capture-payment', { apiKey, body: { transactionId: id } });
  assert.deepEqual([all.body.status, all.body.amount], ['PENDING', 25]);
});
