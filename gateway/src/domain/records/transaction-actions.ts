// What a person may do in the portal to a transaction in its present state: one table of actions, each with its
// permission and the states that allow it. The page shows what `actionsOf` answers, but the page must never be the only
// check: the action checks again. Pure.

import { mayInPortal, type PortalPermission } from '../access/portal-permission.ts';
import type { UserRole } from '../access/user-role.ts';
import { type Dispute, holdsMoney } from '../after-end/dispute.ts';
import { type Capture, isUndecidedCapture } from '../captures/capture.ts';
import { asksForConfirmation } from '../confirmations/confirmation.ts';
import { CODE } from '../errors/error-codes.ts';
import { type Refund, refundableMinor, unrefundedMinor } from '../refunds/refund.ts';
import {
  capturableMinor,
  isAuthorized,
  isBeingSubmitted,
  isFinal,
  namedUser,
  type Transaction,
} from '../transactions/transaction.ts';

/** The facts that the table uses. */
export interface ActionGround {
  transaction: Transaction;
  refunds: readonly Refund[];
  captures: readonly Capture[];
  disputes: readonly Dispute[];
  /** What the transaction's provider can do. */
  provider: { refund: boolean; cancel: boolean; capture: boolean };
  now: Date;
}

interface Rule {
  permission: PortalPermission;
  isPossible(ground: ActionGround): boolean;
}

const TRANSACTION_ACTIONS = {
  capture: {
    permission: 'payments.capture',
    isPossible: ({ transaction, provider, now }) =>
      provider.capture && capturableMinor(transaction) > 0n && transaction.authorized!.captureBefore > now,
  },
  /** Gives the held money back. */
  void: {
    permission: 'payments.cancel',
    isPossible: ({ transaction, provider }) =>
      isAuthorized(transaction) && whyNotCancellable(transaction) === null && provider.cancel,
  },
  refund: {
    permission: 'payments.refund',
    isPossible: ({ transaction, disputes, provider }) =>
      provider.refund && refundableMinor(transaction, disputes) > 0n && !disputes.some(holdsMoney),
  },
  /** The refund of money that a dispute holds: the payer gets it twice. */
  'refund-disputed': {
    permission: 'payments.refund',
    isPossible: ({ transaction, disputes, provider }) =>
      provider.refund && unrefundedMinor(transaction) > 0n && disputes.some(holdsMoney),
  },
  cancel: {
    permission: 'payments.cancel',
    isPossible: ({ transaction, provider }) =>
      !isAuthorized(transaction) &&
      whyNotCancellable(transaction) === null &&
      (mayBeClosed(transaction) || provider.cancel),
  },
  confirm: {
    permission: 'payments.confirm',
    isPossible: ({ transaction, now }) =>
      asksForConfirmation(transaction) && (transaction.expiresAt === null || transaction.expiresAt > now),
  },
  decide: {
    permission: 'payments.decide',
    isPossible: ({ transaction }) => isUndecided(transaction),
  },
  'decide-refund': {
    permission: 'payments.decide',
    isPossible: ({ refunds }) => refunds.some(isUndecidedRefund),
  },
  'decide-capture': {
    permission: 'payments.decide',
    isPossible: ({ captures }) => captures.some(isUndecidedCapture),
  },
  'settle-payout': {
    permission: 'payouts.approve',
    isPossible: ({ transaction }) => transaction.type === 'PAYOUT' && transaction.status === 'PENDING',
  },
  'resend-webhook': {
    permission: 'webhooks.resend',
    isPossible: ({ transaction }) => transaction.sequence > 0,
  },
  'block-card': {
    permission: 'blocks.change',
    isPossible: ({ transaction }) => transaction.card !== null && transaction.cardKey !== null,
  },
  'block-email': {
    permission: 'blocks.change',
    isPossible: ({ transaction }) => Boolean(transaction.details.customer?.email),
  },
  'block-user': {
    permission: 'blocks.change',
    isPossible: ({ transaction }) => namedUser(transaction) !== null,
  },
  'block-address': {
    permission: 'blocks.change',
    isPossible: ({ transaction: { details } }) => Boolean(details.browserIp ?? details.customer?.ip),
  },
  note: { permission: 'payments.note', isPossible: () => true },
} as const satisfies Record<string, Rule>;

export type TransactionAction = keyof typeof TRANSACTION_ACTIONS;
export const ACTION_NAMES = Object.keys(TRANSACTION_ACTIONS) as TransactionAction[];

/** In the order of the table. */
export function actionsOf(ground: ActionGround, role: UserRole): TransactionAction[] {
  return ACTION_NAMES.filter((name) => {
    const { permission, isPossible }: Rule = TRANSACTION_ACTIONS[name];
    return mayInPortal(role, permission) && isPossible(ground);
  });
}

/** The outcome is unknown, and the gateway no longer asks the provider: a person decides (contract 4). */
export function isUndecided({
  status,
  errorCode,
  dueAt,
}: Pick<Transaction, 'status' | 'errorCode' | 'dueAt'>): boolean {
  return status === 'PROCESSING' && errorCode === CODE.outcomeUnknown && dueAt === null;
}

export function isUndecidedRefund({ status, dueAt }: Pick<Refund, 'status' | 'dueAt'>): boolean {
  return status === 'PENDING' && dueAt === null;
}

/** Why it cannot be cancelled in its current state (contract 8); null: somebody may try to cancel it. */
export function whyNotCancellable(transaction: Transaction): string | null {
  const { type, status, errorCode } = transaction;
  const name = type === 'PAYIN' ? 'pay-in' : 'payout';
  if (isFinal(status)) {
    return `the ${name} is ${status}${errorCode ? ` (${errorCode})` : ''}; that is final`;
  }
  // Unknown about an authorised pay-in is only its void, and that can be asked for again.
  if (errorCode === CODE.outcomeUnknown && !isAuthorized(transaction)) {
    return `the outcome of the ${name} is not known yet; it can be cancelled only when the outcome is known`;
  }
  if (isAuthorized(transaction) && transaction.authorized!.pendingMinor > 0n) {
    return 'a capture of the pay-in is pending; try again when it has ended';
  }
  if (type === 'PAYOUT' && status === 'PROCESSING') {
    return 'the payout is PROCESSING; only an INIT or PENDING payout can be cancelled';
  }
  if (type === 'PAYIN' && isBeingSubmitted(transaction)) {
    return 'the pay-in is being submitted to the provider; try again in a moment';
  }
  return null;
}

/**
 * Whether it can be cancelled without its provider's answer: no provider has it, or it still waits for its payer. An
 * accepted charge cannot.
 */
export function mayBeClosed({
  type,
  provider,
  expiresAt,
}: Pick<Transaction, 'type' | 'provider' | 'expiresAt'>): boolean {
  return type === 'PAYOUT' || provider === null || expiresAt !== null;
}
