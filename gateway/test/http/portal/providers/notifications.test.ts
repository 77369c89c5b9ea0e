// Providers' notifications in the portal (contract 13, 14): the order of the list, who may decide, the overview, and a
// payment's page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { USER_ROLES } from '../../../../src/domain/access/user-role.ts';
import type { MadeUpNotification } from '../../../stage/made-up-provider.ts';
import { type ProvidersStage, sharedProvidersStage } from './providers-stage.ts';

const PATH = '/brands/:brand/provider-notifications';

/** It contradicts the stored payment: another amount. */
const conflicting = (key: string, transactionId: string): MadeUpNotification => ({
  key,
  kind: 'PAYMENT.SETTLED',
  news: 'charge',
  reference: transactionId,
  providerReference: 'nw-1',
  amountMinor: 2_400,
  outcome: { kind: 'completed', providerReference: 'nw-1' },
});
const report = (key: string): MadeUpNotification => ({
  key,
  kind: 'REPORT',
  news: 'nothing',
  reference: null,
});
const unmatched = (key: string): MadeUpNotification => ({
  ...conflicting(key, '0197b0ab-0c1d-7e2f-8a3b-4c5d6e7f8091'),
});

interface Listed {
  notificationId: string;
  kind: string;
  state: string;
}

async function list(stage: ProvidersStage, query = '') {
  const { status, body, text } = await (await stage.as('finance-approver'))('GET', `${PATH}${query}`);
  assert.equal(status, 200, text);
  return body as { items: Listed[]; next: string | null };
}

