// Why a month's books and the bank's statements differ (contract 15, decision 108): a closed list of causes, and the
// rule that finds the cause for a movement of money and for a bank entry. A movement and an entry that match must have
// no cause. Pure.
import type { ActivityKind } from '../ledger/balance-activity.ts';

/** In the order in which people see them: first those that somebody has to look at. */
export const CAUSES = {
  'ledger-changed': 'The ledger has another opening balance than the former month-end closed with.',
  'statement-missing':
    'The entries of the account do not lead from one balance to the next, or its last one (its day is the reference) is older than the last day of the month on which banks work, and no later one is known to which the entries lead. A bank that writes no statement of a quiet day tells the next balance later.',
  conflict: 'The entry contradicts a payment; nobody has decided it.',
  unmatched: 'The entry fits no payment; nobody has decided it.',
  'not-applied': 'The entry was not applied yet.',
  'amount-differs': 'The entry and the movement have different amounts.',
  'provider-conflict': 'A notification of the provider contradicts a payment; nobody has decided it.',
  'provider-unmatched': 'A notification of the provider fits no payment; nobody has decided it.',
  'settled-twice': 'A line settles what another line settles already; nobody has decided it.',
  'unknown-charge': 'A line of a settlement fits no payment; nobody has decided it.',
  'batch-does-not-add-up': 'The provider pays out another amount than the lines of the settlement add up to.',
  'settlement-not-at-bank':
    'The provider paid out the settlement seven days or more before the end of the month, and no entry of the bank is known for it.',
  'not-settled': 'The movement was older than seven days at the end of the month, and no settlement has it.',
  'not-booked': 'No statement shows the movement.',
  dismissed: 'Somebody set the entry aside; it moved nothing in the ledger.',
  'bank-charge': 'The bank took a fee; the ledger has none.',
  'returned-before-paid': 'A payout came back before the bank had booked it, so the ledger never paid it.',
  'taken-back':
    'A bank entry was assigned to the payment by mistake, and that was taken back: the movement and its counter movement cancel out.',
  'booked-in-another-month': 'The bank booked it in another month than the ledger.',
  'recorded-in-another-month': 'The ledger recorded the entry in another month than the bank booked it.',
  funding: 'The operator paid money in or took it out; no statement has to show it.',
  'set-aside': 'A payout or a refund was on its way at the end of the month.',
  'dispute-withheld': 'The provider withheld the money of a dispute at the end of the month.',
  'dispute-lost': 'A dispute was lost in the month: its money does not come back.',
  'no-statements': 'The provider gives no statements: its answers and notifications are the only proof.',
} as const;
export type Cause = keyof typeof CAUSES;

/** Causes that explain themselves and need no action. */
export const EXPLAINED: readonly Cause[] = [
  'funding',
  'set-aside',
  'dispute-withheld',
  'dispute-lost',
  'no-statements',
  'bank-charge',
  'dismissed',
  'taken-back',
  'booked-in-another-month',
  'recorded-in-another-month',
];

/** The same for a brand that has settlements. The page of an archive keeps the words of its format. */
export const SETTLED_CAUSES: Readonly<Record<Cause, string>> = {
  ...CAUSES,
  conflict:
    'The entry, or the line of a settlement, contradicts a payment, or a payout of the provider failed; nobody has decided it.',
  'amount-differs': 'The movement and its bank entry, or its line of a settlement, have different amounts.',
};

/** These may be settled later, so the next month-end looks at them again. */
const OPEN: readonly Cause[] = ['conflict', 'unmatched', 'not-applied', 'not-booked'];
export const isOpen = (cause: Cause | null): boolean => cause !== null && OPEN.includes(cause);

/** Movements that a provider settles (contract 17). */
export const SETTLED_KINDS: readonly ActivityKind[] = [
  'PAYIN',
  'CAPTURED',
  'REFUND_PAID',
  'REFUND_AT_PROVIDER',
  'REFUND_SENT_BACK',
  'PAYIN_SENT_BACK',
  'DISPUTE_WITHHELD',
  'DISPUTE_GIVEN_BACK',
];

/** What proves that money moved outside the ledger. internal: it did not move there. */
export type Proof = 'bank' | 'provider' | 'answer' | 'internal' | 'none';

export interface MovementFacts {
  kind: ActivityKind;
  amountMinor: bigint;
  /** We read this provider's statements. */
  isOfBank: boolean;
  /** The bank entry of the movement. In a batch, many movements share one entry, so the amounts are not compared. */
  entry: { bookedOn: string; amountMinor: bigint | null; isBatch: boolean } | null;
  /** A notification of the provider reported it. */
  isNotified: boolean;
  /** A person assigned a bank entry to its payment by mistake, and took that back. Absent: no. */
  isTakenBack?: boolean;
}

