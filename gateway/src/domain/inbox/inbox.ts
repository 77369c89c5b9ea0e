// The kinds of things that wait for a person of a merchant: who may see and decide each, on which screen, and what it
// is called in the inbox and in a mail. Pure. A title must never hold a name, a reference or an account: mails show it.
import { mayInPortal, type PortalPermission } from '../access/portal-permission.ts';
import { USER_ROLES, type UserRole } from '../access/user-role.ts';

interface Kind {
  /** Whoever has it decides. */
  decides: PortalPermission;
  /** Whoever lacks it sees only how many wait, and for how long. */
  reads: PortalPermission;
  /** Users hear of it at once, by mail. */
  isUrgent: boolean;
  /** The list with all of them, below /portal/b/{brandId}, with its query. */
  list: string;
  one: string;
  /** After a number. */
  many: string;
}

/** In the order in which they are shown: money that may be wrong first. */
export const INBOX_KINDS = {
  'unknown-outcome': {
    decides: 'payments.decide',
    reads: 'payments.read',
    isUrgent: true,
    list: '/transactions',
    one: 'One outcome is unknown',
    many: 'outcomes are unknown',
  },
  'failed-refund': {
    decides: 'payments.refund',
    reads: 'payments.read',
    isUrgent: true,
    // A failed refund that was answered by another one is not in this list.
    list: '/transactions?moneyBack=refund-failed',
    one: 'One refund failed',
    many: 'refunds failed',
  },
  dispute: {
    decides: 'disputes.answer',
    reads: 'payments.read',
    isUrgent: true,
    list: '/money/disputes',
    one: 'One dispute can be answered',
    many: 'disputes can be answered',
  },
  webhook: {
    decides: 'webhooks.change',
    reads: 'payments.read',
    isUrgent: true,
    list: '/developers/webhooks',
    one: 'One webhook address misses webhooks',
    many: 'webhook addresses miss webhooks',
  },
  authorization: {
    decides: 'payments.capture',
    reads: 'payments.read',
    isUrgent: false,
    list: '/transactions?authorized=day',
    one: 'One authorised payment lapses within 24 hours',
    many: 'authorised payments lapse within 24 hours',
  },
  payout: {
    decides: 'payouts.approve',
    reads: 'payments.read',
    isUrgent: false,
    list: '/payouts',
    one: 'One payout waits for approval',
    many: 'payouts wait for approval',
  },
  notification: {
    decides: 'notifications.retry',
    reads: 'providers.read',
    isUrgent: false,
    list: '/settings/notifications',
    one: 'One provider notification needs a decision',
    many: 'provider notifications need a decision',
  },
  'bank-entry': {
    decides: 'bank.decide',
    reads: 'bank.read',
    isUrgent: false,
    list: '/money/bank',
    one: 'One bank entry needs a decision',
    many: 'bank entries need a decision',
  },
  settlement: {
    decides: 'bank.decide',
    reads: 'bank.read',
    isUrgent: false,
    list: '/money/settlements?state=look',
    one: 'One settlement needs a decision',
    many: 'settlements need a decision',
  },
  invitation: {
    decides: 'users.change',
    reads: 'users.change',
    isUrgent: false,
    list: '/settings/users',
    one: 'One invitation expired',
    many: 'invitations expired',
  },
} as const satisfies Record<string, Kind>;

export type InboxKind = keyof typeof INBOX_KINDS;
export const KINDS = Object.keys(INBOX_KINDS) as InboxKind[];

export const mayDecide = (role: UserRole, kind: InboxKind): boolean =>
  mayInPortal(role, INBOX_KINDS[kind].decides);
export const decidersOf = (kind: InboxKind): UserRole[] => USER_ROLES.filter((role) => mayDecide(role, kind));

/** Something that waits. */
export interface Waiting {
  kind: InboxKind;
  /** null: it belongs to no payment. */
  transactionId: string | null;
  id: string;
}

/** What urgent mails tell of: the urgent kinds, and disputes again before their deadline. */
export type Topic = InboxKind | 'deadline';
const DEADLINE = {
  one: 'One dispute must be answered within two days',
  many: 'disputes must be answered within two days',
};
export const kindOf = (topic: Topic): InboxKind => (topic === 'deadline' ? 'dispute' : topic);

/** Counts stop here. */
export const COUNTED_TO = 1_000;

/** "3", "1,000 or more". */
export const countText = (count: number): string =>
  count >= COUNTED_TO ? `${COUNTED_TO.toLocaleString('en')} or more` : String(count);

/** "3 refunds failed". */
export function titleOf(topic: Topic, count: number): string {
  const { one, many } = topic === 'deadline' ? DEADLINE : INBOX_KINDS[topic];
  return count === 1 ? one : `${countText(count)} ${many}`;
}

const SUBJECTS: Readonly<Record<string, string>> = {
  transaction: 'Outcome of a payment',
  payout: 'Payout',
  refund: 'Outcome of a refund',
  capture: 'Outcome of a capture',
  failed: 'Failed refund',
  inquiry: 'Inquiry of a payer',
  chargeback: 'Chargeback',
  paused: 'Webhook address is paused',
  'given-up': 'Webhooks were given up',
  authorized: 'Authorised payment',
  unmatched: 'Fits no payment',
  conflict: 'Contradicts a payment',
  credit: 'Money that came in',
  debit: 'Money that went out',
  status: 'Status of a payout',
  lines: 'Lines that fit no payment, or contradict one',
  'odd-payout': 'It failed, or does not add up',
  invited: 'Invitation',
};

/** What one thing is called within its kind. */
export const subjectTitle = (subject: string): string => SUBJECTS[subject] ?? subject;

/** The screen that decides it, below /portal/b/{brandId}. */
export function screenOf({ kind, transactionId, id }: Waiting): string {
  if (kind === 'settlement') return `/money/settlements/${id}`;
  if (kind === 'bank-entry') return `${INBOX_KINDS[kind].list}?entry=${id}`;
  const isOnPayment = ['unknown-outcome', 'failed-refund', 'dispute', 'authorization'].includes(kind);
  if (isOnPayment && transactionId) return `/transactions/${transactionId}`;
  return INBOX_KINDS[kind].list;
}
