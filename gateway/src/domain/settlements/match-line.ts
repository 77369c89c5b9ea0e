// Matches a line of a settlement with what we know (contract 17): by the reference of the charge, the provider's id,
// the amount and the currency. It never guesses. A line of a payment that does not exist is `unmatched`; a line that
// contradicts a payment, or settles something a second time, is a `conflict`. Pure.
import type { Dispute } from '../after-end/dispute.ts';
import type { Capture } from '../captures/capture.ts';
import { formatMinor } from '../money/money.ts';
import type { Refund } from '../refunds/refund.ts';
import { capturedMinor, isCapturedLater, type Transaction } from '../transactions/transaction.ts';
import type { LineState, ReportedLine } from './settlement.ts';

/** A line without its key: a stored line has an id instead. */
export type ToldLine = Omit<ReportedLine, 'key'>;

/** What we know of the payment that a line names. */
export interface PaymentFacts {
  transaction: Transaction;
  captures: readonly Capture[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
}

export interface LineVerdict {
  state: LineState;
  reason: string | null;
  transactionId: string | null;
  captureId: string | null;
  refundId: string | null;
  disputeId: string | null;
  /** What it settles; each can be settled once. null: nothing that could come a second time. */
  settles: string | null;
}

const NOTHING = {
  reason: null,
  transactionId: null,
  captureId: null,
  refundId: null,
  disputeId: null,
  settles: null,
};

/** The line says nothing about a payment, or a person decided so. */
export const aloneLine = (reason: string | null): LineVerdict => ({ ...NOTHING, state: 'matched', reason });

/** Kinds of lines that settle a payment; the others may name one. */
export const isOfPayment = ({ kind }: Pick<ReportedLine, 'kind'>): boolean =>
  kind !== 'fee' && kind !== 'other';

/** The account that tells of the line; the sandbox has none. */
export interface LineSource {
  provider: string;
  accountId: string | null;
}

/**
 * `payment`: of the brand, by the line's reference; null: there is none. `settled`: what other lines of the brand
 * settle already.
 */
export function matchLine(
  line: ToldLine,
  source: LineSource,
  payment: PaymentFacts | null,
  settled: ReadonlySet<string>,
): LineVerdict {
  if (!payment)
    return isOfPayment(line)
      ? { ...NOTHING, state: 'unmatched', reason: 'no payment of this brand has its reference' }
      : aloneLine(null);
  const { transaction } = payment;
  const of = { ...NOTHING, transactionId: transaction.id };
  if (!isOfPayment(line)) return { ...of, state: 'matched' };
  const fault = faultOfPayment(line, source, transaction);
  if (fault !== null) return { ...of, state: 'conflict', reason: fault };
  const found = SUBJECTS[line.kind as keyof typeof SUBJECTS](line, payment, settled);
  if (typeof found === 'string') return { ...of, state: 'conflict', reason: found };
  const { settles, amountMinor, ...ids } = found;
  const named = { ...of, ...ids };
  if (settled.has(settles)) return { ...named, state: 'conflict', reason: SETTLED_BEFORE };
  const told = amountOf(line).amountMinor;
  if (told !== amountMinor) {
    const [is, ours] = [told, amountMinor].map((minor) => formatMinor(minor, transaction.currency));
    const reason = `${OTHER_AMOUNT} ${is} ${transaction.currency}, and we know of ${ours} ${transaction.currency}`;
    return { ...named, state: 'conflict', reason };
  }
  return { ...named, state: 'matched', settles };
}

export const SETTLED_BEFORE = 'another line settles it already';
/** A reason begins so if the line has another amount than the payment. */
export const OTHER_AMOUNT = 'it is about';

/** The amount in the currency of the payment, without its sign. */
function amountOf({ grossMinor, currency, original }: ToldLine): { amountMinor: bigint; currency: string } {
  const { amountMinor, currency: of } = original ?? { amountMinor: grossMinor, currency };
  return { amountMinor: amountMinor < 0n ? -amountMinor : amountMinor, currency: of };
}

/** Gross of the other sign would count what came in as what went out. */
const SIGN_OF_KIND = {
  charge: 1n,
  refund: -1n,
  'refund-failed': 1n,
  dispute: -1n,
  'dispute-reversed': 1n,
} as const;

function faultOfPayment(line: ToldLine, source: LineSource, transaction: Transaction): string | null {
  const { type, currency, provider, providerAccount, providerReference } = transaction;
  if (type === 'PAYOUT') return 'its reference is a payout';
  if (provider !== source.provider || providerAccount !== source.accountId)
    return 'the payment was made at another account';
  if (line.payment !== null && providerReference !== null && line.payment !== providerReference)
    return 'the payment has another id at the provider';
  const told = amountOf(line).currency;
  if (told !== currency) return `it is in ${told}, and the payment in ${currency}`;
  const sign = SIGN_OF_KIND[line.kind as keyof typeof SIGN_OF_KIND];
  return line.grossMinor * sign < 0n ? 'its amount has the wrong sign' : null;
}

type Subject = Partial<Pick<LineVerdict, 'captureId' | 'refundId' | 'disputeId'>> & {
  settles: string;
  amountMinor: bigint;
};
/** A text: why the payment has no such subject. */
type FindSubject = (line: ToldLine, payment: PaymentFacts, settled: ReadonlySet<string>) => Subject | string;

const SUBJECTS: Readonly<Record<keyof typeof SIGN_OF_KIND, FindSubject>> = {
  charge: findCharge,
  refund: (line, payment, settled) => findRefund('refund', line, payment, settled),
  'refund-failed': (line, payment, settled) => findRefund('refund-failed', line, payment, settled),
  dispute: findDispute,
  'dispute-reversed': findReversal,
};

/** A pay-in is charged at once, or by its captures. Captures that nobody names are told apart by their amounts. */
function findCharge(
  line: ToldLine,
  { transaction, captures }: PaymentFacts,
  settled: ReadonlySet<string>,
): Subject | string {
  const { id, status, amountMinor } = transaction;
  if (!isCapturedLater(transaction)) {
    if (status !== 'COMPLETED') return `the payment is ${status}`;
    return { settles: `charge:${id}`, amountMinor };
  }
  const isCaptured = (one: Capture) => one.status === 'COMPLETED' || one.completedAt !== null;
  const told = amountOf(line).amountMinor;
  const named =
    captures.find((one) => one.id === line.modification) ??
    captures.find(
      (one) => one.providerReference !== null && one.providerReference === line.providerReference,
    );
  // The amount of another capture would be a guess.
  if (named && !isCaptured(named)) return `the capture is ${named.status}`;
  const completed = captures.filter(isCaptured);
  const capture =
    named ??
    completed.find((one) => one.amountMinor === told && !settled.has(`capture:${one.id}`)) ??
    completed[0];
  if (!capture) return 'nothing of the payment was captured';
  return { settles: `capture:${capture.id}`, amountMinor: capture.amountMinor, captureId: capture.id };
}

function findRefund(
  kind: 'refund' | 'refund-failed',
  line: ToldLine,
  { refunds }: PaymentFacts,
  settled: ReadonlySet<string>,
): Subject | string {
  const told = amountOf(line).amountMinor;
  const isKnown = (one: Refund) => one.completedAt !== null || one.status === 'COMPLETED';
  const refund =
    refunds.find((one) => one.id === line.modification) ??
    refunds.find(
      (one) => one.providerReference !== null && one.providerReference === line.providerReference,
    ) ??
    // A refund made at the provider has no reference of ours.
    refunds.find(
      (one) => one.origin === 'provider' && one.amountMinor === told && !settled.has(`${kind}:${one.id}`),
    );
  if (!refund) return 'the payment has no such refund';
  const { id, status, amountMinor } = refund;
  if (!isKnown(refund)) return `the refund is ${status}`;
  if (kind === 'refund-failed' && status !== 'FAILED') return `the refund is ${status}`;
  return { settles: `${kind}:${id}`, amountMinor, refundId: id };
}

/** How often its money was taken, or given back. A dispute that was won can be lost afterwards, and is taken again. */
function timesOf(kind: 'dispute' | 'dispute-reversed', id: string, settled: ReadonlySet<string>): number {
  let times = 0;
  while (settled.has(`${kind}:${id}:${times + 1}`)) times++;
  return times;
}

function findDispute(line: ToldLine, payment: PaymentFacts, settled: ReadonlySet<string>): Subject | string {
  const { transaction } = payment;
  const dispute = disputeOf(line, payment);
  // An inquiry takes no money, so a debit that came back after one is its return.
  if (dispute && (dispute.status !== 'INQUIRY' || !transaction.returned)) {
    const { id, status, amountMinor } = dispute;
    if (status === 'INQUIRY') return 'the dispute is an inquiry, and takes no money';
    const [taken, given] = [timesOf('dispute', id, settled), timesOf('dispute-reversed', id, settled)];
    // The line that gives it back may have come first.
    const turn = Math.min(taken, given) + 1;
    return { settles: `dispute:${id}:${turn}`, amountMinor, disputeId: id };
  }
  const { returned, id } = transaction;
  if (returned)
    return {
      settles: `returned:${id}`,
      amountMinor: BigInt(returned.amountMinor ?? capturedMinor(transaction)),
    };
  return 'the payment has no such dispute';
}

function findReversal(line: ToldLine, payment: PaymentFacts, settled: ReadonlySet<string>): Subject | string {
  const dispute = disputeOf(line, payment);
  if (!dispute) return 'the payment has no such dispute';
  const { id, status, amountMinor } = dispute;
  // It may have been lost after it was won.
  if (status !== 'WON' && status !== 'LOST') return `the dispute is ${status}`;
  // It is given back as often as it was taken. The line that took it may come later.
  const turn = Math.max(1, timesOf('dispute', id, settled));
  return { settles: `dispute-reversed:${id}:${turn}`, amountMinor, disputeId: id };
}

function disputeOf(line: ToldLine, { disputes }: PaymentFacts): Dispute | undefined {
  const told = amountOf(line).amountMinor;
  return (
    disputes.find(
      (one) =>
        one.providerReference !== null &&
        (one.providerReference === line.providerReference || one.providerReference === line.modification),
    ) ?? (disputes.length === 1 ? disputes[0] : disputes.find((one) => one.amountMinor === told))
  );
}
