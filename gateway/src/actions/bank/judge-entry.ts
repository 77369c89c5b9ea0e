// What an entry of a statement means, and its effect (contract 15). Money moves by the actions that apply what other providers tell;
// nothing is guessed: what does not fit is `unmatched` or a `conflict`, for a person.

import { setTimeout as sleep } from 'node:timers/promises';
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { fileIdOf, idOfCompact } from '../../domain/bank/payment-file.ts';
import { BANK_CHARGE, type BankEntry } from '../../domain/bank/statement-entries.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import type { News } from '../../domain/notifications/news.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { chargeReference } from '../../domain/transactions/transaction.ts';
import { findBankFile } from '../../storage/bank/bank-file-store.ts';
import {
  claimBatch,
  claimTransaction,
  type EntryState,
  type FiledRow,
  type FoundPayin,
  noteReport,
  openPayoutsOf,
  payoutsOfBatchEntry,
  type StoredEntry,
} from '../../storage/bank/entry-store.ts';
import { readSentCharges } from '../../storage/transactions/sent-charges.ts';
import type { Context } from '../context.ts';
import { applyReturnNews } from '../notifications/apply-after-end-news.ts';
import { applyChargeNews } from '../notifications/apply-charge-news.ts';
import type { Judgement } from '../notifications/judgement.ts';

export interface OpenedEntry extends StoredEntry {
  /** null: it was erased. */
  said: Omit<BankEntry, 'key' | 'account' | 'direction' | 'amountMinor' | 'currency' | 'bookedAt'> | null;
  /** References of our form in its text. */
  references: string[];
}

/** What the entries of a piece may be about. */
export interface Candidates {
  /** By reference. */
  payins: ReadonlyMap<string, FoundPayin>;
  /** By transaction. */
  payouts: ReadonlyMap<string, FiledRow>;
}

export interface Verdict {
  state: Exclude<EntryState, 'dismissed'>;
  reason: string | null;
  transactionId: string | null;
}

const unmatched = (reason: string): Verdict => ({ state: 'unmatched', reason, transactionId: null });
const conflict = (reason: string, transactionId: string | null = null): Verdict => ({
  state: 'conflict',
  reason,
  transactionId,
});
const applied = (transactionId: string | null, reason: string | null = null): Verdict => ({
  state: 'applied',
  reason,
  transactionId,
});

type Said = NonNullable<OpenedEntry['said']>;

export async function judgeEntry(
  context: Context,
  entry: OpenedEntry,
  candidates: Candidates,
): Promise<Verdict> {
  const { said, direction } = entry;
  if (said === null) return conflict('what it said was erased with the personal data of its customer');
  if (direction === 'status') return await judgeStatus(context, entry, said, candidates);
  if (said.isReversal) return conflict('the bank took an entry back', await namedBy(entry, said, candidates));
  return direction === 'credit'
    ? await judgeCredit(context, entry, said, candidates)
    : await judgeDebit(context, entry, said, candidates);
}

async function namedBy(
  entry: OpenedEntry,
  said: Said,
  { payins, payouts }: Candidates,
): Promise<string | null> {
  const payout = payoutOf(said, payouts);
  return payout?.transactionId ?? payins.get(entry.references[0] ?? '')?.id ?? null;
}

function payoutOf({ endToEndId }: Said, payouts: Candidates['payouts']): FiledRow | undefined {
  const id = endToEndId === null ? null : idOfCompact(endToEndId);
  return id === null ? undefined : payouts.get(id);
}

// Money that came in.

