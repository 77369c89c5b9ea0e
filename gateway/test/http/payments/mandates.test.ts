// Mandates (contract 16) in the sandbox, over the API: what a request may ask, what the customer agreed to, what is
// shown of it, and how it ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aCardPayin, CARD_OPTION_ID, eventually, sharedTestGateway } from '../../stage/harness.ts';
import { mandateDesk } from '../../stage/mandates.ts';

const OPTION_OF = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!.id;

test('mandates', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '50' } })();
  const brand = await gate.createBrand();
  const desk = mandateDesk(gate, brand);
  const { apiKey, agree, pay, record, names, mandateOf } = desk;

  await t.test('a card pay-in with a mandate has an active mandate after it completed', async () => {
    const { transactionId } = await agree({
      userId: 'anna',
      mandate: { reason: 'RECURRING', description: 'Coffee every month', maxAmount: 30 },
    });
    const paid = await record(transactionId);
    assert.deepEqual([paid.status, paid.initiator, paid.mandate.status], ['COMPLETED', 'CUSTOMER', 'ACTIVE']);
    const { mandateId, createdAt, networkTransactionId, ...shown } = await mandateOf(transactionId);
    assert.equal(mandateId, paid.mandate.mandateId);
    assert.match(networkTransactionId, /^\d{15}$/);
    assert.ok(Date.parse(createdAt) > 0);
    assert.deepEqual(shown, {
      status: 'ACTIVE',
      userId: 'anna',
      reason: 'RECURRING',
      description: 'Coffee every month',
      paymentOption: { id: CARD_OPTION_ID, name: 'Card', type: 'CARD' },
      card: { brand: 'VISA', first6: '424242', last4: '4242', expiryMonth: '12', expiryYear: '2035' },
      account: null,
      currency: 'EUR',
      maxAmount: 30,
      expiresAt: null,
      firstTransactionId: transactionId,
      provider: 'sandbox',
      lastUsedAt: null,
      revokedAt: null,
    });
    assert.deepEqual(await names(transactionId, 2), ['payin.completed', 'mandate.active']);
    const [completed, active] = await desk.events(transactionId);
    assert.equal(completed.mandate, null, 'not active yet');
    assert.deepEqual(
      [active.sequence, active.mandate.mandateId, active.mandate.userId, active.status],
      [2, mandateId, 'anna', 'COMPLETED'],
    );
  });

  await t.test('an authorised pay-in has an active mandate before it is captured', async () => {
    const { transactionId } = await agree({ captureMode: 'manual' });
    assert.deepEqual(await names(transactionId, 2), ['payin.authorized', 'mandate.active']);
    const body = { transactionId };
    const captured = await gate.call('POST', '/capture-payment', { apiKey, body });
    assert.equal(captured.body.status, 'COMPLETED');
    assert.deepEqual(await names(transactionId, 4), [
      'payin.authorized',
      'mandate.active',
      'capture.completed',
      'payin.completed',
    ]);
    const all = await desk.events(transactionId);
    assert.equal(all.at(-1).mandate.status, 'ACTIVE');
  });

  await t.test('a pay-in of zero stores the card, and moves no money', async () => {
    const { transactionId } = await agree({ amount: 0 });
    const stored = await record(transactionId);
    assert.deepEqual([stored.status, stored.amount, stored.mandate.status], ['COMPLETED', 0, 'ACTIVE']);
    const { sql } = gate.gateway.context;
    assert.deepEqual([...(await sql`select 1 from transfers where transaction_id = ${transactionId}`)], []);
    const manual = await agree({ amount: 0, captureMode: 'manual' });
    assert.equal(
      (await record(manual.transactionId)).captureMode,
      'automatic',
      'there is nothing to capture',
    );
    const bare = await pay({ amount: 0 });
    assert.equal(bare.errorCode, '1001');
  });

  await t.test('a challenge comes before the agreement', async () => {
    const answer = await pay(
      { userId: 'anna', mandate: { reason: 'RECURRING' } },
      { cardNumber: '4000000000003220' },
    );
    assert.equal((await record(answer.transactionId)).mandate, null);
    await gate.call('POST', `/sandbox/transactions/${answer.transactionId}/outcome`, {
      apiKey,
      body: { outcome: 'COMPLETED' },
    });
    const active = await eventually(async () => (await record(answer.transactionId)).mandate);
    assert.equal(active.status, 'ACTIVE');
  });

  await t.test('a direct debit shows its account masked, and is active once it is paid', async () => {
    const answer = await gate.call('POST', '/v3/payment', {
      apiKey,
      body: {
        paymentOptionId: OPTION_OF('sepa-direct-debit'),
        currency: 'EUR',
        amount: 25,
        country: 'DE',
        userId: 'bernd',
        customer: { firstName: 'Bernd', lastName: 'Brot', email: 'bernd@example.com' },
        mandate: { reason: 'UNSCHEDULED' },
        paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Bernd Brot' },
      },
    });
    const { transactionId } = answer.body.result;
    await gate.call('POST', `/sandbox/transactions/${transactionId}/outcome`, {
      apiKey,
      body: { outcome: 'COMPLETED' },
    });
    assert.equal((await record(transactionId)).mandate.status, 'ACTIVE', 'at once');
    const { account, card, networkTransactionId } = await mandateOf(transactionId);
    assert.deepEqual([account, card, networkTransactionId], ['***3000', null, null]);
  });

  await t.test('a declined pay-in makes no mandate', async () => {
    const declined = await pay(
      { userId: 'anna', mandate: { reason: 'RECURRING' } },
      { cardNumber: '4000000000000002' },
    );
    assert.equal((await record(declined.transactionId)).mandate, null);
  });

  await t.test('a request whose mandate is wrong gets 400 with the field', async () => {
    const faultOf = async (fields: Record<string, unknown>, path = '/v3/payment') => {
      const body = path === '/v3/payment' ? aCardPayin(fields) : { currency: 'EUR', amount: 25, ...fields };
      const answer = await gate.call('POST', path, { apiKey, body });
      assert.equal(answer.status, 400, answer.text);
      return [answer.body.message].flat().join(' ');
    };
    const mandate = { reason: 'RECURRING' };
    for (const path of ['/v3/payment', '/payment-session', '/v2/payment-options', '/payment-links'])
      assert.match(await faultOf({ mandate }, path), /userId: required/);
    const past = { ...mandate, expiresAt: '2020-01-01T00:00:00Z' };
    assert.match(
      await faultOf({ userId: 'anna', mandate: past }),
      /mandate.expiresAt: must be in the future/,
    );
    const fine = { ...mandate, maxAmount: 1.234 };
    assert.match(await faultOf({ userId: 'anna', mandate: fine }), /mandate.maxAmount/);
    for (const maxAmount of [0, -1])
      assert.equal(
        await faultOf({ userId: 'anna', mandate: { ...mandate, maxAmount } }),
        'mandate.maxAmount: must be more than 0',
      );
    assert.match(await faultOf({ userId: 'anna', mandate: { reason: 'OFTEN' } }), /mandate.reason/);
    assert.match(await faultOf({ userId: 'anna', mandate: {} }), /mandate.reason/);
  });

  await t.test('an option that cannot be stored is declined with 1014', async () => {
    const answer = await gate.call('POST', '/v3/payment', {
      apiKey,
      body: {
        paymentOptionId: OPTION_OF('klarna'),
        currency: 'EUR',
        amount: 25,
        country: 'DE',
        userId: 'anna',
        mandate: { reason: 'RECURRING' },
      },
    });
    assert.deepEqual([answer.status, answer.body.result.errorCode], [201, '1014']);
  });

  await t.test('a mandate is found by its id, its user and its status, page by page', async () => {
    const first = await agree({ userId: 'clara' });
    const second = await agree({ userId: 'clara' });
    const list = async (query: string) => await gate.call('GET', `/mandates?${query}`, { apiKey });
    const page = await list('userId=clara&limit=1');
    assert.deepEqual(
      page.body.map((one: { firstTransactionId: string }) => one.firstTransactionId),
      [second.transactionId],
    );
    const next = /<[^>]*\/mandates\?([^>]*)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
    const rest = await list(next);
    assert.deepEqual(
      rest.body.map((one: { firstTransactionId: string }) => one.firstTransactionId),
      [first.transactionId],
    );
    assert.equal(rest.headers.get('link'), null);
    assert.deepEqual((await list('userId=nobody')).body, []);
    assert.deepEqual((await list('userId=clara&status=REVOKED')).body, []);
    assert.equal((await list('limit=0')).status, 400);
    assert.equal((await list('cursor=abc')).status, 400);
    const { mandateId } = page.body[0];
    const other = await gate.createBrand();
    for (const [id, key] of [
      [mandateId, other.apiKey],
      ['x', apiKey],
      [CARD_OPTION_ID, apiKey],
    ])
      assert.equal((await gate.call('GET', `/mandates/${id}`, { apiKey: key! })).status, 404);
  });

  await t.test('an agreement comes first in the list, even if its pay-in was opened long ago', async () => {
    const waiting = await pay({
      paymentOptionId: OPTION_OF('sepa-direct-debit'),
      userId: 'dirk',
      mandate: { reason: 'RECURRING' },
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Dirk Dorn' },
    });
    await setTimeout(5);
    const paid = await agree({ userId: 'dirk' });
    const list = async (query = '') =>
      await gate.call('GET', `/mandates?userId=dirk&limit=1${query}`, { apiKey });
    const cursor = `&cursor=${Buffer.from((await mandateOf(paid.transactionId)).mandateId).toString('base64url')}`;
    assert.deepEqual((await list(cursor)).body, [], 'nothing older');
    await gate.call('POST', `/sandbox/transactions/${waiting.transactionId}/outcome`, {
      apiKey,
      body: { outcome: 'COMPLETED' },
    });
    assert.equal((await list()).body[0].firstTransactionId, waiting.transactionId);
    assert.deepEqual((await list(cursor)).body, [], 'a page that follows stays as it was');
  });

  await t.test('a revoked mandate stays revoked, and says so once', async () => {
    const { transactionId } = await agree();
    const { mandateId } = await mandateOf(transactionId);
    const revoke = (body?: Record<string, unknown>) =>
      gate.call('POST', `/mandates/${mandateId}/revoke`, { apiKey, ...(body ? { body } : {}) });
    const first = await revoke({ reason: 'the customer cancelled' });
    assert.deepEqual([first.status, first.body.status], [200, 'REVOKED']);
    assert.ok(first.body.revokedAt);
    const again = await revoke();
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(await names(transactionId, 3), ['payin.completed', 'mandate.active', 'mandate.revoked']);
    assert.equal((await record(transactionId)).mandate.status, 'REVOKED');
    const { sql } = gate.gateway.context;
    const [row] = await eventually(async () => {
      const rows = await sql`select pan_sealed, stored_sealed from mandates
        where id = ${mandateId} and due_at is null and stored_sealed is null`;
      return rows.length === 1 && rows;
    });
    assert.equal(row!.pan_sealed, null, 'nothing is left with which it could be charged');
    const audited = await sql`select action from audit_log where action = 'mandate.revoked'
      and merchant_id = ${brand.merchantId}`;
    assert.equal(audited.length, 1);
  });
});

test('a mandate expires at its time', async () => {
  const gate = await sharedTestGateway()();
  const desk = mandateDesk(gate, await gate.createBrand());
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { transactionId } = await desk.agree({ mandate: { reason: 'RECURRING', expiresAt } });
  const { mandateId } = await desk.mandateOf(transactionId);
  const { sql } = gate.gateway.context;
  await sql`update mandates set expires_at = now(), due_at = now() where id = ${mandateId}`;
  await eventually(async () => (await desk.record(transactionId)).mandate.status === 'EXPIRED');
  assert.deepEqual(await desk.names(transactionId, 3), [
    'payin.completed',
    'mandate.active',
    'mandate.expired',
  ]);
});
