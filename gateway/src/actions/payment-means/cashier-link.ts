// The address of a transaction's cashier page, where a shopper continues it (spec 1, contract 4). Its token is a keyed
// mark of the transaction, and only its hash is stored. So nobody who reads the database can open a page, but the
// gateway can give the same address again after a lost answer (contract 5). Before the mark, the token names the
// merchant, for the lookup.
import { createHash } from 'node:crypto';
import { CODE } from '../../domain/errors/error-codes.ts';
import { merchantInToken, merchantOfToken } from '../../domain/merchants/merchant-in-token.ts';
import { isAtCashier, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

/** A payment can be started for this long (contract 4), unless it is a payment link (contract 14). */
const CASHIER_LINK_LIFETIME_MS = 3_600_000;
/** For this long, the page still shows how the payment ended. */
const SHOWN_AFTER_END_MS = 24 * 3_600_000;
const TOKEN = /^[A-Za-z0-9_-]{65}$/;

export interface CashierLink {
  /** Must be sealed before it is stored. */
  token: string;
  url: string;
  /** The part that the transaction stores. */
  kept: Pick<Transaction, 'cashierTokenHash' | 'cashierExpiresAt'>;
  expiresAt: Date;
}

type Named = Pick<Transaction, 'merchantId' | 'id'>;

export function newCashierLink(
  context: Pick<Context, 'config' | 'vault'>,
  transaction: Named,
  now: Date,
  lifetimeMs = CASHIER_LINK_LIFETIME_MS,
): CashierLink {
  const token = tokenOf(context, transaction);
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  return {
    token,
    url: cashierUrl(context, token),
    kept: { cashierTokenHash: hashOf(token), cashierExpiresAt: expiresAt },
    expiresAt,
  };
}

/** Longer than the link of a session: it was made to be sent to somebody. */
export function isLongLived({
  createdAt,
  cashierExpiresAt,
}: Pick<Transaction, 'createdAt' | 'cashierExpiresAt'>): boolean {
  return (
    cashierExpiresAt !== null && cashierExpiresAt.getTime() - createdAt.getTime() > CASHIER_LINK_LIFETIME_MS
  );
}

export function cashierUrl({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.publicUrl}/cashier/${token}`;
}

/** The address while the shopper can continue there; null: the payment has ended or expired, or has no page. */
export function liveCashierUrl(
  context: Pick<Context, 'config' | 'vault'>,
  transaction: Named & Pick<Transaction, 'status' | 'cashierTokenHash' | 'cashierExpiresAt' | 'expiresAt'>,
  now: Date,
): string | null {
  const { status, cashierTokenHash, cashierExpiresAt, expiresAt } = transaction;
  if (cashierTokenHash === null || isFinal(status)) return null;
  // An attempt has its own end; after it the shopper may try again while the link lives.
  const isOpen = [expiresAt, cashierExpiresAt].some((end) => end === null || end > now);
  const token = tokenOf(context, transaction);
  // An older release made random tokens, which we cannot make again.
  return isOpen && cashierTokenHash.equals(hashOf(token)) ? cashierUrl(context, token) : null;
}

/** null for a token that this gateway did not make. */
export async function findByCashierToken(
  context: Pick<Context, 'transactions'>,
  token: string,
): Promise<Transaction | null> {
  const merchantId = TOKEN.test(token) ? merchantOfToken(token) : null;
  return merchantId === null
    ? null
    : await context.transactions.findByCashierToken(merchantId, hashOf(token));
}

/** Adds the address, for an answer that sends the shopper there. */
export function withCashierUrl(transaction: Transaction, link: CashierLink | null): Transaction {
  return link && isAtCashier(transaction)
    ? { ...transaction, result: { redirectUrl: link.url } }
    : transaction;
}

/**
 * The time is over, even if the expiry sweep has not run yet; or the payment ended long ago. A late payment counts as
 * paid.
 */
export function hasCashierExpired(transaction: Transaction, now: Date): boolean {
  const { status, errorCode, expiresAt, updatedAt } = transaction;
  if (!isFinal(status)) return expiresAt !== null && expiresAt <= now;
  const over = updatedAt.getTime() + SHOWN_AFTER_END_MS <= now.getTime();
  return over || (status === 'DECLINED' && errorCode === CODE.expired);
}

function tokenOf({ vault }: Pick<Context, 'vault'>, { merchantId, id }: Named): string {
  const mark = vault.fingerprint(`cashier-link ${merchantId} ${id}`);
  return merchantInToken(merchantId) + mark.toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
