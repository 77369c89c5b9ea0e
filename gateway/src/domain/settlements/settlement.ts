// A settlement: one payout of a provider to the merchant's bank, line by line (contract 17). Nothing here moves a
// balance; what the provider says is compared with what we know. Pure.

export const LINE_KINDS = [
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-reversed',
  'fee',
  'other',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_STATES = ['matched', 'unmatched', 'conflict'] as const;
export type LineState = (typeof LINE_STATES)[number];

export const SETTLEMENT_STATES = ['open', 'paid', 'conflict'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** The amount before the provider converted it into the currency of the payout. */
export interface OriginalAmount {
  amountMinor: bigint;
  currency: string;
  /** The rate as the provider writes it, a decimal number; null: it names none. */
  rate: string | null;
}

/**
 * A line as the provider tells it. Amounts are in our minor units and have the sign with which they change the payout.
 * `netMinor` = `grossMinor` - `feeMinor`. A line of kind `fee` has gross 0 and its amount in `feeMinor`.
 */
export interface ReportedLine {
  /** The same line has the same key in every page and file of this account. At most 200 characters. */
  key: string;
  kind: LineKind;
  /** Our reference of the charge (`chargeReference`), as the provider gives it back; null: it names none. */
  charge: string | null;
  /** Our reference of the refund or the capture, as the provider gives it back; null: it names none. */
  modification: string | null;
  /** The provider's id of the payment, the same as in the answers and the news of the charge; null: it names none. */
  payment: string | null;
  /** The provider's id of the line's own subject: of the refund, the capture or the dispute, else of the payment. */
  providerReference: string | null;
  grossMinor: bigint;
  /** Positive where the provider takes it. */
  feeMinor: bigint;
  netMinor: bigint;
  currency: string;
  /** Only if the provider converted it. */
  original: OriginalAmount | null;
  occurredAt: Date | null;
  /** The provider's word for it, such as `Settled` or `charge`. Shown beside what does not fit. */
  word: string;
}

/** A payout as the provider tells it. */
export interface ReportedPayout {
  /** The provider's own id: a payout (po_…), a batch. The same payout has the same one, within the account. */
  reference: string;
  currency: string;
  /** What the provider says it pays out; null: it does not say, and the sum of the lines counts. */
  netMinor: bigint | null;
  /** When it is paid out; null: not yet. */
  paidAt: Date | null;
  /** Why the provider could not pay it out; null: nothing of that kind is known. */
  failure: string | null;
  /**
   * What the text of the credit at the bank contains: each of these words. Empty: no text is known, so no credit is
   * found by itself.
   */
  bankWords: readonly string[];
}

export interface Settlement {
  merchantId: string;
  id: string;
  brandId: string;
  provider: string;
  /** The account that paid it out; the sandbox has none. */
  accountId: string | null;
  reference: string;
  currency: string;
  /** The sums of its lines; each is signed as it changes the payout, and together they are the net of the lines. */
  chargesMinor: bigint;
  refundsMinor: bigint;
  disputesMinor: bigint;
  feesMinor: bigint;
  otherMinor: bigint;
  /** What the provider says it pays out; null: it does not say. */
  statedMinor: bigint | null;
  paidAt: Date | null;
  failure: string | null;
  bankWords: readonly string[];
  /** How many. */
  lines: number;
  /** All its lines are here. A manual payout of Stripe has no list. */
  isComplete: boolean;
  state: SettlementState;
  /** Why it is a conflict. */
  reason: string | null;
  bankEntryId: string | null;
  createdAt: Date;
}

export interface SettlementLine extends Omit<ReportedLine, 'key'> {
  merchantId: string;
  brandId: string;
  settlementId: string;
  id: string;
  state: LineState;
  /** Why it does not fit, or what a person decided. */
  reason: string | null;
  transactionId: string | null;
  refundId: string | null;
  disputeId: string | null;
  captureId: string | null;
  /** A person assigned or dismissed it: no rule looks at it again. */
  isDecided: boolean;
}

/** The sums to which a line adds. */
export type LineSums = Pick<
  Settlement,
  'chargesMinor' | 'refundsMinor' | 'disputesMinor' | 'feesMinor' | 'otherMinor'
>;

const SUM_OF_KIND = {
  charge: 'chargesMinor',
  refund: 'refundsMinor',
  'refund-failed': 'refundsMinor',
  dispute: 'disputesMinor',
  'dispute-reversed': 'disputesMinor',
  fee: 'otherMinor',
  other: 'otherMinor',
} as const satisfies Record<LineKind, keyof LineSums>;

export const NO_SUMS: LineSums = {
  chargesMinor: 0n,
  refundsMinor: 0n,
  disputesMinor: 0n,
  feesMinor: 0n,
  otherMinor: 0n,
};

export function addLines(
  sums: LineSums,
  lines: Iterable<Pick<ReportedLine, 'kind' | 'grossMinor' | 'feeMinor'>>,
): LineSums {
  const { chargesMinor, refundsMinor, disputesMinor, feesMinor, otherMinor } = sums;
  const after = { chargesMinor, refundsMinor, disputesMinor, feesMinor, otherMinor };
  for (const { kind, grossMinor, feeMinor } of lines) {
    after[SUM_OF_KIND[kind]] += grossMinor;
    after.feesMinor -= feeMinor;
  }
  return after;
}

export const netOf = (sums: LineSums): bigint =>
  sums.chargesMinor + sums.refundsMinor + sums.disputesMinor + sums.feesMinor + sums.otherMinor;

/** What is paid out: as the provider says, else the sum of the lines. */
export const payoutOf = (settlement: LineSums & Pick<Settlement, 'statedMinor'>): bigint =>
  settlement.statedMinor ?? netOf(settlement);

type Judged = Pick<Settlement, 'statedMinor' | 'failure' | 'isComplete' | 'bankEntryId' | 'lines'> & LineSums;

const DOES_NOT_ADD_UP = 'the provider pays out another amount than the sum of the lines';

/** The state of a settlement, and why it is a conflict. */
export function stateOf(settlement: Judged): Pick<Settlement, 'state' | 'reason'> {
  const { statedMinor, failure, isComplete, bankEntryId } = settlement;
  if (failure !== null) return { state: 'conflict', reason: failure };
  if (isComplete && statedMinor !== null && statedMinor !== netOf(settlement))
    return { state: 'conflict', reason: DOES_NOT_ADD_UP };
  return { state: bankEntryId === null ? 'open' : 'paid', reason: null };
}
