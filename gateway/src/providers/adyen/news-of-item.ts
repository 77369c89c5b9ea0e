// The meaning of a notification's item, in the words of the gateway (contract 13, "After the end"). One table names
// every event of Adyen's payment notifications. Facts about money come from signed fields alone; an event that is not
// in the table changes nothing and is counted. Never throws for a strange body.
import {
  type AdapterParts,
  CODE,
  type DisputeReport,
  type DisputeStatus,
  type News,
  type PlainNews,
  readRefundReference,
  type StoredItem,
} from '@tollgate/provider-kit';
import { fromAdyen } from './amounts.ts';
import { type Facts, isOurReference } from './facts.ts';
import { codeOfText } from './refusals.ts';
import { isSettlementReport } from './reports/fetch-report.ts';

/** The amount is the item's; the reference is one of ours. */
interface Known {
  facts: Facts;
  amount: { amountMinor: bigint; currency: string };
  takesSeveral: boolean;
}

type Reader = (known: Known) => News;

const NEWS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['AUTHORISATION', authorised],
  ['CANCELLATION', cancelled],
  // Adyen answers a cancellation by our reference with this.
  ['TECHNICAL_CANCEL', cancelled],
  ['OFFER_CLOSED', ifSuccess(expired)],
  ['CAPTURE', captured],
  ['CAPTURE_FAILED', ifSuccess(captureFailedAfterAll)],
  ['EXPIRE', ifSuccess(lapsed)],
  ['REFUND', refunded],
  // In both cases the money of a payment that was made goes back.
  ['CANCEL_OR_REFUND', ifSuccess(refunded)],
  ['REFUND_FAILED', ifSuccess(refundFailedAfterAll)],
  ['REFUNDED_REVERSED', ifSuccess(refundFailedAfterAll)],
  ['REQUEST_FOR_INFORMATION', ifSuccess(dispute('INQUIRY'))],
  // The merchant can answer it, and nothing is taken yet.
  ['NOTIFICATION_OF_CHARGEBACK', ifSuccess(dispute('OPEN', { fundsWithheld: false, announces: true }))],
  // A chargeback takes the amount, even if it was announced before. For a debit it is a return. The gateway decides
  // this by the method of its own payment, because the method of an item is not signed.
  ['CHARGEBACK', ifSuccess(dispute('OPEN', { fundsWithheld: true }))],
  ['CHARGEBACK_REVERSED', ifSuccess(disputeAfter('WON', ['OPEN']))],
  ['PREARBITRATION_WON', ifSuccess(disputeAfter('WON', ['OPEN']))],
  ['PREARBITRATION_ISSUER_WITHDRAWN', ifSuccess(disputeAfter('WON', ['OPEN']))],
  ['SCHEME_ARBITRATION_WON', ifSuccess(disputeAfter('WON', ['OPEN']))],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', ifSuccess(disputeAfter('WON', ['OPEN']))],
  // It follows a reversed chargeback.
  ['SECOND_CHARGEBACK', ifSuccess(disputeAfter('LOST', ['WON']))],
  ['PREARBITRATION_LOST', ifSuccess(disputeAfter('LOST', ['OPEN', 'WON']))],
  ['PREARBITRATION_ACCEPTED', ifSuccess(disputeAfter('LOST', ['OPEN', 'WON']))],
  ['SCHEME_ARBITRATION_LOST', ifSuccess(disputeAfter('LOST', ['OPEN', 'WON']))],
  ['INFORMATION_SUPPLIED', ifSuccess(answered({ evidence: { kind: 'sent' } }))],
  [
    'DISPUTE_DEFENSE_PERIOD_ENDED',
    ifSuccess(
      answered({
        acceptance: { kind: 'sent' },
        evidence: { kind: 'refused', reason: 'The time ended at Adyen without a defense' },
      }),
    ),
  ],
]);

/** They tell of a step that moves no money, or of something that this gateway does not use. */
const OF_NO_CONSEQUENCE = new Set(
  `AUTHORISATION_ADJUSTMENT POSTPONED_REFUND VOID_PENDING_REFUND REFUND_WITH_DATA PENDING
  NOTIFICATION_OF_FRAUD ISSUER_COMMENTS
  PREARBITRATION_OPEN PREARBITRATION_DECLINED SCHEME_ARBITRATION MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT
  ORDER_OPENED ORDER_CLOSED RECURRING_CONTRACT AUTORESCUE CANCEL_AUTORESCUE
  ACH_NOTIFICATION_OF_CHANGE DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION PAYOUT_THIRDPARTY PAYOUT_DECLINE
  PAYOUT_EXPIRE PAIDOUT_REVERSED`
    .trim()
    .split(/\s+/),
);

