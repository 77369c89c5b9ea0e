// What is made of an item of a notification, and the words for the people who look at it (contract 13).
import type { NotificationState, Told } from '../../domain/notifications/news.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

export interface Judgement {
  state: NotificationState;
  /** Why. null: nothing has to be explained. */
  reason: string | null;
  /** The transaction that it is about, as far as it is known. */
  transactionId: string | null;
  /** Of `waiting`: when it is tried again; absent: later each time. */
  againInMs?: number;
  /** What was told of money, where that depends on the payment; absent: as the news says. */
  told?: Told | null;
  /**
   * Something else that is told of its transaction meanwhile would change it: then it is not saved, and the item is
   * judged again.
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
