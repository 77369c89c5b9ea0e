// Applies an item of a notification (contract 13): reads its content, finds the payment, and moves the money through
// the same actions as everything else. Each effect is idempotent, so applying an item twice changes nothing more. An
// item that does not fit waits for what it needs, or for a person.
import type { Provider } from '@tollgate/provider-kit';
import { readChargeReference } from '@tollgate/provider-kit/charge-reference';
import {
  type MoneyEvent,
  moneyEventOf,
  type News,
  type NotificationState,
  type PlainNews,
} from '../../domain/notifications/news.ts';
import { isCapturedLater } from '../../domain/transactions/transaction.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import {
  type StoredNotification,
  saveVerdict,
  wakeNotifications,
} from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { applyDisputeNews, applyResponseNews, applyReturnNews } from './apply-after-end-news.ts';
import { applyCaptureNews } from './apply-capture-news.ts';
import { applyChargeNews } from './apply-charge-news.ts';
import { applyMandateNews } from './apply-mandate-news.ts';
import { applyRefundNews } from './apply-refund-news.ts';
import { applyRefusedVoid } from './apply-refused-void.ts';
import { applySettlementNews } from './apply-settlement-news.ts';
import { ignored, type Judgement, unmatched, waiting } from './judgement.ts';
import { findAccount } from './receive-notification.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * The reason for an item whose content was erased, and that was tried again later because of a person or of news about
 * its payment.
 */
const BODY_ERASED = 'its content was erased with the personal data of its customer';

export async function applyNotification(context: Context, item: StoredNotification): Promise<void> {
  const { moneyEvent, ...judgement } = await judge(context, item);
  const { state, reason, transactionId, againInMs, unlessWoken } = judgement;
  const now = context.now();
  const dueAt = state === 'waiting' ? new Date(now.getTime() + (againInMs ?? pauseOf(item))) : null;
  const saved = await saveVerdict(context.sql, item, {
    state,
    reason,
    transactionId,
    dueAt,
    moneyEvent,
    ...(unlessWoken && { unlessWoken }),
  });
  if (state === 'waiting' || (!saved && unlessWoken)) return;
  context.countNotification(item.provider, state);
  const { merchantId, id: notificationId, brandId, accountId, kind } = item;
  if (!saved)
    context.log.warn(
      { notificationId, brandId, state },
      'a notification was dismissed while it was being applied',
    );
  if (state === 'applied' && transactionId !== null)
    await wakeNotifications(context.sql, { merchantId, transactionId, news: newsFor(moneyEvent) }, now);
  if (state === 'unmatched' || state === 'conflict') {
    context.log.warn(
      { notificationId, brandId, accountId, kind, state, reason },
      'a notification needs a person',
    );
  }
}

function newsFor(moneyEvent: MoneyEvent | null): 'payment' | 'dispute' | null {
  if (moneyEvent === 'paid') return 'payment';
  return moneyEvent === 'withheld' || moneyEvent === 'not-withheld' ? 'dispute' : null;
}

/** For a fault of the gateway itself: the item is tried again later. */
export async function postponeNotification(context: Context, item: StoredNotification): Promise<void> {
  const dueAt = new Date(context.now().getTime() + pauseOf(item));
  const reason = 'it could not be applied; the log says why';
  await saveVerdict(context.sql, item, {
    state: 'waiting',
    reason,
    transactionId: item.transactionId,
    dueAt,
    moneyEvent: null,
  });
}

/** The pause grows with each try. */
function pauseOf({ tries }: StoredNotification): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS);
}

async function judge(
  context: Context,
  item: StoredNotification,
): Promise<Judgement & { moneyEvent: MoneyEvent | null }> {
  const { bodySealed } = item;
  const withoutEvent = (judgement: Judgement) => ({ ...judgement, moneyEvent: null });
  if (bodySealed === null)
    return withoutEvent({ state: 'conflict', reason: BODY_ERASED, transactionId: item.transactionId });
  if (item.isForeignAccount)
    return withoutEvent(unmatched('it names another merchant account, or the other environment'));
  const account = await findAccount(context, item.provider, item.accountId);
  if (!account) return withoutEvent(waiting(null, 'the account does not exist'));
  const read = await readNews(context, account.adapter, { ...item, bodySealed });
  const news = read.about === 'either' ? await choose(context, item, read) : read;
  const judgement = await applyNews(context, item, news);
  return { ...judgement, moneyEvent: judgement.moneyEvent ?? moneyEventOf(news) };
}

/** By the payment that we know, not by what the item says about it. */
async function choose(
  { transactions }: Context,
  { merchantId }: StoredNotification,
  { charge, ifAtOnce, ifLater }: Extract<News, { about: 'either' }>,
): Promise<PlainNews> {
  const known = readChargeReference(charge);
  const transaction = known && (await transactions.find(merchantId, known.transactionId));
  return transaction && !isCapturedLater(transaction) ? ifAtOnce : ifLater;
}

async function applyNews(context: Context, item: StoredNotification, news: PlainNews): Promise<Judgement> {
  switch (news.about) {
    case 'charge':
      return await applyChargeNews(context, item, news);
    case 'refund':
      return await applyRefundNews(context, item, news);
    case 'capture':
      return await applyCaptureNews(context, item, news);
    case 'void-refused':
      return await applyRefusedVoid(context, item, news);
    case 'mandate':
      return await applyMandateNews(context, item, news);
    case 'dispute':
      return await applyDisputeNews(context, item, news);
    case 'dispute-response':
      return await applyResponseNews(context, item, news);
    case 'return':
      return await applyReturnNews(context, item, news);
    case 'settlement':
    case 'settlement-report':
      return await applySettlementNews(context, item, news);
    case 'several':
      return await applySeveral(context, item, news.news);
    case 'nothing':
      return ignored(null, news.reason);
    case 'foreign':
      return { state: 'foreign', reason: 'it contains none of our references', transactionId: null };
    case 'unread':
      return waiting(null, news.reason);
  }
}

/**
 * The weight of each state, for an item with several news. Open work, or work for a person, outweighs finished work.
 */
const BY_WEIGHT: readonly NotificationState[] = [
  'waiting',
  'conflict',
  'unmatched',
  'applied',
  'ignored',
  'foreign',
];

/** Applies all news of the item, even after news that does not fit. The weightiest verdict counts. */
async function applySeveral(
  context: Context,
  item: StoredNotification,
  all: readonly PlainNews[],
): Promise<Judgement> {
  const judged: Judgement[] = [];
  for (const news of all) judged.push(await applyNews(context, item, news));
  return judged.reduce((a, b) => (BY_WEIGHT.indexOf(b.state) < BY_WEIGHT.indexOf(a.state) ? b : a));
}

async function readNews(
  context: Context,
  adapter: Provider,
  item: StoredNotification & { bodySealed: Buffer },
): Promise<News> {
  const { merchantId, kind, key, receivedAt, bodySealed } = item;
  const body = (await context.vault.open(bodySealed, sealContext.notification(merchantId))).toString('utf8');
  const news = await askProvider(context, adapter, (signal) =>
    adapter.readNews({ kind, key, body, receivedAt }, signal),
  );
  return 'about' in news ? news : { about: 'unread', reason: 'the provider did not say what it is about' };
}
