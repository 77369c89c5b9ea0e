// What people do on the portal's screens; one-shard.test.ts plays it besides opening them: links, refunds and
// cancellations, notes and tags, files, a day's report, payouts, invitations. Each call asserts its answer.
import assert from 'node:assert/strict';
import type { PortalStage } from '../../http/portal/portal-stage.ts';
import type { Answer } from '../../stage/harness.ts';
import { aPayout, IBAN } from '../../stage/payouts.ts';
import { apiOf, pay } from './further-calls.ts';

type Screen = (method: string, path: string, body?: unknown) => Promise<Answer['body']>;

/** A person's calls, which must succeed; a path without a slash is relative to the brand. */
async function screenOf(stage: PortalStage, role: Parameters<PortalStage['as']>[0]): Promise<Screen> {
  const call = await stage.as(role);
  return async (method, path, body) => {
    const answer = await call(method, path.startsWith('/') ? path : `/brands/:brand/${path}`, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
}

export async function playFurtherScreens(stage: PortalStage): Promise<void> {
  const id = await pay(apiOf(stage), { merchantReference: 'screens', amount: 40 });
  const support = await screenOf(stage, 'support');
  await playPaymentsPage(stage, support, id);
  await playFiles(stage, id);
  await playPayouts(stage);
  await playPeople(stage);
}

async function playPaymentsPage(stage: PortalStage, support: Screen, id: string): Promise<void> {
  const page = `transactions/${id}`;
  await support('POST', `${page}/refunds`, {
    amount: 5,
    reason: 'OTHER',
    refundReference: 'click',
    note: 'late',
  });
  const note = await support('POST', `${page}/notes`, { note: 'called the shopper' });
  await support('DELETE', `${page}/notes/${note.id}`);
  await support('PUT', `${page}/tags`, { tags: ['vip', 'late'] });
  await support('GET', page);
  const view = await support('POST', 'views', { name: 'Mine', query: 'status=DECLINED', shared: true });
  await support('DELETE', `views/${view.id}`);
  const link = await support('POST', 'links', {
    currency: 'EUR',
    amount: 25,
    description: 'Invoice 4711',
    expiresInHours: 48,
  });
  await support('GET', 'links');
  await support('POST', `links/${link.transactionId}/cancel`, {});
  const session = await apiOf(stage)('POST', '/payment-session', {
    currency: 'EUR',
    amount: 5,
    country: 'DE',
  });
  await support('POST', `transactions/${session.transactionId}/cancel`, { reason: 'wrong price' });
  await support('POST', `${page}/blocks`, { kind: 'card', reason: 'card testing' });
  const [block] = (await support('GET', 'blocks')).items;
  const owner = await screenOf(stage, 'owner');
  await owner('DELETE', `blocks/${block.blockId ?? block.id}`);
}

async function playFiles(stage: PortalStage, id: string): Promise<void> {
  const owner = await screenOf(stage, 'owner');
  const day = stage.now().toISOString().slice(0, 10);
  for (const path of [
    'transactions/export?format=csv',
    'transactions/export?format=csv&status=COMPLETED&currency=EUR',
    `transactions/export?format=csv&q=${id}`,
    'statement/export?currency=EUR&format=csv',
    'statement?currency=EUR&kind=PAYIN',
    '/audit/export?format=csv',
    'transaction-filters',
    `reports/${day}`,
    ...['activity', 'transactions', 'details'].map((part) => `reports/${day}/file?format=csv&part=${part}`),
    `reports/${day}/file?format=json`,
    `reports/${day}/transfers?part=details`,
    `reports/${day}/transfers?part=transactions&currency=EUR`,
    `months/${day.slice(0, 7)}/file?format=csv`,
    'disputes?state=over',
    'disputes?limit=1',
    'refunds?reason=OTHER',
    'refunds?status=FAILED',
    'cashier-preview',
  ])
    await owner('GET', path);
}

async function playPayouts(stage: PortalStage): Promise<void> {
  const maker = await screenOf(stage, 'finance-maker');
  const approver = await screenOf(stage, 'finance-approver');
  const ids: string[] = [];
  for (const merchantReference of ['made-1', 'made-2', 'made-3'])
    ids.push((await maker('POST', 'payouts', aPayout({ merchantReference, amount: 5 }))).transactionId);
  await approver('GET', 'payouts/waiting');
  await approver('POST', 'payouts/settle', { action: 'APPROVE', transactionIds: ids.slice(0, 2) });
  const reason = 'The invoice is not ours';
  await approver('POST', 'payouts/settle', { action: 'DECLINE', transactionIds: ids.slice(2), reason });
  const csv = [
    'method,amount,currency,country,merchantReference,iban,accountHolder',
    `SEPA,12.50,EUR,DE,file-1,${IBAN},Ada Lovelace`,
    `SEPA,12.50,EUR,DE,file-2,${IBAN},Ada Lovelace`,
  ].join('\n');
  await maker('POST', 'payouts/file/check', { csv });
  await maker('POST', 'payouts/file/send', { csv, from: 0, count: 50 });
  await maker('GET', 'payouts');
}

async function playPeople(stage: PortalStage): Promise<void> {
  const owner = await screenOf(stage, 'owner');
  const invited = await owner('POST', '/users', { email: 'anna@example.com', role: 'read-only' });
  const token = invited.invitationUrl.split('/').at(-1);
  const visit = async (method: string, path: string, body?: unknown) => {
    const answer = await stage.call(method, `/portal/api${path}`, { ...(body !== undefined && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  };
  await visit('GET', `/invitations/${token}`);
  await visit('POST', `/invitations/${token}`, { name: 'Anna', password: 'brass otter lamp quartz' });
  const path = `/users/${invited.userId}`;
  await owner('PATCH', path, { role: 'support' });
  await owner('POST', `${path}/invitation`);
  await owner('DELETE', `${path}/sessions`);
  await owner('PATCH', path, { disabled: true });
  const answer = await stage.operator('POST', `/operator/merchants/${stage.brand.merchantId}/users`, {
    email: 'berta@example.com',
    role: 'read-only',
  });
  assert.equal(answer.status, 201, answer.text);
}
