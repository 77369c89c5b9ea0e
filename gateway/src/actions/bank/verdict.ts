// How an entry of a statement is judged (contract 15), and how the entry then changes its payment: through the same
// actions that apply other providers' notifications. Money never moves any other way.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '@tollgate/provider-kit/seam/outcome';
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { EntryDetails } from '../../domain/bank/bank-entry.ts';
import { idOfCompact } from '../../domain/bank/payment-file.ts';
import { checkIban } from '../../domain/payment-data/iban.ts';
import { accountText } from '../../domain/payment-data/recipient.ts';
import {
  type EntryState,
  type FiledRow,
  type FoundPayin,
  noteReport,
  type StoredEntry,
} from '../../storage/bank/entry-store.ts';
import { readSentChargesOf, type SentCharge } from '../../storage/transactions/sent-charges.ts';
import type { Context } from '../context.ts';
import { applyChargeNews, type ChargeNews } from '../notifications/apply-charge-news.ts';
import type { Judgement } from '../notifications/judgement.ts';

export interface OpenedEntry extends StoredEntry {
  /** null: the content was erased. */
  said: EntryDetails | null;
  /** References in our format that its text contains. */
  references: string[];
}

/** The payments that the entries of a piece may name. */
export interface FoundPayments {
  /** By reference. */
  payins: ReadonlyMap<string, FoundPayin>;
  /** By transaction. */
  payouts: ReadonlyMap<string, FiledRow>;
  /** Payouts that are in no file and do not wait for a file. */
  unfiled: ReadonlySet<string>;
  /** Keyed hashes of the recipients' accounts, by transaction. Only for payouts whose entry names an account. */
  recipients: ReadonlyMap<string, string>;
  /** The charges of all these payments, by transaction. */
  sent: ReadonlyMap<string, readonly SentCharge[]>;
}

export interface Candidates extends FoundPayments {
  /** Entries that have already claimed their transaction. */
  claimed: ReadonlySet<string>;
  /** By file: whether the file was in force when we noted the bank's report about it. */
  reports: Map<string, Promise<boolean>>;
}

export interface Verdict {
  state: Exclude<EntryState, 'dismissed'>;
  reason: string | null;
  transactionId: string | null;
  /**
   * The bank has this file although somebody withdrew it. No other file gets its payouts until a person has looked at
   * the entry.
   */
  withdrawnFile?: string;
}

export const unmatched = (reason: string): Verdict => ({ state: 'unmatched', reason, transactionId: null });
export const conflict = (reason: string, transactionId: string | null = null): Verdict => ({
  state: 'conflict',
  reason,
  transactionId,
});
export const applied = (transactionId: string | null, reason: string | null = null): Verdict => ({
  state: 'applied',
  reason,
  transactionId,
});

/** The bank has a file that somebody withdrew. */
export const withdrawnConflict = (withdrawnFile: string, transactionId: string | null = null): Verdict => ({
  ...conflict('its file was withdrawn', transactionId),
  withdrawnFile,
});

export type { EntryDetails };

export function payoutOf({ endToEndId }: EntryDetails, payouts: Candidates['payouts']): FiledRow | undefined {
  const id = endToEndId === null ? null : idOfCompact(endToEndId);
  return id === null ? undefined : payouts.get(id);
}

/** Does the debit name the account that its payout pays? True if the entry names no account in this form. */
export function paysItsRecipient(
  { vault }: Pick<Context, 'vault'>,
  { brandId, said }: Pick<OpenedEntry, 'brandId' | 'said'>,
  transactionId: string,
  { recipients }: Pick<FoundPayments, 'recipients'>,
): boolean {
  const named = said?.counterparty.account;
  const read = named ? checkIban(named) : null;
  const known = recipients.get(transactionId);
  if (read === null || 'fault' in read || known === undefined) return true;
  return vault.recipientKey(brandId, accountText({ iban: read.value })!) === known;
}

/**
 * Notes that the bank has reported on a file, once for all entries of a piece. false: the file was withdrawn before.
 */
