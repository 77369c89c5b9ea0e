// `cashierUrl` of the record (contract 5): a caller that lost the answer with a page's address finds it again while it
// can be used. No worker runs, so an end that only the clock has reached counts too.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, CARD_OPTION_ID, gatewayOfFile } from '../../stage/harness.ts';
import { optionOf, payoutOf } from '../cashier/shopper.ts';

const gateway = gatewayOfFile({ workers: false });
const HOUR_MS = 3_600_000;
const AMOUNT = { currency: 'EUR', amount: 25, country: 'DE' };

/** Each way to a cashier address: the pay-in or payout, and its answer. */
async function opened(gate: Awaited<ReturnType<typeof gateway>>, apiKey: string) {
  const post = async (path: string, body: object) => {
    const answer = await gate.call('POST', path, { apiKey, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const { sessionId } = await post('/v2/payment-options', AMOUNT);
  const hybrid = await post('/v2/hybrid-payment', { sessionId, paymentOptionId: CARD_OPTION_ID });
  const v3 = await post('/v3/payment', { ...AMOUNT, paymentOptionId: optionOf('sepa-direct-debit').id });
  const payout = await post('/v3/payout', { ...AMOUNT, paymentOptionId: payoutOf('sepa-transfer').id });
  const session = await post('/payout-session', AMOUNT);
  const { sessionId: v2Payout } = await post('/v2/payout-options', AMOUNT);
  const choice = { sessionId: v2Payout, paymentOptionId: payoutOf('sepa-transfer').id, paymentData: {} };
  const direct = await post('/v2/direct-payout', choice);
  return {
    session: await post('/payment-session', AMOUNT),
    'payout session': session,
    link: await post('/payment-links', AMOUNT),
    hybrid: { ...hybrid.result, cashierUrl: hybrid.result.redirectUrl },
    'v3 pay-in': { ...v3.result, cashierUrl: v3.result.redirectUrl },
    'v3 payout': { ...payout.result, cashierUrl: payout.result.redirectUrl },
    'v2 payout': { ...direct.result, cashierUrl: direct.result.redirectUrl },
  };
}

test("the record shows the cashier's address until the payment ends or its link expires", async (t) => {
  const gate = await gateway();
  const { apiKey } = await gate.createBrand();
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const pages = await opened(gate, apiKey);
  const listed = (await gate.call('GET', '/payments?limit=100', { apiKey })).body;

  for (const [way, { transactionId, cashierUrl }] of Object.entries(pages)) {
    await t.test(way, async () => {
      assert.match(cashierUrl, /\/cashier\/[\w-]{65}$/);
      const stored = await record(transactionId);
      assert.equal(stored.cashierUrl, cashierUrl);
      const found = `/payments?merchantReference=${stored.merchantReference}`;
      assert.equal((await gate.call('GET', found, { apiKey })).body[0].cashierUrl, cashierUrl);
      const inList = listed.find((one: { transactionId: string }) => one.transactionId === transactionId);
      assert.equal(inList.cashierUrl, cashierUrl);
      assert.equal((await fetch(gate.url + new URL(cashierUrl).pathname)).status, 200);
    });
  }

  await t.test(
    'a payment without a cashier page and a v2 session before its choice have no cashier address',
    async () => {
      const { result } = (await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin() })).body;
      assert.equal((await record(result.transactionId)).cashierUrl, null);
      const session = (await gate.call('POST', '/v2/payment-options', { apiKey, body: AMOUNT })).body;
      assert.equal((await record(session.transactionId)).cashierUrl, null);
    },
  );

  await t.test("another brand does not see the cashier's address", async () => {
    const { apiKey: other } = await gate.createBrand();
    const { transactionId } = pages.session;
    assert.equal((await gate.call('GET', `/payments/${transactionId}`, { apiKey: other })).status, 404);
  });

  await t.test("the cashier's address stays while an attempt is in progress", async () => {
    const { transactionId, cashierUrl } = (
      await gate.call('POST', '/payment-session', { apiKey, body: AMOUNT })
    ).body;
    const submit = `${gate.url}${new URL(cashierUrl).pathname}/submit`;
    const card = { ...aCardPayin().paymentData, cardNumber: '4000000000003220' };
    const answer = await fetch(submit, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ optionId: CARD_OPTION_ID, attempt: 0, paymentData: card }),
    });
    assert.equal(answer.status, 200, await answer.text());
    const stored = await record(transactionId);
    assert.equal(stored.status, 'PROCESSING');
    assert.equal(stored.cashierUrl, cashierUrl);
    // The attempt's own time is over, and the shopper may try again.
    gate.advance(20 * 60_000);
    assert.equal((await record(transactionId)).cashierUrl, cashierUrl);
  });

  await t.test('a cancelled payment has no cashier address', async () => {
    const { transactionId } = pages.link;
    await gate.call('POST', '/cancel-payment', { apiKey, body: { transactionId } });
    assert.equal((await record(transactionId)).cashierUrl, null);
  });

  await t.test('an expired link has no cashier address, even before the sweep', async () => {
    gate.advance(HOUR_MS + 1_000);
    for (const name of [
      'session',
      'payout session',
      'hybrid',
      'v3 pay-in',
      'v3 payout',
      'v2 payout',
    ] as const) {
      const stored = await record(pages[name].transactionId);
      assert.deepEqual([stored.completedAt, stored.cashierUrl], [null, null], name);
    }
  });
});
