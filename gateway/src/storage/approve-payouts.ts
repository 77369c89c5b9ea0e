// Approves payouts in groups: the status change and the money set aside for it are one commit, and of all that are approved
// at once for a brand only as many as its balance carries (contract 8, 10). Called by transaction-store.ts. The balance is
// folded and locked once for a whole group, so a hundred approvals cost one lock.
import { balanceEffect } from '../domain/ledger.ts';
import { type ApplyJob, insertTraces, updateTransactions } from './apply-changes.ts';
import { inFewTrips, type Sql, type SqlTransaction, withRetries } from './database.ts';
import { type Balance, foldBalance, setBalance } from './ledger-store.ts';

export type Approved =
  | 'approved'
  /** The payout has moved meanwhile; nothing was written. */
  | 'lost'
  /** The balance does not carry it; nothing was written. */
  | 'short';

interface Purse {
  merchantId: string;
  brandId: string;
  currency: string;
  jobs: ApplyJob[];
}

/** One database transaction for all jobs, which are of different payouts. */
export async function approveGroup(lane: Sql, jobs: ApplyJob[]): Promise<Approved[]> {
  const answers = await withRetries(() => inFewTrips(lane, (tx) => approveAll(tx, jobs)));
  return jobs.map((job) => answers.get(job)!);
}

async function approveAll(tx: SqlTransaction, jobs: ApplyJob[]) {
  const answers = new Map<ApplyJob, Approved>();
  const purses = pursesOf(jobs);
  const balances = new Map<Purse, Balance>();
  for (const purse of purses) {
    const balance = await foldBalance(tx, purse.merchantId, purse.brandId, purse.currency);
    balances.set(purse, balance);
    let left = balance.availableMinor;
    for (const job of purse.jobs) {
      const { amountMinor } = job.change.after;
      answers.set(job, amountMinor <= left ? 'approved' : 'short');
      if (amountMinor <= left) left -= amountMinor;
    }
  }
  const affordable = jobs.filter((job) => answers.get(job) === 'approved');
  const moved = affordable.length > 0 ? await updateTransactions(tx, affordable, 'is left out') : [];
  const winners = new Set(moved.map((row) => row.id));
  for (const job of affordable) if (!winners.has(job.change.after.id)) answers.set(job, 'lost');
  const won = affordable.filter((job) => winners.has(job.change.after.id));
  const settled = purses.map((purse) =>
    setBalance(tx, purse, afterAll(balances.get(purse)!, purse, winners)),
  );
  return { last: [...settled, ...insertTraces(tx, won, 'are set')], answer: answers };
}

/** Each brand's purse in each currency, in the order of their keys, so that two processes cannot deadlock. */
function pursesOf(jobs: ApplyJob[]): Purse[] {
  const purses = new Map<string, Purse>();
  for (const job of jobs) {
    const { merchantId, brandId, currency } = job.change.after;
    const key = `${merchantId} ${brandId} ${currency}`;
    const purse = purses.get(key) ?? { merchantId, brandId, currency, jobs: [] };
    purse.jobs.push(job);
    purses.set(key, purse);
  }
  return [...purses.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, purse]) => purse);
}

function afterAll(before: Balance, { jobs }: Purse, winners: ReadonlySet<string>): Balance {
  const after = { ...before };
  for (const { change } of jobs) {
    if (!winners.has(change.after.id)) continue;
    for (const movement of change.movements) {
      const effect = balanceEffect(movement);
      after.availableMinor += effect.availableMinor;
      after.reservedMinor += effect.reservedMinor;
    }
  }
  return after;
}
