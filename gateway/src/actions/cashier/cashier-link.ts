// The address of the cashier page of a transaction, where a shopper goes on with it (spec 1, contract 4). The token in it is
// random, told once and stored only as a hash, so nobody who reads the database can open a page.
import { createHash, randomBytes } from 'node:crypto';
import { isAtCashier, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

/** Something may be begun there for this long (contract 4), unless it is a payment link (contract 14). */
export const CASHIER_LINK_LIFETIME_MS = 3_600_000;
/** How long the page still tells how it ended. */
const SHOWN_AFTER_END_MS = 24 * 3_600_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface CashierLink {
  /** Told once; whoever keeps it seals it. */
  token: string;
  url: string;
  /** What the transaction keeps of it. */
  kept: Pick<Transaction, 'cashierTokenHash' | 'cashierExpiresAt'>;
  expiresAt: Date;
}

export function newCashierLink(
  context: Pick<Context, 'config'>,
  now: Date,
  lifetimeMs = CASHIER_LINK_LIFETIME_MS,
): CashierLink {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  return {
    token,
    url: cashierUrl(context, token),
    kept: { cashierTokenHash: hashOf(token), cashierExpiresAt: expiresAt },
    expiresAt,
  };
}

export function cashierUrl({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.publicUrl}/cashier/${token}`;
}

/** null for a token that this gateway did not make. */
export async function findByCashierToken(
  context: Pick<Context, 'transactions'>,
  token: string,
): Promise<Transaction | null> {
  return TOKEN.test(token) ? await context.transactions.findByCashierToken(hashOf(token)) : null;
}

/** With the address for the answer that sends somebody there; in no other answer does it stand. */
export function withCashierUrl(transaction: Transaction, link: CashierLink | null): Transaction {
  return link && isAtCashier(transaction)
    ? { ...transaction, result: { redirectUrl: link.url } }
    : transaction;
}

/** Time is up, whether the expiry sweep has been there already or not; or it ended long ago. What was paid too late was paid. */
export function hasCashierExpired(transaction: Transaction, now: Date): boolean {
  const { status, errorCode, expiresAt, updatedAt } = transaction;
  if (!isFinal(status)) return expiresAt !== null && expiresAt <= now;
  const over = updatedAt.getTime() + SHOWN_AFTER_END_MS <= now.getTime();
  return over || (status === 'DECLINED' && errorCode === '3002');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
