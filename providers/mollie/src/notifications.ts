// Mollie's notifications as items (contract 13, 18): those that it sends, and facts of its lists whose notification did
// not arrive. Called by mollie.ts. A notification is an id without a signature, so anybody can send one. It is only a
// hint: the object is fetched, and nothing else of a notification is ever believed or kept.
import type { Missed, MissedWanted, NotificationItem, NotificationReading } from '@tollgate/provider-kit';
import type { MollieAccount } from './account.ts';
import { failureOf, isGone } from './client.ts';
import {
  dateIn,
  isId,
  type ListPage,
  type MollieChargeback,
  type MollieRefund,
  pageOf,
  referenceIn,
} from './objects.ts';

const LONGEST_BODY = 4_096;
const PAGE_SIZE = 250;
/** A thousand objects: one question of some seconds has time for that many. */
const MOST_PAGES = 4;

/** What an item keeps. */
export interface Hint {
  id: string;
}

/** Mollie always gets 200 (contract 18). Without an id there is nothing to ask for, so nothing is stored. */
export function readMollieNotification(bytes: Buffer, now: Date): NotificationReading {
  const id = bytes.length > LONGEST_BODY ? null : new URLSearchParams(bytes.toString('utf8')).get('id');
  if (!isId(id)) return { kind: 'authentic', items: [] };
  // Mollie sends the same id for each change of a payment, so each notification is an item of its own.
  return { kind: 'authentic', items: [hintOf(id, `${id}@${now.toISOString()}`, 'payment', null)] };
}

function hintOf(id: string, key: string, kind: string, occurredAt: Date | null): NotificationItem {
  const hint: Hint = { id };
  return {
    key,
    kind,
    reference: null,
    providerReference: id,
    amountMinor: null,
    currency: null,
    occurredAt,
    isForeignAccount: false,
    body: JSON.stringify(hint),
  };
}

/** null: it was not written by this file. */
export function readHint(body: string): Hint | null {
  try {
    const hint: { id?: unknown } | null = JSON.parse(body);
    return isId(hint?.id) ? { id: hint.id } : null;
  } catch {
    return null;
  }
}

type Listed = MollieChargeback | MollieRefund;

const HOUR_MS = 60 * 60_000;
/** A refund may end, and a chargeback be reversed, long after Mollie made it. */
const FAR_BACK_MS = 60 * 24 * HOUR_MS;

/**
 * Chargebacks, and refunds that were made at Mollie or that failed, since `since`, newest first. Mollie's lists are in
 * the order in which things were made, so once an hour this looks far back for what ended since. Everything else is
 * asked for when it is due. Throws if Mollie could not be asked.
 */
export async function missedFacts(
  at: MollieAccount,
  { since, after }: MissedWanted,
  signal: AbortSignal,
): Promise<Missed> {
  const items: NotificationItem[] = [];
  let [list = 'chargebacks', from = '', startMs = ''] = after?.split(':') ?? [];
  const start = startMs === '' ? startOf(at, since) : new Date(Number(startMs));
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { found, rest } = await pageFrom(at, list, from, signal);
    const recent = found.filter(({ createdAt }) => (dateIn(createdAt) ?? start) >= start);
    items.push(...recent.map((one) => factOf(one, list)).filter((item) => item !== null));
    const isDone = rest === null || recent.length < found.length;
    if (isDone && list === 'refunds') {
      if (start < since) at.lookedFarBackAt = at.parts.now();
      return { items, rest: null };
    }
    [list, from] = isDone ? ['refunds', ''] : [list, rest!];
  }
  return { items, rest: `${list}:${from}:${start.getTime()}` };
}

/** The page that begins with this object. A refund that was cancelled meanwhile is gone: then the list begins anew. */
async function pageFrom(
  { client }: Pick<MollieAccount, 'client'>,
  list: string,
  from: string,
  signal: AbortSignal,
): Promise<ListPage<Listed>> {
  const path = `${list}?limit=${PAGE_SIZE}`;
  if (from === '') return pageOf<Listed>(await client.get(path, signal), list);
  try {
    return pageOf<Listed>(await client.get(`${path}&from=${from}`, signal), list);
  } catch (error) {
    const failure = failureOf(error);
    const isFromGone = isGone(failure) || (failure.kind === 'refused' && failure.status === 400);
    if (!isFromGone) throw error;
    return await pageFrom({ client }, list, '', signal);
  }
}

/** Nothing of ours is older than the account. */
function startOf({ account, parts, lookedFarBackAt }: MollieAccount, since: Date): Date {
  const nowMs = parts.now().getTime();
  if (lookedFarBackAt !== null && nowMs - lookedFarBackAt.getTime() < HOUR_MS) return since;
  const farMs = Math.max(nowMs - FAR_BACK_MS, account.createdAt.getTime());
  return new Date(Math.min(farMs, since.getTime()));
}

/** null: it is a refund of ours that is asked for when it is due, or names no payment. */
function factOf(fact: Listed, list: string): NotificationItem | null {
  if (!isId(fact.paymentId)) return null;
  if (list === 'refunds' && 'metadata' in fact && referenceIn(fact) !== null && !hasFailed(fact)) return null;
  const state =
    'reversedAt' in fact && fact.reversedAt ? 'reversed' : 'status' in fact ? fact.status : 'made';
  const kind = list === 'refunds' ? 'refund' : 'chargeback';
  return hintOf(fact.paymentId, `${fact.id}@${String(state)}`, kind, dateIn(fact.createdAt));
}

/** Nobody asks for a completed refund again, and it may fail after all. */
const hasFailed = ({ status }: MollieRefund): boolean => status === 'failed' || status === 'canceled';
