// A brand with an account at Adyen's stand-in, on a whole gateway: the operator's call connects the account, payments
// come over the API, and signed notifications arrive at the account's address.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aCardPayin, eventually, sharedTestGateway } from '../../stage/harness.ts';
import { connectProvider } from '../connect-provider.ts';
import { AdyenStandIn, API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const sharedGateway = sharedTestGateway();

export async function openShop(t: TestContext, account: Record<string, unknown> = {}) {
  const standIn = await AdyenStandIn.open();
  t.after(() => standIn.close());
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const { apiKey, brandId } = brand;
  const credentials = { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] };
  const { notificationUrl } = await connectProvider(gate, brandId, 'adyen', {
    endpoint: standIn.url,
    credentials,
    ...account,
  });
  const url = `${gate.url}${new URL(notificationUrl).pathname}`;
  const delivery = { url, hmacKey: HMAC_KEY };

  const pay = async (fields: object = {}, card: object = {}) => {
    const answer = await gate.call('POST', '/v3/payment', {
      apiKey,
      body: aCardPayin({ ...fields }, { ...card }),
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const record = async (transactionId: string) =>
    (await gate.call('GET', `/payments/${transactionId}`, { apiKey })).body;
  const becomes = (transactionId: string, status: string) =>
    eventually(async () => {
      const now = await record(transactionId);
      return now.status === status && now;
    }, 10_000);
  const goBack = async (page: string, decision: string) => {
    const left = await fetch(`${page}/${decision}`, { redirect: 'manual' });
    const address = new URL(left.headers.get('location')!);
    return await fetch(`${gate.url}${address.pathname}${address.search}`, { redirect: 'manual' });
  };
  const items = async () =>
    (await gate.operator('GET', `/operator/brands/${brandId}/provider-notifications`)).body;
  /** Waits for this many items, all of them settled. */
  const settled = (count: number) =>
    eventually(async () => {
      const list: Item[] = await items();
      return list.length === count && list.every(({ state }) => state !== 'waiting') && list;
    }, 20_000);
  const balances = async () =>
    (await gate.operator('GET', `/operator/brands/${brandId}/balances`)).body as { available: number }[];
  /** The brand's balances, after proving the ledger. */
  const provenBalances = async () => {
    assert.deepEqual((await verifyLedger(gate.gateway.context.sql)).faults, []);
    return await balances();
  };
  const { merchantId } = brand;
  const known = { standIn, gate, apiKey, merchantId, brandId, delivery };
  return { ...known, pay, record, becomes, goBack, items, settled, balances, provenBalances };
}

interface Item {
  kind: string;
  state: string;
  reason: string | null;
  providerReference: string;
}

/** A way to pay, without the card of `aCardPayin`. */
export function by(method: string, country: string, currency: string, paymentData: object = {}) {
  const paymentOptionId = optionsOf('PAYIN').find((one) => one.method === method)!.id;
  return { paymentOptionId, country, currency, paymentData };
}

/** The available balance of a brand that was never funded. */
export function available(balances: { available: number }[]): number {
  return balances.reduce((sum, one) => sum + one.available, 0);
}
