// Calls of a brand's API and of an operator that one-shard.test.ts plays beside payments, webhooks and reads: refunds,
// cancellations, links, sessions of payouts, confirmations, the legacy calls, instructions for the sandbox, and keys.
// Each asserts its answer.
import assert from 'node:assert/strict';
import { KINDS } from '../../../src/domain/inbox/inbox.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { listHeld } from '../../../src/storage/captures/capture-reads.ts';
import { countInbox, readInbox } from '../../../src/storage/inbox/read-inbox.ts';
import type { PortalStage } from '../../http/portal/portal-stage.ts';
import { type Answer, aCardPayin, CARD_OPTION_ID, eventually } from '../../stage/harness.ts';
import { payoutOption, RECIPIENTS } from '../../stage/payouts.ts';
import { ASKING, askForReceipts, aUtr } from '../../stage/receipt-provider.ts';

const DEBIT = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!.id;

/** A call of the brand that must get this status. */
export type Api = (method: string, path: string, body?: unknown, status?: number) => Promise<Answer['body']>;

export const apiOf =
  (stage: PortalStage): Api =>
  async (method, path, body, status = method === 'POST' ? 201 : 200) => {
    const { apiKey } = stage.brand;
    const answer = await stage.call(method, path, { apiKey, ...(body !== undefined && { body }) });
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };

let orders = 0;

/** Returns the id of a completed payment. */
export async function pay(api: Api, fields: Record<string, unknown> = {}): Promise<string> {
  const body = aCardPayin({ merchantReference: `further-${++orders}`, userId: 'grace', ...fields });
  const { result } = await api('POST', '/v3/payment', body);
  assert.equal(result.status, 'COMPLETED');
  return result.transactionId;
}

export async function playFurtherCalls(stage: PortalStage): Promise<void> {
  const api = apiOf(stage);
  await playRefundsAndCancels(api);
  await playCaptures(stage, api);
  await playLinks(api);
  await playSavedCards(api);
  await playSessions(stage, api);
  await playLegacy(api);
  await playSandbox(api);
  await playKeys(stage);
  await playConfirmations(stage, api);
}

async function playRefundsAndCancels(api: Api): Promise<void> {
  await pay(api, { merchantReference: 'refunded' });
  for (const refundReference of ['refunded-1', 'refunded-2'])
    await api('POST', '/refund/by-reference', { merchantReference: 'refunded', amount: 5, refundReference });
  await api('POST', '/refund/by-reference', { merchantReference: 'refunded', amount: 5_000 }, 400);
  await api('POST', '/refund/by-reference', { merchantReference: 'unknown', amount: 5 }, 404);
  const session = { currency: 'EUR', amount: 5, country: 'DE' };
  const { transactionId } = await api('POST', '/payment-session', session);
  await api('POST', '/cancel-payment', { transactionId });
  await api('POST', '/payment-session', { ...session, merchantReference: 'left' });
  await api('POST', '/cancel-payment', { merchantReference: 'left' });
  await api('POST', '/cancel-payment', { merchantReference: 'refunded' }, 400);
}

/** Captures, a void, and a decision of a person. */
async function playCaptures(stage: PortalStage, api: Api): Promise<void> {
  const authorize = async (): Promise<string> =>
    (await api('POST', '/v3/payment', aCardPayin({ captureMode: 'manual' }))).result.transactionId;
  const transactionId = await authorize();
  await api('POST', '/capture-payment', { transactionId, amount: 5, final: false, captureReference: 'c-1' });
  await api('POST', '/capture-payment', { transactionId, amount: 5_000 }, 400);
  await api('POST', '/capture-payment', { transactionId });
  await api('POST', '/cancel-payment', { transactionId: await authorize() });
  const of = stage.brand;
  const { sql } = stage.gateway.context;
  await listHeld(sql, { ...of, filter: {}, before: null, limit: 5, lapsesBefore: null });
  await readInbox(sql, of, { now: new Date(), kinds: KINDS, most: 5 });
  await countInbox(sql, of, { now: new Date(), kinds: KINDS });
}

async function playLinks(api: Api): Promise<void> {
  const link = { currency: 'EUR', amount: 25, country: 'DE' };
  const { transactionId } = await api('POST', '/payment-links', { ...link, merchantReference: 'inv-1' });
  await api('POST', '/payment-links', { ...link, merchantReference: 'inv-1' }, 409);
  await api('GET', `/payment-links/${transactionId}`);
  await api('GET', '/payment-links');
  await api('DELETE', `/payment-links/${transactionId}`, undefined, 204);
}

async function playSavedCards(api: Api): Promise<void> {
  await pay(api, { merchantReference: 'saved', userId: 'saver' });
  const [{ token }] = await api('GET', '/saved-cards?userId=saver');
  await api('DELETE', `/saved-cards/${token}`, undefined, 204);
  await api('DELETE', `/saved-cards/${token}`, undefined, 404);
}

