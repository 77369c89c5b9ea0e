// How an item of a notification was judged, and the words for the people who look at it (contract 13). It only
// describes: it must never read or change anything.
import type { MoneyEvent, NotificationState } from '../../domain/notifications/news.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

export interface Judgement {
  state: NotificationState;
  /** Why. null: no explanation is needed. */
  reason: string | null;
  /** The transaction that it is about, if known. */
  transactionId: string | null;
  /** For `waiting`: when to try again; absent: after a growing pause. */
  againInMs?: number;
  /** What the item says about money, if that depends on the payment; absent: as the news says. */
  moneyEvent?: MoneyEvent | null;
  /**
   * Other news about the same transaction would change this judgement. If such news arrives meanwhile, the judgement is
   * not saved, and the item is judged again.
   */
  unlessWoken?: true;
}

type Known = Pick<Transaction, 'id'>;

export const applied = ({ id }: Known): Judgement => ({ state: 'applied', reason: null, transactionId: id });

export const ignored = (known: Known | null, reason: string): Judgement => ({
  state: 'ignored',
  reason,
  transactionId: known?.id ?? null,
});

export const unmatched = (reason: string): Judgement => ({ state: 'unmatched', reason, transactionId: null });

export const conflict = ({ id }: Known, reason: string): Judgement => ({
  state: 'conflict',
  reason,
  transactionId: id,
});

export const waiting = (known: Known | null, reason: string, againInMs?: number): Judgement => ({
  state: 'waiting',
  reason,
  transactionId: known?.id ?? null,
  ...(againInMs !== undefined && { againInMs }),
});
