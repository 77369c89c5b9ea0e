// Applies a provider's news about a charge like the answer to a call: once, and not before the call that it belongs to
// has ended (contract 13). Money for an attempt that the shopper left counts, unless another attempt was paid.
import { readChargeReference } from '@tollgate/provider-kit/charge-reference';
import { CODE } from '../../domain/errors/error-codes.ts';
import { type News, NOTHING_TO_TAKE_BACK } from '../../domain/notifications/news.ts';
import { ofAttempt } from '../../domain/transactions/attempt.ts';
import { isCardEnteredThere } from '../../domain/transactions/card-entered-there.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import {
  isAtCashier,
  isAuthorized,
  isBeingSubmitted,
  isCapturedLater,
  isFinal,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { transition } from '../../domain/transactions/transition.ts';
import { type Addressee, noteSubject } from '../../storage/notifications/notification-store.ts';
import type { SentCharge } from '../../storage/transactions/sent-charges.ts';
import { writeReturn } from '../after-end/return-transaction.ts';
import { storeProviderReference } from '../after-end/store-provider-reference.ts';
import type { Context } from '../context.ts';
import { applyOnce, applyOutcome, reload } from '../submission/apply-outcome.ts';
import { applied, conflict, ignored, type Judgement, waiting } from './judgement.ts';
import { isPaidBy, matchCharge } from './match-charge.ts';

/** A person who assigned a bank entry may have accepted less than the amount, which no provider says. */
export type ChargeNews = Omit<Extract<News, { about: 'charge' }>, 'outcome'> & { outcome: Outcome };

/** A call that a crash cut off counts as ended after this time (contract 13). */
const CALL_ENDED_AFTER_MS = 60_000;
const CHANGED = 'the payment has just changed';
const TAKEN_BACK = 'it was paid, but the payment ended when the assignment of a bank entry was taken back';
const CAPTURE_PENDING = 'a capture of this payment is pending';
const OTHER_IS_OPEN = 'another attempt of this payment has not ended';
/** A call usually ends within a second. */
const LOOK_AGAIN_MS = 300;

/** Each lost race means that the payment changed; it can change only a few times. */
const MOST_LOOKS = 8;
/** Somebody else changed the transaction before we wrote the judgement, so we judge again. */
type Lost = 'lost';

/** `item.id`: the notification's id; a bank's entry has none. */
export async function applyChargeNews(
  context: Context,
  item: Addressee & { id?: string },
  news: ChargeNews,
  readBefore: readonly SentCharge[] = [],
): Promise<Judgement> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const judged = await judgeCharge(context, item, news, look === 0 ? readBefore : []);
    if (judged !== 'lost') return judged;
  }
  return waiting({ id: readChargeReference(news.charge)!.transactionId }, CHANGED, LOOK_AGAIN_MS);
}

async function judgeCharge(
  context: Context,
  item: Addressee & { id?: string },
  news: ChargeNews,
  readBefore: readonly SentCharge[],
): Promise<Judgement | Lost> {
  const { charge: reference, amount, part = null, outcome, isOneTry } = news;
  const match = await matchCharge(context, item, reference, { amount, part, readBefore });
  if (!('kind' in match)) return match;
  const { transaction, charge, isLatest } = match;
  if (isCallUnderWay(transaction, context.now())) {
    return waiting(transaction, 'its call is still running', LOOK_AGAIN_MS);
  }
  if (outcome.kind === 'completed')
    return await applyPayment(context, { transaction, charge, isLatest }, outcome);
  if (outcome.kind === 'authorized')
    return await applyAuthorization(context, { transaction, charge, isLatest }, outcome);
  if (outcome.kind === 'cancelled')
    return await applyCancellation(context, item, { transaction, charge, isLatest }, news);
  if (!isLatest) return ignored(transaction, 'it is about a finished attempt');
  // The provider's page is still open. Only the shopper's return, the end of the page or a payment decides.
  if (isOneTry && isCardEnteredThere(transaction)) {
    return ignored(
      transaction,
      "it is about one card; the shopper may still use another card on the provider's page",
    );
  }
  return await applyOther(context, { transaction, charge, isLatest }, news);
}

/** Held money for a payment that has ended must be released, and the gateway does not know why it ended otherwise. */
async function applyAuthorization(
  context: Context,
  { transaction, charge, isLatest }: Matched,
  outcome: Extract<Outcome, { kind: 'authorized' }>,
): Promise<Judgement | Lost> {
  if (transaction.authorized !== null)
    return isPaidBy(transaction, charge, outcome.providerReference)
      ? applied(transaction)
      : conflict(transaction, 'another attempt of this payment was authorised too; void one at the provider');
  if (!isLatest)
    return conflict(transaction, 'an attempt that was left was authorised; void it at the provider');
  // Between two attempts the transaction names no provider.
  const { provider, providerAccount, reroutes } = charge;
  const sent = { ...transaction, provider, providerAccount, reroutes };
  if (await end(context, sent, outcome)) return applied(transaction);
  if (transition(sent, outcome, 'provider', context.now())) return 'lost';
  return conflict(
    transaction,
    `it was authorised, but the payment is ${stateOf(transaction)}; void it at the provider`,
  );
}

