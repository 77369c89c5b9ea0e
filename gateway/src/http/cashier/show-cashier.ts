// GET /cashier/{token}: the shopper's page of a transaction (spec 1, contract 11). A plain read: opening it, also twice or
// late, changes nothing. The token alone opens it, so what it says of the payer stays with what the shop was told.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findByCashierToken } from '../../actions/cashier-link.ts';
import type { Context } from '../../actions/context.ts';
import { openPaymentData } from '../../actions/keep-payment-fields.ts';
import { missingInputs } from '../../domain/payment-data/payment-data.ts';
import { findOption } from '../../domain/payment-option.ts';
import { isAtCashier, isFinal, type Transaction } from '../../domain/transaction.ts';
import { sendPage } from '../send-page.ts';
import { expiredPage, throttledPage, transactionPage, unknownPage } from './cashier-page.ts';
import { GuessLimit } from './guess-limit.ts';

export function showCashierRoute(app: FastifyInstance, context: Context): void {
  const guesses = new GuessLimit();

  app.get<{ Params: { token: string } }>('/cashier/:token', async (request, reply) => {
    const transaction = await findByCashierToken(context, request.params.token);
    if (!transaction) return refuse(request, reply);
    const brandName = context.brands.byId(transaction.brandId)?.name ?? 'the shop';
    const inTest = context.config.environment === 'test';
    if (hasRunOut(transaction, context.now())) {
      return sendPage(reply, 410, expiredPage({ transaction, brandName, inTest }));
    }
    const asked = await inputsAskedFor(context, transaction);
    const page = transactionPage({ transaction, brandName, inTest, asked });
    return sendPage(reply, 200, page, { drawnImages: true });
  });

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const waitSeconds = guesses.count(request.ip, context.now());
    if (waitSeconds === 0) return sendPage(reply, 404, unknownPage());
    return sendPage(reply.header('retry-after', String(waitSeconds)), 429, throttledPage());
  }
}

/** Whether the expiry sweep has been there already or not. What was paid too late was paid. */
function hasRunOut(transaction: Transaction, now: Date): boolean {
  const { status, errorCode, expiresAt } = transaction;
  if (isFinal(status)) return status === 'DECLINED' && errorCode === '3002';
  return expiresAt !== null && expiresAt <= now;
}

/** What the shopper was sent here for, in the words of the request; null where nothing is asked of them here. */
async function inputsAskedFor(context: Context, transaction: Transaction): Promise<string[] | null> {
  const { optionId } = transaction;
  if (!isAtCashier(transaction)) return null;
  const found = optionId === null ? undefined : findOption(optionId);
  if (!found) return ['option'];
  const { country, currency, details } = transaction;
  const data = await openPaymentData(context, transaction);
  return missingInputs(found, { country, currency, data, customer: details.customer });
}
