// The simulator on the cashier's page plays a capture of a sandbox payment (contract 16): the rest, half of the rest, a
// capture that fails, or a completed capture that fails after all. Ledger, webhooks and timeline are real. It must
// never touch a payment at a real provider.
import { type Capture, openCapture } from '../../domain/captures/capture.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { capturableMinor, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { reload } from '../submission/apply-outcome.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { recordCapture } from './record-capture.ts';
import { settleCapture } from './settle-capture.ts';
import { writeCapture } from './write-capture.ts';

export const PLAYED_CAPTURES = ['CAPTURED', 'CAPTURED_PART', 'CAPTURE_FAILED'] as const;
export type PlayedCapture = (typeof PLAYED_CAPTURES)[number];

export const isPlayedCapture = (outcome: string): outcome is PlayedCapture =>
  (PLAYED_CAPTURES as readonly string[]).includes(outcome);

/** Throws Refusal 400 if there is nothing to capture, or a real provider has the payment. */
export async function playCapture(
  context: Context,
  transaction: Transaction,
  played: PlayedCapture,
): Promise<Transaction> {
  requireSimulated(transaction, 'transactionId');
  const isPlayed =
    played === 'CAPTURE_FAILED'
      ? await failCapture(context, transaction)
      : await capture(context, transaction, played);
  if (isPlayed) return await reload(context, transaction);
  const { id: transactionId, status } = transaction;
  throw new Refusal(400, `transactionId: the transaction is ${status}; there is nothing to capture`, {
    transactionId,
    errorCode: CODE.captureNotPossible,
  });
}

async function capture(
  context: Context,
  transaction: Transaction,
  played: 'CAPTURED' | 'CAPTURED_PART',
): Promise<boolean> {
  const restMinor = capturableMinor(transaction);
  const isPart = played === 'CAPTURED_PART' && restMinor > 1n;
  const id = timeOrderedId(context.now());
  const made = {
    id,
    amountMinor: isPart ? restMinor / 2n : restMinor,
    providerReference: id,
    payment: null,
    isFinal: !isPart,
    actor: 'sandbox',
  } as const;
  return restMinor > 0n && (await recordCapture(context, transaction, made)).kind === 'recorded';
}

/** The last capture that has not failed fails. While there is a rest, a capture of the rest is made, and fails. */
async function failCapture(context: Context, transaction: Transaction): Promise<boolean> {
  const { merchantId, id } = transaction;
  const captures = await context.captures.ofTransaction(merchantId, id);
  const last = captures.findLast(({ status }) => status !== 'FAILED');
  const made = last && capturableMinor(transaction) === 0n ? last : await openOfRest(context, transaction);
  if (!made) return false;
  const outcome = { kind: 'failed', errorCode: CODE.captureFailed } as const;
  const isEnded = made.status === 'COMPLETED';
  const answer = { outcome, actor: 'sandbox', ...(isEnded ? { afterEnd: true as const } : {}) } as const;
  return (await settleCapture(context, made, answer)) !== null;
}

/** null: the payment is not authorised any more. */
async function openOfRest(
  context: Context,
  { merchantId, id: transactionId }: Transaction,
): Promise<Capture | null> {
  const captureId = timeOrderedId(context.now());
  const request = { id: captureId, amountMinor: null, isFinal: true, captureReference: null };
  const job = { merchantId, transactionId, captureId, captureReference: null, by: null };
  let opened: Capture | null = null;
  await writeCapture(context, job, ({ transaction, capture: known, first }) => {
    // If a commit whose acknowledgement was lost is repeated, the capture exists already.
    if (known) return null;
    const judged = openCapture(request, { transaction, first }, context.now());
    if (judged.kind !== 'opened') return null;
    opened = judged.change.capture;
    return judged.change;
  });
  return opened;
}
