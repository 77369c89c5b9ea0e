// Approves payouts in groups: the status change and setting the money aside are one commit. If a brand's balance does
// not cover all payouts approved together, it approves only as many as it covers (contract 8, 10). It folds and locks
// the balance once for a whole group, so a hundred approvals cost one lock.

import { balanceEffect } from '../../domain/ledger/ledger.ts';
import { GIVEN_ACCESS_COUNTS_MS, type GivenAccess, whyNotApprove } from '../../domain/payouts/four-eyes.ts';
import { listGivenAccess } from '../access/given-access.ts';
import { insertAudit, lockAuditHeads } from '../audit/audit-log.ts';
import {
  type AnyTransaction,
  inPipeline,
  type Pipeline,
  retryAfterConnectionLoss,
  type Sql,
  withRetries,
} from '../database/database.ts';
import { type Balance, foldBalance, setBalance } from '../ledger/ledger-store.ts';
import { lockFourEyes } from '../merchants/brand-store.ts';
import { type ApplyJob, auditsOf, changesOf, insertTraces, wasWrittenBefore } from './apply-changes.ts';
import { insertSteps } from './write-steps.ts';

export type Approved =
  | 'approved'
  /** The payout has changed meanwhile; nothing was written. */
  | 'lost'
  /** The balance is too low; nothing was written. */
  | 'short'
  /** The brand has four eyes, and another person must approve; nothing was written. */
  | 'own';

interface BalanceJobs {
  merchantId: string;
  brandId: string;
  currency: string;
  jobs: ApplyJob[];
}

/** One database transaction for all jobs, unless two are for the same payout: those run one after the other. */
export async function approveGroup(sql: Sql, pipeline: Pipeline, jobs: ApplyJob[]): Promise<Approved[]> {
  const answers = new Map<ApplyJob, Approved>();
  let rest = jobs;
  while (rest.length > 0) {
    const turn = firstOfEach(rest);
    for (const [job, answer] of await approveDistinct(sql, pipeline, turn)) answers.set(job, answer);
    rest = rest.filter((job) => !turn.includes(job));
  }
  return jobs.map((job) => answers.get(job)!);
}

function firstOfEach(jobs: ApplyJob[]): ApplyJob[] {
  const ids = new Set<string>();
  return jobs.filter(({ change: { after } }) => !ids.has(after.id) && ids.add(after.id));
}

async function approveDistinct(
  sql: Sql,
  pipeline: Pipeline,
  jobs: ApplyJob[],
): Promise<Map<ApplyJob, Approved>> {
  const answers = await retryAfterConnectionLoss(() =>
    withRetries(() => inPipeline(pipeline, (tx) => approveAll(tx, jobs))),
  );
  const is = (kind: Approved) => jobs.filter((job) => answers.get(job) === kind);
  // A commit whose acknowledgement was lost has changed the payout and set the money aside. So the next try finds
  // neither the payout unchanged nor the money available. That commit may have been for a larger group, which was
  // divided since.
  for (const job of [...is('lost'), ...is('short')])
    if (await wasWrittenBefore(sql, job, false)) answers.set(job, 'approved');
  // Money planned for payouts that had changed is available for the others after all.
  const short = is('short');
  if (short.length > 0 && is('lost').length > 0)
    for (const [job, answer] of await approveDistinct(sql, pipeline, short)) answers.set(job, answer);
  return answers;
}

async function approveAll(tx: AnyTransaction, asked: ApplyJob[]) {
  const answers = new Map<ApplyJob, Approved>();
  const jobs = await withoutOwn(tx, asked, answers);
  const groups = jobsByBalance(jobs);
  const balances = new Map<BalanceJobs, Balance>();
  for (const group of groups) {
    const balance = await foldBalance(tx, group.merchantId, group.brandId, group.currency);
    balances.set(group, balance);
    let left = balance.availableMinor;
    for (const job of group.jobs) {
      const { amountMinor } = job.change.after;
      answers.set(job, amountMinor <= left ? 'approved' : 'short');
      if (amountMinor <= left) left -= amountMinor;
    }
  }
  const affordable = jobs.filter((job) => answers.get(job) === 'approved');
  // The heads of the audit log are locked after the rows, in the same round trip.
  const [winners, heads] =
    affordable.length > 0
      ? await Promise.all([
          insertSteps(tx, changesOf(affordable), 'is left out'),
          lockAuditHeads(tx, auditsOf(affordable)),
        ])
      : [new Set<string>(), new Map()];
  for (const job of affordable) if (!winners.has(job.change.after.id)) answers.set(job, 'lost');
  const won = affordable.filter((job) => winners.has(job.change.after.id));
  const settled = groups.map((group) =>
    setBalance(tx, group, afterAll(balances.get(group)!, group, winners)),
  );
  return {
    last: [...settled, ...insertAudit(tx, heads, auditsOf(won)), ...insertTraces(tx, won, 'are set')],
    answer: answers,
  };
}

/**
 * Locks the setting until the commit. So once four eyes is on, an approval that read the former setting cannot pass.
 */
async function withoutOwn(
  tx: AnyTransaction,
  jobs: ApplyJob[],
  answers: Map<ApplyJob, Approved>,
): Promise<ApplyJob[]> {
  const made = jobs.filter(({ change }) => change.before.details.maker !== undefined);
  if (made.length === 0) return jobs;
  const brands = await lockFourEyes(
    tx,
    made.map(({ change }) => change.after),
  );
  const watched = made.filter(({ change }) => brands.has(change.after.brandId));
  const given = await givenAccess(tx, watched);
  for (const job of watched) {
    const { maker } = job.change.before.details;
    if (whyNotApprove(maker!, job.audit?.by ?? null, given) !== null) answers.set(job, 'own');
  }
  return jobs.filter((job) => !answers.has(job));
}

async function givenAccess(tx: AnyTransaction, jobs: readonly ApplyJob[]): Promise<GivenAccess[]> {
  const given: GivenAccess[] = [];
  const latest = new Map(jobs.map(({ change: { after } }) => [after.merchantId, after.updatedAt]));
  for (const [merchantId, at] of latest)
    given.push(...(await listGivenAccess(tx, merchantId, new Date(at.getTime() - GIVEN_ACCESS_COUNTS_MS))));
  return given;
}

/** Each brand's balance in each currency, in the order of their keys, so that two processes cannot deadlock. */
function jobsByBalance(jobs: ApplyJob[]): BalanceJobs[] {
  const groups = new Map<string, BalanceJobs>();
  for (const job of jobs) {
    const { merchantId, brandId, currency } = job.change.after;
    const key = `${merchantId} ${brandId} ${currency}`;
    const group = groups.get(key) ?? { merchantId, brandId, currency, jobs: [] };
    group.jobs.push(job);
    groups.set(key, group);
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function afterAll(before: Balance, { jobs }: BalanceJobs, winners: ReadonlySet<string>): Balance {
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
