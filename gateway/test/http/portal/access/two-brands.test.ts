// Two brands of one merchant, both open to the same person: under one brand's address nothing of the other is read,
// found or changed, whatever id the call names.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../../scripts/write-openapi.ts';
import { aCardPayin } from '../../../stage/harness.ts';
import { sharedProvidersStage } from '../providers/providers-stage.ts';

const EMAIL = 'ada@brand-a.example';
const REFERENCE = 'order-of-a';

/** The fields that each call needs besides its ids, by the end of its address. */
const BODIES: Record<string, object> = {
  refunds: { amount: 1, reason: 'OTHER', refundReference: 'from-b' },
  decision: { outcome: 'COMPLETED', reason: 'the bank says so' },
  blocks: { kind: 'email', reason: 'fraud' },
  notes: { note: 'from b' },
  tags: { tags: ['from-b'] },
  confirmation: { essentialKey: '123456789012' },
  cancel: {},
  evidence: { texts: { explanation: 'from b' } },
  accept: {},
  resend: {},
  stop: {},
  revoke: { reason: 'from b' },
  captures: { amount: 1 },
  retry: { reason: 'from b' },
  dismiss: { reason: 'from b' },
  assign: { reason: 'from b', transactionId: '019d0000-0000-7000-8000-000000000000' },
};
/**
 * These belong to the catalogue, the registry or the calendar, not to a brand. providers.test.ts covers accounts at
 * providers, and bank/other-brand.test.ts a brand's bank data.
 */
const OF_NO_BRAND = ['optionId', 'provider', 'date', 'month', 'fileId', 'statementId', 'entryId'];

