// The library's answers as outcomes (contract 13). An answer over another amount, currency or reference names that in
// `of`, and the gateway refuses it. A word that the table does not know changes nothing and is counted.
import {
  type AboutCharge,
  type AdapterParts,
  CODE,
  chargeReference,
  type ErrorCode,
  isCapturedLater,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  type Outcome,
  type StoredMeans,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Connector } from '../connectors/connector.ts';
import { factsOf } from '../connectors/facts.ts';
import type { Exchange } from '../exchange.ts';
import type { ErrorAnswer, PaymentAnswer } from '../messages/answers.ts';
import { aboutOf, textAt } from './about.ts';
import { ASK_AGAIN_MS, shownOf } from './shown.ts';
import { declineOf, loggable, ownDeclineOf, PAYMENTS, type Standing } from './statuses.ts';

export interface Reading {
  connector: Connector;
  parts: AdapterParts;
  transaction: Transaction;
  /** An inquiry: then a page that was shown before is still shown. */
  isInquiry: boolean;
  /** The connector's id, if it is known: an inquiry's answer may have another one. */
  knownId: string | null;
}

type Answered = Extract<Exchange<PaymentAnswer>, { kind: 'answered' }>;

/** The connector has taken the request and carries it out later (RFC 9110, 15.3.3), whatever the library calls that. */
export const ACCEPTED = 202;

export const UNKNOWN: Outcome = { kind: 'unknown' };
export const NOT_TAKEN = { kind: 'failed', errorCode: NOTHING_DONE } satisfies Outcome;

export const chargeOf = (transaction: Transaction): AboutCharge => ({
  reference: chargeReference(transaction),
  amountMinor: transaction.amountMinor,
  currency: transaction.currency,
});

/** What a call about a charge means. */
export function outcomeOf(exchange: Exchange<PaymentAnswer>, reading: Reading): Outcome {
  return exchange.kind === 'answered'
    ? outcomeOfAnswer(exchange, reading)
    : outcomeOfFailure(exchange, reading);
}

/** The connector's status alone says that nothing was done. */
export const saysNothingDone = ({ statusCode }: { statusCode?: number }): boolean =>
  statusCode !== undefined && NOTHING_DONE_STATUSES.includes(statusCode);

const isSuccess = (statusCode: number): boolean => statusCode < 300;

/** With any other status nobody knows what was done, whatever the library reads in the answer (contract 13). */
export const decides = (statusCode: number): boolean =>
  isSuccess(statusCode) || statusCode === 402 || saysNothingDone({ statusCode });

/** A call that brought no readable answer. Only the first call about a charge can say that nothing was done. */
export function outcomeOfFailure(
  failure: Exclude<Exchange<unknown>, { kind: 'answered' }>,
  { connector, parts, isInquiry }: Pick<Reading, 'connector' | 'parts' | 'isInquiry'>,
): Outcome {
  if (isInquiry) return failure.kind === 'refused' ? { kind: 'unknown', answered: true } : UNKNOWN;
  switch (failure.kind) {
    case 'not-sent':
      if (failure.fault) parts.unknownValue('request', failure.fault.code);
      return NOT_TAKEN;
    // Contract 13: some statuses say it whatever the body is.
    case 'no-answer':
      return saysNothingDone(failure) ? { ...NOT_TAKEN, answered: true } : UNKNOWN;
    case 'refused': {
      const { statusCode, connectorCode } = failure;
      // A number in a connector's error need not be the issuer's.
      const tableOf = isSuccess(statusCode) ? declineOf : ownDeclineOf;
      const errorCode = decides(statusCode) ? tableOf(connector.connector, connectorCode) : null;
      if (errorCode !== null) return { kind: 'declined', errorCode };
      if (saysNothingDone(failure)) return { ...NOT_TAKEN, answered: true };
      if (statusCode === 402) {
        parts.unknownValue('decline', loggable(connectorCode));
        return { kind: 'declined', errorCode: CODE.doNotHonour };
      }
      return statusCode < 500 ? { kind: 'unknown', answered: true } : UNKNOWN;
    }
  }
}