export function isInForce(
  { sql, now }: Context,
  entry: OpenedEntry,
  fileId: string,
  { reports }: Pick<Candidates, 'reports'>,
): Promise<boolean> {
  const noted = reports.get(fileId) ?? noteReport(sql, entry, fileId, now());
  reports.set(fileId, noted);
  return noted;
}

/** No provider reference yet: the payout's own entry may name it later. */
export const PAID: Outcome = { kind: 'completed', notified: true };

export function fileNamedBy({
  messageId,
  batchId,
}: EntryDetails): { id: string; batch: number | null } | null {
  const [, ofBatch, number] = /^([0-9a-f]{32})-(\d{1,3})$/i.exec(batchId ?? '') ?? [];
  const id = idOfCompact(ofBatch ?? messageId ?? '');
  return id === null ? null : { id, batch: number === undefined ? null : Number(number) - 1 };
}

/**
 * Applies the news to every payout, even after a payout that it does not fit. Answers the first verdict that needs a
 * person or a retry.
 */
export async function applyToPayouts(
  context: Context,
  entry: OpenedEntry,
  payouts: readonly FiledRow[],
  outcome: Outcome,
): Promise<Verdict> {
  const ids = payouts.map(({ transactionId }) => transactionId);
  const sent = await readSentChargesOf(context.sql, entry.merchantId, ids);
  const verdicts: Verdict[] = [];
  await inParallel(payouts.entries(), async ([index, payout]) => {
    verdicts[index] = await applyToPayout(context, entry, { payout, sent }, outcome);
  });
  return firstNotApplied(verdicts) ?? applied(null);
}

const AT_ONCE = 64;

/** Limits the parallel work, so that payments are still taken meanwhile. */
export async function inParallel<T>(
  things: IterableIterator<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const next = async () => {
    for (const one of things) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** The first verdict that needs a person or a retry. */
export const firstNotApplied = (verdicts: readonly Verdict[]) =>
  verdicts.find(({ state }) => state !== 'applied');

export async function applyToPayout(
  context: Context,
  entry: OpenedEntry,
  { payout, sent }: { payout: FiledRow; sent: Candidates['sent'] },
  outcome: Outcome,
): Promise<Verdict> {
  const { transactionId, accountId, amountMinor } = payout;
  const payment = (outcome.kind === 'completed' && outcome.providerReference) || null;
  const amount = { amountMinor, currency: 'EUR' };
  const news = { about: 'charge', charge: transactionId, payment, amount, outcome } as const;
  const verdict = await applyBankNews(context, { ...entry, accountId }, news, sent.get(transactionId));
  return { ...verdict, transactionId };
}

const LOOKS = 20;
const LOOK_AGAIN_MS = 100;

export async function applyBankNews(
  context: Context,
  entry: Pick<StoredEntry, 'merchantId' | 'brandId' | 'accountId'>,
  news: ChargeNews,
  sent: readonly SentCharge[] | undefined,
): Promise<Verdict> {
  const item = addressedTo(entry, entry.accountId!);
  for (let look = 1; ; look++) {
    const judged = await applyChargeNews(context, item, news, look === 1 ? sent : []);
    // The call that shows the instructions, or submits the payout, is still running.
    const isSoon = judged.state === 'waiting' && judged.againInMs !== undefined;
    if (!isSoon || look === LOOKS) return verdictOf(judged, null);
    await sleep(LOOK_AGAIN_MS);
  }
}

export const addressedTo = (
  { merchantId, brandId }: Pick<StoredEntry, 'merchantId' | 'brandId'>,
  accountId: string,
) => ({ merchantId, brandId, accountId, provider: BANK_ID });

export function verdictOf({ state, reason, transactionId }: Judgement, known: string | null): Verdict {
  const of = transactionId ?? known;
  if (state === 'applied') return applied(of, reason);
  if (state === 'unmatched' || state === 'foreign') return { state: 'unmatched', reason, transactionId: of };
  return conflict(reason ?? 'it does not fit', of);
}
