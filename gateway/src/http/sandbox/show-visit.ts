// GET /sandbox/bank/{token}: the simulated bank, wallet or mandate asks the payer (contract 7). Test environment only.
// A plain read: opening it changes nothing, even twice or late.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { sendPage } from '../pages/send-page.ts';
import { NOBODYS_BANK, unknownPage } from './bank-frame.ts';
import { findVisit } from './find-visit.ts';
import { pageOfVisit } from './visit-page.ts';
import { type PageQuery, wayOnOf } from './way-back.ts';

export function showVisitRoute(app: FastifyInstance, context: Context): void {
  const path = '/sandbox/bank/:token';
  app.get<{ Params: { token: string }; Querystring: PageQuery }>(path, async ({ params, query }, reply) => {
    const visit = await findVisit(context, params.token, query);
    if (!visit) return sendPage(reply, 404, unknownPage(NOBODYS_BANK));
    const on = visit.open ? null : await wayOnOf(context, visit.transaction, query);
    if (on !== null) return reply.redirect(on, 303);
    const { status, page } = pageOfVisit(visit, context.now());
    return sendPage(reply, status, page);
  });
}
