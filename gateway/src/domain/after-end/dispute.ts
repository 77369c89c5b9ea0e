// A dispute: a payer wants the money of a completed pay-in back through the bank (contract 13). Here are its fields,
// the one table of its moves, what a step does to the money, and how it is shown. The pay-in must stay COMPLETED
// throughout. Pure.
import type { ResponseKind } from '@tollgate/provider-kit/seam/dispute';
import type { DisputeStatus } from '@tollgate/provider-kit/seam/notification';
import { disputeMoved, type Movement } from '../ledger/ledger.ts';
import { formatMinor, toWire } from '../money/money.ts';
import { capturedMinor, stepAfterEnd, type Transaction } from '../transactions/transaction.ts';

export { DISPUTE_STATUSES, type DisputeStatus } from '@tollgate/provider-kit/seam/notification';

/** The possible moves. A won dispute can be lost afterwards, by a second chargeback; a lost one is over. */
const NEXT_STATUSES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  INQUIRY: ['OPEN', 'WON', 'LOST'],
  OPEN: ['WON', 'LOST'],
  WON: ['LOST'],
  LOST: [],
};

/** A dispute begins with one of these. */
const FIRST_STATUSES: readonly DisputeStatus[] = ['INQUIRY', 'OPEN', 'LOST'];

/** Whether the provider keeps the amount, unless it says otherwise. */
const WITHHOLDS: Readonly<Record<DisputeStatus, boolean>> = {
  INQUIRY: false,
  OPEN: true,
  WON: false,
  LOST: true,
};

/** `said`: by the provider; undefined: the rule above counts. */
export const withholds = (status: DisputeStatus, said: boolean | undefined): boolean =>
  said ?? WITHHOLDS[status];

export const RESPONSE_STATUSES = ['PENDING', 'SENT', 'REFUSED'] as const;

