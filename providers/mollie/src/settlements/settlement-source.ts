// Asks Mollie what it pays out (contract 17): its list of settlements, one settlement, and what is in it. Called by the
// code that imports settlements. An API key may not read them, so an account without an access token tells none. A
// settlement is of the whole organization: payments of another profile are lines without a payment of ours.
import type { Provider, ReportedLine, ReportedPayout, SettlementSource } from '@tollgate/provider-kit';
import type { MollieAccount } from '../account.ts';
import { type Amount, fromMollieAmount } from '../amounts.ts';
import { failureOf, type MollieClient } from '../client.ts';
import { cleanText, dateIn, isId, type MollieSettlement, objectOf, pageOf } from '../objects.ts';
import { costLines } from './cost-lines.ts';
import { LISTS, type ListName, linesOfPage } from './listed-lines.ts';

const PAGE_SIZE = 250;
const DAY_MS = 24 * 60 * 60_000;
/** Mollie lists settlements by the day when they were made. One of a whole month is closed and paid out after that. */
const LOOK_BACK_MS = 45 * DAY_MS;

interface Asked {
  at: MollieAccount;
  organization: MollieClient;
}

export function settlementsOf(at: MollieAccount): Pick<Provider, 'settlements'> {
  const { organization } = at;
  if (organization === null) return {};
  const asked = { at, organization };
  const settlements: SettlementSource = {
    payouts: (wanted, signal) => listSettlements(asked, wanted, signal),
    async payout(reference, signal) {
      const settlement = await readSettlement(asked, reference, signal);
      return settlement && payoutOf(at, settlement);
    },
    linesOf: (reference, after, signal) => pageOfLines(asked, { reference, after }, signal),
  };
  return { settlements };
}

async function listSettlements(
  { organization }: Asked,
  { since, after }: { since: Date; after: string | null },
  signal: AbortSignal,
): Promise<{ payouts: string[]; rest: string | null }> {
  const from = after === null ? '' : `&from=${after}`;
  const answer = await organization.get(`settlements?limit=${PAGE_SIZE}${from}`, signal);
  const { found, rest } = pageOf<MollieSettlement>(answer, 'settlements');
  const earliest = new Date(since.getTime() - LOOK_BACK_MS);
  const recent = found.filter(({ createdAt }) => (dateIn(createdAt) ?? since) >= earliest);
  const payouts = recent.filter(isClosed).map(({ id }) => id);
  return { payouts, rest: recent.length < found.length ? null : rest };
}

/** Before that, payments may still be added. */
const isClosed = ({ status }: MollieSettlement): boolean => status !== 'open' && status !== 'pending';

/** null: Mollie has no such settlement. */
async function readSettlement(
  { organization }: Asked,
  reference: string,
  signal: AbortSignal,
): Promise<MollieSettlement | null> {
  if (!isId(reference)) return null;
  try {
    const answer = await organization.get(`settlements/${reference}`, signal);
    return objectOf<MollieSettlement>(answer, 'settlement', reference);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && failure.status === 404 && failure.isReadable) return null;
    throw error;
  }
}

function payoutOf({ parts }: MollieAccount, settlement: MollieSettlement): ReportedPayout {
  const { id, status, settledAt, reference } = settlement;
  const { amountMinor, currency } = amountOf(settlement);
  const known: readonly unknown[] = ['open', 'pending', 'processing-at-bank', 'paidout', 'failed'];
  if (!known.includes(status)) parts.unknownValue('settlement.status', String(status));
  const word = typeof reference === 'string' ? cleanText(reference, 100).trim() : '';
  return {
    reference: id,
    currency,
    netMinor: amountMinor,
    paidAt: status === 'paidout' ? dateIn(settledAt) : null,
    failure: status === 'failed' ? 'Mollie could not pay it out' : null,
    // The text at the bank contains the settlement's reference.
    bankWords: word === '' ? [] : [word],
  };
}

function amountOf({ id, amount }: MollieSettlement): Amount {
  const known = fromMollieAmount(amount);
  if (!known) throw new Error(`the settlement ${id} has an amount or currency that is not known`);
  return known;
}

async function pageOfLines(
  asked: Asked,
  { reference, after }: { reference: string; after: string | null },
  signal: AbortSignal,
): Promise<{ lines: ReportedLine[]; rest: string | null } | 'none' | 'not-yet'> {
  const settlement = await readSettlement(asked, reference, signal);
  if (!settlement) return 'none';
  if (!isClosed(settlement)) return 'not-yet';
  const payout = amountOf(settlement);
  const [name = LISTS[0], from = ''] = after?.split(':') ?? [];
  const place = LISTS.indexOf(name as ListName);
  const list = LISTS[place];
  if (list === undefined) return { lines: costLines(settlement, payout), rest: null };
  const start = from === '' ? '' : `&from=${from}`;
  const embed = list === 'payments' ? '' : '&embed=payment';
  const path = `settlements/${reference}/${list}?limit=${PAGE_SIZE}${embed}${start}`;
  const answer = await asked.organization.get(path, signal);
  const { lines, rest } = await linesOfPage(asked, { list, answer, currency: payout.currency }, signal);
  const next = LISTS[place + 1] ?? 'costs';
  return { lines, rest: rest === null ? `${next}:` : `${list}:${rest}` };
}
