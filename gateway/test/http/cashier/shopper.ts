// A shopper's browser for tests of the cashier's calls: opens links, reads the state from the document, and submits
// like the page. Over real HTTP; `language` goes as ?lang, as the page sends it.
import assert from 'node:assert/strict';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { CashierState, ChooseScreen, Screen, Start } from '../../../src/http/cashier/state/state.ts';
import type { Answer, CallOptions, TestBrand, TestGateway } from '../../stage/harness.ts';

export const RETURN_TO = 'https://shop.example/done?cart=7';

export const optionOf = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;
export const payoutOf = (method: string) => optionsOf('PAYOUT').find((option) => option.method === method)!;

export const CARD = {
  cardNumber: '4242 4242 4242 4242',
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};

export interface Link {
  id: string;
  /** /cashier/{token} */
  path: string;
  token: string;
}

export function linkOf(id: string, url: string): Link {
  const path = new URL(url).pathname;
  return { id, path, token: path.split('/').at(-1)! };
}

/** POST /payment-session or /payout-session. */
export async function openSession(
  tollgate: TestGateway,
  brand: TestBrand,
  fields: Record<string, unknown> = {},
  kind: 'payment' | 'payout' = 'payment',
): Promise<Link> {
  const answer = await tollgate.call('POST', `/${kind}-session`, {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', redirectUrl: RETURN_TO, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  return linkOf(answer.body.transactionId, answer.body.cashierUrl);
}

/** A v3 pay-in or payout that must continue in the cashier. */
export async function redirected(
  tollgate: TestGateway,
  brand: TestBrand,
  fields: Record<string, unknown>,
  path = '/v3/payment',
): Promise<Link> {
  const answer = await tollgate.call('POST', path, {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', redirectUrl: RETURN_TO, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.resultType, 'redirect', answer.text);
  return linkOf(answer.body.result.transactionId, answer.body.result.redirectUrl);
}

export async function openDocument(
  tollgate: TestGateway,
  { path }: Link,
  options: CallOptions = {},
): Promise<Answer & { start: Start }> {
  const answer = await tollgate.call('GET', path, options);
  const [, json] = /<script type="application\/json" id="start">([\s\S]*?)<\/script>/.exec(answer.text) ?? [];
  return { ...answer, start: json === undefined ? (undefined as never) : JSON.parse(json) };
}

export async function readState(tollgate: TestGateway, { path }: Link): Promise<CashierState> {
  const answer = await tollgate.call('GET', `${path}/state`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The screen, which must have this name. */
export function screenOf<Name extends Screen['name']>(
  { screen }: CashierState,
  name: Name,
): Extract<Screen, { name: Name }> {
  assert.equal(screen.name, name, JSON.stringify(screen));
  return screen as Extract<Screen, { name: Name }>;
}

export function post(
  tollgate: TestGateway,
  { path }: Link,
  call: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return tollgate.call('POST', `${path}/${call}`, { body, headers });
}

/** By default the first attempt; returns any answer. */
export function submit(
  tollgate: TestGateway,
  link: Link,
  optionId: string,
  paymentData: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return post(tollgate, link, 'submit', { attempt: 0, optionId, paymentData, ...more });
}

export async function chooseScreen(tollgate: TestGateway, link: Link): Promise<ChooseScreen> {
  return screenOf(await readState(tollgate, link), 'choose');
}
