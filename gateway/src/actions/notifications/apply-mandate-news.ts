// Applies a provider's news about mandates (contract 16): what it stored for a payment, and that the payer or somebody
// at the provider ended it. News may come before the payment that it belongs to, and twice.
import { mandateIdOf } from '../../domain/mandates/mandate.ts';
import type { News } from '../../domain/notifications/news.ts';
import { findMandate } from '../../storage/mandates/mandate-store.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { activateMandate } from '../mandates/mandate-of-outcome.ts';
import { withdrawStored } from '../mandates/revoke-mandate.ts';
import { applied, conflict, ignored, type Judgement, waiting } from './judgement.ts';
import { matchCharge } from './match-charge.ts';

type MandateNews = Extract<News, { about: 'mandate' }>;

export async function applyMandateNews(
  context: Context,
  item: StoredNotification,
  news: MandateNews,
): Promise<Judgement> {
  return news.kind === 'stored'
    ? await applyStored(context, item, news)
    : await applyWithdrawal(context, item, news.storedId);
}

async function applyStored(
  context: Context,
  item: StoredNotification,
  { charge: reference, stored }: Extract<MandateNews, { kind: 'stored' }>,
): Promise<Judgement> {
  const match = await matchCharge(context, item, reference);
  if (!('kind' in match)) return match;
  const { transaction } = match;
  const mandate = await findMandate(context.sql, transaction, mandateIdOf(transaction.id));
  if (!mandate) {
    return transaction.details.mandate === undefined
      ? ignored(transaction, 'the payment asked for no mandate')
      : waiting(transaction, 'the provider has not yet reported that the payment was made');
  }
  const { provider, providerAccount } = match.charge;
  if (mandate.provider !== provider || mandate.providerAccount !== providerAccount)
    return conflict(transaction, 'the mandate belongs to another attempt of this payment');
  const activated = await activateMandate(context, mandate, stored);
  if (activated || mandate.storedId === stored.id) return applied(transaction);
  const now = await findMandate(context.sql, mandate, mandate.id);
  return now?.storedId === stored.id
    ? applied(transaction)
    : ignored(transaction, `the mandate is ${now?.status ?? mandate.status} already`);
}

async function applyWithdrawal(
  context: Context,
  item: StoredNotification,
  storedId: string,
): Promise<Judgement> {
  const { merchantId, brandId, accountId } = item;
  // The sandbox needs no account, so the brand's id takes its place.
  const providerAccount = accountId === brandId ? null : accountId;
  const [first] = await withdrawStored(context, { merchantId, brandId }, { providerAccount, storedId });
  if (!first)
    return { state: 'foreign', reason: 'no mandate of this account has its id', transactionId: null };
  return applied({ id: first.firstTransactionId });
}
