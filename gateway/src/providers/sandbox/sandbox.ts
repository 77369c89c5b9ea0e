// The sandbox: a provider without a network, in the test environment only (contract 7). It keeps nothing, so that
// any process can answer for any transaction after any crash: what it would know is worked out from the stored
// transaction. Wired by providers/registry.ts. It must never see production, nor touch storage.
import type { Outcome } from '../../domain/outcome.ts';
import { pageToken } from '../../domain/page-token.ts';
import type { ThreeDs, Transaction } from '../../domain/transaction.ts';
import type { CardInHand, Provider } from '../provider.ts';
import { behaviourOfNumber, behaviourOfSummary, type Verdict } from './card-behaviours.ts';

const SANDBOX_ID = 'sandbox';

export interface SandboxSettings {
  /** Where the simulated bank's page is; without a slash at its end. */
  publicUrl: string;
  /** How long a simulated network takes to settle. */
  delayMs: number;
  now: () => Date;
  fingerprint: (text: string) => Buffer;
}

/** A 3-D Secure page is open this long (contract 4). */
const CHALLENGE_LIFETIME_MS = 15 * 60_000;
const DEADLINE_MS = 15_000;
const AUTHENTICATED: ThreeDs = { flow: 'CHALLENGE', status: 'AUTHENTICATED' };
const CHALLENGED: ThreeDs = { flow: 'CHALLENGE', status: 'PENDING' };

export function createSandbox(settings: SandboxSettings): Provider {
  function chargeCard(transaction: Transaction, card: CardInHand): Outcome {
    const behaviour = behaviourOfNumber(card.details.number);
    switch (behaviour.kind) {
      case 'challenge':
        return challenge(settings, transaction, settings.now());
      case 'slow':
        return whenSettled(settings, transaction);
      case 'silent':
        return { kind: 'unknown' };
      default:
        return verdict(transaction, behaviour);
    }
  }

  return {
    id: SANDBOX_ID,
    capabilities: {
      payinMethods: ['card'],
      payoutMethods: [],
      currencies: 'any',
      refund: false,
      cancel: false,
    },
    deadlineMs: DEADLINE_MS,

    async payIn(transaction, instrument) {
      if (instrument.kind === 'card') return chargeCard(transaction, instrument.card);
      return { kind: 'failed', errorCode: '9002' };
    },

    async confirm() {
      return { kind: 'unknown' };
    },

    async payOut() {
      return { kind: 'failed', errorCode: '9002' };
    },

    async cancel() {
      return { kind: 'unknown' };
    },

    async refund() {
      return { kind: 'failed', errorCode: '5004' };
    },

    async inquireRefund() {
      return { kind: 'unheard' };
    },

    async completeChallenge(transaction: Transaction, card: CardInHand) {
      const behaviour = behaviourOfNumber(card.details.number);
      if (behaviour.kind !== 'challenge') return { kind: 'failed', errorCode: '9002' };
      return verdict(transaction, behaviour.afterwards, AUTHENTICATED);
    },

    async inquire(transaction) {
      // No card: the gateway's own rules turned it away before anything was sent.
      if (transaction.card === null) return { kind: 'unheard' };
      const behaviour = behaviourOfSummary(transaction.card);
      switch (behaviour.kind) {
        case 'challenge':
          // Without a page nobody was ever challenged, so nothing was charged.
          if (transaction.threeDs === null) return { kind: 'unheard' };
          if (transaction.threeDs.status === 'PENDING') {
            return challenge(settings, transaction, transaction.createdAt);
          }
          return verdict(transaction, behaviour.afterwards, AUTHENTICATED);
        case 'slow':
          return whenSettled(settings, transaction);
        case 'silent':
          return verdict(transaction, { kind: 'completed' });
        default:
          return verdict(transaction, behaviour);
      }
    },
  };
}

function challenge(settings: SandboxSettings, transaction: Transaction, since: Date): Outcome {
  return {
    kind: 'redirect',
    redirectUrl: `${settings.publicUrl}/sandbox/3ds/${pageToken('3ds-page', transaction.id, settings.fingerprint)}`,
    expiresAt: transaction.expiresAt ?? new Date(since.getTime() + CHALLENGE_LIFETIME_MS),
    providerReference: referenceOf(transaction),
    threeDs: CHALLENGED,
  };
}

function whenSettled(settings: SandboxSettings, transaction: Transaction): Outcome {
  const settlesAt = new Date(transaction.createdAt.getTime() + settings.delayMs);
  return settlesAt <= settings.now()
    ? verdict(transaction, { kind: 'completed' })
    : { kind: 'pending', askAgainAt: settlesAt, providerReference: referenceOf(transaction) };
}

function verdict(transaction: Transaction, said: Verdict, threeDs?: ThreeDs): Outcome {
  return { ...said, providerReference: referenceOf(transaction), ...(threeDs && { threeDs }) };
}

function referenceOf(transaction: Transaction): string {
  return `sandbox-${transaction.id}`;
}
