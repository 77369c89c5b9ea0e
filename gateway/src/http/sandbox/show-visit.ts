// GET /sandbox/bank/{token}: the simulated bank, wallet or mandate asks the payer (contract 7). Test environment only.
// A plain read: opening it changes nothing, even twice or late.
import { call } from '../calls/call.ts';
import { sendPage } from '../pages/send-page.ts';
import { UNKNOWN_BANK, unknownPage } from './bank-frame.ts';
import { findVisit } from './find-visit.ts';
import { nextPageOf, type PageQuery } from './return-address.ts';
import { pageOfVisit } from './visit-page.ts';

export const showVisitCall = call({
  address: 'GET /sandbox/bank/:token',
  isTestOnly: true,
  handle: async (context, request, reply) => {
    const query = request.query as PageQuery;
    const visit = await findVisit(context, request.params.token!, query);
    if (!visit) return sendPage(reply, 404, unknownPage(UNKNOWN_BANK));
    const on = visit.open ? null : await nextPageOf(context, visit.transaction, query);
    if (on !== null) return reply.redirect(on, 303);
    const { status, page } = pageOfVisit(visit, context.now());
    return sendPage(reply, status, page);
  },
});
