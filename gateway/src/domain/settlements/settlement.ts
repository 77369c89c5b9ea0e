// A settlement: one payout of a provider to the merchant's bank, line by line (contract 17). Nothing here moves a
// balance; what the provider says is compared with what we know. Pure.
import type { LineKind, ReportedLine } from '@tollgate/provider-kit/seam/settlement';

export {
  LINE_KINDS,
  type LineKind,
  type OriginalAmount,
  type ReportedLine,
  type ReportedPayout,
} from '@tollgate/provider-kit/seam/settlement';

export const LINE_STATES = ['matched', 'unmatched', 'conflict'] as const;
export type LineState = (typeof LINE_STATES)[number];

export const SETTLEMENT_STATES = ['open', 'paid', 'conflict'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

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
  /** All its lines are here. A manual payout may have no list. */
  isComplete: boolean;
  state: SettlementState;
  /** Why it is a conflict. */
  reason: string | null;
  bankEntryId: string | null;
  /** The amount of its credit at the bank; null: the credit is not found yet. */
  creditMinor: bigint | null;
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

/** What is paid out: as the provider says, else as the bank was credited, else the sum of the lines. */
export const payoutOf = (settlement: LineSums & Pick<Settlement, 'statedMinor' | 'creditMinor'>): bigint =>
  settlement.statedMinor ?? settlement.creditMinor ?? netOf(settlement);

type Judged = Pick<
  Settlement,
  'statedMinor' | 'creditMinor' | 'failure' | 'isComplete' | 'bankEntryId' | 'lines'
> &
  LineSums;

const DOES_NOT_ADD_UP = 'the provider pays out another amount than the sum of the lines';
const OTHER_CREDIT = 'the credit at the bank has another amount than the payout';

/** The state of a settlement, and why it is a conflict. */
export function stateOf(settlement: Judged): Pick<Settlement, 'state' | 'reason'> {
  const { statedMinor, creditMinor, failure, isComplete, bankEntryId } = settlement;
  if (failure !== null) return { state: 'conflict', reason: failure };
  if (isComplete && statedMinor !== null && statedMinor !== netOf(settlement))
    return { state: 'conflict', reason: DOES_NOT_ADD_UP };
  const told = statedMinor ?? (isComplete ? netOf(settlement) : null);
  // Lines or news came after the credit was found.
  if (creditMinor !== null && told !== null && creditMinor !== told)
    return { state: 'conflict', reason: OTHER_CREDIT };
  return { state: bankEntryId === null ? 'open' : 'paid', reason: null };
}
