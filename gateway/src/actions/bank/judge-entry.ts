// What an entry of a statement means, and its effect (contract 15). Money moves through the same actions that apply
// other providers' notifications. It never guesses: an entry that does not fit becomes `unmatched` or a `conflict`, for
// a person.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { BANK_CHARGE } from '../../domain/bank/bank-entry.ts';
import { fileIdOf, idOfCompact } from '../../domain/bank/payment-file.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { otherAmountText } from '../../domain/money/money.ts';
import { chargeReference } from '../../domain/transactions/transaction.ts';
import { findBankFile } from '../../storage/bank/bank-file-store.ts';
import { claimTransaction } from '../../storage/bank/entry-claims.ts';
import {
  claimBatch,
  type EntryRole,
  type FiledRow,
  openPayoutsOf,
  payoutsOfBatchEntry,
} from '../../storage/bank/entry-store.ts';
import type { Context } from '../context.ts';
import { applyReturnNews } from '../notifications/apply-after-end-news.ts';
import { judgeStatus } from './judge-status.ts';
import {
  addressedTo,
  applied,
  applyBankNews,
  applyToPayout,
  applyToPayouts,
  type Candidates,
  conflict,
  type EntryDetails,
  fileNamedBy,
  isInForce,
  type OpenedEntry,
  PAID,
  payoutOf,
  paysItsRecipient,
  unmatched,
  type Verdict,
  verdictOf,
  withdrawnConflict,
} from './verdict.ts';

export async function judgeEntry(
  context: Context,
  entry: OpenedEntry,
  candidates: Candidates,
): Promise<Verdict> {
  const { said, direction } = entry;
  if (said === null) return conflict('its content was erased with the personal data of its customer');
  // If a person assigned the entry, they have already looked at the fault.
  if (said.fault && entry.role !== 'paid') return await judgeFault(context, entry, said, candidates);
  if (direction === 'status') return await judgeStatus(context, entry, said, candidates);
  if (said.isReversal) return conflict('the bank reversed an entry', await namedBy(entry, said, candidates));
  return direction === 'credit'
    ? await judgeCredit(context, entry, said, candidates)
    : await judgeDebit(context, entry, said, candidates);
}

/**
 * The bank contradicts itself, so no money moves. But if the entry names a file, the bank has that file, so the file's
 * payouts must not go into another file.
 */
async function judgeFault(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  candidates: Candidates,
): Promise<Verdict> {
  if (said.foreignDebit) return conflict(said.fault!);
  const verdict = conflict(said.fault!, await namedBy(entry, said, candidates));
  if (entry.direction !== 'debit') return verdict;
  const payout = payoutOf(said, candidates.payouts);
  const id = payout?.fileId ?? payout?.withdrawnFiles.at(-1) ?? fileNamedBy(said)?.id;
  const file = id === undefined ? null : await findBankFile(context.sql, entry, id);
  const isFine = file === null || (await isInForce(context, entry, file.id, candidates));
  return isFine ? verdict : { ...verdict, withdrawnFile: file.id };
}

async function namedBy(
  entry: OpenedEntry,
  said: EntryDetails,
  { payins, payouts }: Candidates,
): Promise<string | null> {
  const payout = payoutOf(said, payouts);
  return payout?.transactionId ?? payins.get(entry.references[0] ?? '')?.id ?? null;
}

// Money that came in.

async function judgeCredit(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  candidates: Candidates,
): Promise<Verdict> {
  const { payins, payouts } = candidates;
  if (entry.role === 'paid' && entry.transactionId !== null)
    return await payBy(context, entry, { said, transactionId: entry.transactionId, candidates });
  const payout = payoutOf(said, payouts);
  if (payout) {
    return said.returned === null
      ? conflict('it names a payout, but it is not a return', payout.transactionId)
      : await judgeReturn(context, entry, { said, code: said.returned.code, payout, candidates });
  }
  const named = entry.references.flatMap((reference) => payins.get(reference) ?? []);
  const [payin] = named;
  if (!payin)
    return unmatched(
      said.returned ? 'it is a return, but of none of our payouts' : 'it contains none of our references',
    );
  const { id } = payin;
  if (named.length > 1) return conflict(`it contains the references of ${named.length} payments`);
  if (said.returned) return conflict('it is a return, but it names a pay-in', id);
  if (entry.amountMinor !== payin.amountMinor || entry.currency !== payin.currency)
    return conflict(otherAmountText('received', entry, payin), id);
  return await payBy(context, entry, { said, transactionId: id, candidates });
}