/** Every other event changes nothing. */
export const concernsMoney = (eventCode: string): boolean => NEWS.has(eventCode);

export function newsOf(
  { kind, body }: StoredItem,
  { unknownValue, takesSeveral }: Pick<AdapterParts, 'unknownValue'> & { takesSeveral: boolean },
): News {
  if (kind === 'REPORT_AVAILABLE') return reported(factsIn(body));
  const reader = NEWS.get(kind);
  if (!reader) {
    if (!OF_NO_CONSEQUENCE.has(kind)) unknownValue('eventCode', kind);
    return { about: 'nothing', reason: `${kind} changes no payment` };
  }
  const facts = factsIn(body);
  if (facts === null) return { about: 'nothing', reason: 'its stored content cannot be read' };
  if (!isOurReference(facts.merchantReference)) return { about: 'foreign' };
  const amountMinor = fromAdyen(facts.value, facts.currency);
  if (amountMinor === null) {
    unknownValue('amount.currency', facts.currency.slice(0, 20));
    return { about: 'nothing', reason: 'its amount cannot be read' };
  }
  return reader({ facts, amount: { amountMinor, currency: facts.currency }, takesSeveral });
}

/** The name of a report is signed. Its address stands in the reason, which is not, so that address is never read. */
function reported(facts: Facts | null): News {
  if (facts === null) return { about: 'nothing', reason: 'its stored content cannot be read' };
  if (!facts.isSuccess) return failedStep(facts);
  const { pspReference: name } = facts;
  return isSettlementReport(name)
    ? { about: 'settlement-report', name }
    : { about: 'nothing', reason: 'it is not a settlement details report in CSV' };
}

function authorised({ facts, amount, takesSeveral }: Known): News {
  const { merchantReference: charge, pspReference: providerReference } = facts;
  const known = { of: { reference: charge, ...amount }, providerReference };
  const about = { about: 'charge', charge, amount } as const;
  if (facts.isSuccess)
    return {
      about: 'either',
      charge,
      ifAtOnce: { ...about, outcome: { kind: 'completed', ...known } },
      ifLater: { ...about, outcome: { kind: 'authorized', takesSeveral, ...known } },
    };
  return {
    ...about,
    outcome: { kind: 'declined', errorCode: codeOfText(facts.reason), ...known },
    // Adyen's page lets the shopper try other cards under the same reference, and tells of each.
    isOneTry: true,
  };
}

function cancelled({ facts, amount: said }: Known): News {
  const { merchantReference: charge, reason } = facts;
  const payment = paymentOf(facts);
  if (!facts.isSuccess)
    return {
      about: 'either',
      charge,
      ifAtOnce: failedStep(facts),
      ifLater: { about: 'void-refused', charge, payment, reason },
    };
  const news = { about: 'charge', charge, payment, outcome: { kind: 'cancelled' } } as const;
  // The amount may be 0, because a cancellation is about the whole payment. Another amount must equal the payment's.
  const amount = said.amountMinor === 0n ? null : said;
  // If the payment is authorised, it may be about the rest, whatever that was.
  return {
    about: 'either',
    charge,
    ifAtOnce: { ...news, amount },
    ifLater: {
      ...news,
      amount: null,
      ...(amount !== null && { part: amount }),
      ...(payment !== null && { endsAuthorization: true }),
    },
  };
}

function captured({ facts, amount, takesSeveral }: Known): News {
  return {
    ...captureNamed(facts, amount),
    outcome: facts.isSuccess
      ? { kind: 'completed', providerReference: facts.pspReference }
      : { kind: 'failed', errorCode: CODE.captureFailed, providerReference: facts.pspReference },
    isFinal: !takesSeveral,
    needsFormer: false,
  };
}

/** If the payment is captured at once, the payment itself comes back. */
function captureFailedAfterAll(known: Known): News {
  const { facts, amount } = known;
  return {
    about: 'either',
    charge: facts.merchantReference,
    ifAtOnce: returned(known),
    ifLater: {
      ...captureNamed(facts, amount),
      outcome: { kind: 'failed', errorCode: CODE.captureFailed },
      isFinal: false,
      needsFormer: true,
    },
  };
}

/** The reference is the capture's id. For a capture made in Adyen's Customer Area it is the payment's reference. */
function captureNamed(facts: Facts, amount: Known['amount']) {
  const { merchantReference, pspReference, reason } = facts;
  return {
    about: 'capture' as const,
    captureId: readRefundReference(merchantReference),
    charge: merchantReference,
    payment: paymentOf(facts),
    providerReference: pspReference,
    amount,
    reason,
  };
}

