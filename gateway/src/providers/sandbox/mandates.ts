// Mandates in the sandbox (contract 16): what it stores, and how later charges end. A card that asks for a challenge
// asks for the payer at each later charge; a card with a wrong code makes its mandate FAILED at the first; else the
// amount and the card decide. Everything is derived from the stored transaction, so any process gives the same answer.
import { createHash } from 'node:crypto';
import {
  CODE,
  type Outcome,
  type Provider,
  type StoredMeans,
  type Transaction,
} from '@tollgate/provider-kit';
import { type AmountBehaviour, behaviourOfAmount } from './amount-behaviours.ts';
import { behaviourOfSummary, isWrongCode } from './card-behaviours.ts';
import { afterDelay, begunAt, referenceOf, type SandboxSettings } from './sandbox-settings.ts';

/** Adds what it stored to the answer with which the payer agreed. */
export function storing<Answer extends Outcome | { kind: 'unheard' }>(
  settings: SandboxSettings,
  transaction: Transaction,
  answer: Answer,
): Answer {
  const isAgreed = answer.kind === 'completed' || answer.kind === 'authorized';
  if (!isAgreed || transaction.details.mandate === undefined) return answer;
  return { ...answer, stored: storedFor(settings, transaction) };
}

/** The calls about mandates. It stores nothing itself, so there is nothing to forget. */
export const mandateCalls = (
  settings: SandboxSettings,
): Required<Pick<Provider, 'findStored' | 'forgetStored'>> => ({
  findStored: async (transaction) => storedFor(settings, transaction),
  forgetStored: async () => true,
});

function storedFor({ services }: SandboxSettings, transaction: Transaction): StoredMeans {
  const digest = createHash('sha256').update(`mandate ${transaction.id}`).digest('hex');
  const networkTransactionId = String(BigInt(`0x${digest.slice(0, 12)}`)).padStart(15, '0');
  const stored: StoredMeans = { id: `sandbox-mandate-${transaction.id}` };
  return services.methodOf(transaction) === 'card' ? { ...stored, networkTransactionId } : stored;
}

export function chargeMandate(settings: SandboxSettings, transaction: Transaction): Outcome {
  return (
    byAmount(transaction, behaviourOfAmount(transaction.amountMinor)) ?? byMeans(settings, transaction, null)
  );
}

/** A charge without an answer was made. */
export function inquireMandateCharge(settings: SandboxSettings, transaction: Transaction): Outcome {
  const behaviour = behaviourOfAmount(transaction.amountMinor);
  const isSilent = behaviour === 'silent' || isSilentCard(transaction);
  if (isSilent) return { kind: 'completed', providerReference: referenceOf(transaction) };
  return byAmount(transaction, behaviour) ?? byMeans(settings, transaction, begunAt(transaction));
}

const isSilentCard = ({ card }: Transaction): boolean =>
  card !== null && behaviourOfSummary(card).kind === 'silent';

/** null: the means of payment decide. */
function byAmount(transaction: Transaction, behaviour: AmountBehaviour): Outcome | null {
  const providerReference = referenceOf(transaction);
  switch (behaviour) {
    case 'declined':
      return { kind: 'declined', errorCode: CODE.doNotHonour, providerReference };
    case 'fails':
      return { kind: 'failed', errorCode: CODE.providerFailed, providerReference };
    case 'silent':
      return { kind: 'unknown' };
    default:
      return null;
  }
}

/** `since`: when the charge began, if it is asked for; null: it is made now. */
function byMeans(settings: SandboxSettings, transaction: Transaction, since: Date | null): Outcome {
  const { card } = transaction;
  const providerReference = referenceOf(transaction);
  if (card === null) return settling(settings, transaction, since);
  if (isWrongCode(card)) return { kind: 'declined', errorCode: CODE.accountClosed, providerReference };
  const behaviour = behaviourOfSummary(card);
  switch (behaviour.kind) {
    case 'challenge':
      return { kind: 'declined', errorCode: CODE.threeDsRequired, providerReference };
    case 'slow':
      return settling(settings, transaction, since);
    case 'silent':
      return { kind: 'unknown' };
    default:
      return { ...behaviour, providerReference };
  }
}

function settling(settings: SandboxSettings, transaction: Transaction, since: Date | null): Outcome {
  const settlesAt = since === null ? afterDelay(settings) : new Date(since.getTime() + settings.delayMs);
  const providerReference = referenceOf(transaction);
  return settlesAt <= settings.now()
    ? { kind: 'completed', providerReference }
    : { kind: 'pending', askAgainAt: settlesAt, providerReference };
}
