// Only the sandbox allows forced outcomes (contract 13). Neither a developer nor the simulator of the cashier's page
// can force a payment at a real provider.
import assert from 'node:assert/strict';
import test from 'node:test';
import { forceOutcome } from '../../../../src/actions/transactions/force-outcome.ts';
import type { Answer } from '../../../stage/harness.ts';
import { CARD_OPTION_ID, startTestGateway } from '../../../stage/harness.ts';
import { aRealProvider, putInFront } from '../../../stage/real-provider.ts';
import { openSession, optionOf, post, readState, submit } from '../../cashier/shopper.ts';

const refused = ({ status, text }: Answer, field: string) => {
  assert.equal(status, 400, text);
  assert.match(text, RegExp(`${field}: the payment was sent to paymentco`));
};

test('no outcome of a payment at a real provider can be forced', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const { context } = tollgate.gateway;
  const provider = aRealProvider(tollgate.now);
  putInFront(context, [provider]);
  const { apiKey, ...brand } = await tollgate.createBrand();
  const force = (path: string, body: unknown) => tollgate.call('POST', `/sandbox/${path}`, { apiKey, body });
  const pay = async (merchantReference: string) => {
    const body = {
      paymentOptionId: CARD_OPTION_ID,
      currency: 'EUR',
      amount: 25,
      country: 'DE',
      merchantReference,
    };
    return (await tollgate.call('POST', '/v3/payment', { apiKey, body })).body.result.transactionId as string;
  };
  const statusOf = async (id: string) => (await context.transactions.findAnywhere(id))!.status;

  const open = await pay('order-1');
  for (const outcome of ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'])
    refused(await force(`transactions/${open}/outcome`, { outcome }), 'transactionId');
  assert.equal(await statusOf(open), 'PROCESSING');

  provider.says = { kind: 'completed' };
  const paid = await pay('order-2');
  refused(await force(`transactions/${paid}/dispute`, { status: 'OPEN' }), 'transactionId');
  const refund = await tollgate.call('POST', '/refund/by-reference', {
    apiKey,
    body: { merchantReference: 'order-2', amount: 10 },
  });
  const { refundId } = refund.body;
  for (const outcome of ['COMPLETED', 'FAILED'])
    refused(await force(`refunds/${refundId}/outcome`, { outcome }), 'refundId');
  const record = (await tollgate.call('GET', `/payments/${paid}`, { apiKey })).body;
  assert.deepEqual(record.disputes, []);

  // It expired there: only the provider can report money that arrives late.
  provider.says = { kind: 'declined', errorCode: '3002' };
  const expired = await pay('order-3');
  refused(await force(`transactions/${expired}/outcome`, { outcome: 'COMPLETED' }), 'transactionId');
  assert.equal(await statusOf(expired), 'DECLINED');

  const link = await openSession(tollgate, { ...brand, apiKey });
  assert.equal((await readState(tollgate, link)).isAtProvider, false);
  provider.says = { kind: 'pending' };
  const sent = await submit(tollgate, link, CARD_OPTION_ID);
  assert.deepEqual([sent.body.inTest, sent.body.isAtProvider], [true, true], sent.text);
  refused(await post(tollgate, link, 'simulate', { outcome: 'COMPLETED' }), 'transactionId');
  assert.equal(await statusOf(link.id), 'PROCESSING');
});

test('an outcome that was forced while the payment went to a real provider is not applied', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const { context } = tollgate.gateway;
  putInFront(context, [aRealProvider(tollgate.now)]);
  const link = await openSession(tollgate, await tollgate.createBrand());
  const before = (await context.transactions.findAnywhere(link.id))!;
  assert.equal((await submit(tollgate, link, CARD_OPTION_ID)).status, 200);
  await assert.rejects(
    forceOutcome(context, null, before, { outcome: 'COMPLETED' }),
    /was sent to paymentco/,
  );
  assert.equal((await context.transactions.findAnywhere(link.id))!.status, 'PROCESSING');
});

test('the return of a debit at a real provider cannot be forced', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const { context } = tollgate.gateway;
  const provider = aRealProvider(tollgate.now, {
    capabilities: {
      methods: [{ direction: 'PAYIN', method: 'sepa-direct-debit', countries: 'any', currencies: 'any' }],
      refund: true,
      cancel: true,
      inquiry: 'supported',
    },
  });
  putInFront(context, [provider]);
  provider.says = { kind: 'completed' };
  const { apiKey } = await tollgate.createBrand();
  const { id } = optionOf('sepa-direct-debit');
  const body = {
    paymentOptionId: id,
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    paymentData: { iban: 'DE89370400440532013000' },
  };
  const { transactionId } = (await tollgate.call('POST', '/v3/payment', { apiKey, body })).body.result;
  refused(
    await tollgate.call('POST', `/sandbox/transactions/${transactionId}/return`, { apiKey, body: {} }),
    'transactionId',
  );
  assert.equal((await context.transactions.findAnywhere(transactionId))!.returned, null);
});
