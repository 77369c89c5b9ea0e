// What every adapter must keep about the provider's notifications (contract 13): rules of contract.ts. Anybody can send
// one, so nothing is believed that is not signed; a hint alone moves no money.
import assert from 'node:assert/strict';
import type { NotificationHeaders, NotificationItem } from '../provider-kit.ts';
import { SOON } from './sending.ts';
import type { Stage } from './stage.ts';

export async function readsNotifications(stage: Stage): Promise<void> {
  if (!stage.notified) return;
  const { provider, now } = stage;
  const notifications = await stage.notified();
  assert.ok(notifications.length > 0, 'the stage needs notifications');
  for (const { headers = {}, body } of notifications) {
    const lowerCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const read = async () => await provider.readNotification(lowerCase, Buffer.from(body), now());
    const reading = await read();
    assert.equal(reading.kind, 'authentic', `an authentic notification is ${reading.kind}`);
    if (reading.kind !== 'authentic') continue;
    assert.ok(reading.items.length > 0, 'a notification has no item');
    assert.deepEqual(await read(), reading, 'a notification that comes twice is read in another way');
    for (const item of reading.items) {
      assertItem(stage, item);
      const news = await provider.readNews({ ...item, receivedAt: now() }, SOON());
      assert.equal(typeof news.about, 'string', `${item.kind}: no news`);
    }
    if (Object.keys(lowerCase).some((name) => name !== 'content-type') && !stage.notificationsAreHints) {
      const unsigned = await provider.readNotification({}, Buffer.from(body), now());
      assert.equal(unsigned.kind, 'refused', `without its headers a notification is ${unsigned.kind}`);
    }
  }
  for (const { headers = {}, body } of (await stage.forged?.()) ?? []) {
    const reading = await provider.readNotification(headers, Buffer.from(body), now());
    assert.equal(reading.kind, 'refused', `a notification with a wrong signature is ${reading.kind}`);
  }
}

/** A notification that no provider sends. */
export async function refusesStrangeNotification(
  { provider, now, notificationsAreHints = false }: Stage,
  headers: NotificationHeaders,
  bytes: Buffer,
): Promise<void> {
  const reading = await provider.readNotification(headers, bytes, now());
  if (!notificationsAreHints)
    assert.equal(reading.kind, 'refused', `an unsigned notification is ${reading.kind}, not refused`);
  else if (reading.kind === 'authentic') for (const item of reading.items) assertHint(item);
}

function assertItem({ notificationsAreHints }: Stage, item: NotificationItem): void {
  const { key, kind, amountMinor, currency } = item;
  assert.ok(key !== '' && key.length <= 200, `${kind}: its key has ${key.length} characters`);
  assert.ok(kind !== '', 'an item without a kind');
  assert.equal(
    amountMinor === null,
    currency === null,
    `${kind}: an amount without a currency, or one without the other`,
  );
  if (notificationsAreHints) assertHint(item);
}

function assertHint({ kind, amountMinor }: NotificationItem): void {
  assert.equal(amountMinor, null, `${kind}: a notification without a signature says an amount`);
}
