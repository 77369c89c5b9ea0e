// Asks Stripe what it pays out (contract 17): its list of payouts, one payout, and the balance transactions that are in
// it. Called by the code that imports settlements. Stripe has a list only for automatic payouts, and the list is
// complete only after `payout.reconciliation_completed`; before that, linesOf must never answer a part of it.
import type { ReportedLine, SettlementSource } from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from '../account.ts';
import {
  type BalanceTransaction,
  idIn,
  isId,
  isObject,
  isRecord,
  objectOf,
  type StripePayout,
} from '../objects.ts';
import { askedFor } from './asking.ts';
import { lineOf } from './balance-lines.ts';
import { subjectsOf } from './line-subjects.ts';
import { currencyOf, payoutReport } from './payout-report.ts';

const PAGE_SIZE = 100;
const DAY_MS = 24 * 60 * 60_000;
/**
 * Stripe lists payouts by the day when they were made. They arrive some days later, and a bank may send one back five
 * working days after that, so the list begins this much earlier.
 */
const LOOK_BACK_MS = 21 * DAY_MS;

export function settlementsOf(at: StripeAccount): SettlementSource {
  return {
    payouts: (wanted, signal) => listPayouts(at, wanted, signal),
    async payout(reference, signal) {
      const stripe = await at.client.during(signal);
      const payout = await readPayout(stripe, reference);
      return payout && (await payoutReport(at, stripe, payout));
    },
    linesOf: (reference, after, signal) => pageOfLines(at, { reference, after }, signal),
  };
}

async function listPayouts(
  at: StripeAccount,
  { since, after }: { since: Date; after: string | null },
  signal: AbortSignal,
): Promise<{ payouts: string[]; rest: string | null }> {
  const stripe = await at.client.during(signal);
  const from = Math.max(0, Math.floor((since.getTime() - LOOK_BACK_MS) / 1000));
  const list = await askedFor(
    'payouts',
    stripe.payouts.list({
      created: { gte: from },
      limit: PAGE_SIZE,
      ...(after !== null && { starting_after: after }),
    }),
  );
  const { found, rest } = pageOf<StripePayout>(list, after);
  // A pending payout can still be changed or cancelled.
  const payouts = found.filter(({ status }) => status !== 'pending').map(({ id }) => id);
  return { payouts, rest };
}

async function pageOfLines(
  at: StripeAccount,
  { reference, after }: { reference: string; after: string | null },
  signal: AbortSignal,
): Promise<{ lines: ReportedLine[]; rest: string | null } | 'none' | 'not-yet'> {
  const stripe = await at.client.during(signal);
  const payout = await readPayout(stripe, reference);
  if (!payout || payout.automatic === false || payout.reconciliation_status === 'not_applicable')
    return 'none';
  if (payout.reconciliation_status !== 'completed') return 'not-yet';
  const currency = currencyOf(payout);
  const list = await askedFor(
    'the lines of a payout',
    stripe.balanceTransactions.list({
      payout: reference,
      limit: PAGE_SIZE,
      expand: ['data.source'],
      ...(after !== null && { starting_after: after }),
    }),
  );
  const { found, rest } = pageOf<BalanceTransaction>(list, after);
  const listed = found.filter((transaction) => !isPayoutItself(transaction, reference));
  const subjects = await subjectsOf(stripe, listed);
  const lines = listed.map((transaction, place) =>
    lineOf(transaction, subjects[place]!, currency, at.parts.unknownValue),
  );
  return { lines, rest };
}

/** Another payout is a line like any other: an earlier one that was made by hand also lowers the balance. */
function isPayoutItself({ type, reporting_category, source }: BalanceTransaction, reference: string) {
  const isPayout = type === 'payout' || reporting_category === 'payout';
  const id = idIn(source);
  return isPayout && (id === null || id === reference);
}

async function readPayout(stripe: Stripe, reference: string): Promise<StripePayout | null> {
  if (!isId(reference)) return null;
  const found: unknown = await askedFor('a payout', stripe.payouts.retrieve(reference));
  return found === null ? null : objectOf<StripePayout>(found, reference);
}

/** A page that cannot be read whole is an error, so that no line is ever skipped. */
function pageOf<Of extends { id: string }>(
  list: unknown,
  after: string | null,
): { found: Of[]; rest: string | null } {
  if (!isRecord(list) || !Array.isArray(list.data) || !list.data.every(isObject)) {
    throw new Error('Stripe’s answer is not a list');
  }
  const found = list.data as { id: string }[] as Of[];
  if (list.has_more !== true) return { found, rest: null };
  const last = found.at(-1)?.id ?? null;
  if (last === null || last === after) throw new Error('Stripe’s list cannot be continued');
  return { found, rest: last };
}
