// Asks providers for notifications that did not arrive, after an outage of the gateway or of the way there (contract 13). A loop
// of chores.ts, in every process with the worker role. An item that has arrived before is only counted, so asking twice does no
// harm.
import type { Context } from '../actions/context.ts';
import { storeItems } from '../actions/notifications/receive-notification.ts';
import { askProvider } from '../actions/submission/ask-provider.ts';
import type { ProviderAccount } from '../domain/merchants/provider-account.ts';

/** After a start: an outage of a weekend and a day. */
const LOOK_BACK_MS = 4 * 86_400_000;
/** What a provider still tries to deliver is not asked for a second time each turn. */
const OVERLAP_MS = 3_600_000;

export function askForMissedNotifications(context: Context): () => Promise<'done'> {
  const askedAt = new Map<string, Date>();
  return async () => {
    for (const account of context.providerAccounts.all()) {
      const now = context.now();
      const last = askedAt.get(account.id)?.getTime() ?? now.getTime() - LOOK_BACK_MS + OVERLAP_MS;
      if (await ask(context, account, new Date(last - OVERLAP_MS))) askedAt.set(account.id, now);
    }
    return 'done';
  };
}

/** One account's fault must not stop the others. Answers whether it was answered. */
async function ask(context: Context, account: ProviderAccount, since: Date): Promise<boolean> {
  const { id: accountId, merchantId, brandId, provider } = account;
  const adapter = context.provider(provider, accountId);
  if (!adapter?.missedNotifications) return true;
  try {
    const items = await askProvider(context, adapter, (signal) =>
      adapter.missedNotifications!(since, signal),
    );
    if (!Array.isArray(items)) return false;
    await storeItems(context, { merchantId, brandId, accountId, provider }, items, 'asked-for');
    if (items.length > 0)
      context.log.info({ accountId, items: items.length }, 'fetched notifications that had not arrived');
    return true;
  } catch (error) {
    context.log.warn({ err: error, accountId }, 'could not fetch notifications that have not arrived');
    return false;
  }
}
