// What moves a brand's balances, in the words of its reports. Every transfer has one kind (contract 10, 13).
// Pure: it only names movements; ledger.ts decides them.
import { AFTER_END_KINDS, CAPTURED } from './ledger.ts';

export const ACTIVITY_KINDS = [
  'PAYIN',
  CAPTURED,
  'PAYOUT_SET_ASIDE',
  'PAYOUT_PAID',
  'PAYOUT_RETURNED',
  'REFUND_SET_ASIDE',
  'REFUND_PAID',
  'REFUND_RETURNED',
  'FUNDING',
  'WITHDRAWAL',
  ...AFTER_END_KINDS,
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The effect of an amount of this kind on the available and the reserved balance. */
const EFFECTS = {
  PAYIN: [1n, 0n],
  CAPTURED: [1n, 0n],
  PAYOUT_SET_ASIDE: [-1n, 1n],
  PAYOUT_PAID: [0n, -1n],
  PAYOUT_RETURNED: [1n, -1n],
  REFUND_SET_ASIDE: [-1n, 1n],
  REFUND_PAID: [0n, -1n],
  REFUND_RETURNED: [1n, -1n],
  FUNDING: [1n, 0n],
  WITHDRAWAL: [-1n, 0n],
  CAPTURE_SENT_BACK: [-1n, 0n],
  PAYIN_SENT_BACK: [-1n, 0n],
  PAYOUT_SENT_BACK: [1n, 0n],
  REFUND_SENT_BACK: [1n, 0n],
  REFUND_AT_PROVIDER: [-1n, 0n],
  DISPUTE_WITHHELD: [-1n, 0n],
  DISPUTE_GIVEN_BACK: [1n, 0n],
} as const satisfies Record<ActivityKind, readonly [bigint, bigint]>;

/** Finished transactions and refunds, and what happened to them afterwards: the first part of a settlement report. */
export const DONE_KINDS = [
  'PAYIN',
  CAPTURED,
  'PAYOUT_PAID',
  'REFUND_PAID',
  ...AFTER_END_KINDS,
] as const satisfies readonly ActivityKind[];

export interface BrandBalance {
  availableMinor: bigint;
  reservedMinor: bigint;
}

export interface Activity {
  kind: ActivityKind;
  count: number;
  amountMinor: bigint;
}

export const EMPTY: BrandBalance = { availableMinor: 0n, reservedMinor: 0n };

/** The effect of one transfer, or of many of the same kind. */
export function effectOf(kind: ActivityKind, amountMinor: bigint): BrandBalance {
  const [available, reserved] = EFFECTS[kind];
  return { availableMinor: available * amountMinor, reservedMinor: reserved * amountMinor };
}

function plus(a: BrandBalance, b: BrandBalance): BrandBalance {
  return {
    availableMinor: a.availableMinor + b.availableMinor,
    reservedMinor: a.reservedMinor + b.reservedMinor,
  };
}

export function minus(a: BrandBalance, b: BrandBalance): BrandBalance {
  return {
    availableMinor: a.availableMinor - b.availableMinor,
    reservedMinor: a.reservedMinor - b.reservedMinor,
  };
}

export function afterActivity(opening: BrandBalance, activity: readonly Activity[]): BrandBalance {
  return activity.reduce(
    (balance, { kind, amountMinor }) => plus(balance, effectOf(kind, amountMinor)),
    opening,
  );
}