/** What the merchant answered to a dispute (dispute-response.ts). */
export interface StoredResponse {
  id: string;
  kind: ResponseKind;
  status: (typeof RESPONSE_STATUSES)[number];
  /** The status of the dispute that it answers: an inquiry that becomes a chargeback can be answered again. */
  answers: DisputeStatus;
  /** Why the provider did not take it; null: it did, or is still asked. */
  reason: string | null;
  inquiries: number;
  /** When we ask the provider next; null: it has ended, or a person looks at the provider's page. */
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Dispute {
  merchantId: string;
  transactionId: string;
  id: string;
  brandId: string;
  status: DisputeStatus;
  amountMinor: bigint;
  currency: string;
  /** The provider has taken the amount out of the available balance. */
  fundsWithheld: boolean;
  reason: string | null;
  /** Until when the merchant may answer it. */
  deadline: Date | null;
  providerReference: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** How often it was opened or changed, each time with a webhook event. */
  steps: number;
  /** The merchant's latest response; null: none yet. */
  response: StoredResponse | null;
}

/** What a provider says about a dispute. Fields that it leaves out stay unchanged. */
export interface DisputeNews {
  status: DisputeStatus;
  amountMinor?: bigint | undefined;
  reason?: string | null | undefined;
  deadline?: Date | null | undefined;
  fundsWithheld?: boolean | undefined;
  /** The provider's id of the dispute; absent: it has none (the sandbox). */
  providerReference?: string;
}

type DisputeEventType = 'dispute.opened' | 'dispute.updated' | 'dispute.won' | 'dispute.lost';

/** A step of a dispute. It must be committed as a whole. */
export interface DisputeChange {
  before: Transaction;
  after: Transaction;
  former: Dispute | null;
  dispute: Dispute;
  movements: Movement[];
  eventType: DisputeEventType;
}

export type DisputeJudgement =
  | { kind: 'moved'; change: DisputeChange }
  /** Nothing new: the provider said the same before. */
  | { kind: 'known'; dispute: Dispute }
  /** `fault` begins with the field that is wrong. */
  | { kind: 'refused'; fault: string };

/**
 * Opens a dispute (`former` is null) or moves it. `id` is for a new dispute. `disputes`: all disputes of the payment.
 */
export function judgeDispute(
  transaction: Transaction,
  former: Dispute | null,
  { id, disputes = [], ...news }: DisputeNews & { id: string; disputes?: readonly Dispute[] },
  now: Date,
): DisputeJudgement {
  const fault = faultOf(transaction, former, news) ?? amountFault(transaction, former, news);
  if (fault !== null) return { kind: 'refused', fault };
  const { status } = news;
  const stays = former?.status === status;
  if (stays && (status === 'WON' || status === 'LOST')) return { kind: 'known', dispute: former };
  const dispute: Dispute = {
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    id: former?.id ?? id,
    brandId: transaction.brandId,
    status,
    amountMinor: news.amountMinor ?? former?.amountMinor ?? capturedMinor(transaction),
    currency: transaction.currency,
    fundsWithheld: news.fundsWithheld ?? (stays ? former.fundsWithheld : WITHHOLDS[status]),
    reason: news.reason === undefined ? (former?.reason ?? null) : news.reason,
    deadline: news.deadline === undefined ? (former?.deadline ?? null) : news.deadline,
    providerReference: former?.providerReference ?? news.providerReference ?? null,
    createdAt: former?.createdAt ?? now,
    updatedAt: now,
    steps: (former?.steps ?? 0) + 1,
    response: former?.response ?? null,
  };
  if (former && stays && isSame(former, dispute)) return { kind: 'known', dispute: former };
  const unpayable = tooMuchWithheld(transaction, former, dispute, disputes);
  if (unpayable !== null) return { kind: 'refused', fault: unpayable };
  return {
    kind: 'moved',
    change: {
      before: transaction,
      after: stepAfterEnd(transaction, {}, now),
      former,
      dispute,
      movements: disputeMoved(former ? withheldMinor(former) : 0n, withheldMinor(dispute)),
      eventType: eventTypeOf(former, dispute),
    },
  };
}

/** The latest dispute that may still move. null: there is none, so news opens a new dispute. */
export function openDispute(disputes: readonly Dispute[], status: DisputeStatus): Dispute | null {
  const latest = disputes.at(-1) ?? null;
  if (!latest || latest.status === status) return latest;
  // A finished dispute does not open again: the provider means a new one.
  const isOver = latest.status === 'WON' || latest.status === 'LOST';
  return isOver && (status === 'INQUIRY' || status === 'OPEN') ? null : latest;
}

/**
 * Whether a step came too late: the dispute has already moved on. Only the steps that begin a dispute can come too
 * late. Two kinds of news are contradictions instead: a lost dispute is said to be won, or late news takes another
 * amount. `announces`: the step says that the provider will take the money.
 */
export function isOvertaken(
  dispute: Dispute,
  { status, amountMinor, fundsWithheld }: DisputeNews,
  announces = false,
): boolean {
  const begins = status === 'INQUIRY' || status === 'OPEN';
  const isPast = begins && NEXT_STATUSES[status].includes(dispute.status);
  if (!isPast && !(announces && dispute.fundsWithheld)) return false;
  return !withholds(status, fundsWithheld) || isAmountOf(dispute, status, amountMinor);
}

const withheldMinor = ({ fundsWithheld, amountMinor }: StandingOfDispute) =>
  fundsWithheld ? amountMinor : 0n;

/** How much the disputes of a payment withhold together: what they took out of the balance. */
export const withheldBy = (disputes: readonly StandingOfDispute[]): bigint =>
  disputes.reduce((sum, dispute) => sum + withheldMinor(dispute), 0n);

/** The payment's money is gone, or nobody knows yet who gets it. Another refund would pay it out a second time. */
export const holdsMoney = ({ status, fundsWithheld }: Pick<Dispute, 'status' | 'fundsWithheld'>): boolean =>
  fundsWithheld || status === 'LOST';

/** How much of a payment cannot be refunded because of its disputes, also where a lost one withheld nothing. */
export const heldByDisputes = (disputes: readonly StandingOfDispute[]): bigint =>
  disputes.reduce((sum, dispute) => sum + (holdsMoney(dispute) ? dispute.amountMinor : 0n), 0n);

/** As much of a dispute as the amounts of its payment depend on. */
export type StandingOfDispute = Pick<Dispute, 'status' | 'fundsWithheld' | 'amountMinor'>;

/**
 * A step takes or gives back the amount that the earlier steps named. An inquiry and an announced chargeback take
 * nothing, so the chargeback after them may name another amount.
 */
function isAmountOf(former: Dispute, status: DisputeStatus, amountMinor: bigint | undefined): boolean {
  const isOnlyAsked = former.status === 'INQUIRY' || (former.status === 'OPEN' && status === 'OPEN');
  const mayDiffer = isOnlyAsked && !former.fundsWithheld;
  return amountMinor === undefined || mayDiffer || amountMinor === former.amountMinor;
}

/**
 * Money leaves a payment once: two disputes cannot take the same part, and a payment that came back has no money left.
 */
function tooMuchWithheld(
  transaction: Transaction,
  former: Dispute | null,
  dispute: Dispute,
  disputes: readonly Dispute[],
): string | null {
  const { id, returned } = transaction;
  if (withheldMinor(dispute) <= (former ? withheldMinor(former) : 0n)) return null;
  if (returned)
    return `transactionId: the whole payment ${id} came back on ${returned.at}, so nothing is left to withhold`;
  const others = withheldBy(disputes.filter((one) => one.id !== dispute.id));
  return others + withheldMinor(dispute) > capturedMinor(transaction)
    ? 'amount: this dispute and the other disputes of the payment would withhold more than was paid'
    : null;
}

function faultOf(transaction: Transaction, former: Dispute | null, news: DisputeNews): string | null {
  const { type, status } = transaction;
  if (type !== 'PAYIN' || status !== 'COMPLETED') {
    return `transactionId: only a COMPLETED pay-in can be disputed, this ${type === 'PAYIN' ? 'pay-in' : 'payout'} is ${status}`;
  }
  if (!former && !FIRST_STATUSES.includes(news.status)) {
    return `status: there is no dispute yet; a new dispute begins as ${FIRST_STATUSES.join(', ')}`;
  }
  if (former && former.status !== news.status && !NEXT_STATUSES[former.status].includes(news.status)) {
    const next = NEXT_STATUSES[former.status];
    const possible = next.length > 0 ? `it can become ${next.join(', ')}` : 'that is final';
    return `status: the dispute is ${former.status}; ${possible}`;
  }
  if (news.status === 'WON' && news.fundsWithheld) {
    return 'fundsWithheld: a dispute that was won withholds nothing';
  }
  return null;
}

function amountFault(transaction: Transaction, former: Dispute | null, news: DisputeNews): string | null {
  const { currency } = transaction;
  const paidMinor = capturedMinor(transaction);
  const disputed = news.amountMinor ?? former?.amountMinor ?? paidMinor;
  // A capture may have failed since the dispute began. It can still end; what it may withhold is checked on its own.
  const isKnown = disputed === former?.amountMinor;
  if (disputed <= 0n || (disputed > paidMinor && !isKnown)) {
    return 'amount: must be above 0 and at most the amount of the payment';
  }
  return former && !isAmountOf(former, news.status, disputed)
    ? `amount: the dispute is over ${formatMinor(former.amountMinor, currency)} ${currency}, and so is each step of it`
    : null;
}

function isSame(a: Dispute, b: Dispute): boolean {
  return (
    a.amountMinor === b.amountMinor &&
    a.fundsWithheld === b.fundsWithheld &&
    a.reason === b.reason &&
    a.deadline?.getTime() === b.deadline?.getTime()
  );
}

function eventTypeOf(former: Dispute | null, { status }: Dispute): DisputeEventType {
  if (status === 'WON') return 'dispute.won';
  if (status === 'LOST') return 'dispute.lost';
  return former ? 'dispute.updated' : 'dispute.opened';
}

/** The form in the record and in webhooks (contract 13). */
export function toDisputeRecord(dispute: Dispute) {
  return {
    disputeId: dispute.id,
    providerReference: dispute.providerReference,
    status: dispute.status,
    amount: toWire(dispute.amountMinor, dispute.currency),
    currency: dispute.currency,
    reason: dispute.reason,
    deadline: dispute.deadline?.toISOString() ?? null,
    fundsWithheld: dispute.fundsWithheld,
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
    response: toResponseRecord(dispute.response),
  };
}

function toResponseRecord(response: StoredResponse | null) {
  if (response === null) return null;
  const { id, kind, status, reason, createdAt, updatedAt } = response;
  return {
    responseId: id,
    kind,
    status,
    reason,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
