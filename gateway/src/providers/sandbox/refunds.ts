// Refunds in the sandbox, as their own amount says: refused (5005), or completed one delay after they were asked for
// (contract 7). It counts from the refund's creation, so any process gives the same answer.
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Refund, RefundOutcome } from '../../domain/refunds/refund.ts';
import { behaviourOfAmount } from './amount-behaviours.ts';
import type { SandboxSettings } from './settings.ts';

export function giveBack(settings: SandboxSettings, refund: Refund): RefundOutcome {
  return refusal(refund) ?? { kind: 'pending', askAgainAt: settlesAt(settings, refund), ...known(refund) };
}

export function inquireRefund(settings: SandboxSettings, refund: Refund): RefundOutcome {
  if (settlesAt(settings, refund) > settings.now()) return giveBack(settings, refund);
  return refusal(refund) ?? { kind: 'completed', ...known(refund) };
}

function refusal(refund: Refund): RefundOutcome | null {
  if (behaviourOfAmount(refund.amountMinor) !== 'declined') return null;
  return { kind: 'failed', errorCode: CODE.refundFailed, ...known(refund) };
}

function settlesAt({ delayMs }: SandboxSettings, { createdAt }: Refund): Date {
  return new Date(createdAt.getTime() + delayMs);
}

function known({ id }: Refund): { providerReference: string } {
  return { providerReference: `sandbox-${id}` };
}