async function judgeCredit(
  context: Context,
  entry: OpenedEntry,
  said: Said,
  { payins, payouts }: Candidates,
): Promise<Verdict> {
  if (entry.role === 'paid' && entry.transactionId !== null)
    return await payBy(context, entry, said, entry.transactionId);
  const payout = payoutOf(said, payouts);
  if (payout) {
    return said.returned === null
      ? conflict('it names a payout, but it is no return', payout.transactionId)
      : await judgeReturn(context, entry, said.returned.code, payout);
  }
  const named = entry.references.flatMap((reference) => payins.get(reference) ?? []);
  const [payin] = named;
  if (!payin)
    return unmatched(said.returned ? 'it is a return of nothing of ours' : 'it has no reference of ours');
  const { id } = payin;
  if (named.length > 1) return conflict(`it has the references of ${named.length} payments`);
  if (said.returned) return conflict('it is a return, but it names a pay-in', id);
  if (entry.amountMinor !== payin.amountMinor || entry.currency !== payin.currency)
    return conflict('its amount or its currency is not that of the payment', id);
  return await payBy(context, entry, said, id);
}

/** The claim comes first: no other entry can pay it any more. */
async function payBy(
  context: Context,
  entry: OpenedEntry,
  said: Said,
  transactionId: string,
): Promise<Verdict> {
  const { merchantId, currency, amountMinor } = entry;
  const sent = await readSentCharges(context.sql, merchantId, transactionId);
  const charge = sent.findLast((one) => one.provider === BANK_ID && one.providerAccount === entry.accountId);
  if (!charge) return { ...unmatched('its payment was not sent to this account'), transactionId };
  if (!(await claimTransaction(context.sql, entry, transactionId, 'paid')))
    return conflict('another entry has paid it before', transactionId);
  const providerReference = said.bankReference ?? entry.id;
  const told = await tell(context, entry, {
    about: 'charge',
    charge: chargeReference({ id: transactionId, ...charge }),
    payment: providerReference,
    amount: { amountMinor: amountMinor!, currency: currency! },
    outcome: { kind: 'completed', providerReference, told: true },
  });
  // A person who assigned it said why.
  return told.state === 'applied' ? applied(transactionId, entry.reason) : { ...told, transactionId };
}

// Money that went out.

async function judgeDebit(
  context: Context,
  entry: OpenedEntry,
  said: Said,
  { payins, payouts }: Candidates,
): Promise<Verdict> {
  const payout = payoutOf(said, payouts);
  if (!payout) {
    const payin = payins.get(entry.references[0] ?? '');
    if (payin) return conflict('it names a pay-in, but money went out', payin.id);
    const reason = said.isCharge ? BANK_CHARGE : 'it names no payout of ours';
    return (await judgeBatch(context, entry, said)) ?? unmatched(reason);
  }
  const { transactionId, accountId, fileId } = payout;
  if (said.returned) return conflict('it is a return, but money went out', transactionId);
  if (accountId !== entry.accountId)
    return conflict('its payout was approved for another account', transactionId);
  if (fileId === null) return conflict('its payout is in no file that is in force', transactionId);
  const named = said.messageId === null ? null : idOfCompact(said.messageId);
  if (named !== null && named !== fileId && (await findBankFile(context.sql, entry, named)) !== null)
    return conflict('it names another file than the one that has its payout', transactionId);
  if (entry.amountMinor !== payout.amountMinor || entry.currency !== 'EUR')
    return conflict('its amount or its currency is not that of the payout', transactionId);
  if (!(await claimTransaction(context.sql, entry, transactionId, 'debited')))
    return conflict('another entry has debited it before', transactionId);
  if (!(await noteReport(context.sql, entry, fileId, context.now())))
    return conflict('its file was withdrawn', transactionId);
  const providerReference = said.bankReference ?? entry.id;
  return await tellPayout(context, entry, payout, { kind: 'completed', providerReference, told: true });
}