/**
 * We take a payment back only if the provider names its id. A cancellation without an id was made while nothing was
 * paid, so a later payment under the same reference stays paid.
 */
async function applyCancellation(
  context: Context,
  { merchantId, id }: { merchantId: string; id?: string },
  { transaction: read, charge, isLatest }: Matched,
  { payment, endsAuthorization }: ChargeNews,
): Promise<Judgement | Lost> {
  // A payment that is reported from now on wakes this item. An earlier payment is visible here.
  if (id !== undefined) await noteSubject(context.sql, { merchantId, id }, read.id);
  const transaction = await reload(context, read);
  if (transaction.version !== read.version) return 'lost';
  const first = beforeEndOfLater(transaction, endsAuthorization);
  if (first) return first;
  const isOfAnother = isAuthorized(transaction) && !isPaidBy(transaction, charge, payment);
  if (isOfAnother) return ignored(transaction, 'it is about another payment than the authorised one');
  if (transaction.status === 'COMPLETED' && isPaidBy(transaction, charge, payment)) {
    if (transaction.authorized)
      return { ...applied(transaction), reason: 'the provider released what was not captured' };
    return payment
      ? await takeBack(context, transaction)
      : conflict(
          transaction,
          'the provider reports a cancellation and names no payment, but the payment is paid',
        );
  }
  if (isCapturePending(transaction)) return waiting(transaction, CAPTURE_PENDING);
  const isOpen = isLatest && !isFinal(transaction.status) && !isAtCashier(transaction);
  if (isOpen && !(await end(context, transaction, { kind: 'declined', errorCode: CODE.cancelled })))
    return 'lost';
  return payment
    ? { ...applied(transaction), reason: NOTHING_TO_TAKE_BACK, unlessWoken: true }
    : { ...applied(transaction), reason: CALLED_OFF };
}

/**
 * The end of an authorisation comes after the authorisation, and a capture that is pending may have come before it.
 * null: nothing else must come first.
 */
function beforeEndOfLater(transaction: Transaction, endsAuthorization: true | undefined): Judgement | null {
  const { status, authorized } = transaction;
  if (!isCapturedLater(transaction) || isFinal(status)) return null;
  if (authorized === null)
    return endsAuthorization && !isAtCashier(transaction)
      ? waiting(transaction, 'the provider has not yet reported that the payment was authorised')
      : null;
  return authorized.pendingMinor > 0n ? waiting(transaction, 'a capture of the payment is pending') : null;
}

/** The provider has cancelled the payment, so the money goes back, as when a debit comes back. */
async function takeBack(context: Context, transaction: Transaction): Promise<Judgement> {
  const judged = await writeReturn(context, null, transaction, 'cancelled at the provider');
  return judged.kind === 'refused' ? conflict(transaction, judged.fault) : applied(transaction);
}

/** Nothing ends the payment before its capture has ended. */
const isCapturePending = (transaction: Transaction): boolean =>
  isAuthorized(transaction) && transaction.authorized!.pendingMinor > 0n;

const CALLED_OFF = 'the provider cancelled it while nothing was paid';

function isCallUnderWay(transaction: Transaction, now: Date): boolean {
  const begunAt = transaction.attemptedAt ?? transaction.createdAt;
  return isBeingSubmitted(transaction) && now.getTime() - begunAt.getTime() < CALL_ENDED_AFTER_MS;
}

interface Matched {
  transaction: Transaction;
  charge: SentCharge;
  isLatest: boolean;
}

async function applyPayment(
  context: Context,
  { transaction, charge, isLatest }: Matched,
  outcome: Extract<Outcome, { kind: 'completed' }>,
): Promise<Judgement> {
  if (transaction.status === 'COMPLETED') return await againOrAnother(context, transaction, charge, outcome);
  const isOtherOpen = !isLatest && !isFinal(transaction.status) && !isAtCashier(transaction);
  if (isOtherOpen) return waiting(transaction, OTHER_IS_OPEN);
  const after = await pay(context, { transaction, charge, isLatest }, { ...outcome, notified: true });
  if (after.status === 'COMPLETED') {
    if (!isPaidBy(after, charge, outcome.providerReference))
      return await againOrAnother(context, after, charge, outcome);
    return applied(transaction);
  }
  // The shopper began another attempt at this moment.
  if (!isFinal(after.status)) return waiting(transaction, OTHER_IS_OPEN);
  if (after.version !== transaction.version) return waiting(transaction, CHANGED, LOOK_AGAIN_MS);
  return conflict(transaction, `it was paid, but the payment is ${stateOf(after)}`);
}

