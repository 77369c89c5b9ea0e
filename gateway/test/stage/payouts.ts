// Payouts for tests: a body for each method, a brand with money, and a provider that answers payouts as the test says.
import assert from 'node:assert/strict';
import type { Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Answer, TestBrand, TestGateway } from './harness.ts';

export const payoutOption = (method: string) =>
  optionsOf('PAYOUT').find((option) => option.method === method)!;

export const IBAN = 'DE89370400440532013000';

/** A complete recipient for each method, and the recipient's country. */
export const RECIPIENTS = {
  card: {
    country: 'DE',
    currency: 'EUR',
    paymentData: {
      cardNumber: '5555555555554444',
      expiryMonth: '12',
      expiryYear: '2035',
      cardHolder: 'Ada Lovelace',
    },
  },
  'sepa-transfer': {
    country: 'DE',
    currency: 'EUR',
    paymentData: { iban: IBAN, accountHolder: 'Ada Lovelace' },
  },
  'indian-bank': {
    country: 'IN',
    currency: 'INR',
    paymentData: { accountNumber: '50100123456789', ifsc: 'HDFC0000001', accountHolder: 'Asha Rao' },
  },
  upi: { country: 'IN', currency: 'INR', paymentData: { vpa: 'asha@okbank' } },
  pix: { country: 'BR', currency: 'BRL', paymentData: { pixKeyType: 'EMAIL', pixKey: 'ana@example.com' } },
  'm-pesa': { country: 'KE', currency: 'KES', paymentData: { phoneNumber: '+254712345678' } },
  wallet: { country: 'GB', currency: 'GBP', paymentData: { walletId: 'wallet-77' } },
  crypto: {
    country: 'CH',
    currency: 'BTC',
    paymentData: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network: 'bitcoin' },
  },
} as const;

/** A complete SEPA payout; `fields` override it. */
export function aPayout(
  fields: Record<string, unknown> = {},
  method: keyof typeof RECIPIENTS = 'sepa-transfer',
) {
  return { paymentOptionId: payoutOption(method).id, amount: 40, ...RECIPIENTS[method], ...fields };
}

export interface PayoutDesk {
  gate: TestGateway;
  brand: TestBrand;
  /** POST /v3/payout with the brand's key. */
  payOut(fields?: Record<string, unknown>, method?: keyof typeof RECIPIENTS): Promise<Answer>;
  /** Like `payOut`, but the payout must be PENDING afterwards. Returns its id. */
  pending(fields?: Record<string, unknown>): Promise<string>;
  settle(transactionId: string, action?: string): Promise<Answer>;
  cancel(body: unknown): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: records are read freely
  record(transactionId: string): Promise<any>;
  fund(amount: number, currency?: string): Promise<void>;
  /** `available` and `reserved` in EUR. */
  balance(): Promise<[number, number]>;
}

export async function openDesk(
  gate: TestGateway,
  settings: Record<string, unknown> = {},
): Promise<PayoutDesk> {
  const brand = await gate.createBrand(settings);
  const { apiKey, brandId } = brand;
  let funded = 0;
  const desk: PayoutDesk = {
    gate,
    brand,
    payOut: (fields, method) => gate.call('POST', '/v3/payout', { apiKey, body: aPayout(fields, method) }),
    async pending(fields) {
      const { status, body, text } = await desk.payOut(fields);
      assert.deepEqual([status, body.result?.status], [201, 'PENDING'], text);
      return body.result.transactionId;
    },
    settle: (transactionId, action = 'APPROVE') =>
      gate.call('POST', '/settle-payout', { apiKey, body: { action, transactionId } }),
    cancel: (body) => gate.call('POST', '/cancel-payment', { apiKey, body }),
    record: async (id) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body,
    async fund(amount, currency = 'EUR') {
      funded += 1;
      const body = { currency, amount, reference: `wire-${funded}` };
      const answer = await gate.operator('POST', `/operator/brands/${brandId}/funding`, body);
      assert.equal(answer.status, 201, answer.text);
    },
    async balance() {
      const { body } = await gate.operator('GET', `/operator/brands/${brandId}/balances`);
      const eur = body.find((one: { currency: string }) => one.currency === 'EUR');
      return [eur?.available ?? 0, eur?.reserved ?? 0];
    },
  };
  return desk;
}

export interface Script {
  payOut?: Provider['payOut'];
  inquire?: Provider['inquire'];
  cancel?: Provider['cancel'];
  deadlineMs?: number;
}

/** The same context with scripted providers, which are asked in this order. */
export function withProviders(context: Context, scripts: Record<string, Script>): Context {
  const sandbox = context.provider('sandbox', null)!;
  const providers: Provider[] = Object.entries(scripts).map(([id, script]) => ({
    ...sandbox,
    deadlineMs: 5_000,
    // A provider that should not be asked reveals itself by this reference.
    payOut: async () => ({ kind: 'completed', providerReference: `${id} was not to be asked` }),
    ...script,
    id,
  }));
  return {
    ...context,
    providersFor: () => providers,
    provider: (id, accountId) => providers.find((one) => one.id === id) ?? context.provider(id, accountId),
  };
}
