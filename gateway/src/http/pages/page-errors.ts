// While the database is away or busy, a person gets a page, with the same status and header as a program. It answers
// every other error as on all routes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isUnavailable } from '../../storage/database/database.ts';
import { answerError } from '../error-responses.ts';
import type { Html } from './html.ts';
import { sendPage } from './send-page.ts';

export function answerWithPage(
  pages: FastifyInstance,
  { log }: Pick<Context, 'log'>,
  unavailablePage: (request: FastifyRequest) => Html,
): void {
  pages.setErrorHandler((error, request, reply) => {
    const isRefused = error instanceof Refusal && error.httpStatus === 503;
    if (!isRefused && !isUnavailable(error)) return answerError(log, error, request, reply);
    const where = { requestId: request.id, route: request.routeOptions.url };
    log.warn({ ...where, err: error }, 'a page is not available: the database is unavailable or busy');
    return sendPage(reply.header('retry-after', '1'), 503, unavailablePage(request));
  });
}
