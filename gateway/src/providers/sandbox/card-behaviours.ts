// The behaviour of each test card: the table of contract 7 (Sandbox outcomes), and nothing else decides it. sandbox.ts
// looks it up by the number when it charges, and by first six and last four when it is asked afterwards, because the
// number itself is gone by then. Test environment only.
import { type CardSummary, CODE, type ErrorCode, type ThreeDs } from '@tollgate/provider-kit';

/** The network's final answer. */
export type Verdict =
  | { kind: 'completed'; threeDs?: ThreeDs }
  | { kind: 'declined'; errorCode: ErrorCode; threeDs?: ThreeDs }
  | { kind: 'failed'; errorCode: ErrorCode };

export type CardBehaviour =
  | Verdict
  /** First the bank's page, then the final answer after the shopper approved there. */
  | { kind: 'challenge'; afterwards: Verdict }
  /** Accepted, and completed after the simulated network's delay. */
  | { kind: 'slow' }
  /** Takes the money and gives no answer, except to a later inquiry. */
  | { kind: 'silent' };

const COMPLETED: CardBehaviour = { kind: 'completed' };

const BEHAVIOURS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': COMPLETED,
  '5555555555554444': COMPLETED,
  '378282246310005': COMPLETED,
  '4000000000000002': { kind: 'declined', errorCode: CODE.doNotHonour },
  '4000000000009995': { kind: 'declined', errorCode: CODE.insufficientFunds },
  '4000000000009987': { kind: 'declined', errorCode: CODE.cardLost },
  '4000000000009979': { kind: 'declined', errorCode: CODE.cardStolen },
  '4000000000000069': { kind: 'declined', errorCode: CODE.cardExpired },
  '4000000000000127': { kind: 'declined', errorCode: CODE.cvvWrong },
  '4000000000003220': { kind: 'challenge', afterwards: { kind: 'completed' } },
  '4000000000003055': { kind: 'completed', threeDs: { flow: 'FRICTIONLESS', status: 'AUTHENTICATED' } },
  '4000008400001629': { kind: 'challenge', afterwards: { kind: 'declined', errorCode: CODE.doNotHonour } },
  '4000008400001280': {
    kind: 'declined',
    errorCode: CODE.threeDsUnavailable,
    threeDs: { flow: 'CHALLENGE', status: 'UNAVAILABLE' },
  },
  '4000000000000119': { kind: 'failed', errorCode: CODE.providerFailed },
  '4000000000000259': { kind: 'slow' },
  '4000000000000341': { kind: 'silent' },
};

const BY_SUMMARY: ReadonlyMap<string, CardBehaviour> = new Map(
  Object.entries(BEHAVIOURS).map(([number, behaviour]) => [
    summaryKey({ first6: number.slice(0, 6), last4: number.slice(-4) }),
    behaviour,
  ]),
);

/** Any other number completes. */
export function behaviourOfNumber(number: string): CardBehaviour {
  return Object.hasOwn(BEHAVIOURS, number) ? BEHAVIOURS[number]! : COMPLETED;
}

export function behaviourOfSummary(card: Pick<CardSummary, 'first6' | 'last4'>): CardBehaviour {
  return BY_SUMMARY.get(summaryKey(card)) ?? COMPLETED;
}

/** Its CVV is always wrong. Storing it works, so that a mandate can be played that fails at its first charge. */
export function isWrongCode(card: Pick<CardSummary, 'first6' | 'last4'>): boolean {
  const behaviour = behaviourOfSummary(card);
  return behaviour.kind === 'declined' && behaviour.errorCode === CODE.cvvWrong;
}

function summaryKey(card: Pick<CardSummary, 'first6' | 'last4'>): string {
  return `${card.first6}…${card.last4}`;
}
