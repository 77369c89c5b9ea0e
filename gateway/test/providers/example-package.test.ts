// The example of a provider package in a whole gateway: PROVIDER_PACKAGES loads its folder, the operator connects an
// account at its stand-in, and lost answers and doubled notifications move money once.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { AcmeStandIn, API_KEY, SECRET } from '../../../examples/provider-package/test/stand-in.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { eventually, startTestGateway } from '../stage/harness.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/provider-package');

test('a package made by the kit takes, finds and refunds payments in a gateway that does not know it', async (t) => {
  const standIn = await AcmeStandIn.open(() => new Date());
  t.after(() => standIn.close());
  const gate = await startTestGateway(t, { env: { PROVIDER_PACKAGES: EXAMPLE } });
  const { apiKey, brandId } = await gate.createBrand();
  const put = await gate.operator('PUT', `/operator/brands/${brandId}/providers/acme`, {
    environment: 'test',
    endpoint: standIn.http.url,
    credentials: { apiKey: API_KEY, notificationSecrets: [SECRET] },
  });
  assert.equal(put.status, 200, put.text);
  assert.deepEqual([put.body.checkResult, put.body.merchantAccount], [{ ok: true, reason: null }, 'acct_1']);
  const to = `${gate.url}${new URL(put.body.notificationUrl).pathname}`;

  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const becomes = (id: string, isThere: (now: Awaited<ReturnType<typeof record>>) => boolean) =>
    eventually(async () => {
      const now = await record(id);
      return isThere(now) && now;
    }, 10_000);
  const ideal = optionsOf('PAYIN').find(({ method }) => method === 'ideal')!.id;
  const body = { paymentOptionId: ideal, country: 'NL', currency: 'EUR', amount: 25, paymentData: {} };

  const shown = (await gate.call('POST', '/v3/payment', { apiKey, body })).body;
  assert.equal(shown.result.redirectUrl, standIn.payments[0]!.page);
  standIn.decide(shown.result.transactionId, 'paid');
  assert.deepEqual(await standIn.http.deliver({ to, times: 2 }), [200, 200]);
  await becomes(shown.result.transactionId, ({ status }) => status === 'COMPLETED');

  standIn.http.fault({ on: /^POST/, fault: { kind: 'lost', when: 'after' } });
  const lost = (await gate.call('POST', '/v3/payment', { apiKey, body })).body;
  assert.equal(lost.result.errorCode, '9001');
  standIn.decide(lost.result.transactionId, 'paid');
  await standIn.http.deliver({ to });
  await becomes(lost.result.transactionId, ({ status }) => status === 'COMPLETED');
  assert.equal(standIn.charges(lost.result.transactionId), 1);

  const strange = await fetch(to, { method: 'POST', body: '{"id":"evt_1","type":"payment.paid"}' });
  assert.equal(strange.status, 401);

  const { transactionId } = shown.result;
  const { merchantReference } = await record(transactionId);
  const asked = { merchantReference, country: 'NL', amount: 5 };
  const refund = await gate.call('POST', '/refund/by-reference', { apiKey, body: asked });
  assert.equal(refund.status, 201, refund.text);
  const after = await becomes(transactionId, ({ refunds }) => refunds[0]?.status === 'COMPLETED');
  assert.equal(after.amountRefunded, 5);
  assert.deepEqual(
    standIn.refunds.map(({ amount, reference }) => [amount, reference]),
    [['5.00', refund.body.refundId]],
  );
  assert.deepEqual(standIn.http.violations, []);
});
