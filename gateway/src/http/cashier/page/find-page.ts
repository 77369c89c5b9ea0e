// Finds the payment of a cashier call by the token in its address, before a body is read, and checks that the call
// comes from that payment's page. One hook does it for all calls, so that no route can forget it. Guessed tokens count
// here as they do at the document.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { findByCashierToken, hasCashierExpired } from '../../../actions/payment-means/cashier-link.ts';
import { CODE } from '../../../domain/errors/error-codes.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isFinal, type Transaction } from '../../../domain/transactions/transaction.ts';
import { type CallLimit, sourceOf } from '../../calls/call-limit.ts';
import { wrongType } from '../../request-body/accepted-types.ts';
import { type Reader, readReader } from './read-language.ts';

/** The payment that a call is about. */
export interface Page {
  token: string;
  /** The transaction at the time the call came in. */
  transaction: Transaction;
  reader: Reader;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on the calls of the cashier's page. */
    page: Page;
  }
}

export interface PageLimits {
  /** Counts unknown tokens by the caller's address. */
  guesses: CallLimit;
  /** Counts requested changes by transaction. */
  changes: CallLimit;
}

export function findPage(scope: FastifyInstance, context: Context, { guesses, changes }: PageLimits): void {
  scope.decorateRequest('page', null as unknown as Page);
  scope.addHook('onRequest', async (request) => {
    const { token } = request.params as { token: string };
    const now = context.now();
    const transaction = await findByToken(context, token);
    if (!transaction) {
      const retryAfterSeconds = guesses.count(sourceOf(request.ip), now);
      if (retryAfterSeconds === 0) throw new Refusal(404, 'there is no such page');
      throw new Refusal(429, 'too many unknown addresses; wait a minute', { retryAfterSeconds });
    }
    if (isOver(transaction, now)) throw new Refusal(410, 'this page is closed');
    if (request.method === 'POST') {
      requireOwnPage(request, context);
      const retryAfterSeconds = changes.count(transaction.id, now);
      if (retryAfterSeconds > 0)
        throw new Refusal(429, 'too many tries; wait a minute', { retryAfterSeconds });
    }
    request.page = { token, transaction, reader: readReader(request, transaction) };
  });
}

/** null: the token is unknown. Another process may have made its brand a moment ago. */
export async function findByToken(context: Context, token: string): Promise<Transaction | null> {
  const transaction = await findByCashierToken(context, token);
  if (transaction && !context.brands.byId(transaction.brandId)) await context.brands.refresh();
  return transaction;
}

/**
 * True if the payment ended so long ago that the page shows nothing about it any more. An expired payment still says
 * that it expired.
 */
export function isOver(transaction: Transaction, now: Date): boolean {
  const { status, errorCode } = transaction;
  return isFinal(status) && errorCode !== CODE.expired && hasCashierExpired(transaction, now);
}

/**
 * Only the page itself may change a payment, never a form or script of another site. A browser sends the origin of a
 * call in one or both headers; a caller that is no browser cannot deceive a shopper. PUBLIC_URL names the page's own
 * site. The Host header does not, because another site may reach us by any name.
 */
function requireOwnPage(request: FastifyRequest, { config }: Context): void {
  const { headers } = request;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const type = headers['content-type'];
  const isForm = type !== undefined && !/^(?:application\/json|multipart\/form-data)\s*(?:;|$)/i.test(type);
  if (isForm) throw new Refusal(415, wrongType(request));
  const isOwn =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === new URL(config.publicUrl).origin);
  if (!isOwn) throw new Refusal(403, 'only the payment page itself may make this call');
}
