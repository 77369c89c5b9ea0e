// POST /sandbox/bank/{token}: the payer pressed a button of the simulated bank, wallet or mandate (contract 7). Or the
// shop's page posted the form of a direct debit, which shows the mandate and decides nothing yet. Test environment
// only. The token makes a forged post impossible. A second post ends on the same page and changes nothing.
import { notifyOfVisit } from '../../actions/notifications/notify-of-visit.ts';
import { call } from '../calls/call.ts';
import { sendPage } from '../pages/send-page.ts';
import { answeredPage, expiredPage, UNKNOWN_BANK, unclearPage, unknownPage } from './bank-frame.ts';
import { type DecisionForm, isDecision, takeDecisions } from './decision-form.ts';
import { hasExpired } from './find-challenge.ts';
import { findVisit } from './find-visit.ts';
import { nextPageOf, type PageQuery, returnAddressOf, signedReturnAddress } from './return-address.ts';
import { pageOfVisit } from './visit-page.ts';

export const decideVisitCall = call({
  address: 'POST /sandbox/bank/:token',
  isTestOnly: true,
  reads: (scope) => takeDecisions(scope),
  handle: async (context, request, reply) => {
    const query = request.query as PageQuery;
    const body = request.body as DecisionForm | undefined;
    const visit = await findVisit(context, request.params.token!, query);
    if (!visit) return sendPage(reply, 404, unknownPage(UNKNOWN_BANK));
    const { transaction, brandName, face } = visit;
    const decision = body?.decision ?? null;
    if (decision === null && visit.kind === 'mandate') {
      const { status, page } = pageOfVisit(visit, context.now());
      return sendPage(reply, status, page);
    }
    if (!isDecision(decision)) return sendPage(reply, 400, unclearPage(face));

    if (visit.open) {
      const result = await notifyOfVisit(context, transaction, decision);
      return reply.redirect(signedReturnAddress(context, transaction, query, result), 303);
    }
    const on = await nextPageOf(context, transaction, query);
    if (on !== null) return reply.redirect(on, 303);
    if (hasExpired(transaction, context.now()))
      return sendPage(reply, 410, expiredPage(transaction, brandName, face));
    const back = await returnAddressOf(context, transaction, query);
    return back === null
      ? sendPage(reply, 200, answeredPage(transaction, brandName, face))
      : reply.redirect(back, 303);
  },
});
