// Asks Mollie about the state of a charge, and cancels it (contract 13). Called by mollie.ts. It uses the stored ids;
// it never reads what a shopper's browser brings.
import {
  type Call,
  CODE,
  chargeReference,
  isAuthorized,
  type Outcome,
  type Transaction,
} from '@tollgate/provider-kit';
import type { MollieAccount } from './account.ts';
import { fromMollieAmount } from './amounts.ts';
import { failureOf } from './client.ts';
import { dateIn, isId, type MolliePayment, objectOf, pageOf, referenceIn } from './objects.ts';
import { aboutPayment, isNothingDone, standingOf } from './standing.ts';

/** A call takes a minute at most (contract 13); the second minute is for the time on the network. */
const CALL_ENDED_MS = 2 * 60_000;
/** After this many inquiries the gateway asks about a payment on its way once a day: a debit takes days. */
const QUICK_INQUIRIES = 4;
const DAY_MS = 24 * 60 * 60_000;
/** A customer's payments are listed from the newest on, so a lost one is near the beginning. */
const MOST_PAGES = 20;

/** When this charge was first sent and its key was first used. */
export function firstTryAt({ attemptedAt, createdAt }: Transaction): Date {
  return attemptedAt ?? createdAt;
}

/**
 * The state of the charge. `unheard`: no payment was stored, and none can have been paid. It answers that only after
 * the call that may still make one has ended.
 */
export async function askAboutCharge(
  at: MollieAccount,
  transaction: Transaction,
  call: Call,
): Promise<Outcome | { kind: 'unheard' }> {
  const payment = await findPayment(at, transaction, call);
  if (payment === null) return { kind: isCallUnderWay(at, transaction) ? 'unknown' : 'unheard' };
  const standing = standingOf(payment, at.parts.unknownValue);
  if (standing.kind === 'open') return { kind: 'waiting' };
  if (standing.kind !== 'pending' || transaction.inquiries < QUICK_INQUIRIES) return standing;
  return { ...standing, askAgainAt: new Date(at.parts.now().getTime() + DAY_MS) };
}

function isCallUnderWay({ parts }: MollieAccount, transaction: Transaction): boolean {
  return parts.now().getTime() - firstTryAt(transaction).getTime() < CALL_ENDED_MS;
}

async function findPayment(
  at: MollieAccount,
  transaction: Transaction,
  call: Call,
): Promise<MolliePayment | null> {
  const { payment = null, customer = null } = (await call.state()) ?? {};
  if (payment !== null) return await readPayment(at, payment, call.signal);
  // The answer to a later charge was lost.
  return customer === null ? null : await findOfCustomer(at, customer, transaction, call.signal);
}

async function findOfCustomer(
  { client }: MollieAccount,
  customer: string,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<MolliePayment | null> {
  const reference = chargeReference(transaction);
  const path = `customers/${customer}/payments?limit=250`;
  let from = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.get(path + from, signal);
    const { found, rest } = pageOf<MolliePayment>(answer, 'payments');
    const known = found.find((one) => referenceIn(one) === reference);
    if (known) return known;
    const oldest = dateIn(found.at(-1)?.createdAt);
    const isPast = oldest !== null && oldest.getTime() < firstTryAt(transaction).getTime() - DAY_MS;
    if (rest === null || isPast) return null;
    from = `&from=${rest}`;
  }
  throw new Error('Mollie’s list of payments does not end');
}

export async function readPayment(
  { client }: MollieAccount,
  id: string,
  signal: AbortSignal,
  embed: readonly string[] = [],
): Promise<MolliePayment> {
  const query = embed.length > 0 ? `?embed=${embed.join(',')}` : '';
  return objectOf<MolliePayment>(await client.get(`payments/${id}${query}`, signal), 'payment', id);
}

/**
 * The id of the charge's payment; null: none is stored. What is authorised has its id in the books; before that, the
 * books may still name the payment of an earlier attempt.
 */
export async function paymentIdOf(
  call: Call,
  { authorized, providerReference }: Transaction,
): Promise<string | null> {
  if (authorized !== null && isId(providerReference)) return providerReference;
  return (await call.state())?.payment ?? null;
}

/**
 * Cancels a charge that nobody has paid, or releases what it holds. If it is paid or over, this answers its state; else
 * the outcome is unknown and nothing changes.
 */
export async function cancelCharge(
  at: MollieAccount,
  transaction: Transaction,
  call: Call,
): Promise<Outcome> {
  const id = await paymentIdOf(call, transaction);
  if (id === null) return { kind: 'unknown' };
  if (isAuthorized(transaction)) return await voidCharge(at, transaction, id, call.signal);
  try {
    await at.client.delete(`payments/${id}`, call.signal);
  } catch (error) {
    // A refusal means that its state, or its method, allows no cancelling.
    if (failureOf(error).kind !== 'refused') return { kind: 'unknown' };
  }
  const standing = standingOf(await readPayment(at, id, call.signal), at.parts.unknownValue);
  return standing.kind === 'open' ? { kind: 'unknown' } : standing;
}

/** What was captured before stays captured. What was captured without our knowledge means that nothing was voided. */
async function voidCharge(
  at: MollieAccount,
  transaction: Transaction,
  id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const isReleased = await releaseAuthorization(at, id, signal);
  const payment = await readPayment(at, id, signal);
  const of = aboutPayment(payment);
  const { authorized } = transaction;
  if (!of || authorized === null) return { kind: 'unknown' };
  const said = { of, providerReference: id };
  const captured = capturedOf(payment);
  if (captured === null) return { kind: 'unknown' };
  if (captured !== authorized.capturedMinor) return { kind: 'completed', ...said };
  // Mollie has accepted the release: nobody captures it any more, even if the bank takes a while.
  const isOver = isReleased || payment.status !== 'authorized';
  if (!isOver) return { kind: 'unknown' };
  const hasLapsed = authorized.captureBefore <= at.parts.now();
  return { kind: 'declined', errorCode: hasLapsed ? CODE.expired : CODE.cancelled, ...said };
}

/** null: the amount cannot be expressed. */
function capturedOf({ amountCaptured }: MolliePayment): bigint | null {
  if (amountCaptured === undefined || amountCaptured === null) return 0n;
  return fromMollieAmount(amountCaptured)?.amountMinor ?? null;
}

/**
 * Whether Mollie has accepted it. A refusal may mean that nothing is held any more. Releasing twice does nothing more,
 * so it needs no key; with one, a refusal would be repeated after a capture has ended.
 */
async function releaseAuthorization(
  { client }: MollieAccount,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.post(`payments/${id}/release-authorization`, { signal });
    return true;
  } catch (error) {
    if (isNothingDone(failureOf(error))) return false;
    throw error;
  }
}

/** After the final capture of a part. false: it is not known whether Mollie heard it. */
export async function releaseRest(at: MollieAccount, transaction: Transaction, call: Call): Promise<boolean> {
  const id = await paymentIdOf(call, transaction);
  if (id === null) return false;
  try {
    if (await releaseAuthorization(at, id, call.signal)) return true;
    return (await readPayment(at, id, call.signal)).status !== 'authorized';
  } catch {
    return false;
  }
}
