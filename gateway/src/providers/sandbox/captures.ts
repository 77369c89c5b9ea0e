// Payments that are captured later in the sandbox (contract 16): authorised where they would have completed. A capture
// goes by its own amount: refused, without an answer, or completed; PayPal and Klarna complete it after the delay.
// Everything is derived from the stored capture, so any process gives the same answer.
import {
  type Capture,
  type CaptureOutcome,
  CODE,
  isCapturedLater,
  type Outcome,
  type Provider,
  type Transaction,
} from '@tollgate/provider-kit';
import { behaviourOfAmount } from './amount-behaviours.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

export function authorizedIfLater<Answer extends Outcome | { kind: 'unheard' }>(
  transaction: Transaction,
  answer: Answer,
): Answer | Extract<Outcome, { kind: 'authorized' }> {
  if (answer.kind !== 'completed' || !isCapturedLater(transaction)) return answer;
  return { ...answer, kind: 'authorized', takesSeveral: true };
}

/** The calls about captures. */
export function capturesOf(
  settings: SandboxSettings,
): Required<Pick<Provider, 'capture' | 'inquireCapture'>> {
  return {
    capture: async (transaction, capture) => captureMoney(settings, transaction, capture),
    inquireCapture: async (transaction, capture) => inquireCapture(settings, transaction, capture),
  };
}

function captureMoney(settings: SandboxSettings, transaction: Transaction, capture: Capture): CaptureOutcome {
  switch (behaviourOfAmount(capture.amountMinor)) {
    case 'declined':
      return { kind: 'failed', errorCode: CODE.captureFailed, ...known(capture) };
    case 'silent':
      return { kind: 'unknown' };
    default:
      return settled(settings, transaction, capture);
  }
}

function inquireCapture(
  settings: SandboxSettings,
  transaction: Transaction,
  capture: Capture,
): CaptureOutcome {
  const isRefused = behaviourOfAmount(capture.amountMinor) === 'declined';
  return isRefused
    ? { kind: 'failed', errorCode: CODE.captureFailed, ...known(capture) }
    : settled(settings, transaction, capture);
}

function settled(
  { now, delayMs, services }: SandboxSettings,
  transaction: Transaction,
  capture: Capture,
): CaptureOutcome {
  const settlesAt = new Date(capture.createdAt.getTime() + delayMs);
  const isAtOnce = services.methodOf(transaction) === 'card';
  return isAtOnce || settlesAt <= now()
    ? { kind: 'completed', ...known(capture) }
    : { kind: 'pending', askAgainAt: settlesAt, ...known(capture) };
}

/** The sandbox keeps our id as its own. */
const known = ({ id }: Capture) => ({ providerReference: id });