/** The claim comes first, so that no other entry can pay it. */
async function payBy(
  context: Context,
  entry: OpenedEntry,
  { said, transactionId, candidates }: { said: EntryDetails; transactionId: string; candidates: Candidates },
): Promise<Verdict> {
  const { currency, amountMinor } = entry;
  const sent = candidates.sent.get(transactionId) ?? [];
  const charge = sent.findLast((one) => one.provider === BANK_ID && one.providerAccount === entry.accountId);
  if (!charge) return { ...unmatched('its payment was not sent to this account'), transactionId };
  if (!(await claims(context, entry, { transactionId, role: 'paid' }, candidates)))
    return conflict('another entry has already paid this payment', transactionId);
  const providerReference = said.bankReference ?? entry.id;
  const amount = { amountMinor: amountMinor!, currency: currency! };
  const outcome = { kind: 'completed', providerReference, notified: true } as const;
  const news: Parameters<typeof applyBankNews>[2] = {
    about: 'charge',
    charge: chargeReference({ id: transactionId, ...charge }),
    payment: providerReference,
    // Only a person says that less than the amount is accepted.
    ...(entry.isPart
      ? { amount: null, part: amount, outcome: { ...outcome, receivedMinor: amount.amountMinor } }
      : { amount, outcome }),
  };
  const judged = await applyBankNews(context, entry, news, sent);
  // The person who assigned it gave a reason; keep it.
  return judged.state === 'applied' ? applied(transactionId, entry.reason) : { ...judged, transactionId };
}

/** The entry got its claim at the beginning of the piece, or asks for it now. */
async function claims(
  { sql }: Context,
  entry: OpenedEntry,
  { transactionId, role }: { transactionId: string; role: EntryRole },
  { claimed }: Candidates,
): Promise<boolean> {
  return claimed.has(entry.id) || (await claimTransaction(sql, entry, transactionId, role));
}

// Money that went out.

async function judgeDebit(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  candidates: Candidates,
): Promise<Verdict> {
  const { payins, payouts } = candidates;
  const payout = payoutOf(said, payouts);
  if (said.foreignDebit) return foreign(said.foreignDebit, entry, said, candidates);
  if (!payout) {
    const payin = payins.get(entry.references[0] ?? '');
    if (payin) return conflict('it names a pay-in, but money went out', payin.id);
    // In a restored copy the approval may be lost. While this conflict is open, no file gets the payout.
    const id = said.endToEndId === null ? null : idOfCompact(said.endToEndId);
    if (id !== null && candidates.unfiled.has(id))
      return conflict('its payout was not approved here for a bank account', id);
    const reason = said.isCharge ? BANK_CHARGE : 'it names none of our payouts';
    return (await judgeBatch(context, entry, said, candidates)) ?? unmatched(reason);
  }
  const { transactionId, accountId, fileId } = payout;
  if (said.returned) return conflict('it is a return, but money went out', transactionId);
  if (accountId !== entry.accountId)
    return conflict('its payout was approved for another account', transactionId);
  if (fileId === null) return inNoFile(payout, messageNamedBy(said));
  const astray = await namesAnotherFile(context, entry, said, { payout, candidates });
  if (astray) return astray;
  if (entry.amountMinor !== payout.amountMinor || entry.currency !== 'EUR')
    return conflict(otherAmountText('paid', entry, { ...payout, currency: 'EUR' }), transactionId);
  if (!paysItsRecipient(context, entry, transactionId, candidates))
    return conflict('it paid a different account than the payout names', transactionId);
  if (!(await claims(context, entry, { transactionId, role: 'debited' }, candidates)))
    return conflict('another entry has already debited this payout', transactionId);
  if (!(await isInForce(context, entry, fileId, candidates))) return withdrawnConflict(fileId, transactionId);
  const providerReference = said.bankReference ?? entry.id;
  const outcome = { kind: 'completed', providerReference, notified: true } as const;
  return await applyToPayout(context, entry, { payout, sent: candidates.sent }, outcome);
}

/** The payout stays in its file: whoever debits the account may write any reference. */
function foreign(
  kind: string,
  entry: OpenedEntry,
  said: EntryDetails,
  { payins, payouts }: Candidates,
): Verdict {
  const payout = payoutOf(said, payouts)?.transactionId;
  const named = payout ?? payins.get(entry.references[0] ?? '')?.id;
  if (named !== undefined) return conflict(`it is ${kind}, but it names the payment ${named}`);
  return unmatched(said.isCharge ? BANK_CHARGE : `it is ${kind}`);
}

/** The bank has the withdrawn file, so it pays the other payouts in that file too. */
function inNoFile({ transactionId, withdrawnFiles }: FiledRow, named: string | null): Verdict {
  const withdrawn = withdrawnFiles.find((id) => id === named) ?? withdrawnFiles.at(-1);
  const verdict = conflict('its payout is in no file, or only in withdrawn files', transactionId);
  return withdrawn === undefined ? verdict : { ...verdict, withdrawnFile: withdrawn };
}