async function playSessions(stage: PortalStage, api: Api): Promise<void> {
  const body = { country: 'DE', currency: 'EUR', amount: 25, merchantReference: 'payout-session' };
  const { cashierUrl } = await api('POST', '/payout-session', body);
  const path = new URL(cashierUrl).pathname;
  for (const page of [path, `${path}/state`]) assert.equal((await stage.call('GET', page)).status, 200, page);
  const { iban, accountHolder } = RECIPIENTS['sepa-transfer'].paymentData;
  const optionId = payoutOption('sepa-transfer').id;
  const fields = { optionId, paymentData: { iban, accountHolder } };
  const sent = await stage.call('POST', `${path}/submit`, { body: { attempt: 0, ...fields } });
  assert.equal(sent.status, 200, sent.text);
  await api('GET', '/v3/payout-options');
}

async function playLegacy(api: Api): Promise<void> {
  const body = { country: 'DE', currency: 'EUR', amount: 25 };
  const payin = await api('POST', '/v2/payment-options', body);
  const banks = payin.paymentOptions.find((one: { name: string }) => one.name === 'Open banking');
  const { paymentOptionId } = banks;
  const { sessionId } = payin;
  const { result } = await api('POST', '/v2/payment-suboptions', { sessionId, paymentOptionId });
  const optionId = result.options[0].id;
  await api('POST', '/v2/hybrid-payment', { sessionId, paymentOptionId, optionId });
  const payout = await api('POST', '/v2/payout-options', body);
  const chosen = { sessionId: payout.sessionId, paymentOptionId: payoutOption('sepa-transfer').id };
  await api('POST', '/v2/payout-suboptions', chosen);
  const { paymentData } = RECIPIENTS['sepa-transfer'];
  await api('POST', '/v2/direct-payout', { ...chosen, paymentData });
}

/** Forced outcomes, disputes and returns. */
async function playSandbox(api: Api): Promise<void> {
  const debit = {
    ...aCardPayin({ paymentOptionId: DEBIT, merchantReference: 'debit' }),
    paymentData: { iban: RECIPIENTS['sepa-transfer'].paymentData.iban },
  };
  const { transactionId } = (await api('POST', '/v3/payment', debit)).result;
  const force = (path: string, body: unknown) => api('POST', `/sandbox/${path}`, body, 200);
  await force(`transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' });
  await force(`transactions/${transactionId}/return`, {});
  const disputed = await pay(api);
  await force(`transactions/${disputed}/dispute`, { status: 'INQUIRY' });
  await force(`transactions/${disputed}/dispute`, { status: 'OPEN' });
  await force(`transactions/${disputed}/dispute`, { status: 'WON' });
  await pay(api, { merchantReference: 'failing' });
  const refund = { merchantReference: 'failing', amount: 5 };
  const { refundId } = await api('POST', '/refund/by-reference', refund);
  await force(`refunds/${refundId}/outcome`, { outcome: 'FAILED' });
  await api('GET', `/payments/${disputed}`);
  const { settlementId } = await api('POST', '/sandbox/settlements', { provider: 'sandbox' });
  await api('GET', `/payments?settlementId=${settlementId}`);
}

/** Changes of keys by an operator and by a developer. */
async function playKeys(stage: PortalStage): Promise<void> {
  const developer = await stage.as('developer');
  for (const kind of ['api-keys', 'signing-secrets']) {
    const path = `/brands/:brand/${kind}`;
    const rotated = await developer('POST', path, { expirePreviousInSeconds: 3_600 });
    assert.equal(rotated.status, 201, rotated.text);
    const { apiKey } = stage.brand;
    assert.equal((await stage.call('GET', '/v3/payment-options', { apiKey })).status, 200);
    const [, former] = (await developer('GET', path)).body.items;
    // The key that the tests use stays.
    if (kind === 'signing-secrets') {
      const ended = await developer('DELETE', `${path}/${former.id}`);
      assert.equal(ended.status, 200, ended.text);
    }
  }
  const made = await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/api-keys`, {});
  assert.equal(made.status, 201, made.text);
  Object.assign(stage.brand, { apiKey: made.body.apiKey });
}

/** Must be last, because the provider asks for receipts from now on. */
async function playConfirmations(stage: PortalStage, api: Api): Promise<void> {
  const provider = askForReceipts(stage.gateway.context);
  const open = async (reference: string) => {
    const body = { ...ASKING.upiTransfer, amount: 100, paymentData: {}, merchantReference: reference };
    return (await api('POST', '/v3/payment', body)).result;
  };
  const { sessionId, transactionId } = await open('receipt-1');
  await api('POST', '/confirm-payment', { sessionId, additionalEssentialKey: aUtr() });
  provider.inquired = { kind: 'completed' };
  await eventually(() => provider.heard.length > 0);
  const other = await open('receipt-2');
  const handed = await (await stage.as('support'))(
    'POST',
    `/brands/:brand/transactions/${other.transactionId}/confirmation`,
    { additionalEssentialKey: aUtr() },
  );
  assert.ok(handed.status < 300, handed.text);
  await api('GET', `/payments/${transactionId}`);
  // The provider does not take this option.
  await api('POST', '/v3/payment', { ...aCardPayin(), paymentOptionId: CARD_OPTION_ID });
}
