// What a worker does for a mandate whose time has come (contract 16): it asks the provider what it stored, finishes a
// step that a process left, ends a mandate whose time is over, and tells the provider of an end until it has heard.
import type { Provider } from '@tollgate/provider-kit';
import { isInForce, isMandateErased, type Mandate } from '../../domain/mandates/mandate.ts';
import type { StoredMeans } from '../../domain/transactions/outcome.ts';
import {
  isStoredUnknown,
  mandatesOfStored,
  noteTold,
  postponeStored,
} from '../../storage/mandates/mandate-store.ts';
import type { Context } from '../context.ts';
import { activateMandate, openMeans } from '../mandates/mandate-of-outcome.ts';
import { endMarked, expireMandate, failMandate } from '../mandates/revoke-mandate.ts';
import { callAbout } from './ask-about-charge.ts';
import { askProvider } from './ask-provider.ts';

export async function resolveMandate(context: Context, mandate: Mandate): Promise<void> {
  const now = context.now();
  if (!isInForce(mandate)) return await tell(context, mandate);
  if (mandate.expiresAt !== null && mandate.expiresAt <= now) return await expireMandate(context, mandate);
  if ((await endMarked(context, mandate)) || mandate.status !== 'PENDING') return;
  if (mandate.storedId !== null) {
    await activateMandate(context, mandate, null);
    return;
  }
  const stored = await askForStored(context, mandate);
  if (stored === null) return await postponeStored(context.sql, mandate, now);
  if (stored === 'none') return await failMandate(context, mandate);
  await activateMandate(context, mandate, stored);
}

const providerOfMandate = (context: Context, { provider, providerAccount }: Mandate): Provider | undefined =>
  context.provider(provider, providerAccount);

/** null: it is not known yet. */
async function askForStored(context: Context, mandate: Mandate): Promise<StoredMeans | 'none' | null> {
  const { merchantId, firstTransactionId } = mandate;
  const provider = providerOfMandate(context, mandate);
  const { findStored: ask } = provider ?? {};
  const transaction = await context.transactions.find(merchantId, firstTransactionId);
  if (!provider || !ask || !transaction) return null;
  const answer = await askProvider(context, provider, async (signal) => ({
    stored: await ask(transaction, callAbout(context, transaction, signal)),
  }));
  return 'stored' in answer ? answer.stored : null;
}

/** The customer may be erased by now: what the provider must hear is sealed. */
async function tell(context: Context, mandate: Mandate): Promise<void> {
  const provider = providerOfMandate(context, mandate);
  const { forgetStored: forget } = provider ?? {};
  const means = await openMeans(context, mandate);
  const now = context.now();
  if (!provider || !forget || !means) return await noteTold(context.sql, mandate, { isHeard: true, now });
  const { storedId } = mandate;
  const asked =
    storedId === null && !isMandateErased(mandate) ? await askForStored(context, mandate) : 'none';
  const stored = storedId === null ? asked : { id: storedId, ...(means.more && { more: means.more }) };
  if (stored === 'none') return await noteTold(context.sql, mandate, { isHeard: true, now });
  if (stored === null) return await noteTold(context.sql, mandate, { isHeard: false, now });
  const isShared = await isUsedByAnother(context, mandate, stored.id);
  // A mandate whose stored id is not known yet may have the same: it is waited for.
  if (!isShared && (await isStoredUnknown(context.sql, mandate, means.userId)))
    return await noteTold(context.sql, mandate, { isHeard: false, now });
  const { brandId, firstTransactionId } = mandate;
  const ended = { brandId, userId: means.userId, firstTransactionId, isShared };
  const answer = await askProvider(context, provider, async (signal) => ({
    isHeard: await forget(stored, ended, signal),
  }));
  await noteTold(context.sql, mandate, { isHeard: 'isHeard' in answer && answer.isHeard, now });
}

async function isUsedByAnother(context: Context, mandate: Mandate, storedId: string): Promise<boolean> {
  const { providerAccount } = mandate;
  const same = await mandatesOfStored(context.sql, mandate, { providerAccount, storedId });
  return same.some((one) => one.id !== mandate.id && isInForce(one));
}
