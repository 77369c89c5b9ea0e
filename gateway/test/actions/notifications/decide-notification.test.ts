import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { applyNotification } from '../../../src/actions/notifications/apply-notification.ts';
import { decideNotification } from '../../../src/actions/notifications/decide-notification.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { listAudit } from '../../../src/storage/audit/audit-log.ts';
import { charged, openNetwork, PAID } from './network-stage.ts';

const CARD = '4242424242424242';

test('a person retries or dismisses a conflicting notification, and the audit log has both', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  const key = await network.tell(charged(open, PAID, { amountMinor: 1n }));
  await network.sweep();
  const { id } = await network.stored(key);
  const decide = (decision: 'retry' | 'dismiss') =>
    decideNotification(network.context, ROOT, network.brand, { id, decision, reason: 'looked at it' });
  assert.equal((await decide('retry')).state, 'waiting');
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'conflict');
  const dismissed = await decide('dismiss');
  assert.deepEqual([dismissed.state, dismissed.reason], ['ignored', 'dismissed: looked at it']);
  await assert.rejects(decide('retry'), /there is nothing to decide/);
  await network.sweep();
  assert.equal((await network.stored(key)).state, 'ignored');
  const { merchantId, brandId } = network.brand;
  const rows = await listAudit(network.context.sql, { merchantId, target: brandId, after: null, limit: 100 });
  assert.deepEqual(
    rows!.map(({ action }) => action).filter((action) => action.startsWith('provider-notification')),
    ['provider-notification.retried', 'provider-notification.dismissed'],
  );
});

test("another brand's notification cannot be decided", async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  const key = await network.tell(charged(open, PAID, { amountMinor: 1n }));
  await network.sweep();
  const { id } = await network.stored(key);
  const other = { merchantId: network.brand.merchantId, brandId: randomUUIDv7() };
  const decision = { id, decision: 'dismiss', reason: 'x' } as const;
  await assert.rejects(decideNotification(network.context, ROOT, other, decision), /no such notification/);
});

test('an item whose verdict was lost in a crash is applied again without another change', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  const key = await network.tell(charged(open, PAID));
  const item = await network.stored(key);
  await network.sweep();
  const paid = await network.read(open);
  await network.context
    .sql`update notification_work set state = 'waiting', due_at = ${network.context.now()}`;
  await Promise.all([applyNotification(network.context, item), applyNotification(network.context, item)]);
  assert.equal((await network.read(open)).version, paid.version);
  assert.equal((await network.stored(key)).state, 'applied');
});