/** Adyen's description has no original reference in it, so our reference alone names the payment. */
function lapsed(known: Known): News {
  const { facts, amount } = known;
  const { merchantReference: charge } = facts;
  const outcome = { kind: 'expired' } as const;
  return {
    about: 'either',
    charge,
    ifAtOnce: returned(known),
    ifLater: { about: 'charge', charge, payment: paymentOf(facts), amount, outcome, endsAuthorization: true },
  };
}

/**
 * Adyen sends this twelve hours after the shopper left a card in 3-D Secure, even if the page has taken another card
 * meanwhile.
 */
function expired({ facts }: Known): News {
  const { merchantReference: charge, pspReference: payment } = facts;
  const outcome = { kind: 'declined', errorCode: CODE.expired } as const;
  return { about: 'charge', charge, payment, amount: null, outcome, mayBeAnotherTry: true };
}

function refunded({ facts, amount }: Known): News {
  return {
    ...refundNamed(facts, amount),
    outcome: facts.isSuccess
      ? { kind: 'completed', providerReference: facts.pspReference }
      : { kind: 'failed', errorCode: CODE.refundFailed, providerReference: facts.pspReference },
    needsFormer: false,
  };
}

function refundFailedAfterAll({ facts, amount }: Known): News {
  return {
    ...refundNamed(facts, amount),
    outcome: { kind: 'failed', errorCode: CODE.refundFailed, providerReference: facts.pspReference },
    needsFormer: true,
  };
}

/** The reference is the refund's id. For a refund made in Adyen's Customer Area it is the payment's reference. */
function refundNamed(facts: Facts, amount: Known['amount']) {
  const { merchantReference, pspReference } = facts;
  return {
    about: 'refund' as const,
    refundId: readRefundReference(merchantReference),
    charge: merchantReference,
    payment: paymentOf(facts),
    providerReference: pspReference,
    amount,
  };
}

/**
 * Adyen's id of the payment that a step is about. Its description shows items without one (EXPIRE, CHARGEBACK_REVERSED,
 * SECOND_CHARGEBACK and the ends of a pre-arbitration), and does not say that their `pspReference` is the payment's.
 */
function paymentOf({ originalReference }: Facts): string | null {
  return originalReference || null;
}

function returned({ facts, amount }: Known): PlainNews {
  const { merchantReference: charge, reason } = facts;
  return { about: 'return', charge, payment: paymentOf(facts), amount, reason };
}

/** The money that a chargeback took is given back or lost; an announcement alone took nothing. */
function disputeAfter(status: DisputeStatus, follows: readonly DisputeStatus[]): Reader {
  return dispute(status, { follows, followsWithheld: true });
}

type How = Partial<Pick<DisputeReport, 'fundsWithheld' | 'announces' | 'follows' | 'followsWithheld'>>;

function dispute(status: DisputeStatus, how: How = {}): Reader {
  return ({ facts, amount }) => {
    // The later steps of a dispute have neither reason nor code.
    const reason = facts.reason || facts.reasonCode;
    const deadline = facts.defendUntil && new Date(facts.defendUntil);
    return {
      about: 'dispute',
      charge: facts.merchantReference,
      payment: paymentOf(facts),
      amount,
      dispute: {
        providerReference: facts.pspReference,
        status,
        ...(reason && { reason }),
        ...(deadline && { deadline }),
        follows: null,
        ...how,
      },
    };
  };
}

/** What became of the merchant's response. */
function answered(outcomes: Extract<News, { about: 'dispute-response' }>['outcomes']): Reader {
  return ({ facts }) => ({
    about: 'dispute-response',
    charge: facts.merchantReference,
    payment: paymentOf(facts),
    dispute: facts.pspReference,
    outcomes,
  });
}

function ifSuccess(reader: Reader): Reader {
  return (known) => (known.facts.isSuccess ? reader(known) : failedStep(known.facts));
}

function failedStep({ eventCode }: Facts): PlainNews {
  return { about: 'nothing', reason: `${eventCode} was not successful` };
}

function factsIn(body: string): Facts | null {
  try {
    const facts = JSON.parse(body) as Partial<Facts> | null;
    const isWhole =
      typeof facts?.merchantReference === 'string' &&
      typeof facts.pspReference === 'string' &&
      typeof facts.currency === 'string';
    return isWhole ? (facts as Facts) : null;
  } catch {
    return null;
  }
}
