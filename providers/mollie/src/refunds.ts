// Refunds at Mollie (contract 8, 13). Called by mollie.ts. A refund's id is its idempotency key, and it is in the
// refund's metadata. So the list of a payment's refunds shows a refund whose answer was lost. If the list could not be
// read, a refund must never be called unheard.
import { CODE, type Refund, type RefundOutcome, type Transaction } from '@tollgate/provider-kit';
import type { MollieAccount, UnknownValue } from './account.ts';
import { fromMollieAmount, toMollieAmount } from './amounts.ts';
import { failureOf, isGone } from './client.ts';
import { orderName } from './methods.ts';
import { isId, type MollieRefund, objectOf, pageOf, referenceIn } from './objects.ts';
import { LATEST_REPLAY_MS } from './payins.ts';
import { isNothingDone } from './standing.ts';

const DAY_MS = 24 * 60 * 60_000;
/** For this long a refund that is not in the list may still be on its way. */
const ON_ITS_WAY_MS = 60_000;
/** No payment has more refunds than this many pages hold. */
const MOST_PAGES = 5;
const QUICK_INQUIRIES = 4;

const FAILED: Extract<RefundOutcome, { kind: 'failed' }> = { kind: 'failed', errorCode: CODE.refundFailed };

const ageOf = ({ parts }: MollieAccount, { createdAt }: Refund): number =>
  parts.now().getTime() - createdAt.getTime();

export async function sendRefund(
  at: MollieAccount,
  transaction: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const amount = toMollieAmount(refund);
  const { providerReference: payment } = transaction;
  if (amount === null || !isId(payment)) return FAILED;
  if (ageOf(at, refund) >= LATEST_REPLAY_MS) return { kind: 'unknown' };
  const body = { amount, description: orderName(transaction), metadata: { reference: refund.id } };
  try {
    const made = await at.client.post(`payments/${payment}/refunds`, { body, key: refund.id, signal });
    return outcomeFor(at, refund, objectOf<MollieRefund>(made, 'refund'));
  } catch (error) {
    return isNothingDone(failureOf(error)) ? FAILED : { kind: 'unknown' };
  }
}

export async function askAboutRefund(
  at: MollieAccount,
  { providerReference: payment }: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome | { kind: 'unheard' }> {
  if (!isId(payment)) return { kind: 'unheard' };
  const { providerReference: id } = refund;
  const known = isId(id) ? await readRefund(at, payment, id, signal) : null;
  if (known) return outcomeFor(at, refund, known);
  let from = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await at.client.get(`payments/${payment}/refunds?limit=250${from}`, signal);
    const { found, rest } = pageOf<MollieRefund>(answer, 'refunds');
    const listed = found.find((one) => one.id === id || referenceIn(one) === refund.id);
    if (listed) return outcomeFor(at, refund, listed);
    if (rest === null) return outcomeOfMissing(at, refund);
    from = `&from=${rest}`;
  }
  return { kind: 'unknown' };
}

/** null: Mollie has no such refund. */
async function readRefund(
  { client }: MollieAccount,
  payment: string,
  id: string,
  signal: AbortSignal,
): Promise<MollieRefund | null> {
  try {
    return objectOf<MollieRefund>(
      await client.get(`payments/${payment}/refunds/${id}`, signal),
      'refund',
      id,
    );
  } catch (error) {
    if (isGone(failureOf(error))) return null;
    throw error;
  }
}

/** A refund that Mollie had made, and that is gone now, was cancelled there. Mollie pays nothing for it. */
function outcomeOfMissing(at: MollieAccount, refund: Refund): RefundOutcome | { kind: 'unheard' } {
  if (isId(refund.providerReference)) return { ...FAILED, providerReference: refund.providerReference };
  return { kind: ageOf(at, refund) < ON_ITS_WAY_MS ? 'unknown' : 'unheard' };
}

/** The gateway never applies an answer about another refund or amount (contract 13). */
function outcomeFor({ parts, account }: MollieAccount, refund: Refund, found: MollieRefund): RefundOutcome {
  const amount = fromMollieAmount(found.amount);
  const isOurs = refund.origin === 'provider' || referenceIn(found) === refund.id;
  if (!isOurs || amount?.amountMinor !== refund.amountMinor || amount.currency !== refund.currency) {
    parts.log.warn(
      { provider: account.provider, accountId: account.id, refundId: refund.id, providerReference: found.id },
      'Mollie’s answer is about another refund or amount; it changes nothing',
    );
    return { kind: 'unknown' };
  }
  const outcome = outcomeOfRefund(found, parts.unknownValue);
  if (outcome.kind !== 'pending' || refund.inquiries < QUICK_INQUIRIES) return outcome;
  return { ...outcome, askAgainAt: new Date(parts.now().getTime() + DAY_MS) };
}

export function outcomeOfRefund({ id, status }: MollieRefund, unknownValue: UnknownValue): RefundOutcome {
  switch (status as string | undefined) {
    case 'refunded':
      return { kind: 'completed', providerReference: id };
    case 'queued':
    case 'pending':
    case 'processing':
      return { kind: 'pending', providerReference: id };
    case 'failed':
    case 'canceled':
      return { ...FAILED, providerReference: id };
    default:
      unknownValue('refund.status', String(status));
      return { kind: 'unknown' };
  }
}
