// Pay-ins by card in the sandbox: charged at once, after a 3-D Secure challenge, or later, depending on the test card
// (card-behaviours.ts). For later questions the number is gone: first six and last four digits identify the card.
import {
  type CardSummary,
  type ClearCard,
  CODE,
  type CodeOf,
  type Outcome,
  type PayinCall,
  type ThreeDs,
  type Transaction,
} from '@tollgate/provider-kit';
import {
  behaviourOfNumber,
  behaviourOfSummary,
  type CardBehaviour,
  type Verdict,
} from './card-behaviours.ts';
import type { VisitDecision } from './sandbox-services.ts';
import { bankPageUrl, begunAt, referenceOf, type SandboxSettings } from './sandbox-settings.ts';

/** A 3-D Secure page is open this long (contract 4). */
const CHALLENGE_LIFETIME_MS = 15 * 60_000;
const AUTHENTICATED: ThreeDs = { flow: 'CHALLENGE', status: 'AUTHENTICATED' };
const CHALLENGED: ThreeDs = { flow: 'CHALLENGE', status: 'PENDING' };

export function chargeCard(
  settings: SandboxSettings,
  transaction: Transaction,
  card: ClearCard,
  call: Pick<PayinCall, 'returnUrl'>,
): Outcome {
  const behaviour = storable(transaction, behaviourOfNumber(card.details.number));
  switch (behaviour.kind) {
    case 'challenge':
      return challenge(settings, transaction, settings.now(), call.returnUrl());
    case 'slow':
      return whenSettled(settings, transaction);
    case 'silent':
      return { kind: 'unknown' };
    default:
      return verdict(transaction, behaviour);
  }
}

/** The shopper decided on the bank's page. */
export function decideChallenge(transaction: Transaction, decision: VisitDecision): Outcome {
  switch (decision) {
    case 'approve': {
      const behaviour = transaction.card ? behaviourOfSummary(transaction.card) : null;
      if (behaviour?.kind !== 'challenge') return { kind: 'failed', errorCode: CODE.providerFailed };
      return verdict(transaction, behaviour.afterwards, AUTHENTICATED);
    }
    case 'decline':
      return refused(transaction, CODE.threeDsFailed, 'FAILED');
    case 'cancel':
      return refused(transaction, CODE.threeDsAbandoned, 'ABANDONED');
  }
}

function refused(
  transaction: Transaction,
  errorCode: CodeOf<'threeDsFailed' | 'threeDsAbandoned'>,
  status: ThreeDs['status'],
): Outcome {
  return verdict(transaction, { kind: 'declined', errorCode }, { flow: 'CHALLENGE', status });
}

export function inquireCharge(
  settings: SandboxSettings,
  transaction: Transaction,
  card: CardSummary,
): Outcome | { kind: 'unheard' } {
  const behaviour = storable(transaction, behaviourOfSummary(card));
  switch (behaviour.kind) {
    case 'challenge':
      // Without a page there was no challenge, so nothing was charged.
      if (transaction.threeDs === null) return { kind: 'unheard' };
      if (transaction.threeDs.status === 'PENDING') {
        return challenge(settings, transaction, begunAt(transaction), null);
      }
      return verdict(transaction, behaviour.afterwards, AUTHENTICATED);
    case 'slow':
      return whenSettled(settings, transaction);
    case 'silent':
      return verdict(transaction, { kind: 'completed' });
    default:
      return verdict(transaction, behaviour);
  }
}

/** The card whose CVV is wrong can be stored: then its mandate fails at the first later charge (contract 16). */
function storable({ details }: Transaction, behaviour: CardBehaviour): CardBehaviour {
  const isStored = details.mandate !== undefined && behaviour.kind === 'declined';
  return isStored && behaviour.errorCode === CODE.cvvWrong ? { kind: 'completed' } : behaviour;
}

function challenge(
  settings: SandboxSettings,
  transaction: Transaction,
  since: Date,
  returnUrl: string | null,
): Outcome {
  return {
    kind: 'redirect',
    redirectUrl: bankPageUrl(settings, '3ds-page', transaction, returnUrl),
    expiresAt: transaction.expiresAt ?? new Date(since.getTime() + CHALLENGE_LIFETIME_MS),
    providerReference: referenceOf(transaction),
    threeDs: CHALLENGED,
  };
}

function whenSettled(settings: SandboxSettings, transaction: Transaction): Outcome {
  const settlesAt = new Date(begunAt(transaction).getTime() + settings.delayMs);
  return settlesAt <= settings.now()
    ? verdict(transaction, { kind: 'completed' })
    : { kind: 'pending', askAgainAt: settlesAt, providerReference: referenceOf(transaction) };
}

function verdict(transaction: Transaction, said: Verdict, threeDs?: ThreeDs): Outcome {
  return { ...said, providerReference: referenceOf(transaction), ...(threeDs && { threeDs }) };
}
