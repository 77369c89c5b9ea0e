// A payout's recipient in the record and in its webhooks (contract 5): present as soon as it is known, masked, and
// still present when the payout has ended and the sealed recipient is deleted.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually, sharedTestGateway } from '../../stage/harness.ts';
import { aPayout, payoutOption, RECIPIENTS } from '../../stage/payouts.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { openSession, submit } from '../cashier/shopper.ts';

const sharedGateway = sharedTestGateway();
const SHOWN: Record<keyof typeof RECIPIENTS, { name: string | null; account: string }> = {
  card: { name: 'Ada Lovelace', account: '***4444' },
  'sepa-transfer': { name: 'Ada Lovelace', account: '***3000' },
  'indian-bank': { name: 'Asha Rao', account: '***6789' },
  upi: { name: null, account: '***bank' },
  pix: { name: null, account: '***.com' },
  'm-pesa': { name: null, account: '***5678' },
  wallet: { name: null, account: '***t-77' },
  crypto: { name: null, account: '***f3t4' },
};

test('the recipient of a payout is in its record and its webhooks, masked', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const tollgate = await sharedGateway();
  const brand = await tollgate.createBrand({ notificationUrl: receiver.url });
  const call = (method: string, path: string, body?: unknown) =>
    tollgate.call(method, path, { apiKey: brand.apiKey, body });
  const record = async (id: string) => (await call('GET', `/payments/${id}`)).body;

  for (const [method, shown] of Object.entries(SHOWN) as [keyof typeof RECIPIENTS, object][]) {
    await t.test(method, async () => {
      const { body } = await call('POST', '/v3/payout', aPayout({}, method));
      const { transactionId } = body.result;
      assert.deepEqual((await record(transactionId)).recipient, shown);
      const told = await eventually(() =>
        receiver.received.find((one) => one.body.transactionId === transactionId),
      );
      assert.deepEqual(told.body.recipient, shown);
      const { body: settled } = await call('POST', '/settle-payout', { action: 'DECLINE', transactionId });
      assert.equal(settled.status, 'DECLINED');
      assert.deepEqual((await record(transactionId)).recipient, shown);
    });
  }

  await t.test('fields entered on the page are stored for the next payment', async () => {
    const link = await openSession(tollgate, brand, {}, 'payout');
    assert.equal((await record(link.id)).recipient, null);
    const { paymentData } = RECIPIENTS['sepa-transfer'];
    await submit(tollgate, link, payoutOption('sepa-transfer').id, paymentData);
    assert.deepEqual((await record(link.id)).recipient, SHOWN['sepa-transfer']);
  });

  await t.test(
    'known fields are shown while the page asks for the rest, and a declined payout keeps them',
    async () => {
      const part = aPayout({ paymentData: { accountHolder: 'Ada Lovelace' } });
      const asked = await call('POST', '/v3/payout', part);
      assert.deepEqual((await record(asked.body.result.transactionId)).recipient, {
        name: 'Ada Lovelace',
        account: null,
      });
      const { body } = await call('POST', '/v3/payout', aPayout({ amount: 50_001 }));
      assert.equal(body.result.errorCode, '1002');
      assert.deepEqual((await record(body.result.transactionId)).recipient, SHOWN['sepa-transfer']);
    },
  );

  await t.test('no call accepts a card number as the name of a holder', async () => {
    const accountHolder = 'Ada 4242 4242 4242 4242';
    const { paymentData } = RECIPIENTS['sepa-transfer'];
    const sepa = payoutOption('sepa-transfer').id;
    const v3 = await call('POST', '/v3/payout', aPayout({ paymentData: { ...paymentData, accountHolder } }));
    const card = aPayout(
      { paymentData: { ...RECIPIENTS.card.paymentData, cardHolder: accountHolder } },
      'card',
    );
    const v3Card = await call('POST', '/v3/payout', card);
    const session = await call('POST', '/v2/payout-options', { country: 'DE', currency: 'EUR', amount: 40 });
    const v2 = await call('POST', '/v2/direct-payout', {
      sessionId: session.body.sessionId,
      paymentOptionId: sepa,
      paymentData: { ...paymentData, accountHolder },
    });
    const link = await openSession(tollgate, brand, {}, 'payout');
    const page = await submit(tollgate, link, sepa, { ...paymentData, accountHolder });
    for (const [answer, field] of [
      [v3, 'accountHolder'],
      [v3Card, 'cardHolder'],
      [v2, 'accountHolder'],
      [page, 'accountHolder'],
    ] as const) {
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(answer.body.message, [`paymentData.${field}: must not hold a card number`]);
    }
  });
});
