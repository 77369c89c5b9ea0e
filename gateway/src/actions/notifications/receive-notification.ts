// Takes a notification of a provider (contract 13): checks its signature, and stores its items before it tells the
// provider that they arrived. The worker applies them (apply-notification.ts). It must store nothing of a notification
// that is not authentic.

import type { NotificationHeaders, Provider } from '@tollgate/provider-kit';
import type { NotificationItem } from '../../domain/notifications/news.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import {
  type Addressee,
  type Arrival,
  type NewNotification,
  storeNotifications,
} from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';

/** An account at a provider; for the sandbox, which needs no account, a brand. */
export interface Account extends Addressee {
  adapter: Provider;
}

/** Finds retired accounts too: payments that went there continue. undefined: there is none. */
export async function findAccount(
  context: Context,
  provider: string,
  accountId: string,
): Promise<Account | undefined> {
  const shared = context.provider(provider, null);
  const owner = shared ? context.brands.byId(accountId) : await context.providerAccounts.find(accountId);
  const adapter = shared ?? context.provider(provider, accountId);
  if (!owner || !adapter) return undefined;
  const { merchantId, brandId } = owner;
  return { merchantId, brandId, accountId, provider, adapter };
}

/**
 * `refused`: its signature is wrong, missing or too old. `unreadable`: authentic, but not a notification. `unchecked`:
 * the adapter could not check it now.
 */
export async function receiveNotification(
  context: Context,
  account: Account,
  headers: NotificationHeaders,
  bytes: Buffer,
): Promise<'stored' | 'refused' | 'unreadable' | 'unchecked'> {
  const now = context.now();
  const read = await readOrNull(context, account, () =>
    account.adapter.readNotification(headers, bytes, now),
  );
  if (read === null) return 'unchecked';
  if (read.kind === 'refused') await context.providerAccounts.noteRefused(account, now);
  if (read.kind !== 'authentic') return read.kind;
  await storeItems(context, account, read.items);
  // Workers in other processes find the items themselves, within a second.
  for (const handle of context.loopHandles) if (handle.loop === 'due notifications') handle.wake(0);
  await context.providerAccounts.noteNotification(account, now);
  return 'stored';
}

type Read = ReturnType<Provider['readNotification']>;

/** null: the adapter failed, which says nothing about the notification. */
async function readOrNull(
  { log }: Context,
  { provider, accountId }: Account,
  read: () => Read,
): Promise<Awaited<Read> | null> {
  try {
    return await read();
  } catch (error) {
    log.warn({ provider, accountId, err: error }, 'a notification could not be checked');
    return null;
  }
}

/** Stores new items. Items that came before are only counted. */
export async function storeItems(
  context: Pick<Context, 'sql' | 'vault' | 'now'>,
  account: Addressee,
  items: readonly NotificationItem[],
  arrival: Arrival = 'sent',
): Promise<void> {
  const now = context.now();
  const sealed = items.map(
    ({ body, ...item }): NewNotification => ({
      ...item,
      id: timeOrderedId(now),
      bodySealed: context.vault.seal(body, sealContext.notification(account.merchantId)),
    }),
  );
  if (sealed.length > 0) await storeNotifications(context.sql, account, sealed, { arrival, receivedAt: now });
}
