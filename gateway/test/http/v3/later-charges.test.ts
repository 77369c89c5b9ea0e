// Later charges of mandates (contract 16) in the sandbox: the customer is absent, so each charge succeeds, is declined
// or fails, and nobody is ever asked for anything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { CARD_OPTION_ID, eventually, sharedTestGateway } from '../../stage/harness.ts';
import { mandateDesk } from '../../stage/mandates.ts';

const DEBIT = optionsOf('PAYIN').find((option) => option.method === 'sepa-direct-debit')!.id;

test('later charges of a mandate', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '50' } })();
  const brand = await gate.createBrand();
  const desk = mandateDesk(gate, brand);
  const { apiKey, agree, pay, record, mandateOf, charge } = desk;
  const first = await agree({ mandate: { reason: 'RECURRING', maxAmount: 30 } });
  const { mandateId } = await mandateOf(first.transactionId);
  const { sql } = gate.gateway.context;
  const agreeByDebit = async (userId: string, terms: Record<string, unknown> = {}) => {
    const asked = await pay({
      paymentOptionId: DEBIT,
      userId,
      mandate: { reason: 'UNSCHEDULED', ...terms },
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Bernd Brot' },
    });
    const path = `/sandbox/transactions/${asked.transactionId}/outcome`;
    await gate.call('POST', path, { apiKey, body: { outcome: 'COMPLETED' } });
    return await mandateOf(asked.transactionId);
  };

  await t.test('a charge completes without a card, and belongs to the customer of the mandate', async () => {
    const { status, body } = await charge(mandateId, { amount: 10 });
    assert.deepEqual([status, body.statusCode, body.result.status], [201, 200, 'COMPLETED']);
    const charged = await record(body.result.transactionId);
    assert.deepEqual(
      [charged.initiator, charged.mandate, charged.userId, charged.card.last4, charged.card.token],
      ['MERCHANT', { mandateId, status: 'ACTIVE' }, 'anna', '4242', null],
    );
    const rows =
      await sql`select amount_minor from transfers where transaction_id = ${charged.transactionId}`;
    assert.deepEqual(
      rows.map((row) => Number(row.amount_minor)),
      [1000],
    );
    assert.ok((await mandateOf(first.transactionId)).lastUsedAt);
  });

  await t.test('a charge can be authorised first and captured later', async () => {
    const { body } = await charge(mandateId, { amount: 10, captureMode: 'manual', userId: 'anna' });
    assert.deepEqual([body.result.status, body.result.authorized], ['PROCESSING', true]);
    const captured = await gate.call('POST', '/capture-payment', {
      apiKey,
      body: { transactionId: body.result.transactionId },
    });
    assert.equal(captured.body.status, 'COMPLETED');
    const after = await record(body.result.transactionId);
    assert.deepEqual([after.status, after.amountCaptured, after.initiator], ['COMPLETED', 10, 'MERCHANT']);
  });

  await t.test('a charge that the mandate does not allow is declined', async () => {
    const codeOf = async (id: string, fields: Record<string, unknown> = {}) => {
      const { status, body } = await charge(id, fields);
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.resultType, 'declined');
      return [body.result.errorCode, (await record(body.result.transactionId)).mandate?.mandateId ?? null];
    };
    assert.deepEqual(await codeOf(mandateId, { amount: 30.01 }), ['1002', mandateId]);
    assert.deepEqual(await codeOf(mandateId, { currency: 'USD' }), ['1003', mandateId]);
    assert.deepEqual(await codeOf(mandateId, { paymentOptionId: DEBIT }), ['1010', mandateId]);
    assert.deepEqual(await codeOf(mandateId, { userId: 'bernd' }), ['2014', null]);
    assert.deepEqual(await codeOf(CARD_OPTION_ID), ['2014', null], 'unknown');
    const others = mandateDesk(gate, await gate.createBrand());
    const { body } = await others.charge(mandateId);
    assert.equal(body.result.errorCode, '2014', 'the mandate of another brand');
    assert.equal((await others.record(body.result.transactionId)).mandate, null);
    const ended = await mandateOf((await agree()).transactionId);
    await gate.call('POST', `/mandates/${ended.mandateId}/revoke`, { apiKey, body: {} });
    assert.deepEqual(await codeOf(ended.mandateId), ['2014', ended.mandateId]);
  });

  await t.test(
    'the first rule that a charge breaks decides its code, whether of the option or of the mandate',
    async () => {
      const codeOf = async (fields: Record<string, unknown>) =>
        (await charge(mandateId, fields)).body.result.errorCode;
      assert.equal(
        await codeOf({ currency: 'USD', amount: 60_000 }),
        '1003',
        'before the limit of the option',
      );
      assert.equal(await codeOf({ currency: 'USD', amount: 0.5 }), '1003', 'before its minimum');
      assert.equal(await codeOf({ paymentOptionId: DEBIT, country: 'KE' }), '1010', 'before the country');
      assert.equal(await codeOf({ amount: 60_000 }), '1002');
      assert.equal(await codeOf({ amount: 0 }), '1001');
      const debited = await agreeByDebit('erna', { maxAmount: 30 });
      const wanted = { paymentOptionId: DEBIT, country: 'DE', amount: 31 };
      const later = await charge(debited.mandateId, { ...wanted, captureMode: 'manual' });
      assert.equal(later.body.result.errorCode, '1013', 'before the limit of the mandate');
      assert.equal((await charge(debited.mandateId, wanted)).body.result.errorCode, '1002');
    },
  );

  await t.test('paymentData has the mandate alone, and the mandate has the form of an id', async () => {
    const faultOf = async (paymentData: Record<string, unknown>, more = {}) => {
      const answer = await charge(mandateId, { paymentData, ...more });
      assert.equal(answer.status, 400, answer.text);
      return [answer.body.message].flat().join(' ');
    };
    assert.match(await faultOf({ mandateId, cardCvv: '123' }), /paymentData.cardCvv: must not come with/);
    assert.match(await faultOf({ mandateId: 'mine' }), /paymentData.mandateId: must be the id/);
    const mandate = { reason: 'RECURRING' };
    assert.match(await faultOf({ mandateId }, { userId: 'anna', mandate }), /mandate: a later charge/);
  });

  await t.test('a card that wants its owner is declined with 2102 each time, and stays active', async () => {
    const { transactionId } = await agree({ userId: 'dora' }, { cardNumber: '4000000000003220' });
    await gate.call('POST', `/sandbox/transactions/${transactionId}/outcome`, {
      apiKey,
      body: { outcome: 'COMPLETED' },
    });
    await eventually(async () => (await record(transactionId)).mandate);
    const { mandateId: own } = await mandateOf(transactionId);
    for (const _ of [1, 2]) {
      const { body } = await charge(own);
      assert.deepEqual([body.resultType, body.result.errorCode], ['declined', '2102']);
      assert.equal((await record(body.result.transactionId)).retryAdvice, 'OTHER_METHOD');
    }
    assert.equal((await mandateOf(transactionId)).status, 'ACTIVE');
  });

  await t.test('a code that will never change makes the mandate FAILED at the first charge', async () => {
    const { transactionId, status } = await agree({}, { cardNumber: '4000000000000127' });
    assert.equal(status, 'COMPLETED');
    const { mandateId: own } = await mandateOf(transactionId);
    const { body } = await charge(own);
    const declined = await record(body.result.transactionId);
    assert.deepEqual([declined.status, declined.retryAdvice], ['DECLINED', 'DO_NOT_RETRY']);
    assert.deepEqual(declined.mandate, { mandateId: own, status: 'FAILED' });
    assert.equal((await mandateOf(transactionId)).status, 'FAILED');
    assert.deepEqual(await desk.names(transactionId, 3), [
      'payin.completed',
      'mandate.active',
      'mandate.failed',
    ]);
    assert.equal((await charge(own)).body.result.errorCode, '2014');
  });

  await t.test('the amount plays a decline, a failure and a lost answer', async () => {
    assert.equal((await charge(mandateId, { amount: 10.02 })).body.result.errorCode, '2005');
    assert.equal((await charge(mandateId, { amount: 10.04 })).body.resultType, 'error');
    const silent = (await charge(mandateId, { amount: 10.05 })).body;
    assert.deepEqual([silent.statusCode, silent.result.errorCode], [999, '9001']);
    assert.equal((await mandateOf(first.transactionId)).status, 'ACTIVE');
  });

  await t.test('a direct debit is charged without a form, and replayed by its key', async () => {
    const { mandateId: own } = await agreeByDebit('bernd');
    const wanted = { paymentOptionId: DEBIT, country: 'DE' };
    const one = await charge(own, wanted, 'debit-key');
    assert.deepEqual([one.body.resultType, one.body.result.status], ['success', 'PROCESSING']);
    const again = await charge(own, wanted, 'debit-key');
    assert.equal(again.text, one.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    await eventually(async () => (await record(one.body.result.transactionId)).status === 'COMPLETED');
  });

  await t.test('a hundred charges at once under one key make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => charge(mandateId, { amount: 7 }, 'one-key')),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.ok(made.length >= 1);
    assert.ok(answers.every(({ status }) => status === 201 || status === 409));
    assert.equal(new Set(made.map(({ body }) => body.result.transactionId)).size, 1);
    const rows =
      await sql`select amount_minor from transfers where brand_id = ${brand.brandId} and amount_minor = 700`;
    assert.equal(rows.length, 1);
    const other = await charge(mandateId, { amount: 8 }, 'one-key');
    assert.equal(other.status, 422);
  });

  await t.test('risk rules count charges by mandate', async () => {
    const rule = { limit: 2, windowSeconds: 3_600 };
    const risky = mandateDesk(gate, await gate.createBrand({ risk: { attemptsPerCard: rule } }));
    const agreed = await risky.agree();
    const other = await risky.agree();
    const { mandateId: own } = await risky.mandateOf(agreed.transactionId);
    const codes = [];
    for (const _ of [1, 2, 3]) codes.push((await risky.charge(own)).body.result.errorCode);
    assert.deepEqual(codes, [undefined, undefined, '2202']);
    const { mandateId: second } = await risky.mandateOf(other.transactionId);
    assert.equal(
      (await risky.charge(second)).body.result.status,
      'COMPLETED',
      'the same card, another mandate',
    );
  });
});
