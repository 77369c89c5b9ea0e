// The address of the cashier page of a transaction, where a shopper goes on with it (spec 1, contract 4). The token in it is
// random, told once and stored only as a hash, so nobody who reads the database can open a page. Before the random part it names
// the merchant, by which it is looked up.
import { createHash, randomBytes } from 'node:crypto';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { merchantInToken, merchantOfToken } from '../../domain/merchants/merchant-in-token.ts';
import { isAtCashier, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

/** A payment can be started this long (contract 4), unless it is a payment link (contract 14). */
const CASHIER_LINK_LIFETIME_MS = 3_600_000;
/** How long the page still shows how it ended. */
const SHOWN_AFTER_END_MS = 24 * 3_600_000;
const TOKEN = /^[A-Za-z0-9_-]{65}$/;

export interface CashierLink {
  /** Given out once; whoever stores it must seal it. */
  token: string;
  url: string;
  /** What the transaction stores of it. */
  kept: Pick<Transaction, 'cashierTokenHash' | 'cashierExpiresAt'>;
  expiresAt: Date;
}

export function newCashierLink(
  context: Pick<Context, 'config'>,
  { merchantId }: Pick<Brand, 'merchantId'>,
  now: Date,
  lifetimeMs = CASHIER_LINK_LIFETIME_MS,
): CashierLink {
  const token = merchantInToken(merchantId) + randomBytes(32).toString('base64url');
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
  const merchantId = TOKEN.test(token) ? merchantOfToken(token) : null;
  return merchantId === null
    ? null
    : await context.transactions.findByCashierToken(merchantId, hashOf(token));
}

/** With the address, for an answer that sends somebody there; no other answer contains it. */
export function withCashierUrl(transaction: Transaction, link: CashierLink | null): Transaction {
  return link && isAtCashier(transaction)
    ? { ...transaction, result: { redirectUrl: link.url } }
    : transaction;
}

/** The time is over, with or without the expiry sweep; or the payment ended long ago. A late payment counts as paid. */
export function hasCashierExpired(transaction: Transaction, now: Date): boolean {
  const { status, errorCode, expiresAt, updatedAt } = transaction;
  if (!isFinal(status)) return expiresAt !== null && expiresAt <= now;
  const over = updatedAt.getTime() + SHOWN_AFTER_END_MS <= now.getTime();
  return over || (status === 'DECLINED' && errorCode === CODE.expired);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