const INTERNAL: readonly ActivityKind[] = [
  'PAYOUT_SET_ASIDE',
  'PAYOUT_RETURNED',
  'REFUND_SET_ASIDE',
  'REFUND_RETURNED',
];

export function proofOf({ kind, isOfBank, entry, isNotified }: MovementFacts): Proof {
  if (INTERNAL.includes(kind)) return 'internal';
  if (entry !== null) return 'bank';
  if (isNotified) return 'provider';
  return kind === 'FUNDING' || kind === 'WITHDRAWAL' || isOfBank ? 'none' : 'answer';
}

/** `month`: the month of the movement. */
export function causeOfMovement(facts: MovementFacts, month: string): Cause | null {
  const { kind, amountMinor, isOfBank, entry, isTakenBack } = facts;
  if (kind === 'FUNDING' || kind === 'WITHDRAWAL') return 'funding';
  if (proofOf(facts) === 'internal') return null;
  // For a provider without statements, the account has one difference. Its movements have none.
  if (entry === null && isTakenBack) return 'taken-back';
  if (entry === null) return isOfBank ? 'not-booked' : null;
  if (!entry.isBatch && entry.amountMinor !== amountMinor) return 'amount-differs';
  return monthOfDay(entry.bookedOn) === month ? null : 'booked-in-another-month';
}

export interface EntryFacts {
  direction: 'credit' | 'debit';
  amountMinor: bigint | null;
  bookedOn: string;
  state: 'waiting' | 'applied' | 'unmatched' | 'conflict' | 'dismissed';
  isCharge: boolean;
  /** The movements of the ledger for this entry: their months and their amount. null: there are none. */
  movements: { months: readonly string[]; amountMinor: bigint } | null;
  /** The amount of the settlement that the credit is, instead of movements; absent: it is none. */
  settledMinor?: bigint | null;
}

const BY_STATE = {
  waiting: 'not-applied',
  unmatched: 'unmatched',
  conflict: 'conflict',
  dismissed: 'dismissed',
} as const satisfies Record<Exclude<EntryFacts['state'], 'applied'>, Cause>;

export function causeOfEntry({
  direction,
  amountMinor,
  bookedOn,
  state,
  isCharge,
  movements,
  settledMinor = null,
}: EntryFacts): Cause | null {
  if (state === 'unmatched' && isCharge && direction === 'debit') return 'bank-charge';
  if (state !== 'applied') return BY_STATE[state];
  if (settledMinor !== null) return settledMinor === amountMinor ? null : 'amount-differs';
  if (movements === null) return 'returned-before-paid';
  if (movements.amountMinor !== amountMinor) return 'amount-differs';
  return movements.months.every((month) => month === monthOfDay(bookedOn))
    ? null
    : 'recorded-in-another-month';
}

const monthOfDay = (day: string) => day.slice(0, 7);

/** What happened in a month to an earlier month's payment, in the words of the list of changes. */
export const CHANGES = {
  'late-success': 'It was declined because its time was over; its money came all the same.',
  completed: 'It was completed after the end of its month.',
  captured: 'Its authorised money was captured after the end of its month.',
  failed: 'A payout or a refund that was on its way failed; its money is available again.',
  refunded: 'It was refunded.',
  'refund-failed': 'A refund that was completed failed after all.',
  'capture-failed': 'A capture that was completed failed after all.',
  returned: 'It came back.',
  disputed: 'The money of a dispute was withheld.',
  'dispute-given-back': 'The money of a dispute was given back.',
  'entry-came-later': 'The statement with this entry came after the month-end.',
  'settlement-came-later':
    'The provider told of this settlement, or of some of its lines, after the month-end.',
  settled: 'A difference of an earlier month-end is no more.',
} as const;
export type ChangeKind = keyof typeof CHANGES;

const CHANGE_OF_KIND: Readonly<Partial<Record<ActivityKind, ChangeKind>>> = {
  PAYIN: 'completed',
  CAPTURED: 'captured',
  PAYOUT_PAID: 'completed',
  PAYOUT_RETURNED: 'failed',
  REFUND_PAID: 'refunded',
  REFUND_RETURNED: 'failed',
  REFUND_AT_PROVIDER: 'refunded',
  REFUND_SENT_BACK: 'refund-failed',
  CAPTURE_SENT_BACK: 'capture-failed',
  PAYIN_SENT_BACK: 'returned',
  PAYOUT_SENT_BACK: 'returned',
  DISPUTE_WITHHELD: 'disputed',
  DISPUTE_GIVEN_BACK: 'dispute-given-back',
};

/** For a movement whose payment belongs to an earlier month; null: it changes nothing in earlier reports. */
export function changeOf(kind: ActivityKind, isLateSuccess: boolean): ChangeKind | null {
  const isPaid = kind === 'PAYIN' || kind === 'CAPTURED';
  return isPaid && isLateSuccess ? 'late-success' : (CHANGE_OF_KIND[kind] ?? null);
}