/**
 * Refunds go to the account that has the money, and later news is compared with the paid attempt. So the transaction
 * must name the account and the attempt that were paid, even if that is a former attempt.
 */
async function pay(
  context: Context,
  { transaction, charge, isLatest }: Matched,
  outcome: Extract<Outcome, { kind: 'completed' }>,
): Promise<Transaction> {
  const { provider, providerAccount, attempts, reroutes, optionId, card } = charge;
  const sent = { ...transaction, provider, providerAccount, reroutes };
  if (isLatest) return await applyOutcome(context, sent, outcome, { actor: 'provider' });
  const former = { ...sent, paidAttempt: attempts, optionId, card, threeDs: null };
  return (
    (await applyOnce(context, former, outcome, { actor: 'provider' })) ?? (await reload(context, transaction))
  );
}

/** The same payment again, or a second one. Two payments have two references at the provider. */
async function againOrAnother(
  context: Context,
  transaction: Transaction,
  charge: SentCharge,
  { providerReference }: Extract<Outcome, { kind: 'completed' }>,
): Promise<Judgement> {
  // Its money left the balance again, and a payment is completed only once, so this money would be in no balance.
  if (transaction.returned?.takenBack) return conflict(transaction, TAKEN_BACK);
  let known = transaction;
  // A person decided that the payment was paid, and this is the payment that they meant.
  const isNew = providerReference !== undefined && known.providerReference === null;
  if (isNew && isPaidBy(known, charge, providerReference)) {
    known = await storeProviderReference(context, known, providerReference);
  }
  return isPaidBy(known, charge, providerReference)
    ? applied(transaction)
    : conflict(
        transaction,
        'it was paid, but another attempt of this payment was paid too; refund one of them at the provider',
      );
}

/** All news except a payment concerns an open charge only. */
async function applyOther(
  context: Context,
  { transaction, charge }: Matched,
  { payment, outcome, isOneTry, mayBeAnotherTry, endsAuthorization }: ChargeNews,
): Promise<Judgement | Lost> {
  const says = outcome.kind;
  if (says === 'waiting' || says === 'unknown') return ignored(transaction, 'it says nothing new');
  const isNo = says === 'declined' || says === 'failed' || says === 'expired';
  const first = beforeEndOfLater(transaction, endsAuthorization);
  if (first) return first;
  if (isAuthorized(transaction)) {
    const named = payment ?? ('providerReference' in outcome ? outcome.providerReference : null);
    if (!isPaidBy(transaction, charge, named))
      return ignored(transaction, 'it is about another payment than the authorised one');
    if (isOneTry) return conflict(transaction, `it says that it is ${says}, but the payment is authorised`);
  }
  if (transaction.status === 'COMPLETED' && transaction.authorized && says === 'expired')
    return { ...applied(transaction), reason: 'the rest of the authorised amount lapsed' };
  if (isFinal(transaction.status) || isAtCashier(transaction)) {
    if (!isNo) return ignored(transaction, `the payment is ${stateOf(transaction)}`);
    if (transaction.status !== 'COMPLETED') return applied(transaction);
    const isAnother = mayBeAnotherTry === true && isCardEnteredThere(transaction);
    return isAnother || !isPaidBy(transaction, charge, payment)
      ? ignored(
          transaction,
          'it is about an attempt that was not paid; another attempt of this payment was paid',
        )
      : conflict(transaction, 'it says that nothing was paid, but the payment is COMPLETED');
  }
  if (isNo && isCapturePending(transaction)) return waiting(transaction, CAPTURE_PENDING);
  const said = ofAttempt(transaction, outcome);
  if (await end(context, transaction, said)) return applied(transaction);
  if (transition(transaction, said, 'provider', context.now())) return 'lost';
  const fault = `it says that it is ${says}, but the payment is ${stateOf(transaction)}`;
  return isNo ? conflict(transaction, fault) : ignored(transaction, fault);
}

/** Tries once: after a lost race the caller must judge again. Answers whether it was written. */
async function end(context: Context, transaction: Transaction, outcome: Outcome): Promise<boolean> {
  return (await applyOnce(context, transaction, outcome, { actor: 'provider' })) !== null;
}

const stateOf = ({ status, errorCode }: Transaction): string =>
  errorCode ? `${status} (${errorCode})` : status;
