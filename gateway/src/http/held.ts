// Decides which requests work while the database is a restored copy that nobody has accepted (decision 94). Reads work,
// and the gateway stores notifications of providers. It refuses with 503 everything that would take a payment, move
// money or ask a provider. It runs on each request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/errors/refusal.ts';
import { UNAVAILABLE } from './error-responses.ts';

/**
 * By route. Operators make the installation ready again, but ask no provider, and move no money: a payout may be in a
 * file of the bank already.
 */
const TAKEN: readonly RegExp[] = [
  /^\/providers\/:provider\/notifications\//,
  /^\/operator\/(?!brands\/:id\/(providers\/|bank-files|funding)|(payments|refunds|captures)\/:id\/outcome)/,
  // People must sign in to read.
  /^\/portal\/api\/(session|second-factor)(\/|$)/,
  /^\/portal\/api\/single-sign-on\/:merchantId(\/finish)?$/,
];
/** These look like reads, but they ask a provider. */
const NO_READS: readonly RegExp[] = [/^\/return\//, /^\/sandbox\//];

export function refuseWhileHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (!request.server.service.isHeld || request.is404 || passes(request)) {
    done();
    return;
  }
  reply.header('retry-after', '60');
  const why = 'it was restored from a backup and is being checked; nothing was stored, try again later';
  done(new Refusal(503, `${UNAVAILABLE}: ${why}`));
}

function passes(request: FastifyRequest): boolean {
  const route = request.routeOptions.url ?? '';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead ? !NO_READS.some((one) => one.test(route)) : TAKEN.some((one) => one.test(route));
}