test('a call under the address of one brand never shows data of another brand', async (t) => {
  const stage = await sharedProvidersStage(t, { brand: { notificationUrl: 'http://127.0.0.1:9/hook' } });
  const { brand: a } = stage;
  const b = await stage.createBrand({}, a.merchantId);
  const owner = await stage.as('owner');
  const own = '/brands/:brand';
  const made = async (path: string, body: object) => {
    const answer = await owner('POST', `${own}${path}`, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const paid = await stage.call('POST', '/v3/payment', {
    apiKey: a.apiKey,
    body: aCardPayin({ merchantReference: REFERENCE, userId: 'user-of-a', customer: { email: EMAIL } }),
  });
  const transactionId: string = paid.body.result.transactionId;
  const page = await made(`/transactions/${transactionId}/refunds`, {
    ...BODIES.refunds,
    refundReference: 'back-of-a',
  });
  const later = { captureMode: 'manual', userId: 'user-of-a', mandate: { reason: 'RECURRING' } };
  const held = await stage.call('POST', '/v3/payment', { apiKey: a.apiKey, body: aCardPayin(later) });
  const heldId: string = held.body.result.transactionId;
  const captured = await stage.call('POST', '/capture-payment', {
    apiKey: a.apiKey,
    body: { transactionId: heldId, amount: 1, final: false },
  });
  const record = await stage.call('GET', `/payments/${heldId}`, { apiKey: a.apiKey });
  const disputed = await stage.call('POST', `/sandbox/transactions/${transactionId}/dispute`, {
    apiKey: a.apiKey,
    body: { status: 'OPEN' },
  });
  const note = await made(`/transactions/${transactionId}/notes`, { note: 'of a' });
  const view = await made('/views', { name: 'of a', query: 'status=COMPLETED', shared: true });
  const block = await made('/blocks', { kind: 'email', value: 'x@y.example', reason: 'of a' });
  const link = await made('/links', { currency: 'EUR', amount: 5, description: 'of a', expiresInHours: 1 });
  await made('/api-keys', { expirePreviousInSeconds: 3_600 });
  await made('/signing-secrets', { expirePreviousInSeconds: 3_600 });
  const formerOf = async (kind: string) =>
    (await owner('GET', `${own}/${kind}`)).body.items.at(-1).id as string;
  const paidOut = await stage.call('POST', '/sandbox/settlements', {
    apiKey: a.apiKey,
    body: { provider: 'sandbox' },
  });
  const { settlementId } = paidOut.body;
  const [line] = await stage.sql`select id from settlement_lines where settlement_id = ${settlementId}`;
  const range = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const replay = await made('/webhooks/replays', { ...range, undeliveredOnly: false });
  const { accountId } = await stage.connect();
  const told = { key: 'told-a', kind: 'REPORT', news: 'nothing', reference: REFERENCE } as const;
  await stage.tell(accountId, told);
  const notifications = (await owner('GET', `${own}/provider-notifications`)).body.items;
  const ids: Record<string, string> = {
    notificationId: notifications[0].notificationId,
    transactionId,
    refundId: page.refunds[0].id,
    noteId: note.id,
    viewId: view.id,
    blockId: block.blockId ?? block.id,
    userId: 'user-of-a',
    replayId: replay.id ?? replay.replayId,
    sequence: '1',
    captureId: captured.body.captureId,
    mandateId: record.body.mandate.mandateId,
    format: 'svg',
    settlementId,
    lineId: line!.id,
    disputeId: disputed.body.disputes[0].disputeId,
  };

  const { paths } = JSON.parse(await describeApi('portal')) as { paths: Record<string, object> };
  let walked = 0;
  for (const [template, methods] of Object.entries(paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    // A customer of another brand has an empty list of mandates, below.
    if (template.endsWith('/customers/{userId}/mandates')) continue;
    if (!names.includes('brandId') || names.length === 1 || OF_NO_BRAND.some((one) => names.includes(one)))
      continue;
    const kind = template.includes('/api-keys/') ? 'api-keys' : 'signing-secrets';
    const named = template.includes('/links/') ? { ...ids, transactionId: link.transactionId } : ids;
    const all: Record<string, string> = { ...named, brandId: b.brandId, credentialId: await formerOf(kind) };
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      assert.ok(all[name], `${template} names ${name}, which this test does not know`);
      return all[name];
    });
    for (const method of Object.keys(methods).map((one) => one.toUpperCase())) {
      const body = ['POST', 'PUT', 'PATCH'].includes(method)
        ? BODIES[template.split('/').at(-1)!]
        : undefined;
      const { status, text } = await stage.call(method, path, {
        headers: { cookie: await stage.cookieOf('owner') },
        ...(body && { body }),
      });
      assert.equal(status, 404, `${method} ${template}: ${text}`);
      walked++;
    }
  }
  assert.ok(walked >= 18, String(walked));

  const lists = [
    'transactions',
    'payouts',
    'links',
    'refunds',
    'blocks',
    'views',
    'webhooks/deliveries',
    'webhooks/replays',
    'stuck',
    'developers/requests',
    'provider-notifications',
    'statement?currency=EUR',
    'balances',
    'customers',
    'customers/user-of-a/mandates',
    'reports',
  ];
  for (const list of lists) {
    const { status, body, text } = await owner('GET', `/brands/${b.brandId}/${list}`);
    assert.deepEqual([status, body.items], [200, []], `${list}: ${text}`);
  }
  const texts = [
    transactionId,
    REFERENCE,
    'back-of-a',
    page.refunds[0].id,
    EMAIL,
    'user-of-a',
    '4242',
    page.facts.sessionId,
  ];
  const found = async (brandId: string, text: string) => {
    const { body } = await owner(
      'GET',
      `/brands/${brandId}/transactions?${new URLSearchParams({ q: text })}`,
    );
    return body.items.map(({ id, transactionId: other }: Record<string, string>) => id ?? other) as string[];
  };
  for (const text of texts) {
    assert.ok((await found(a.brandId, text)).includes(transactionId), text);
    assert.deepEqual(await found(b.brandId, text), [], text);
  }
  const settled = await owner('POST', `/brands/${b.brandId}/payouts/settle`, {
    action: 'APPROVE',
    transactionIds: [transactionId],
  });
  assert.equal(settled.body.results[0].outcome, 'refused');
  const blocked = await owner('POST', `/brands/${b.brandId}/blocks`, {
    kind: 'card',
    transactionId,
    reason: 'x',
  });
  assert.equal(blocked.status, 404, blocked.text);
});