/** A file, or one batch of it, in one sum. null: it names no file of ours. */
async function judgeBatch(context: Context, entry: OpenedEntry, said: Said): Promise<Verdict | null> {
  const named = fileNamedBy(said);
  const file = named && (await findBankFile(context.sql, entry, named.id));
  if (!named || !file) return null;
  const { merchantId } = entry;
  const begun = await payoutsOfBatchEntry(context.sql, entry);
  if (begun.length > 0) return await tellAll(context, entry, begun, PAID);
  const open = await openPayoutsOf(context.sql, { merchantId, fileId: file.id, batch: named.batch });
  const sum = open.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  if (open.length === 0) return conflict(`no payout of the file ${fileIdOf(file.id)} is open any more`);
  if (sum !== entry.amountMinor || entry.currency !== 'EUR')
    return conflict(`its amount is not the sum of the ${open.length} payouts of its file that are open`);
  if (open.some(({ accountId }) => accountId !== entry.accountId))
    return conflict('payouts of its file were approved for another account');
  if (!(await noteReport(context.sql, entry, file.id, context.now())))
    return conflict('its file was withdrawn');
  // If this process dies now, the same payouts are paid by it, and no others.
  if (!(await claimBatch(context.sql, entry, open)))
    return conflict('another entry has debited some of its payouts');
  return await tellAll(context, entry, open, PAID);
}

/** Its own entry may name it later. */
const PAID: Outcome = { kind: 'completed', told: true };

function fileNamedBy({ messageId, batchId }: Said): { id: string; batch: number | null } | null {
  const [, ofBatch, number] = /^([0-9a-f]{32})-(\d{1,3})$/i.exec(batchId ?? '') ?? [];
  const id = idOfCompact(ofBatch ?? messageId ?? '');
  return id === null ? null : { id, batch: number === undefined ? null : Number(number) - 1 };
}

/** The recipient's bank sent it back: after it was paid, or before the bank said that it was. */
async function judgeReturn(
  context: Context,
  entry: OpenedEntry,
  code: string,
  payout: FiledRow,
): Promise<Verdict> {
  const { transactionId, fileId, amountMinor } = payout;
  if (fileId === null) return conflict('its payout is in no file that is in force', transactionId);
  if (entry.amountMinor !== amountMinor || entry.currency !== 'EUR')
    return conflict('its amount or its currency is not that of the payout', transactionId);
  if (!(await claimTransaction(context.sql, entry, transactionId, 'returned')))
    return conflict('another entry has returned it before', transactionId);
  if (!(await noteReport(context.sql, entry, fileId, context.now())))
    return conflict('its file was withdrawn', transactionId);
  const transaction = await context.transactions.find(entry.merchantId, transactionId);
  if (transaction?.status !== 'COMPLETED')
    return await tellPayout(context, entry, payout, {
      kind: 'declined',
      errorCode: CODE.payoutReturned,
      reason: code || null,
    });
  const amount = { amountMinor, currency: 'EUR' };
  const item = addressed(entry, payout.accountId);
  const news = {
    about: 'return',
    charge: transactionId,
    payment: null,
    amount,
    reason: code || null,
  } as const;
  return verdictOf(await applyReturnNews(context, item, news), transactionId);
}

// What the bank says of a file, or of a payout in it.

async function judgeStatus(
  context: Context,
  entry: OpenedEntry,
  said: Said,
  { payouts }: Candidates,
): Promise<Verdict> {
  const named = said.messageId === null ? null : idOfCompact(said.messageId);
  const file = named === null ? null : await findBankFile(context.sql, entry, named);
  if (!file) return unmatched('it is about no file of ours');
  if (!(await noteReport(context.sql, entry, file.id, context.now())))
    return conflict('its file was withdrawn');
  if (said.endToEndId === null) return await ofWhole(context, entry, said, file.id);
  const own = await ofOne(context, entry, said, { fileId: file.id, payout: payoutOf(said, payouts) });
  if (said.ofRest === null) return own;
  // Whatever became of the one that it names, the others are rejected too.
  const status = { code: 'RJCT', reason: said.ofRest.reason };
  const rest = await ofWhole(context, entry, { ...said, endToEndId: null, status }, file.id);
  return firstOpen([own, rest]) ?? own;
}

/** Of one payout. */
async function ofOne(
  context: Context,
  entry: OpenedEntry,
  said: Said,
  { fileId, payout }: { fileId: string; payout: FiledRow | undefined },
): Promise<Verdict> {
  if (!payout) return unmatched('it names no payout of ours');
  const { transactionId } = payout;
  const { code, reason } = said.status!;
  if (payout.fileId !== fileId) return conflict('its payout is not in the file that it names', transactionId);
  if (entry.amountMinor !== null && entry.amountMinor !== payout.amountMinor)
    return conflict('its amount is not that of the payout', transactionId);
  const outcome = outcomeOf(code, reason);
  return outcome
    ? await tellPayout(context, entry, payout, outcome)
    : applied(transactionId, `${code || 'no status'}: nothing changes`);
}

