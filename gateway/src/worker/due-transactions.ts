// Resolver and expiry in one sweep, because both use a transaction's due_at: claims due transactions and either asks
// their provider or ends them (contract 4). A loop of chores.ts, in every process with the worker role. A claim is a
// lease, so two processes do not ask twice; even if they did, the guard in SQL lets one answer win.
import type { Context } from '../actions/context.ts';
import { expireTransaction } from '../actions/transactions/expire-transaction.ts';
import { lapseAuthorization } from '../actions/transactions/lapse-authorization.ts';
import { resolveTransaction } from '../actions/transactions/resolve-transaction.ts';
import { ABANDONED_AFTER_MS } from '../domain/transactions/outcome-step.ts';
import { isAuthorized, type Transaction } from '../domain/transactions/transaction.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than any provider's deadline; after a process dies, others can claim its transactions this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueTransactions(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await context.transactions.claimDue(context.now(), limit, LEASE_MS);
  const works = due.map((transaction) => ({
    of: transaction.providerAccount ?? transaction.provider ?? '',
    run: () => settle(context, transaction),
  }));
  await inFlight.turn(works);
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/** The next step of a due transaction. 'nothing': the claim was too early, and another follows after its lease. */
export function nextStep(
  transaction: Pick<Transaction, 'status' | 'expiresAt' | 'createdAt' | 'authorized'>,
  now: Date,
): 'expire' | 'lapse' | 'resolve' | 'nothing' {
  const { status, expiresAt, createdAt, authorized } = transaction;
  if (isAuthorized(transaction)) return authorized!.captureBefore <= now ? 'lapse' : 'nothing';
  if (expiresAt !== null && expiresAt <= now) return 'expire';
  if (status === 'PROCESSING') return 'resolve';
  // A session waits for its shopper until its link expires.
  const abandoned =
    status === 'INIT' && expiresAt === null && now.getTime() - createdAt.getTime() >= ABANDONED_AFTER_MS;
  return abandoned ? 'resolve' : 'nothing';
}

/**
 * One transaction's fault must not delay the others: this logs it, and a worker claims the transaction again after its
 * lease.
 */
async function settle(context: Context, transaction: Transaction): Promise<void> {
  try {
    const step = nextStep(transaction, context.now());
    if (step === 'expire') await expireTransaction(context, transaction);
    if (step === 'lapse') await lapseAuthorization(context, transaction);
    if (step === 'resolve') await resolveTransaction(context, transaction);
  } catch (error) {
    context.log.error(
      { err: error, transactionId: transaction.id },
      'could not expire a due transaction or ask its provider; a worker tries again when its lease ends',
    );
  }
}
