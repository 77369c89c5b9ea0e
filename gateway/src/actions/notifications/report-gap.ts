// What a restored copy lacks, as far as it can be known (decision 94): what it has last, what it has still to do, and
// payments or refunds that a provider knows under references of ours which are not here. Providers that can be asked
// are asked; of the others their notifications tell, also those that arrived since the restore. It changes nothing.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { ProviderAccount } from '../../domain/merchants/provider-account.ts';
import type { MissedWanted } from '../../domain/notifications/news.ts';
import {
  type LastRows,
  readKnownIds,
  readLastRows,
  readToldSince,
  readWaitingWork,
  type Told,
  type WaitingWork,
} from '../../storage/notifications/gap-reads.ts';
import { type Hold, readDifference, readHold } from '../../storage/schema/restored-copy.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';

/** Before the last row of the copy: clocks differ, and answers take time. */
const OVERLAP_MS = 3_600_000;
/** Answers of one account that are read. */
const MOST_ANSWERS = 1_000;

export interface Gap {
  hold: Hold | null;
  /** Why the next start will hold it, where none has yet. */
  difference: string | null;
  last: LastRows;
  waiting: WaitingWork[];
  /** Accounts that were asked, and those that could not be; with the reason. */
  asked: { provider: string; accountId: string; answered: boolean; reason: string | null }[];
  /** Each reference once. */
  unknown: Told[];
}

export async function reportGap(context: Context): Promise<Gap> {
  const { sql, now } = context;
  const last = await readLastRows(sql);
  const latest = Object.values(last).reduce<number>((most, at) => Math.max(most, at?.getTime() ?? 0), 0);
  const since = new Date((latest === 0 ? now().getTime() : latest) - OVERLAP_MS);
  const told = [...(await readToldSince(sql, since))];
  const asked: Gap['asked'] = [];
  for (const account of context.providerAccounts.all().values()) {
    const { id: accountId, provider } = account;
    const answer = await askAccount(context, account, since);
    asked.push({ provider, accountId, answered: answer.reason === null, reason: answer.reason });
    told.push(...answer.told);
  }
  const known = await readKnownIds(sql, [...new Set(told.flatMap(({ reference }) => idOf(reference) ?? []))]);
  const unknown = new Map<string, Told>();
  for (const one of told) {
    const id = idOf(one.reference);
    if (id !== null && !known.has(id)) unknown.set(`${one.accountId} ${one.reference}`, one);
  }
  const waiting = await readWaitingWork(sql);
  const hold = await readHold(sql);
  const difference = hold === null ? await readDifference(sql) : null;
  return { hold, difference, last, waiting, asked, unknown: [...unknown.values()] };
}

/** References of ours begin with the id of a transaction or a refund (contract 13). */
function idOf(reference: string): string | null {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/.exec(reference)?.[0] ?? null;
}

async function askAccount(
  context: Context,
  { id: accountId, provider }: ProviderAccount,
  since: Date,
): Promise<{ told: Told[]; reason: string | null }> {
  const told: Told[] = [];
  if (provider === BANK_ID) return { told, reason: 'it tells by statements: take those since the backup' };
  const adapter = context.provider(provider, accountId);
  if (!adapter?.missedNotifications)
    return { told, reason: 'it cannot be asked, and tells by notifications alone' };
  let after: string | null = null;
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const wanted: MissedWanted = { since, after };
    const missed = await askProvider(context, adapter, (signal) =>
      adapter.missedNotifications!(wanted, signal),
    );
    if (!('items' in missed)) return { told, reason: 'it did not answer' };
    for (const { reference, ...item } of missed.items)
      if (reference !== null) {
        const { kind, providerReference, amountMinor, currency, occurredAt } = item;
        told.push({
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
    if (after === null) return { told, reason: null };
  }
  return { told, reason: `it has more than ${MOST_ANSWERS} answers` };
}