test('notifications that need a person are listed first, then the others, newest first', async (t) => {
  const stage = await sharedProvidersStage(t);
  const { accountId } = await stage.connect();
  const transactionId = await stage.pay('order-1');
  await stage.tell(accountId, unmatched('a'));
  await stage.tell(accountId, report('b'));
  await stage.tell(accountId, conflicting('c', transactionId));
  await stage.tell(accountId, report('d'));
  await stage.tell(accountId, conflicting('c', transactionId));
  const { items, next } = await list(stage);
  assert.equal(next, null);
  assert.deepEqual(
    items.map(({ state }) => state),
    ['conflict', 'unmatched', 'ignored', 'ignored'],
  );
  assert.ok(items[2]!.notificationId > items[3]!.notificationId);
  const [conflict] = items;
  assert.partialDeepStrictEqual(conflict, {
    provider: 'Northwind',
    kind: 'PAYMENT.SETTLED',
    reference: transactionId,
    transactionId,
    merchantReference: 'order-1',
    amount: 24,
    currency: 'EUR',
    deliveries: 2,
  });

  const paged: Listed[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: Listed[]; next: string | null } = await list(
      stage,
      `?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    paged.push(...page.items);
    cursor = page.next;
  }
  assert.deepEqual(paged, items);
  const only = async (state: string) => (await list(stage, `?state=${state}`)).items.map((one) => one.state);
  assert.deepEqual(await only('ignored'), ['ignored', 'ignored']);
  assert.deepEqual(await only('ignored,unmatched'), ['unmatched', 'ignored', 'ignored']);
  const support = await stage.as('support');
  for (const wrong of ['state=lost', 'cursor=others', 'cursor=others%20x', 'other=1'])
    assert.equal((await support('GET', `${PATH}?${wrong}`)).status, 400, wrong);
});

test('a developer retries a notification but cannot dismiss it, finance roles can do both, and others only read', async (t) => {
  const stage = await sharedProvidersStage(t);
  const { accountId } = await stage.connect();
  const transactionId = await stage.pay('order-1');
  const owner = await stage.as('owner');
  const open = async () => (await owner('GET', '/brands/:brand/inbox/count')).body.count;
  assert.equal(await open(), 0);
  await stage.tell(accountId, conflicting('a', transactionId));
  assert.equal(await open(), 1);
  const { notificationId } = (await list(stage)).items[0]!;
  const decide = async (role: (typeof USER_ROLES)[number], decision: 'retry' | 'dismiss', reason: unknown) =>
    (await stage.as(role))('POST', `${PATH}/${notificationId}/${decision}`, { reason });
  const refused = async (decision: 'retry' | 'dismiss') => {
    const found: string[] = [];
    // Without a reason nothing happens; the permission is checked first.
    for (const role of USER_ROLES) if ((await decide(role, decision, '')).status === 403) found.push(role);
    return found;
  };
  assert.deepEqual(await refused('retry'), ['support', 'read-only']);
  assert.deepEqual(await refused('dismiss'), ['developer', 'support', 'read-only']);
  assert.equal((await decide('owner', 'dismiss', ' ')).status, 400);

  const sibling = await stage.createBrand({}, stage.brand.merchantId);
  const elsewhere = await owner(
    'POST',
    `/brands/${sibling.brandId}/provider-notifications/${notificationId}/dismiss`,
    { reason: 'not ours' },
  );
  assert.equal(elsewhere.status, 404);
  const { items } = (await owner('GET', `/brands/${sibling.brandId}/provider-notifications`)).body;
  assert.deepEqual(items, []);

  const dismissed = await decide('finance-maker', 'dismiss', 'paid twice, refunded at Northwind');
  assert.equal(dismissed.status, 200, dismissed.text);
  assert.deepEqual(
    [dismissed.body.state, dismissed.body.reason],
    ['ignored', 'dismissed: paid twice, refunded at Northwind'],
  );
  assert.equal((await decide('finance-maker', 'dismiss', 'again')).status, 409);
  assert.equal(await open(), 0);
  const audit = await owner('GET', '/audit?action=provider-notification.dismissed');
  const [row] = audit.body.items;
  assert.equal(
    row.sentence,
    `dismissed a provider notification of Test Brand: PAYMENT.SETTLED ${transactionId}`,
  );
  assert.equal(row.actor.name, 'finance-maker');
});

test("a payment's page shows its provider account, its reference there and the notifications", async (t) => {
  const stage = await sharedProvidersStage(t);
  const { accountId } = await stage.connect();
  const transactionId = await stage.pay('order-1');
  await stage.tell(accountId, conflicting('a', transactionId));
  const refund: MadeUpNotification = {
    key: 'b',
    kind: 'REFUND',
    news: 'refund',
    reference: transactionId,
    amountMinor: 500,
    providerReference: 'nw-refund-1',
  };
  await stage.tell(accountId, refund);
  const support = await stage.as('support');
  const { body } = await support('GET', `/brands/:brand/transactions/${transactionId}`);
  assert.partialDeepStrictEqual(body.exchange, {
    provider: 'Northwind',
    providerId: 'northwind',
    account: { accountId, environment: 'test', merchantAccount: 'HarbourEU', isRetired: false },
    accountsAsked: 1,
    chargeReference: transactionId,
  });
  assert.deepEqual(
    body.notifications.map(({ kind, state }: Listed) => `${kind} ${state}`),
    ['PAYMENT.SETTLED conflict', 'REFUND applied'],
  );
  assert.deepEqual(
    body.refunds.map((one: { origin: string; amount: number }) => [one.origin, one.amount]),
    [['provider', 5]],
  );
  assert.ok(
    body.timeline.some(({ what }: { what: string }) => what === 'Refund of 5.00 EUR created at the provider'),
  );
  const refunds = await support('GET', '/brands/:brand/refunds');
  assert.partialDeepStrictEqual(refunds.body.items[0], { origin: 'provider', madeBy: 'Northwind' });

  const sandbox = await sharedProvidersStage(t);
  const own = await (await sandbox.as('support'))(
    'GET',
    `/brands/:brand/transactions/${await sandbox.pay('x')}`,
  );
  assert.partialDeepStrictEqual(own.body.exchange, { provider: 'Sandbox', providerId: null, account: null });
});
