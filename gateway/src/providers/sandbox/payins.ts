// Pay-ins by methods other than a card, from the first instructions to the end, depending on the amount
// (amount-behaviours.ts). The stored transaction alone answers an inquiry. Without a reference, the payer has seen
// nothing yet. With a reference, the payer has not acted yet. If the reference holds a time, the money arrives at that
// time.
import {
  CODE,
  type CodeOf,
  type Confirmation,
  type Outcome,
  type PayinCall,
  type PaymentData,
  type Transaction,
} from '@tollgate/provider-kit';
import { behaviourOfAmount } from './amount-behaviours.ts';
import { type PayinMethod, payinMethod } from './methods.ts';
import type { VisitDecision } from './sandbox-services.ts';
import {
  afterDelay,
  bankPageUrl,
  begunAt,
  referenceOf,
  type SandboxSettings,
  settlesAtOf,
} from './sandbox-settings.ts';

/** Contract 7: no payment matches it. */
const UNMATCHED_UTR = '000000000000';

interface Asked {
  data: PaymentData;
  call: Pick<PayinCall, 'returnUrl'>;
}

export function takePayin(
  settings: SandboxSettings,
  transaction: Transaction,
  method: PayinMethod | undefined,
  asked: Asked,
): Outcome {
  if (!method) return { kind: 'failed', errorCode: CODE.providerFailed };
  return answerAtOnce(transaction, method) ?? show(settings, transaction, method, asked);
}

/**
 * The network's answer before the payer sees anything; null: none. If the payer decides on the bank's page, the network
 * declines only after that.
 */
function answerAtOnce(transaction: Transaction, { waitsFor }: PayinMethod): Outcome | null {
  switch (behaviourOfAmount(transaction.amountMinor)) {
    case 'declined':
      return waitsFor === 'visit' ? null : declined(transaction, CODE.doNotHonour);
    case 'fails':
      return { kind: 'failed', errorCode: CODE.providerFailed, providerReference: referenceOf(transaction) };
    case 'silent':
      return { kind: 'unknown' };
    default:
      return null;
  }
}

function show(
  settings: SandboxSettings,
  transaction: Transaction,
  { resultType, statusCode, lifetimeMs, waitsFor, fields: fieldsOf }: PayinMethod,
  { data, call }: Asked,
): Outcome {
  const expiresAt = new Date(settings.now().getTime() + lifetimeMs);
  const bankPage = bankPageUrl(settings, 'bank-page', transaction, call.returnUrl());
  const { services } = settings;
  const method = services.methodOf(transaction)!;
  const fields = fieldsOf({ transaction, method, data, expiresAt, bankPage, services });
  if (!fields)
    return { kind: 'failed', errorCode: CODE.providerFailed, providerReference: referenceOf(transaction) };
  if (resultType === 'redirect') {
    const providerReference = referenceOf(transaction);
    return { kind: 'redirect', redirectUrl: bankPage, expiresAt, providerReference };
  }
  const shown = { kind: 'instructions', resultType, statusCode, fields, expiresAt } as const;
  if (waitsFor !== 'nothing' || behaviourOfAmount(transaction.amountMinor) === 'nobody-pays') {
    return { ...shown, providerReference: referenceOf(transaction) };
  }
  const settlesAt = afterDelay(settings);
  return { ...shown, askAgainAt: settlesAt, providerReference: referenceOf(transaction, settlesAt) };
}

/** The payer says that the money was sent. */
export function confirmPayin(
  settings: SandboxSettings,
  transaction: Transaction,
  { essentialKey, additionalEssentialKey }: Confirmation,
): Outcome {
  const isUnmatched = [essentialKey, additionalEssentialKey].includes(UNMATCHED_UTR);
  return isUnmatched ? declined(transaction, CODE.referenceUnmatched) : payerActed(settings, transaction);
}

/** The payer decided on the bank's page. */
export function decideVisit(
  settings: SandboxSettings,
  transaction: Transaction,
  decision: VisitDecision,
): Outcome {
  switch (decision) {
    case 'approve':
      return payerActed(settings, transaction);
    case 'decline':
      return declined(transaction, CODE.overPayerLimit);
    case 'cancel':
      return declined(transaction, CODE.cancelled);
  }
}

function payerActed(settings: SandboxSettings, transaction: Transaction): Outcome {
  switch (behaviourOfAmount(transaction.amountMinor)) {
    case 'declined':
      return declined(transaction, CODE.doNotHonour);
    case 'nobody-pays':
      return nobodyPaid(settings, transaction);
    default: {
      const settlesAt = afterDelay(settings);
      const providerReference = referenceOf(transaction, settlesAt);
      return { kind: 'pending', askAgainAt: settlesAt, providerReference };
    }
  }
}

export function inquirePayin(
  settings: SandboxSettings,
  transaction: Transaction,
): Outcome | { kind: 'unheard' } {
  const method = payinMethod(settings, settings.services.methodOf(transaction));
  // No method yet: the cashier still asks for it.
  if (!method) return { kind: 'unheard' };
  const { providerReference, expiresAt } = transaction;
  const settlesAt = settlesAtOf(transaction);
  if (settlesAt !== null) {
    if (settlesAt <= settings.now()) return { kind: 'completed', providerReference: providerReference! };
    const kind = expiresAt === null ? 'pending' : 'waiting';
    return { kind, askAgainAt: settlesAt };
  }
  const wasSilent = behaviourOfAmount(transaction.amountMinor) === 'silent';
  if (wasSilent && (transaction.errorCode === CODE.outcomeUnknown || providerReference === null)) {
    return { kind: 'completed', providerReference: referenceOf(transaction) };
  }
  if (providerReference !== null) return nobodyPaid(settings, transaction);
  return answerAtOnce(transaction, method) ?? { kind: 'unheard' };
}

/**
 * The payer may act until the expiry. If an unknown outcome has removed the expiry, the sandbox counts that time from
 * the moment when the payer began.
 */
function nobodyPaid(settings: SandboxSettings, transaction: Transaction): Outcome {
  if (transaction.expiresAt !== null) return { kind: 'waiting' };
  const lifetimeMs = payinMethod(settings, settings.services.methodOf(transaction))?.lifetimeMs ?? 0;
  const end = new Date(begunAt(transaction).getTime() + lifetimeMs);
  return end <= settings.now() ? { kind: 'expired' } : { kind: 'pending', askAgainAt: end };
}

function declined(
  transaction: Transaction,
  errorCode: CodeOf<'doNotHonour' | 'cancelled' | 'referenceUnmatched' | 'overPayerLimit'>,
): Outcome {
  return { kind: 'declined', errorCode, providerReference: referenceOf(transaction) };
}
