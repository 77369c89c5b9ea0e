// The meaning of an Adyen answer for a charge (contract 13, "Answers"): its result code and its action become our
// outcomes. This code does not trust that an answer has the described form. An answer that is new or cannot be read is
// `unknown` and never a failure.
import {
  type AboutCharge,
  type AdapterParts,
  CODE,
  chargeReference,
  type ErrorCode,
  isCapturedLater,
  type Outcome,
  type ThreeDs,
  type Transaction,
} from '@tollgate/provider-kit';
import { fromAdyen } from './amounts.ts';
import { instructionsOf } from './instructions.ts';
import { codeOfNumber } from './refusals.ts';

/** The question that the answer belongs to. */
export interface AnswerContext extends Pick<AdapterParts, 'unknownValue' | 'qrCode'> {
  transaction: Transaction;
  /** Whether we sent the card's number: then a redirect is 3-D Secure. */
  isCard: boolean;
  /** A later charge: the payer is absent and can do nothing. */
  isPayerAbsent: boolean;
  /** Whether the account takes several captures of one payment. */
  takesSeveral: boolean;
  now: Date;
}

export interface ChargeFacts {
  of?: AboutCharge;
  providerReference?: string;
}

/** The fields as they came: any of them may be missing or have another type. */
type Fields = Readonly<Record<string, unknown>>;

export function outcomeOf(answer: unknown, asked: AnswerContext): Outcome {
  const fields = fieldsOf(answer);
  const resultCode = textOf(fields.resultCode);
  const about = aboutOf(fields, asked);
  if (resultCode === null || about === null) return { kind: 'unknown' };
  switch (resultCode) {
    case 'Authorised':
      return { ...successOf(asked), ...about, ...threeDsAfter(asked, 'AUTHENTICATED') };
    case 'Refused':
      return refused(fields, about, asked);
    case 'Error':
      // No other account may try: after an error at the acquirer, Adyen does not say that nothing was done, so it could
      // charge a second time.
      return { kind: 'declined', errorCode: CODE.issuerUnavailable, ...about };
    case 'Cancelled':
      return cancelled(about, asked);
    case 'Received':
    case 'Pending':
    case 'PresentToShopper':
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return afterAction(fields, about, asked, resultCode);
    case 'PartiallyAuthorised':
      // Adyen reserved less than the payment's amount. A notification tells how much, and a person decides.
      return { kind: 'unknown' };
    default:
      asked.unknownValue('resultCode', resultCode);
      return { kind: 'unknown' };
  }
}

/** Adyen says the same of both: that it has authorised the payment. */
export function successOf({
  transaction,
  takesSeveral,
}: Pick<AnswerContext, 'transaction' | 'takesSeveral'>):
  | { kind: 'completed' }
  | { kind: 'authorized'; takesSeveral: boolean } {
  return isCapturedLater(transaction) ? { kind: 'authorized', takesSeveral } : { kind: 'completed' };
}

/**
 * The payment that the answer names; null if that cannot be read. If the answer leaves something out, the question's
 * value counts.
 */
export function aboutOf(fields: Fields, { transaction, unknownValue }: AnswerContext): ChargeFacts | null {
  const reference = textOf(fields.merchantReference);
  const providerReference = idOf(fields.pspReference);
  const about: ChargeFacts = providerReference === null ? {} : { providerReference };
  if (reference === null && !isPresent(fields.amount)) return about;

  let { amountMinor, currency } = transaction;
  if (isPresent(fields.amount)) {
    const said = fieldsOf(fields.amount);
    const minor = fromAdyen(said.value, said.currency);
    if (minor === null) {
      unknownValue('amount.currency', String(said.currency).slice(0, 20));
      return null;
    }
    amountMinor = minor;
    currency = said.currency as string;
  }
  about.of = { reference: reference ?? chargeReference(transaction), amountMinor, currency };
  return about;
}

/**
 * The action shows a page, a code or a form. Without an action the payment is on its way, or the answer makes no sense.
 */
function afterAction(fields: Fields, about: ChargeFacts, asked: AnswerContext, resultCode: string): Outcome {
  if (!isPresent(fields.action)) {
    const isUnderWay = resultCode === 'Received' || resultCode === 'Pending';
    return isUnderWay ? { kind: 'pending', ...about } : { kind: 'unknown' };
  }
  const action = fieldsOf(fields.action);
  const type = textOf(action.type) ?? '';
  if (asked.isPayerAbsent && type !== 'await')
    return { kind: 'declined', errorCode: CODE.threeDsRequired, ...about };
  if (type === 'threeDS2') {
    // We ask for redirects, but Adyen wants a challenge in a page of ours. The shopper will not see it, so nobody can
    // pay.
    const threeDs: ThreeDs = { flow: 'CHALLENGE', status: 'UNAVAILABLE' };
    return { kind: 'declined', errorCode: CODE.threeDsUnavailable, ...about, threeDs };
  }
  if (type === 'await') return { kind: 'pending', ...about };
  const shown = instructionsOf(type, action, asked);
  if (shown === null) {
    if (!['redirect', 'qrCode', 'voucher'].includes(type)) asked.unknownValue('action.type', type);
    return { kind: 'unknown' };
  }
  if (shown.kind !== 'redirect' || !asked.isCard) return { ...shown, ...about };
  return { ...shown, ...about, threeDs: { flow: 'CHALLENGE', status: 'PENDING' } };
}

function refused(fields: Fields, about: ChargeFacts, asked: AnswerContext): Outcome {
  const number = textOf(fields.refusalReasonCode);
  let errorCode: ErrorCode | undefined = number === null ? CODE.doNotHonour : codeOfNumber(number);
  if (errorCode === undefined) {
    asked.unknownValue('refusalReasonCode', number!);
    errorCode = CODE.doNotHonour;
  }
  if (errorCode === CODE.cancelled) return cancelled(about, asked);
  const isOf3ds = errorCode === CODE.threeDsFailed || errorCode === CODE.threeDsUnavailable;
  // Nobody could authenticate, so the issuer wants the payer.
  if (asked.isPayerAbsent && isOf3ds) errorCode = CODE.threeDsRequired;
  return {
    kind: 'declined',
    errorCode,
    ...about,
    ...threeDsAfter(asked, isOf3ds ? 'FAILED' : 'AUTHENTICATED'),
  };
}

/** The shopper left; during a challenge there is a separate code for that. */
function cancelled(about: ChargeFacts, asked: AnswerContext): Outcome {
  const errorCode = isInChallenge(asked) ? CODE.threeDsAbandoned : CODE.cancelled;
  return { kind: 'declined', errorCode, ...about, ...threeDsAfter(asked, 'ABANDONED') };
}

/** The result of the challenge, if there was one. */
function threeDsAfter(asked: AnswerContext, status: ThreeDs['status']): { threeDs?: ThreeDs } {
  return isInChallenge(asked) ? { threeDs: { flow: 'CHALLENGE', status } } : {};
}

function isInChallenge({ transaction }: AnswerContext): boolean {
  return transaction.threeDs?.status === 'PENDING';
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** An Adyen id, if it can be stored and shown. */
export function idOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
