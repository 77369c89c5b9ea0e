// Payouts in the sandbox, depending on the amount (amount-behaviours.ts). If a payout has neither a reference nor an
// unknown outcome, no answer was ever stored. Then the payout counts as never sent, and its money goes back.
import { CODE, type Outcome, type Transaction } from '@tollgate/provider-kit';
import { behaviourOfAmount } from './amount-behaviours.ts';
import { afterDelay, referenceOf, type SandboxSettings, settlesAtOf } from './sandbox-settings.ts';

export function sendPayout(settings: SandboxSettings, transaction: Transaction): Outcome {
  const providerReference = referenceOf(transaction);
  switch (behaviourOfAmount(transaction.amountMinor)) {
    case 'declined':
      return { kind: 'declined', errorCode: CODE.doNotHonour, providerReference };
    case 'fails':
      return { kind: 'failed', errorCode: CODE.providerFailed, providerReference };
    case 'nobody-pays':
      return { kind: 'pending', providerReference };
    case 'silent':
      return { kind: 'unknown' };
    case 'pays': {
      const settlesAt = afterDelay(settings);
      return {
        kind: 'pending',
        askAgainAt: settlesAt,
        providerReference: referenceOf(transaction, settlesAt),
      };
    }
  }
}

export function inquirePayout(
  settings: SandboxSettings,
  transaction: Transaction,
): Outcome | { kind: 'unheard' } {
  const { providerReference, errorCode } = transaction;
  if (providerReference === null && errorCode === null) return { kind: 'unheard' };
  const settlesAt = settlesAtOf(transaction);
  if (settlesAt !== null && settlesAt > settings.now()) return { kind: 'pending', askAgainAt: settlesAt };
  const known = { providerReference: providerReference ?? referenceOf(transaction) };
  switch (behaviourOfAmount(transaction.amountMinor)) {
    case 'declined':
      return { kind: 'declined', errorCode: CODE.doNotHonour, ...known };
    case 'fails':
      return { kind: 'failed', errorCode: CODE.providerFailed, ...known };
    case 'nobody-pays':
      return { kind: 'pending', ...known };
    default:
      return { kind: 'completed', ...known };
  }
}