/** Of every payout of the file, or of the batch, that is open. */
async function ofWhole(context: Context, entry: OpenedEntry, said: Said, fileId: string): Promise<Verdict> {
  const { code, reason } = said.status!;
  const outcome = outcomeOf(code, reason);
  if (!outcome) return applied(null, `${code || 'no status'}: nothing changes`);
  const named = fileNamedBy(said);
  if (said.batchId !== null && (named?.id !== fileId || named.batch === null))
    return unmatched('it names no batch of this file');
  const batch = named?.batch ?? null;
  const open = await openPayoutsOf(context.sql, { merchantId: entry.merchantId, fileId, batch });
  return await tellAll(context, entry, open, outcome);
}

/** null: it changes nothing. */
function outcomeOf(code: string, reason: string | null): Outcome | null {
  if (code === 'ACSC') return PAID;
  if (code !== 'RJCT') return null;
  const errorCode = REJECTIONS[reason ?? ''] ?? CODE.providerFailed;
  return { kind: 'declined', errorCode, reason };
}

const REJECTIONS: Readonly<Record<string, ErrorCode>> = {
  AC01: CODE.accountInvalid,
  AC04: CODE.accountInvalid,
  AC06: CODE.accountInvalid,
  BE01: CODE.nameMismatch,
};

// The actions that apply what other providers tell.

/** Each of them is told, also after one that does not fit; that one is the verdict. */
async function tellAll(
  context: Context,
  entry: OpenedEntry,
  payouts: readonly FiledRow[],
  outcome: Outcome,
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const payout of payouts) verdicts.push(await tellPayout(context, entry, payout, outcome));
  return firstOpen(verdicts) ?? applied(null);
}

/** The first that a person has to look at, or that is tried again. */
const firstOpen = (verdicts: readonly Verdict[]) => verdicts.find(({ state }) => state !== 'applied');

async function tellPayout(
  context: Context,
  entry: OpenedEntry,
  { transactionId, accountId, amountMinor }: FiledRow,
  outcome: Outcome,
): Promise<Verdict> {
  const payment = (outcome.kind === 'completed' && outcome.providerReference) || null;
  const amount = { amountMinor, currency: 'EUR' };
  const news = { about: 'charge', charge: transactionId, payment, amount, outcome } as const;
  const told = await tell(context, { ...entry, accountId }, news);
  return { ...told, transactionId };
}

const LOOKS = 20;
const LOOK_AGAIN_MS = 100;

async function tell(
  context: Context,
  entry: Pick<StoredEntry, 'merchantId' | 'brandId' | 'accountId'>,
  news: Extract<News, { about: 'charge' }>,
): Promise<Verdict> {
  const item = addressed(entry, entry.accountId!);
  for (let look = 1; ; look++) {
    const judged = await applyChargeNews(context, item, news);
    // The call that shows the instructions, or hands the payout over, has not ended.
    const isSoon = judged.state === 'waiting' && judged.againInMs !== undefined;
    if (!isSoon || look === LOOKS) return verdictOf(judged, null);
    await sleep(LOOK_AGAIN_MS);
  }
}

const addressed = (
  { merchantId, brandId }: Pick<StoredEntry, 'merchantId' | 'brandId'>,
  accountId: string,
) => ({ merchantId, brandId, accountId, provider: BANK_ID });

function verdictOf({ state, reason, transactionId }: Judgement, known: string | null): Verdict {
  const of = transactionId ?? known;
  if (state === 'applied') return applied(of, reason);
  if (state === 'unmatched' || state === 'foreign') return { state: 'unmatched', reason, transactionId: of };
  return conflict(reason ?? 'it does not fit', of);
}
