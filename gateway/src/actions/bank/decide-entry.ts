// A person decides about an entry that does not fit (contract 15): they assign it to a pay-in, or dismiss it. Both are
// audited. An assigned entry pays in the same way as every other entry.
import type { AuditActor, AuditEntry, AuditFacts } from '../../domain/audit/audit.ts';
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { countedLike, toWire } from '../../domain/money/money.ts';
import { payoutOf } from '../../domain/settlements/settlement.ts';
import {
  isCapturedLater,
  isFinal,
  isLateSuccess,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { assignEntry, dismissEntry, findEntry, type StoredEntry } from '../../storage/bank/entry-store.ts';
import { extendLease } from '../../storage/bank/statement-store.ts';
import { type Sql, type SqlTransaction, violates, withRetries } from '../../storage/database/database.ts';
import { findSettlement } from '../../storage/settlements/settlement-store.ts';
import { readSentCharges } from '../../storage/transactions/sent-charges.ts';
import type { Context } from '../context.ts';
import { applyStatement, LEASE_MS } from './apply-statement.ts';
import { assignedWords } from './assignment.ts';
import { payAtBank } from './pair-credits.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** Throws Refusal 404, or 409 if there is nothing to decide. */
export async function assignBankEntry(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  {
    entryId,
    transactionId,
    reason,
    isPart,
  }: { entryId: string; transactionId: string; reason: string; isPart: boolean },
): Promise<StoredEntry> {
  const entry = await requireOpenEntry(context.sql, brand, entryId);
  const transaction = await context.transactions.find(brand.merchantId, transactionId);
  if (transaction?.brandId !== brand.brandId)
    throw new Refusal(404, 'transactionId: the brand has no such transaction');
  await requireFit(context, entry, transaction, isPart);
  const words = assignedWords(reason);
  await inCommit(context, async (tx) => {
    const assigned = await assignEntry(tx, entry, { transactionId, reason: words, isPart });
    if (assigned === 'taken')
      throw new Refusal(409, 'transactionId: another entry has already paid this transaction');
    if (!assigned) throw decided(await requireEntry(tx, brand, entryId));
    const at = context.now();
    await extendLease(tx, { ...brand, id: entry.statementId }, new Date(at.getTime() + LEASE_MS));
    const part = isPart ? { partPayment: true } : {};
    const after = { state: 'applied', transactionId, reason, ...part, ...factsOf(entry) };
    await appendAudit(tx, auditOf(entry, { by, at, action: 'bank-entry.assigned', after }));
  });
  await applyStatement(context, { ...brand, id: entry.statementId });
  const after = await requireEntry(context.sql, brand, entryId);
  if (after.state !== 'applied') throw new Refusal(409, `entryId: ${after.reason}`, { transactionId });
  return after;
}

/**
 * The credit is this payout of a provider (contract 17). Throws Refusal 404, or 409 if there is nothing to decide, or
 * the amount is another.
 */
export async function assignBankEntryToSettlement(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { entryId, settlementId, reason }: { entryId: string; settlementId: string; reason: string },
): Promise<StoredEntry> {
  const entry = await requireOpenEntry(context.sql, brand, entryId);
  const settlement = await findSettlement(context.sql, brand, settlementId);
  if (!settlement) throw new Refusal(404, 'settlementId: the brand has no such settlement');
  if (entry.direction !== 'credit') throw new Refusal(409, 'entryId: only incoming money can be assigned');
  if (entry.amountMinor !== payoutOf(settlement) || entry.currency !== settlement.currency)
    throw new Refusal(409, 'settlementId: its amount or currency differs from the entry');
  const after = { state: 'applied', settlementId, reason, ...factsOf(entry) };
  const audit = auditOf(entry, { by, at: context.now(), action: 'bank-entry.assigned', after });
  if (!(await payAtBank(context, settlement, entry, { reason: assignedWords(reason), audit })))
    throw new Refusal(
      409,
      'settlementId: another entry is this payout already, or the entry was decided meanwhile',
    );
  return await requireEntry(context.sql, brand, entryId);
}

/**
 * The entry needs nobody's attention any more, and moves no money. Throws Refusal 404, or 409 if there is nothing to
 * decide.
 */
export async function dismissBankEntry(
  context: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brand: OfBrand,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<StoredEntry> {
  const entry = await requireOpenEntry(context.sql, brand, entryId);
  const words = `dismissed: ${reason}`;
  await inCommit(context, async (tx) => {
    if (!(await dismissEntry(tx, entry, words))) throw decided(await requireEntry(tx, brand, entryId));
    const after = { state: 'dismissed', reason, ...factsOf(entry) };
    await appendAudit(tx, auditOf(entry, { by, at: context.now(), action: 'bank-entry.dismissed', after }));
  });
  return { ...entry, state: 'dismissed', reason: words };
}

async function inCommit(
  { sql }: Pick<Context, 'sql'>,
  work: (tx: SqlTransaction) => Promise<void>,
): Promise<void> {
  try {
    await withRetries(() => sql.begin(work));
  } catch (error) {
    if (violates(error, 'bank_entries_by_role'))
      throw new Refusal(409, 'transactionId: another entry has already paid this transaction');
    throw error;
  }
}

async function requireEntry(
  sql: Sql | SqlTransaction,
  brand: OfBrand,
  entryId: string,
): Promise<StoredEntry> {
  const entry = await findEntry(sql, brand, entryId);
  if (!entry) throw new Refusal(404, 'entryId: the brand has no such entry');
  return entry;
}

async function requireOpenEntry(sql: Sql, brand: OfBrand, entryId: string): Promise<StoredEntry> {
  const entry = await requireEntry(sql, brand, entryId);
  if (entry.state !== 'unmatched' && entry.state !== 'conflict') throw decided(entry);
  return entry;
}

const decided = ({ state }: StoredEntry) =>
  new Refusal(409, `entryId: the entry is ${state}; there is nothing to decide`);

/**
 * The pay-in must be open or expired, have the same currency and amount, or for a part payment a larger amount, and
 * have been sent to this account.
 */
async function requireFit(
  { sql }: Context,
  { direction, amountMinor, currency, accountId }: StoredEntry,
  transaction: Transaction,
  isPart: boolean,
): Promise<void> {
  const { id: transactionId, merchantId, type, status } = transaction;
  const refuse = (fault: string) => new Refusal(409, fault, { transactionId });
  if (direction !== 'credit') throw refuse('entryId: only incoming money can be assigned');
  if (type !== 'PAYIN') throw refuse('transactionId: is not a pay-in');
  if (isFinal(status) && !isLateSuccess(transaction))
    throw refuse(`transactionId: is ${status}; only an open or expired pay-in can be paid`);
  const isLess = amountMinor !== null && amountMinor > 0n && amountMinor < transaction.amountMinor;
  if (transaction.currency !== currency || (!isPart && !isLess && transaction.amountMinor !== amountMinor))
    throw refuse('transactionId: its amount or currency differs from the entry');
  if (isPart && !isLess) throw refuse('partPayment: the entry is not less than the amount of the pay-in');
  if (!isPart && isLess)
    throw refuse('transactionId: its amount is more than the entry; partPayment accepts less');
  if (isPart && isCapturedLater(transaction))
    throw refuse('partPayment: the pay-in is captured later, so capture less of it instead');
  const sent = await readSentCharges(sql, merchantId, transactionId);
  if (!sent.some((one) => one.provider === BANK_ID && one.providerAccount === accountId))
    throw refuse('transactionId: its payer was not shown this account');
}

function factsOf({ amountMinor, currency }: StoredEntry): AuditFacts {
  return {
    currency,
    amount: amountMinor === null || currency === null ? null : toWire(amountMinor, countedLike(currency)),
  };
}

function auditOf(
  { merchantId, brandId, id, state }: StoredEntry,
  { by, at, action, after }: Pick<AuditEntry, 'by' | 'at' | 'action' | 'after'>,
) {
  return {
    merchantId,
    at,
    by,
    action,
    target: { kind: 'brand', id: brandId } as const,
    before: { entryId: id, state },
    after: { entryId: id, ...after },
  };
}