function outcomeOfAnswer({ statusCode, message, own }: Answered, reading: Reading): Outcome {
  const { connector, parts, transaction, isInquiry } = reading;
  const { status = '' } = message;
  const id = reading.knownId ?? message.connectorTransactionId;
  const standing = Object.hasOwn(PAYMENTS, status) ? PAYMENTS[status]! : null;
  const of = aboutOf(
    own,
    factsOf(connector.connector).about,
    chargeOf(transaction),
    saidByLibrary(message, standing),
  );
  if (standing === null || standing === 'in doubt' || of === null) {
    parts.unknownValue('status', status);
    return { kind: 'unknown', answered: true };
  }
  if (!isSuccess(statusCode) && standing !== 'declined') return ofErrorStatus(statusCode, isInquiry);
  const about = { of, ...(isReference(id) ? { providerReference: id } : {}) };
  const askAgainAt = new Date(parts.now().getTime() + ASK_AGAIN_MS);
  switch (standing) {
    case 'completed':
      return { kind: 'completed', ...about, ...storedIn(message, transaction) };
    case 'authorized':
      if (!isCapturedLater(transaction)) return { kind: 'pending', askAgainAt, ...about };
      return { kind: 'authorized', takesSeveral: false, ...about, ...storedIn(message, transaction) };
    case 'open': {
      if (isInquiry) return { kind: 'waiting', askAgainAt };
      const shown = message.redirectionData && shownOf(message.redirectionData, parts);
      if (shown) return { ...shown, ...about };
      // The shopper has to do something that we cannot show, so it will not be paid, but may be.
      if (message.redirectionData) parts.unknownValue('next step', connector.connector);
      return { kind: 'pending', askAgainAt, ...about };
    }
    case 'cancelled':
      return isInquiry ? { kind: 'cancelled' } : { kind: 'declined', errorCode: CODE.cancelled, ...about };
    case 'expired':
      return isInquiry ? { kind: 'expired' } : { kind: 'declined', errorCode: CODE.expired, ...about };
    case 'not authenticated':
      return { kind: 'declined', errorCode: CODE.threeDsFailed, ...about };
    case 'declined':
      return declined(statusCode, { own, error: message.error }, reading, about);
  }
}

/** An answer with an error's status, in which the library reads something that it cannot mean. */
const ofErrorStatus = (statusCode: number, isInquiry: boolean): Outcome =>
  !isInquiry && saysNothingDone({ statusCode })
    ? { ...NOT_TAKEN, answered: true }
    : { kind: 'unknown', answered: true };

/** With an error's status a decline counts only if the table knows its word: the connector may have done nothing. */
function declined(
  statusCode: number,
  { own, error }: { own: unknown; error: ErrorAnswer | undefined },
  { connector: { connector }, parts, isInquiry }: Reading,
  about: { of: AboutCharge; providerReference?: string },
): Outcome {
  const code = error?.connectorDetails?.code ?? textAt(own, factsOf(connector).about.decline) ?? '';
  const issuerCode = error?.issuerDetails?.networkDetails?.declineCode;
  const errorCode: ErrorCode | null = isSuccess(statusCode)
    ? declineOf(connector, code, issuerCode)
    : ownDeclineOf(connector, code);
  const isDecided = decides(statusCode) && (errorCode !== null || (statusCode === 402 && !isInquiry));
  if (!isSuccess(statusCode) && !isDecided) return ofErrorStatus(statusCode, isInquiry);
  if (errorCode === null) parts.unknownValue('decline', loggable(code));
  return { kind: 'declined', errorCode: errorCode ?? CODE.doNotHonour, ...about };
}

/** What the connector stored, if the payment asked for that. */
function storedIn(message: PaymentAnswer, { details }: Transaction): { stored?: StoredMeans } {
  const id = message.mandateReference?.connectorMandateId?.connectorMandateId;
  if (!details.mandate || !id) return {};
  const { networkTransactionId } = message;
  return { stored: networkTransactionId ? { id, networkTransactionId } : { id } };
}

/** The library's own words about an amount that the connector stated. Before that money is decided it may be 0. */
function saidByLibrary(
  { authorizedMoney, capturedAmount }: PaymentAnswer,
  standing: Standing | null,
): Partial<AboutCharge> {
  if (standing !== 'completed' && standing !== 'authorized') return {};
  const authorized = authorizedMoney?.minorAmount;
  const amount = standing === 'completed' ? (capturedAmount ?? authorized) : (authorized ?? capturedAmount);
  const currency = authorizedMoney?.currency;
  const said: Partial<AboutCharge> = {};
  if (amount !== undefined && /^\d{1,15}$/.test(amount)) said.amountMinor = BigInt(amount);
  if (currency !== undefined && /^[A-Z]{3}$/.test(currency)) said.currency = currency;
  return said;
}

export const isReference = (id: string | undefined): id is string =>
  id !== undefined && /^[\x21-\x7e]{1,255}$/.test(id);
