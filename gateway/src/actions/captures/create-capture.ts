// Captures money of an authorised pay-in (contract 16). The first commit makes the capture durable; then we ask the
// provider; a second commit stores its answer. Whatever happens after the first commit, the capture sweep continues at
// the capture's dueAt, under the same key at the provider. Never captures more than was authorised.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditActor } from '../../domain/audit/audit.ts';
import {
  type Capture,
  type CaptureJudgement,
  type CaptureRefusal,
  type CaptureRequest,
  isBeingSent,
  openCapture,
} from '../../domain/captures/capture.ts';
import { CODE, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { formatMinor, toWire } from '../../domain/money/money.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { isAuthorized, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { callAbout } from '../submission/ask-about-charge.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { settleCapture } from './settle-capture.ts';
import { writeCapture } from './write-capture.ts';

const LOOK_EVERY_MS = 25;

/** Answers the capture as it began, also if the same reference comes again. Throws Refusal. */
export async function createCapture(
  context: Context,
  by: AuditActor,
  transaction: Transaction,
  wanted: Omit<CaptureRequest, 'id'>,
): Promise<Capture> {
  const judged = await open(context, by, transaction, { ...wanted, id: timeOrderedId(context.now()) });
  switch (judged.kind) {
    case 'opened': {
      const { after, capture } = judged.change;
      return await carryOut(context, after, capture);
    }
    case 'repeated':
      return await firstAnswer(context, transaction, judged.capture);
    case 'reference-used': {
      const { amountMinor, currency, transactionId, isFinal } = judged.capture;
      const first = `${formatMinor(amountMinor, currency)} ${currency}, final ${isFinal}`;
      throw new Refusal(422, `captureReference: was used before with another amount or final: ${first}`, {
        transactionId,
      });
    }
    case 'refused':
      throw refusalOf(judged.transaction, judged.errorCode, judged.capturableMinor);
  }
}

/**
 * The call that made this capture may still be waiting for its provider. Both calls must get the same answer, so this
 * call waits too, but never longer than the provider's deadline.
 */
async function firstAnswer(context: Context, transaction: Transaction, capture: Capture): Promise<Capture> {
  const waitMs = providerOf(context, transaction)?.deadlineMs ?? 0;
  let current = capture;
  for (
    let waitedMs = 0;
    isBeingSent(current, context.now()) && waitedMs < waitMs;
    waitedMs += LOOK_EVERY_MS
  ) {
    await sleep(LOOK_EVERY_MS);
    current = (await context.captures.find(capture.merchantId, capture.brandId, capture.id)) ?? current;
  }
  return current;
}

async function open(
  context: Context,
  by: AuditActor,
  { merchantId, id: transactionId }: Transaction,
  request: CaptureRequest,
): Promise<CaptureJudgement> {
  const { id: captureId, captureReference } = request;
  let judged: CaptureJudgement | undefined;
  await writeCapture(
    context,
    { merchantId, transactionId, captureId, captureReference, by },
    ({ transaction, capture, first }) => {
      // If we repeated a commit whose acknowledgement was lost, the capture's own id exists already.
      if (capture && judged?.kind === 'opened') return null;
      judged = openCapture(request, { transaction, first }, context.now());
      return judged.kind === 'opened' ? judged.change : null;
    },
  );
  return judged!;
}

/** The capture is stored, so no later failure changes more than the caller's view of it. */
async function carryOut(context: Context, transaction: Transaction, capture: Capture): Promise<Capture> {
  const provider = providerOf(context, transaction);
  // The sweep might ask while this call is still running, so we leave the capture to the sweep.
  const isLate = context.now().getTime() + (provider?.deadlineMs ?? 0) > capture.dueAt!.getTime();
  if (!provider?.capture || isLate) return capture;
  const { capture: send } = provider;
  try {
    const outcome = await askProvider(context, provider, (signal) =>
      send(transaction, capture, callAbout(context, transaction, signal)),
    );
    const settled = await settleCapture(context, capture, { outcome, actor: 'merchant', isFirst: true });
    // The commit may have lost its acknowledgement, or the sweep was faster: the stored answer counts.
    return (
      settled ?? (await context.captures.find(capture.merchantId, capture.brandId, capture.id)) ?? capture
    );
  } catch (error) {
    const { id: captureId, transactionId, brandId } = capture;
    context.log.error(
      { err: error, captureId, transactionId, brandId },
      'the answer about a capture could not be stored; the provider is asked again',
    );
    return capture;
  }
}

function refusalOf(transaction: Transaction, errorCode: CaptureRefusal, capturableMinor: bigint): Refusal {
  const { id: transactionId, currency } = transaction;
  const amounts = { amountCapturable: toWire(capturableMinor, currency) };
  return new Refusal(400, adviceFor(errorCode, transaction), {
    errorCode,
    transactionId,
    members: { errorReason: errorReason(errorCode), ...(errorCode === CODE.captureTooLarge && amounts) },
  });
}

function adviceFor(errorCode: CaptureRefusal, transaction: Transaction): string {
  const { type, status, authorized } = transaction;
  switch (errorCode) {
    case CODE.captureTooLarge:
      return 'amount: is more than what is left to capture';
    case CODE.oneCaptureAlone:
      return 'final: the provider takes one capture of this pay-in; send true, or leave it out';
    case CODE.captureNotPossible:
      if (type === 'PAYOUT') return 'transactionId: a payout cannot be captured';
      if (!isAuthorized(transaction))
        return `transactionId: only an authorised pay-in can be captured, this one is ${status}`;
      return authorized?.isFinal
        ? 'transactionId: a final capture of this pay-in was made already'
        : 'transactionId: the time to capture this pay-in is over';
  }
}
