// Follows a payout that a provider is asked about (contract 17): stores what the provider says about it, then its
// lines, a page at a time. Each page is one commit, with the place where the next one begins, so a process that dies
// loses nothing and the next one counts nothing twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider, SettlementSource } from '@tollgate/provider-kit';
import type { ReportedLine, ReportedPayout } from '../../domain/settlements/settlement.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  findByReference,
  lockSource,
  type Source,
  type StoredSettlement,
} from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { storeLines } from './store-lines.ts';

/** The pages that one turn reads; the next turn goes on. */
const PAGES_AT_ONCE = 20;
const PAUSE_BETWEEN_PAGES_MS = 1;
/** For so long after a page nobody else reads the next one. If this process dies, another one goes on after it. */
const HELD_MS = 120_000;

/**
 * Asks for the payout and stores what it says; its lines follow (`readPages`). null: the provider has no such payout.
 * 'unread': it could not be asked.
 */
export async function notePayout(
  context: Context,
  adapter: Provider,
  source: Source,
  reference: string,
): Promise<StoredSettlement | null | 'unread'> {
  const payout = await askForPayout(context, adapter, reference);
  return typeof payout === 'object' && payout !== null
    ? await storePage(context, source, payout, null)
    : payout;
}

async function askForPayout(
  context: Context,
  adapter: Provider,
  reference: string,
): Promise<ReportedPayout | null | 'unread'> {
  const ask = adapter.settlements?.payout;
  if (!ask) return null;
  const payout = await askProvider<ReportedPayout | null>(context, adapter, (signal) =>
    ask(reference, signal),
  );
  return payout !== null && 'kind' in payout ? 'unread' : payout;
}

interface Page {
  lines: readonly ReportedLine[];
  isComplete: boolean;
  nextPage: string | null;
}

/** `page` null: only what the payout itself says has changed. */
async function storePage(
  context: Context,
  source: Source,
  payout: ReportedPayout,
  page: Page | null,
): Promise<StoredSettlement> {
  return await withRetries(() =>
    context.sql.begin(async (tx) => {
      await lockSource(tx, source, context.now());
      // After the lock, so that the ids of lines are in the order of their commits: a month-end goes by them.
      const at = context.now();
      const former = page ?? (await findByReference(tx, source, payout.reference));
      const part = {
        payout,
        lines: page?.lines ?? [],
        isComplete: former?.isComplete ?? false,
        nextPage: former?.nextPage ?? null,
        dueAt: page === null ? at : new Date(at.getTime() + HELD_MS),
      };
      return (await storeLines(tx, source, part, at)).settlement;
    }),
  );
}

/** 'more': the next turn goes on. 'later': the provider has no complete list yet, or could not be asked. */
export async function readPages(
  context: Context,
  adapter: Provider,
  source: Source,
  settlement: StoredSettlement,
): Promise<'complete' | 'none' | 'more' | 'later'> {
  const linesOf = adapter.settlements?.linesOf;
  const payout = await askForPayout(context, adapter, settlement.reference);
  if (!linesOf || payout === null || payout === 'unread') return 'later';
  let after = settlement.nextPage;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    const page = await pageOf(context, adapter, linesOf, { reference: settlement.reference, after });
    if (page === 'none' || page === 'later') return page;
    const isComplete = page.rest === null;
    await storePage(context, source, payout, { lines: page.lines, isComplete, nextPage: page.rest });
    if (isComplete) return 'complete';
    after = page.rest;
    await sleep(PAUSE_BETWEEN_PAGES_MS);
  }
  return 'more';
}

async function pageOf(
  context: Context,
  adapter: Provider,
  linesOf: NonNullable<SettlementSource['linesOf']>,
  { reference, after }: { reference: string; after: string | null },
): Promise<{ lines: ReportedLine[]; rest: string | null } | 'none' | 'later'> {
  const page = await askProvider(context, adapter, (signal) => linesOf(reference, after, signal));
  if (typeof page === 'string') return page === 'none' ? 'none' : 'later';
  return 'lines' in page ? page : 'later';
}
