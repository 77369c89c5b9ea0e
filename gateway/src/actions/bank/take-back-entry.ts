// A person takes an assignment of a bank entry back (decision 135), until the month is closed. A pay-in that the entry
// completed stays COMPLETED and is `returned`: a counter transfer takes its money out of the balance, and its webhook
// says so. The entry waits for a person again. All of it is one commit.

import { judgeReturn } from '../../domain/after-end/return.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { toWire } from '../../domain/money/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { returnEvent } from '../../domain/webhooks/webhook-event.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { findEntry, releaseEntry, type StoredEntry } from '../../storage/bank/entry-store.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { lockBrand } from '../../storage/merchants/brand-store.ts';
import { listMonthEnds } from '../../storage/month-end/month-end-store.ts';
import { findSettlement, lockSource, saveSettlement } from '../../storage/settlements/settlement-store.ts';
import { writeStep } from '../after-end/write-step.ts';
import type { Context } from '../context.ts';
import { sourceOf } from '../settlements/look-at-settlement.ts';
import { withState } from '../settlements/store-lines.ts';
import { isAssigned, isInClosedMonth } from './assignment.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

interface TakingBack {
  entry: StoredEntry;
  by: AuditActor;
  reason: string;
}

/** The merchant's server gets it; the person's own words are for the audit log. */
const RETURN_REASON = 'a bank entry was assigned to it by mistake';

/** Throws Refusal 404, or 409 if there is nothing to take back, or its month is closed. */
export async function takeBackBankEntry(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<StoredEntry> {
  const entry = await findEntry(context.sql, brand, entryId);
  if (!entry) throw new Refusal(404, 'entryId: the brand has no such entry');
  if (entry.state !== 'applied' || !isAssigned(entry))
    throw new Refusal(409, 'entryId: nobody assigned this entry, so there is nothing to take back');
  const taking = { entry, by, reason };
  if (entry.transactionId !== null && entry.role === 'paid')
    await takeFromPayin(context, entry.transactionId, taking);
  else if (entry.settlementId !== null) await takeFromSettlement(context, entry.settlementId, taking);
  const after = await findEntry(context.sql, brand, entryId);
  if (!after) throw new Refusal(409, 'entryId: the entry has just changed');
  return after;
}

async function takeFromPayin(context: Context, id: string, taking: TakingBack): Promise<void> {
  const { merchantId } = taking.entry;
  await writeStep(context, { merchantId, id }, ({ transaction, disputes }) => {
    if (transaction.amountRefundedMinor > 0n)
      throw new Refusal(409, 'entryId: money of its payment was refunded, so the assignment stays');
    const judged = judgeReturn(transaction, RETURN_REASON, context.now(), disputes);
    if (judged.kind === 'refused') throw new Refusal(409, judged.fault);
    if (judged.kind === 'known') throw new Refusal(409, 'entryId: its payment came back before');
    const { after } = judged.change;
    // A month-end does not look for its money at the bank.
    const returned = { ...after.returned!, takenBack: true as const };
    const change = { ...judged.change, after: { ...after, returned } };
    return {
      ...change,
      dispute: null,
      eventOf: (eventId, brand) => returnEvent(change, eventId, brand),
      audit: null,
      also: async (tx) => await release(context, tx, taking, transaction),
    };
  });
}

/** No balance moved when the entry was assigned to the payout of a provider. */
async function takeFromSettlement(context: Context, id: string, taking: TakingBack): Promise<void> {
  const { entry } = taking;
  await withRetries(() =>
    context.sql.begin(async (tx) => {
      const at = context.now();
      const before = await findSettlement(tx, entry, id);
      if (before) await lockSource(tx, sourceOf(before), at);
      const current = before && (await findSettlement(tx, entry, id));
      if (current?.bankEntryId !== entry.id) throw changed();
      // It waits for a credit again, so it is looked at again.
      const waiting = { ...current, bankEntryId: null, creditMinor: null, dueAt: at, looks: 0 };
      await saveSettlement(tx, withState(waiting), at);
      await release(context, tx, taking, null);
    }),
  );
}

async function release(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { entry, by, reason }: TakingBack,
  payin: Transaction | null,
): Promise<void> {
  // Closing a month holds the same lock before it reads and when it commits. The time is taken under the lock, so a
  // month-end that does not know of this began earlier.
  await lockBrand(tx, entry.merchantId, entry.brandId);
  const at = now();
  await requireOpenMonth(tx, entry, payin);
  const words = `its assignment was taken back: ${reason}`;
  if (!(await releaseEntry(tx, entry, { words, at }))) throw changed();
  const { merchantId, brandId, id: entryId, amountMinor, currency } = entry;
  const to = payin ? { transactionId: payin.id } : { settlementId: entry.settlementId };
  const amount = amountMinor === null || currency === null ? null : toWire(amountMinor, currency);
  await appendAudit(tx, {
    merchantId,
    at,
    by,
    action: 'bank-entry.taken-back',
    target: { kind: 'brand', id: brandId },
    before: { entryId, state: 'applied', ...to },
    after: { entryId, state: 'unmatched', ...to, reason, amount, currency },
  });
}

/** A month-end shows the assignment, so from then on only a correction in a later month is possible. */
async function requireOpenMonth(tx: SqlTransaction, entry: StoredEntry, payin: Transaction | null) {
  const [last] = await listMonthEnds(tx, entry, 1);
  if (isInClosedMonth(entry, payin?.completedAt ?? null, last))
    throw new Refusal(409, `entryId: ${last!.month} is closed, and shows the assignment`);
}

const changed = () => new Refusal(409, 'entryId: the entry has just changed');
