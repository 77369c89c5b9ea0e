// The background loops of a worker process: due transactions and refunds, balances and listings to fold, data to delete,
// the nightly proof. They run in processes with the role worker or all. Webhooks have their own loops (webhooks/).
import type { Context } from '../actions/context.ts';
import { closeEndedDays } from './close-days.ts';
import { sweepDueNotifications } from './due-notifications.ts';
import { sweepDueRefunds } from './due-refunds.ts';
import { sweepDueTransactions } from './due-transactions.ts';
import { foldBalances } from './fold-balances.ts';
import { fillFormerListing, foldListing } from './fold-listing.ts';
import { sweepOldKeys } from './forget-keys.ts';
import { forgetOldCounts } from './forget-old-counts.ts';
import { forgetOldRequests } from './forget-old-requests.ts';
import { startLoop } from './loop.ts';
import { askForMissedNotifications } from './missed-notifications.ts';
import { nightlyLedgerCheck } from './nightly-ledger-check.ts';
import { removeOldDocuments } from './remove-documents.ts';
import { replayWebhooks } from './webhooks/replay-webhooks.ts';

/** A turn may wait for providers, whose deadlines are under half a minute, or equally long for locks of other writers. */
const LATE_AFTER_WAITING_MS = 60_000;
/** It reads every row, with an hour for each statement (database.ts, withPatience). */
const LATE_AFTER_PROOF_MS = 4 * 3_600_000;

export function startChores(context: Context): () => Promise<void> {
  const loops = [
    startLoop(context, {
      name: 'due transactions',
      everyMs: 250,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => sweepDueTransactions(context),
    }),
    startLoop(context, {
      name: 'due refunds',
      everyMs: 250,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => sweepDueRefunds(context),
    }),
    startLoop(context, {
      name: 'due notifications',
      everyMs: 250,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => sweepDueNotifications(context),
    }),
    startLoop(context, {
      name: 'missed notifications',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: askForMissedNotifications(context),
    }),
    startLoop(context, {
      name: 'fold balances',
      everyMs: 1_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: foldBalances(context),
    }),
    startLoop(context, {
      name: 'fold listing',
      everyMs: 250,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: foldListing(context),
    }),
    startLoop(context, {
      name: 'fill listing',
      everyMs: 5_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: fillFormerListing(context),
    }),
    startLoop(context, {
      name: 'old keys',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => sweepOldKeys(context),
    }),
    startLoop(context, {
      name: 'old documents',
      everyMs: 600_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => removeOldDocuments(context),
    }),
    startLoop(context, {
      name: 'old counts',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => forgetOldCounts(context),
    }),
    startLoop(context, {
      name: 'old requests',
      everyMs: 600_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => forgetOldRequests(context),
    }),
    startLoop(context, {
      name: 'replays',
      everyMs: 250,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: () => replayWebhooks(context),
    }),
    startLoop(context, {
      name: 'ended days',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_WAITING_MS,
      work: closeEndedDays(context),
    }),
    startLoop(context, {
      name: 'nightly ledger check',
      everyMs: 60_000,
      lateAfterMs: LATE_AFTER_PROOF_MS,
      work: nightlyLedgerCheck(context),
    }),
  ];
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
