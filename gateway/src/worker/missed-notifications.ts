// Asks providers for notifications that did not arrive, after an outage of the gateway or of the network in between
// (contract 13). A loop of chores.ts, in every process with the worker role. An item that arrived before is only
// counted, so asking twice does no harm. One account's slowness or fault must never hold back another account.
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { Context } from '../actions/context.ts';
import { storeItems } from '../actions/notifications/receive-notification.ts';
import { askProvider } from '../actions/submission/ask-provider.ts';
import type { Missed, MissedWanted } from '../domain/notifications/news.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far back to ask after a start: an outage of a weekend and a day. */
const LOOK_BACK_MS = 4 * DAY_MS;
/** The provider still tries to deliver items this young, so they are not fetched again in each turn. */
const OVERLAP_MS = HOUR_MS;
/**
 * After a failure, such as a refused key, the pause before the next question doubles, beginning with one turn of the
 * loop.
 */
const LONGEST_PAUSE_MS = HOUR_MS;
/**
 * Refunds and disputes of a retired account continue through its notifications, so the gateway asks it for missed ones
 * this long.
 */
const RETIRED_MS = 30 * DAY_MS;
const AT_ONCE = 16;

/** A question with an answer in several parts. Before the last part is read, the gateway asks for nothing newer. */
interface Gap extends MissedWanted {
  /** When the gateway first asked it. The answers contain no later notifications. */
  askedAtMs: number;
}

/** What this process asked one account. */
interface Asked {
  /** Time of the last question with a complete answer; null: there is none. */
  answeredAtMs: number | null;
  gap: Gap | null;
  failures: number;
  /** Do not ask before this time. */
  dueAtMs: number;
}

export function askForMissedNotifications(context: Context): () => Promise<'done'> {
  const askedOf = new Map<string, Asked>();

  async function turn(account: ProviderAccount): Promise<void> {
    const nowMs = context.now().getTime();
    const before = askedOf.get(account.id) ?? { answeredAtMs: null, gap: null, failures: 0, dueAtMs: 0 };
    if (nowMs < before.dueAtMs || isLongRetired(account, nowMs)) return;
    const sinceMs = before.answeredAtMs === null ? nowMs - LOOK_BACK_MS : before.answeredAtMs - OVERLAP_MS;
    const wanted = before.gap ?? { since: new Date(sinceMs), after: null, askedAtMs: nowMs };
    const answer = await ask(context, account, wanted);
    if (answer) {
      const { rest } = answer;
      const fine = { failures: 0, dueAtMs: 0 };
      askedOf.set(
        account.id,
        rest === null
          ? { answeredAtMs: wanted.askedAtMs, gap: null, ...fine }
          : { ...before, gap: { ...wanted, after: rest }, ...fine },
      );
      return;
    }
    const failures = before.failures + 1;
    const pauseMs = Math.min(MINUTE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    askedOf.set(account.id, { ...before, failures, dueAtMs: nowMs + pauseMs });
  }

  return async () => {
    // All lines share this iterator: each line takes the next account when it is free.
    const accounts = context.providerAccounts.all().values();
    const line = async () => {
      for (const account of accounts) await turn(account);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
    return 'done';
  };
}

function isLongRetired({ retiredAt }: ProviderAccount, nowMs: number): boolean {
  return retiredAt !== null && nowMs - retiredAt.getTime() > RETIRED_MS;
}

/** One account's fault must not stop the others. null: there was no answer. */
async function ask(
  context: Context,
  account: ProviderAccount,
  { since, after }: MissedWanted,
): Promise<Pick<Missed, 'rest'> | null> {
  const { id: accountId, merchantId, brandId, provider } = account;
  try {
    const adapter = context.provider(provider, accountId);
    if (!adapter?.missedNotifications) return { rest: null };
    const missed = await askProvider(context, adapter, (signal) =>
      adapter.missedNotifications!({ since, after }, signal),
    );
    if (!('items' in missed)) return null;
    const { items, rest } = missed;
    await storeItems(context, { merchantId, brandId, accountId, provider }, items, 'asked-for');
    if (items.length > 0)
      context.log.info({ accountId, items: items.length }, 'fetched missed provider notifications');
    return { rest };
  } catch (error) {
    context.log.warn({ err: error, accountId }, 'could not fetch missed provider notifications');
    return null;
  }
}