const messageNamedBy = ({ messageId }: EntryDetails) => (messageId === null ? null : idOfCompact(messageId));

/**
 * null: the entry names no other file. If it names one, the bank has that file. If that file was withdrawn, the bank
 * pays its other payouts too.
 */
async function namesAnotherFile(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  { payout, candidates }: { payout: FiledRow; candidates: Candidates },
): Promise<Verdict | null> {
  const named = messageNamedBy(said);
  if (named === null || named === payout.fileId) return null;
  if ((await findBankFile(context.sql, entry, named)) === null) return null;
  const verdict = conflict(
    'it names a different file than the one that contains its payout',
    payout.transactionId,
  );
  const inForce = await isInForce(context, entry, named, candidates);
  return inForce ? verdict : { ...verdict, withdrawnFile: named };
}

/** One debit for a whole file, or for one batch of it. null: it names no file of ours. */
async function judgeBatch(
  context: Context,
  entry: OpenedEntry,
  said: EntryDetails,
  candidates: Candidates,
): Promise<Verdict | null> {
  const named = fileNamedBy(said);
  const file = named && (await findBankFile(context.sql, entry, named.id));
  if (!named || !file) return null;
  if (file.withdrawnAt !== null) return withdrawnConflict(file.id);
  const { merchantId } = entry;
  const begun = await payoutsOfBatchEntry(context.sql, entry);
  if (begun.length > 0) return await applyToPayouts(context, entry, begun, PAID);
  const open = await openPayoutsOf(context.sql, { merchantId, fileId: file.id, batch: named.batch });
  const sum = open.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  if (open.length === 0)
    return {
      ...conflict(`the file ${fileIdOf(file.id)} has no open payouts any more`),
      withdrawnFile: file.id,
    };
  // It may contain a payout that left the file as refused, so no other file gets such a payout meanwhile.
  if (sum !== entry.amountMinor || entry.currency !== 'EUR')
    return {
      ...conflict(`its amount differs from the sum of the ${open.length} open payouts in its file`),
      withdrawnFile: file.id,
    };
  if (open.some(({ accountId }) => accountId !== entry.accountId))
    return conflict('its file contains payouts that were approved for another account');
  if (!(await isInForce(context, entry, file.id, candidates))) return withdrawnConflict(file.id);
  // If this process dies after the claim, the next one pays exactly the same payouts for this entry.
  if (!(await claimBatch(context.sql, entry, open)))
    return conflict('another entry has already debited some of its payouts');
  return await applyToPayouts(context, entry, open, PAID);
}

/**
 * The recipient's bank sent the money back, either after we recorded the payout as paid, or before our bank told us.
 */
async function judgeReturn(
  context: Context,
  entry: OpenedEntry,
  {
    said,
    code,
    payout,
    candidates,
  }: { said: EntryDetails; code: string; payout: FiledRow; candidates: Candidates },
): Promise<Verdict> {
  const { transactionId, fileId, amountMinor } = payout;
  if (fileId === null) return inNoFile(payout, messageNamedBy(said));
  const astray = await namesAnotherFile(context, entry, said, { payout, candidates });
  if (astray) return astray;
  if (entry.amountMinor !== amountMinor || entry.currency !== 'EUR')
    return conflict(otherAmountText('returned', entry, { amountMinor, currency: 'EUR' }), transactionId);
  if (!(await claimTransaction(context.sql, entry, transactionId, 'returned')))
    return conflict('another entry has already returned this payout', transactionId);
  if (!(await isInForce(context, entry, fileId, candidates))) return withdrawnConflict(fileId, transactionId);
  const transaction = await context.transactions.find(entry.merchantId, transactionId);
  if (transaction?.status !== 'COMPLETED') {
    const declined = { kind: 'declined', errorCode: CODE.payoutReturned, reason: code || null } as const;
    const judged = await applyToPayout(context, entry, { payout, sent: candidates.sent }, declined);
    // Another entry may have completed the payout meanwhile; then this one is a return.
    const current =
      judged.state === 'applied' ? null : await context.transactions.find(entry.merchantId, transactionId);
    if (current?.status !== 'COMPLETED') return judged;
  }
  const amount = { amountMinor, currency: 'EUR' };
  const item = addressedTo(entry, payout.accountId);
  const news = {
    about: 'return',
    charge: transactionId,
    payment: null,
    amount,
    reason: code || null,
  } as const;
  return verdictOf(await applyReturnNews(context, item, news), transactionId);
}
