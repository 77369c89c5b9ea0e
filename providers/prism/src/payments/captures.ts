// Captures and voids of authorised charges. A capture is sent once: it is kept before it is sent, and what is kept says
// whether it was.
import {
  type Call,
  type Capture,
  type CaptureOutcome,
  CODE,
  chargeReference,
  type Outcome,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Connection } from '../connection.ts';
import type { PaymentAnswer } from '../messages/answers.ts';
import { captureMessage, voidMessage } from '../messages/follow-up-messages.ts';
import { saidIn } from './about.ts';
import { captureIn, idsIn, isCompleting, keepCapture, mayBeUnderWay } from './charge-state.ts';
import { ask, inquire } from './charges.ts';
import { ACCEPTED, decides, saysNothingDone, UNKNOWN } from './outcomes.ts';
import { PAYMENTS } from './statuses.ts';

const CANCELLED: Outcome = { kind: 'declined', errorCode: CODE.cancelled };
const FAILED: CaptureOutcome = { kind: 'failed', errorCode: CODE.captureFailed };

export async function sendCapture(
  at: Connection,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome> {
  const kept = await call.state();
  const ids = idsIn(kept);
  const former = captureIn(kept, capture.id);
  if (former !== undefined) {
    const again = await captureAgain(at, transaction, capture, call);
    return again.kind === 'unheard' ? { kind: 'unknown' } : again;
  }
  if (kept === null || ids === null) return { kind: 'unknown' };
  const token = await at.token(call.signal);
  if (token === 'none') return FAILED;
  const sent = await keepCapture(call, kept, capture.id, 'sent');
  const message = captureMessage(capture, ids, token);
  const { signal } = call;
  const exchanged = await at.call<PaymentAnswer>({
    flow: 'capture',
    message,
    signal,
    idempotencyKey: capture.id,
  });
  const outcome = meaningOf(at, capture, exchanged);
  if (outcome.kind !== 'unknown') await keepCapture(call, sent, capture.id, outcome.kind);
  return outcome;
}

function meaningOf(
  at: Connection,
  { amountMinor, currency }: Capture,
  exchanged: Awaited<ReturnType<typeof at.call<PaymentAnswer>>>,
): CaptureOutcome {
  switch (exchanged.kind) {
    case 'not-sent':
      return FAILED;
    case 'no-answer':
    case 'refused':
      return saysNothingDone(exchanged) ? FAILED : { kind: 'unknown' };
    case 'answered': {
      const { statusCode, own } = exchanged;
      const { status = '' } = exchanged.message;
      const said = saidIn(own, at.facts.aboutCaptures ?? { unit: 'minor' }, currency);
      const isOther =
        (said.amountMinor ?? amountMinor) !== amountMinor || (said.currency ?? currency) !== currency;
      if (isOther || !decides(statusCode)) {
        at.parts.unknownValue('capture status', isOther ? 'another amount' : status);
        return { kind: 'unknown' };
      }
      if (statusCode >= 300) return saysNothingDone(exchanged) ? FAILED : { kind: 'unknown' };
      if (status === 'CHARGED' || status === 'PARTIAL_CHARGED')
        return { kind: statusCode === ACCEPTED ? 'pending' : 'completed' };
      if (status === 'CAPTURE_FAILED' || status === 'FAILURE') return FAILED;
      if (PAYMENTS[status] === 'open') return { kind: 'pending' };
      at.parts.unknownValue('capture status', status);
      return { kind: 'unknown' };
    }
  }
}

/** `unheard`: it was never sent. One capture of a charge is all there is, so a charge that is paid has it. */
export async function captureAgain(
  at: Connection,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome | { kind: 'unheard' }> {
  const kept = await call.state();
  const former = captureIn(kept, capture.id);
  if (kept === null || former === undefined) return { kind: 'unheard' };
  if (former === 'failed') return FAILED;
  if (former === 'completed') return { kind: 'completed' };
  const exchanged = await ask(at, transaction, kept, call.signal);
  const isAnswer = exchanged?.kind === 'answered' && exchanged.statusCode < 300;
  const { reference = null } = isAnswer ? saidIn(exchanged.own, at.facts.about, capture.currency) : {};
  const isOurs = isAnswer && (reference === null || reference === chargeReference(transaction));
  const status = isOurs ? (exchanged.message.status ?? '') : '';
  if (status === 'CHARGED' || status === 'PARTIAL_CHARGED') {
    await keepCapture(call, kept, capture.id, 'completed');
    return { kind: 'completed' };
  }
  return former === 'pending' ? { kind: 'pending' } : { kind: 'unknown' };
}

/** Voids what is authorised. If the connector refuses, it says what became of the charge. */
export async function cancelCharge(at: Connection, transaction: Transaction, call: Call): Promise<Outcome> {
  if (!at.capabilities.cancel) return UNKNOWN;
  const kept = await call.state();
  if (kept === null) return mayBeUnderWay(transaction, at.parts.now()) ? UNKNOWN : CANCELLED;
  const ids = idsIn(kept);
  if (ids === null) return UNKNOWN;
  if (at.facts.isCompletedHere) {
    const answer = await inquire(at, transaction, call);
    // Without our call to complete it, such a charge is never paid.
    const isUnderWay = isCompleting(await call.state(), at.parts.now());
    return decided(answer, isUnderWay ? UNKNOWN : CANCELLED);
  }
  const token = await at.token(call.signal);
  if (token === 'none') return UNKNOWN;
  const message = voidMessage(transaction, ids, token);
  const { signal } = call;
  const idempotencyKey = message.merchantVoidId;
  const exchanged = await at.call<PaymentAnswer>({ flow: 'void', message, signal, idempotencyKey });
  const isAnswer = exchanged.kind === 'answered' && exchanged.statusCode < 300;
  if (isAnswer && PAYMENTS[exchanged.message.status ?? ''] === 'cancelled') return CANCELLED;
  return decided(await inquire(at, transaction, call), UNKNOWN);
}

/** An inquiry's answer to a cancellation. `otherwise`: nothing is decided. */
function decided(answer: Outcome | { kind: 'unheard' }, otherwise: Outcome): Outcome {
  if (answer.kind === 'waiting' || answer.kind === 'pending') return otherwise;
  return answer.kind === 'unheard' || answer.kind === 'authorized' ? UNKNOWN : answer;
}
