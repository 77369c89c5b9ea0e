// A merchant for the load, created over HTTP as an operator does: a brand that enforces signatures and sends its
// webhooks to the bench's receiver.
import type { Target } from './payments.ts';

export interface BenchMerchant extends Target {
  merchantId: string;
  brandId: string;
  operatorToken: string;
}

export async function makeMerchant(
  port: number,
  operatorToken: string,
  receiverPort: number,
  risk: string,
): Promise<BenchMerchant> {
  const address = `http://127.0.0.1:${port}`;
  const operator = { authorization: `Bearer ${operatorToken}` };
  const { merchantId } = await call<{ merchantId: string }>(`${address}/operator/merchants`, operator, {
    name: 'Bench',
  });
  const brand = await call<{ brandId: string; apiKey: string; signingSecret: string }>(
    `${address}/operator/merchants/${merchantId}/brands`,
    operator,
    {
      name: 'Bench',
      enforceSignatures: true,
      notificationUrl: `http://127.0.0.1:${receiverPort}/webhooks`,
      risk,
    },
  );
  const { apiKey, signingSecret, brandId } = brand;
  const optionOf = async (direction: 'payment' | 'payout', type: string) => {
    const url = `${address}/v3/${direction}-options`;
    const options = await call<{ id: string; type: string }[]>(url, { 'x-api-key': apiKey });
    const option = options.find((one) => one.type === type);
    if (!option) throw new Error(`the catalogue has no ${type} option for a ${direction}`);
    return option.id;
  };
  return {
    port,
    apiKey,
    signingSecret,
    merchantId,
    brandId,
    operatorToken,
    optionId: await optionOf('payment', 'CARD'),
    transferOptionId: await optionOf('payment', 'BANK_TRANSFER'),
    payoutOptionId: await optionOf('payout', 'BANK_TRANSFER'),
  };
}

/** `first` and more merchants like it, several made at a time. */
export async function makeMerchantsLike(
  first: BenchMerchant,
  count: number,
  receiverPort: number,
): Promise<BenchMerchant[]> {
  const made = [first];
  const address = `http://127.0.0.1:${first.port}`;
  const headers = { authorization: `Bearer ${first.operatorToken}` };
  const settings = { name: 'Bench', enforceSignatures: true };
  const notificationUrl = `http://127.0.0.1:${receiverPort}/webhooks`;
  let left = count - 1;
  async function makeSome() {
    while (left-- > 0) {
      const body = { name: `Bench ${left}` };
      const { merchantId } = await call<BenchMerchant>(`${address}/operator/merchants`, headers, body);
      const url = `${address}/operator/merchants/${merchantId}/brands`;
      const brand = await call<BenchMerchant>(url, headers, { ...settings, notificationUrl });
      const { brandId, apiKey, signingSecret } = brand;
      made.push({ ...first, merchantId, brandId, apiKey, signingSecret });
    }
  }
  await Promise.all(Array.from({ length: 8 }, makeSome));
  return made;
}

/** Money for payouts, in EUR. */
export async function fundBrand(merchant: BenchMerchant, amount: number, reference: string): Promise<void> {
  const { port, operatorToken, brandId } = merchant;
  const headers = { authorization: `Bearer ${operatorToken}` };
  const url = `http://127.0.0.1:${port}/operator/brands/${brandId}/funding`;
  await call(url, headers, { currency: 'EUR', amount, reference });
}

async function call<Answer>(url: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}
