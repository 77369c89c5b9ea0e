// Applies a provider's news about payouts (contract 17): follows the payout, or fetches the report. What is in it does
// not move money; it is compared with our payments.
import type { Provider } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { ReportFault } from '@tollgate/provider-kit/seam/settlement';
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { News } from '../../domain/notifications/news.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { notePayout } from '../settlements/follow-payout.ts';
import { takeReport } from '../settlements/take-report.ts';
import { ignored, type Judgement, unmatched, waiting } from './judgement.ts';
import { findAccount } from './receive-notification.ts';

type SettlementNews = Extract<News, { about: 'settlement' | 'settlement-report' }>;

const APPLIED: Judgement = { state: 'applied', reason: null, transactionId: null };

export async function applySettlementNews(
  context: Context,
  item: StoredNotification,
  news: SettlementNews,
): Promise<Judgement> {
  const { provider, accountId } = item;
  const adapter = (await findAccount(context, provider, accountId))?.adapter;
  if (!adapter?.settlements) return ignored(null, 'the provider tells nothing about its payouts here');
  if (news.about === 'settlement') {
    const noted = await notePayout(context, adapter, item, news.payout);
    if (noted === 'unread') return waiting(null, 'the provider could not be asked about the payout');
    return noted ? APPLIED : ignored(null, 'the provider has no such payout');
  }
  const account = await context.providerAccounts.find(accountId);
  if (!account) return waiting(null, 'the account does not exist');
  return await fetchReport(context, account, adapter, news.name);
}

/** Longer than a call about a payment may take: a report has up to 20 MB. */
const FETCH_MS = 25_000;

async function fetchReport(
  context: Context,
  account: ProviderAccount,
  { settlements, id }: Provider,
  name: string,
): Promise<Judgement> {
  const { fetchReport: fetch, readReport: read } = settlements ?? {};
  if (!fetch || !read) return ignored(null, 'the provider writes no reports');
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of await fetch(name, AbortSignal.timeout(FETCH_MS))) pieces.push(piece);
    await takeReport(context, reporter(id), { account, read }, () => piecesOf(pieces));
    return APPLIED;
  } catch (error) {
    if (error instanceof ReportFault) return unmatched(error.message);
    context.log.warn(
      { err: error, accountId: account.id },
      'a settlement report could not be fetched; it is tried again',
    );
    return waiting(null, 'the report could not be fetched');
  }
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The provider told of the report; no person brought it. */
const reporter = (provider: string): AuditActor => ({
  kind: 'operator',
  id: provider,
  name: provider,
  requestId: null,
  ip: null,
});
