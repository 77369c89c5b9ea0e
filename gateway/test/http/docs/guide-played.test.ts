// Sends every call of the guide to a gateway, page by page, and compares every answer and webhook on a page with the
// real one. Also applies the rules of the page on reconciling to a brand's events, which must give its balance.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { OpenApi } from '../../../src/http/docs/openapi-types.ts';
import { Site } from '../../../src/http/docs/site.ts';
import { aCardPayin, eventually, startTestGateway, type TestGateway } from '../../stage/harness.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../stage/webhook-receiver.ts';
import { CARD, openDocument, optionOf, submit } from '../cashier/shopper.ts';
import { type Acts, playPage, type Stage } from './play-page.ts';

let tollgate: TestGateway;
let webhooks: WebhookReceiver;
let site: Site;

const ends: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ends.unshift(end) };
before(async () => {
  // Nothing ends by itself while a page is played; its calls decide.
  [tollgate, webhooks] = await Promise.all([
    startTestGateway(t, { env: { SANDBOX_DELAY_MS: '600000' } }),
    startWebhookReceiver(t),
  ]);
  site = new Site(tollgate.config, tollgate.gateway.app.openApi('everyone') as unknown as OpenApi);
});
test.after(async () => {
  for (const end of ends) await end();
});

const PAYIN = '01a1fb88-2711-71c8-b3d4-3bc2a2f48252';

