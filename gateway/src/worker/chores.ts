// The background loops of a worker process: due transactions and refunds, balances and listings to fold, data to
// delete, the nightly proof. They run in processes with the role worker or all. Webhooks have their own loops
// (webhooks/). It never does the work itself: each loop has a module of its own.

import { eraseArchived } from '../actions/archive/erase-archived.ts';
import { applyLeftStatements } from '../actions/bank/apply-statement.ts';
import type { Context } from '../actions/context.ts';
import { eraseExpired } from '../actions/erasure/erase-expired.ts';
import { eraseNoted } from '../actions/erasure/erase-noted.ts';
import { makeMonths } from '../storage/schema/make-months.ts';
import { closeEndedDays } from './close-days.ts';
import { sweepDueCaptures } from './due-captures.ts';
import { forgetMails, MOST_MAILS, sweepDueMails, writeMails } from './due-mails.ts';
import { sweepDueMandates } from './due-mandates.ts';
import { sweepDueNotifications } from './due-notifications.ts';
import { sweepDueRefunds } from './due-refunds.ts';
import { sweepDueResponses } from './due-responses.ts';
import { askForMissedPayouts, sweepDueSettlements } from './due-settlements.ts';
import { sweepDueTransactions } from './due-transactions.ts';
import { foldBalances } from './fold-balances.ts';
import { fillFormerListing, foldListing } from './fold-listing.ts';
import { sweepOldKeys } from './forget-keys.ts';
import { forgetOldCounts } from './forget-old-counts.ts';
import { forgetOldRequests } from './forget-old-requests.ts';
import { InFlight } from './in-flight.ts';
import { type LoopOptions, startLoop } from './loop.ts';
import { askForMissedNotifications } from './missed-notifications.ts';
import { nightlyAuditCheck, nightlyLedgerCheck } from './nightly-checks.ts';
import { removeOldDocuments } from './remove-documents.ts';
import { paceOf } from './turn-result.ts';
import { runReplays } from './webhooks/run-replays.ts';

/**
 * A turn may wait for a provider, whose deadline is under half a minute, and as long for the locks of other writers.
 */
const LATE_AFTER_WAITING_MS = 60_000;
/** A proof reads every row, with an hour for each statement (database.ts, withPatientConnection). */
const LATE_AFTER_PROOF_MS = 4 * 3_600_000;

/**
 * Each call makes new loops with their own state. If a loop has no `lateAfterMs`, LATE_AFTER_WAITING_MS applies to it.
 */
function choresOf(
  context: Context,
  slow: Record<
    | 'transactions'
    | 'refunds'
    | 'captures'
    | 'mandates'
    | 'responses'
    | 'notifications'
    | 'settlements'
    | 'mails',
    InFlight
  >,
): (Omit<LoopOptions, 'lateAfterMs'> & { lateAfterMs?: number })[] {
  return [
    { name: 'due transactions', everyMs: 250, work: () => sweepDueTransactions(context, slow.transactions) },
    { name: 'due refunds', everyMs: 250, work: () => sweepDueRefunds(context, slow.refunds) },
    { name: 'due captures', everyMs: 250, work: () => sweepDueCaptures(context, slow.captures) },
    { name: 'due mandates', everyMs: 1_000, work: () => sweepDueMandates(context, slow.mandates) },
    { name: 'due responses', everyMs: 1_000, work: () => sweepDueResponses(context, slow.responses) },
    {
      name: 'due notifications',
      everyMs: 250,
      work: () => sweepDueNotifications(context, slow.notifications),
    },
    {
      name: 'missed notifications',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: askForMissedNotifications(context),
    },
    { name: 'due settlements', everyMs: 1_000, work: () => sweepDueSettlements(context, slow.settlements) },
    {
      name: 'missed payouts',
      everyMs: 600_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: askForMissedPayouts(context),
    },
    { name: 'due mails', everyMs: 1_000, work: () => sweepDueMails(context, slow.mails) },
    { name: 'new mails', everyMs: 15_000, work: () => writeMails(context) },
    { name: 'old mails', everyMs: 600_000, work: () => forgetMails(context) },
    { name: 'fold balances', everyMs: 1_000, work: foldBalances(context) },
    { name: 'fold listing', everyMs: 250, work: foldListing(context) },
    { name: 'fill listing', everyMs: 5_000, work: fillFormerListing(context) },
    { name: 'old keys', everyMs: 60_000, work: () => sweepOldKeys(context) },
    { name: 'old documents', everyMs: 600_000, work: () => removeOldDocuments(context) },
    { name: 'old counts', everyMs: 60_000, work: () => forgetOldCounts(context) },
    { name: 'old requests', everyMs: 600_000, work: () => forgetOldRequests(context) },
    { name: 'erasures', everyMs: 1_000, work: () => eraseNoted(context) },
    { name: 'personal data', everyMs: 60_000, work: () => eraseExpired(context) },
    {
      name: 'archive erasures',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: () => eraseArchived(context),
    },
    { name: 'replays', everyMs: 250, work: () => runReplays(context) },
    {
      name: 'left statements',
      everyMs: 5_000,
      work: async () => ((await applyLeftStatements(context)) === 0 ? 'nothing' : 'done'),
    },
    {
      name: 'months',
      everyMs: 600_000,
      work: async () => void (await makeMonths(context.sql, context.now())),
    },
    { name: 'ended days', everyMs: 60_000, work: closeEndedDays(context) },
    {
      name: 'nightly ledger check',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: nightlyLedgerCheck(context),
    },
    {
      name: 'nightly audit check',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: nightlyAuditCheck(context),
    },
  ];
}

export function startChores(context: Context): () => Promise<void> {
  const slow = {
    transactions: new InFlight(),
    refunds: new InFlight(),
    captures: new InFlight(),
    mandates: new InFlight(),
    responses: new InFlight(),
    notifications: new InFlight(),
    settlements: new InFlight(),
    mails: new InFlight({ most: MOST_MAILS }),
  };
  const loops = choresOf(context, slow).map((chore) =>
    startLoop(context, {
      lateAfterMs: LATE_AFTER_WAITING_MS,
      ...chore,
      ...paceOf(context.sql, chore.everyMs),
    }),
  );
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
    await Promise.all(Object.values(slow).map((one) => one.settled()));
  };
}
