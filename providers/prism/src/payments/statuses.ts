// The one table of what the library's words mean here: statuses of payments and refunds, and reasons of declines. A
// word that is not in it changes nothing and is counted.
import { CODE, type ErrorCode } from '@tollgate/provider-kit';

/**
 * `open`: nothing is decided. `in doubt`: it is decided, but not as this gateway can take it, so a person looks at the
 * provider.
 */
export type Standing =
  | 'completed'
  | 'authorized'
  | 'open'
  | 'declined'
  | 'not authenticated'
  | 'cancelled'
  | 'expired'
  | 'in doubt';

export const PAYMENTS: Readonly<Record<string, Standing>> = {
  CHARGED: 'completed',
  AUTHORIZED: 'authorized',
  STARTED: 'open',
  PAYMENT_METHOD_AWAITED: 'open',
  DEVICE_DATA_COLLECTION_PENDING: 'open',
  CONFIRMATION_AWAITED: 'open',
  AUTHENTICATION_PENDING: 'open',
  AUTHENTICATION_SUCCESSFUL: 'open',
  AUTHORIZING: 'open',
  CAPTURE_INITIATED: 'open',
  VOID_INITIATED: 'open',
  COD_INITIATED: 'open',
  PENDING: 'open',
  AUTHENTICATION_FAILED: 'not authenticated',
  AUTHORIZATION_FAILED: 'declined',
  ROUTER_DECLINED: 'declined',
  FAILURE: 'declined',
  VOIDED: 'cancelled',
  EXPIRED: 'expired',
  PARTIALLY_AUTHORIZED: 'in doubt',
  PARTIAL_CHARGED: 'in doubt',
  PARTIAL_CHARGED_AND_CHARGEABLE: 'in doubt',
  AUTO_REFUNDED: 'in doubt',
  CAPTURE_FAILED: 'in doubt',
  VOID_FAILED: 'in doubt',
  VOIDED_POST_CAPTURE: 'in doubt',
  UNRESOLVED: 'in doubt',
};

export const REFUNDS: Readonly<Record<string, 'completed' | 'pending' | 'failed'>> = {
  REFUND_SUCCESS: 'completed',
  REFUND_PENDING: 'pending',
  REFUND_MANUAL_REVIEW: 'pending',
  REFUND_FAILURE: 'failed',
  REFUND_TRANSACTION_FAILURE: 'failed',
};

/** The issuer's codes of ISO 8583, which card networks share. */
const ISSUER: Readonly<Record<string, ErrorCode>> = {
  '04': CODE.cardRestricted,
  '05': CODE.doNotHonour,
  '14': CODE.cardNumberInvalid,
  '34': CODE.fraudSuspected,
  '36': CODE.cardRestricted,
  '41': CODE.cardLost,
  '43': CODE.cardStolen,
  '46': CODE.accountClosed,
  '51': CODE.insufficientFunds,
  '54': CODE.cardExpired,
  '57': CODE.cardNotPermitted,
  '58': CODE.cardNotPermitted,
  '59': CODE.fraudSuspected,
  '61': CODE.overCardLimit,
  '62': CODE.cardRestricted,
  '65': CODE.cardUsedTooOften,
  '75': CODE.tooManyAttempts,
  '82': CODE.cvvWrong,
  '91': CODE.issuerUnavailable,
  '96': CODE.issuerUnavailable,
  '1A': CODE.threeDsRequired,
  N7: CODE.cvvWrong,
};

/** The connectors' own words for a decline. Only these make a decline of an answer with an error's status. */
const OWN: Readonly<Record<string, Readonly<Record<string, ErrorCode>>>> = {
  checkout: { '20087': CODE.cvvWrong, '20150': CODE.threeDsRequired, '20154': CODE.threeDsRequired },
  dlocal: {
    '301': CODE.doNotHonour,
    '302': CODE.insufficientFunds,
    '303': CODE.cardRestricted,
    '304': CODE.fraudSuspected,
    '305': CODE.tooManyAttempts,
    '306': CODE.doNotHonour,
    '308': CODE.cardNotPermitted,
    '309': CODE.cardExpired,
    '310': CODE.cardLost,
    '311': CODE.cardRestricted,
    '312': CODE.cardRestricted,
    '313': CODE.cvvWrong,
  },
  paypal: {
    INSTRUMENT_DECLINED: CODE.doNotHonour,
    TRANSACTION_REFUSED: CODE.doNotHonour,
    PAYER_CANNOT_PAY: CODE.doNotHonour,
  },
};

/** The connector's own word for a decline. null: the table has no such word. */
export function ownDeclineOf(connector: string, code: string): ErrorCode | null {
  const own = OWN[connector] ?? {};
  return Object.hasOwn(own, code) ? own[code]! : null;
}

/** A connector's word for logs. A sentence is left out, and so are digits that may be a card number. */
export const loggable = (word: string): string =>
  /^[\w.:-]{0,60}$/.test(word) && word.replace(/\D/g, '').length < 9 ? word : 'not a word';

/** null: the table has no such word. */
export function declineOf(connector: string, code: string, issuerCode = ''): ErrorCode | null {
  const own = ownDeclineOf(connector, code);
  if (own !== null) return own;
  // Checkout.com writes 20051 for the issuer's 51.
  const word = issuerCode || (connector === 'checkout' && /^200\d\d$/.test(code) ? code.slice(3) : code);
  const padded = /^\d$/.test(word) ? `0${word}` : word;
  return Object.hasOwn(ISSUER, padded) ? ISSUER[padded]! : null;
}
