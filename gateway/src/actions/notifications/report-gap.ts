// Reports what a restored copy lacks, as far as we can know (decision 94): its last rows, its unfinished work, and
// payments, refunds or captures that a provider knows under our references but this copy does not. We ask the providers
// that can be asked. For the others we use their notifications, including those that arrived since the restore. It
// changes nothing.
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { MissedWanted } from '../../domain/notifications/news.ts';
import {
  type LastRows,
  type ReportedPayment,
  readKnownIds,
  readLastRows,
  readReportedSince,
  readWaitingWork,
  type WaitingWork,
} from '../../storage/notifications/gap-reads.ts';
import { type Hold, readDifference, readHold } from '../../storage/schema/restored-copy.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';

/** How far to look before the last row of the copy: clocks differ, and answers take time. */
const OVERLAP_MS = 3_600_000;
/** How many answers of one account we read. */
const MOST_ANSWERS = 1_000;

export interface Gap {
  hold: Hold | null;
  /** Why the next start will hold this copy, if nothing holds it yet. */
  difference: string | null;
  last: LastRows;
  waiting: WaitingWork[];
  /** All accounts; for those that could not be asked, the reason. */
  asked: { provider: string; accountId: string; answered: boolean; reason: string | null }[];
  /** Payments, refunds and captures that this copy does not know, one row for each reference of an account. */
  unknown: ReportedPayment[];
}

export async function reportGap(context: Context): Promise<Gap> {
  const { sql, now } = context;
  const last = await readLastRows(sql);
  const latest = Object.values(last).reduce<number>((most, at) => Math.max(most, at?.getTime() ?? 0), 0);
  const since = new Date((latest === 0 ? now().getTime() : latest) - OVERLAP_MS);
  const reported = [...(await readReportedSince(sql, since))];
  const asked: Gap['asked'] = [];
  for (const account of context.providerAccounts.all().values()) {
    const { id: accountId, provider } = account;
    const answer = await askAccount(context, account, since);
    asked.push({ provider, accountId, answered: answer.reason === null, reason: answer.reason });
    reported.push(...answer.reported);
  }
  const known = await readKnownIds(sql, [
    ...new Set(reported.flatMap(({ reference }) => idOf(reference) ?? [])),
  ]);
  const unknown = new Map<string, ReportedPayment>();
  for (const one of reported) {
    const id = idOf(one.reference);
    if (id !== null && !known.has(id)) unknown.set(`${one.accountId} ${one.reference}`, one);
  }
  const waiting = await readWaitingWork(sql);
  const hold = await readHold(sql);
  const difference = hold === null ? await readDifference(sql) : null;
  return { hold, difference, last, waiting, asked, unknown: [...unknown.values()] };
}

/** Our references begin with the id of a transaction, a refund or a capture (contract 13, 16). */
function idOf(reference: string): string | null {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/.exec(reference)?.[0] ?? null;
}

async function askAccount(
  context: Context,
  { id: accountId, provider }: ProviderAccount,
  since: Date,
): Promise<{ reported: ReportedPayment[]; reason: string | null }> {
  const reported: ReportedPayment[] = [];
  if (provider === BANK_ID)
    return { reported, reason: 'it reports by statements: import those since the backup' };
  const adapter = context.provider(provider, accountId);
  if (!adapter?.missedNotifications)
    return { reported, reason: 'it cannot be asked; it only sends notifications' };
  let after: string | null = null;
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const wanted: MissedWanted = { since, after };
    const missed = await askProvider(context, adapter, (signal) =>
      adapter.missedNotifications!(wanted, signal),
    );
    if (!('items' in missed)) return { reported, reason: 'it did not answer' };
    for (const { reference, ...item } of missed.items)
      if (reference !== null) {
        const { kind, providerReference, amountMinor, currency, occurredAt } = item;
        reported.push({
          provider,
          accountId,
          kind,
          reference,
          providerReference,
          amountMinor,
          currency,
          occurredAt,
        });
      }
    after = missed.rest;
    if (after === null) return { reported, reason: null };
  }
  return { reported, reason: `it gave more than ${MOST_ANSWERS} answers` };
}