async function call({ brand }: Stage, path: string, body: Record<string, unknown>) {
  const answer = await tollgate.call('POST', path, { apiKey: brand.apiKey, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

const paid = (reference: string, amount: number) => async (stage: Stage) => {
  const { result } = await call(stage, '/v3/payment', aCardPayin({ merchantReference: reference, amount }));
  assert.equal(result.status, 'COMPLETED');
  stage.known.set(PAYIN, result.transactionId);
};

const AUTHORIZED = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
const authorized = (reference: string) => async (stage: Stage) => {
  const request = aCardPayin({ merchantReference: reference, amount: 25, captureMode: 'manual' });
  const { result } = await call(stage, '/v3/payment', request);
  assert.equal(result.authorized, true);
  stage.known.set(AUTHORIZED, result.transactionId);
};

const ACTS: Acts = {
  async 'the customer pays by card in the cashier'({ answer }) {
    const path = new URL(answer!.body.cashierUrl).pathname;
    const link = { id: answer!.body.transactionId, path, token: path.split('/').at(-1)! };
    await openDocument(tollgate, link);
    const submitted = await submit(tollgate, link, optionOf('card').id, CARD);
    assert.equal(submitted.status, 200, submitted.text);
  },
  'order-3001 is paid': paid('order-3001', 25),
  'order-4001 is paid': paid('order-4001', 25),
  'order-6101 is paid': paid('order-6101', 49.9),
  'order-7002 is authorised': authorized('order-7002'),
  'order-7003 is authorised': authorized('order-7003'),
  async 'order-6001 is paid, refunded in part, and a payout is made'(stage) {
    await paid('order-6001', 80)(stage);
    await call(stage, '/refund/by-reference', { merchantReference: 'order-6001', amount: 30 });
    // An event gets its place in the list about a second after its change.
    await eventually(async () => (await events(stage)).length > 1);
  },
  async 'a payout waits for its approval'(stage) {
    const { result } = await call(stage, '/v3/payout', sepaPayout('waiting', 10));
    stage.known.set('01976b1e-9c00-7a4b-8a52-1f2e3d4c5b6a', result.transactionId);
  },
};

const sepaPayout = (merchantReference: string, amount: number) => ({
  paymentOptionId: '3423412e-a051-4862-b2be-167be3708ab0',
  currency: 'EUR',
  amount,
  country: 'DE',
  merchantReference,
  paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Anna Schmidt' },
});

// biome-ignore lint/suspicious/noExplicitAny: events are read freely
async function events({ brand }: Pick<Stage, 'brand'>): Promise<any[]> {
  return (await tollgate.call('GET', '/events?limit=100', { apiKey: brand.apiKey })).body;
}

async function newStage(settings: Record<string, unknown> = {}): Promise<Stage> {
  const brand = await tollgate.createBrand({ notificationUrl: webhooks.url, ...settings });
  const funding = { currency: 'EUR', amount: 1_000, reference: 'start' };
  await tollgate.operator('POST', `/operator/brands/${brand.brandId}/funding`, funding);
  return { tollgate, brand, webhooks, known: new Map(), answer: null };
}

test('the calls of each guide page work, and their answers are as shown', async (suite) => {
  let compared = 0;
  for (const [name, { blocks }] of site.sources()) {
    if (!blocks.some(({ kind }) => kind === 'call')) continue;
    await suite.test(name, async () => {
      // The page on signatures enforces them, so a wrong one is refused.
      const stage = await newStage(name === 'signatures' ? { enforceSignatures: true } : {});
      compared += await playPage(blocks, stage, ACTS);
    });
  }
  assert.ok(compared > 25, `only ${compared} answers and webhooks are shown`);
});

test('the rules of the page on reconciling give the balance of the brand', async () => {
  const stage = await newStage();
  const force = (path: string, body: Record<string, unknown>) => call(stage, `/sandbox/${path}`, body);
  const payin = await call(stage, '/v3/payment', aCardPayin({ merchantReference: 'a', amount: 80 }));
  const other = await call(stage, '/v3/payment', aCardPayin({ merchantReference: 'b', amount: 40 }));
  const held = await call(
    stage,
    '/v3/payment',
    aCardPayin({ merchantReference: 'c', amount: 50, captureMode: 'manual' }),
  );
  const capture = async (amount: number, final: boolean) => {
    const { transactionId } = held.result;
    return (await call(stage, '/capture-payment', { transactionId, amount, final })).captureId as string;
  };
  await capture(1.02, false);
  const undone = await capture(15, false);
  await capture(10, true);
  await force(`captures/${undone}/outcome`, { outcome: 'FAILED' });
  const whole = aCardPayin({ merchantReference: 'd', amount: 9, captureMode: 'manual' });
  const { transactionId: returned } = (await call(stage, '/v3/payment', whole)).result;
  const { captureId } = await call(stage, '/capture-payment', { transactionId: returned });
  await force(`captures/${captureId}/outcome`, { outcome: 'FAILED' });
  const refund = async (amount: number) =>
    (await call(stage, '/refund/by-reference', { merchantReference: 'a', amount })).refundId as string;
  const [kept, lost] = [await refund(30), await refund(5)];
  await force(`refunds/${kept}/outcome`, { outcome: 'COMPLETED' });
  await force(`refunds/${lost}/outcome`, { outcome: 'COMPLETED' });
  await force(`refunds/${lost}/outcome`, { outcome: 'FAILED' });
  await force(`refunds/${await refund(7)}/outcome`, { outcome: 'FAILED' });
  for (const [reference, amount] of [
    ['p', 20],
    ['q', 12],
  ] as const) {
    const { transactionId } = (await call(stage, '/v3/payout', sepaPayout(reference, amount))).result;
    await call(stage, '/settle-payout', { action: 'APPROVE', transactionId });
    await force(`transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' });
    if (reference === 'q') await force(`transactions/${transactionId}/return`, {});
  }
  await force(`transactions/${payin.result.transactionId}/dispute`, { status: 'OPEN', amount: 50 });
  await force(`transactions/${payin.result.transactionId}/dispute`, { status: 'WON' });
  await force(`transactions/${other.result.transactionId}/dispute`, {
    status: 'INQUIRY',
    fundsWithheld: false,
  });
  await force(`transactions/${other.result.transactionId}/dispute`, { status: 'LOST' });

  const all = await eventually(async () => {
    const found = await events(stage);
    return found.some(({ eventType }) => eventType === 'dispute.lost') && found;
  });
  const { body } = await tollgate.operator('GET', `/operator/brands/${stage.brand.brandId}/balances`);
  const { available, reserved } = body.find(({ currency }: { currency: string }) => currency === 'EUR');
  assert.equal(reserved, 0);
  assert.equal(1_000 + balanceOf(all), available);
  assert.equal(available, 1_000 + 80 + 40 + 10 - 30 - 20 - 40);
});

/** The page's table, row by row. */
// biome-ignore lint/suspicious/noExplicitAny: events are read freely
function balanceOf(all: any[]): number {
  const refunded = new Set<string>();
  const captured = new Set<string>();
  const withheld = new Map<string, number>();
  let sum = 0;
  for (const { eventType, captureMode, amount, capture, refund, returned, dispute } of all) {
    if (eventType === 'payin.completed' && captureMode === 'automatic') sum += amount;
    if (eventType === 'capture.completed') {
      sum += capture.amount;
      captured.add(capture.captureId);
    }
    if (eventType === 'capture.failed' && captured.has(capture.captureId)) sum -= capture.amount;
    if (eventType === 'payout.completed') sum -= amount;
    if (eventType === 'refund.completed') {
      sum -= refund.amount;
      refunded.add(refund.refundId);
    }
    if (eventType === 'refund.failed' && refunded.has(refund.refundId)) sum += refund.amount;
    if (eventType === 'payin.returned' && captureMode === 'automatic') sum -= returned.amount;
    if (eventType === 'payout.returned') sum += returned.amount;
    if (dispute) {
      const before = withheld.get(dispute.disputeId) ?? 0;
      const now = dispute.fundsWithheld || eventType === 'dispute.lost' ? dispute.amount : 0;
      sum += before - now;
      withheld.set(dispute.disputeId, now);
    }
  }
  return sum;
}
