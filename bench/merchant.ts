// A merchant for the load, made over HTTP as an operator makes one: a brand that enforces signatures and is told of
// its payments at the bench's receiver. Called by run.ts for each gateway it starts.
import type { Target } from './payments.ts';

export interface BenchMerchant extends Target {
  merchantId: string;
  brandId: string;
}

export async function makeMerchant(
  port: number,
  operatorToken: string,
  receiverPort: number,
): Promise<BenchMerchant> {
  const address = `http://127.0.0.1:${port}`;
  const operator = { authorization: `Bearer ${operatorToken}` };
  const { merchantId } = await call<{ merchantId: string }>(`${address}/operator/merchants`, operator, {
    name: 'Bench',
  });
  const brand = await call<{ brandId: string; apiKey: string; signingSecret: string }>(
    `${address}/operator/merchants/${merchantId}/brands`,
    operator,
    { name: 'Bench', enforceSignatures: true, notificationUrl: `http://127.0.0.1:${receiverPort}/webhooks` },
  );
  const options = await call<{ id: string; type: string }[]>(`${address}/v3/payment-options`, {
    'x-api-key': brand.apiKey,
  });
  const card = options.find((option) => option.type === 'CARD');
  if (!card) throw new Error('the catalogue has no card option');
  const { apiKey, signingSecret, brandId } = brand;
  return { port, apiKey, signingSecret, optionId: card.id, merchantId, brandId };
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
