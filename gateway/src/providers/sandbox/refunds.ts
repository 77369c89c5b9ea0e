// Refunds in the sandbox, depending on their own amount: refused (5005), or completed one delay after the request
// (contract 7). The delay counts from the refund's creation, so any process gives the same answer.
import { CODE, type Refund, type RefundOutcome } from '@tollgate/provider-kit';
import { behaviourOfAmount } from './amount-behaviours.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

export function sendRefund(settings: SandboxSettings, refund: Refund): RefundOutcome {
  return refusal(refund) ?? { kind: 'pending', askAgainAt: settlesAt(settings, refund), ...known(refund) };
}

export function inquireRefund(settings: SandboxSettings, refund: Refund): RefundOutcome {
  if (settlesAt(settings, refund) > settings.now()) return sendRefund(settings, refund);
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
