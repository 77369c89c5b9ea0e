// POST /sandbox/3ds/{token}: the shopper pressed a button of the simulated bank (contract 7), and goes back through the
// return address, as from any provider. Test environment only. The token makes a forged post impossible, because no
// other site can know it. A second post (double click, back button) ends on the same page and changes nothing.
import { notifyOfVisit } from '../../actions/notifications/notify-of-visit.ts';
import { call } from '../calls/call.ts';
import { sendPage } from '../pages/send-page.ts';
import { answeredPage, expiredPage, unclearPage, unknownPage } from './bank-frame.ts';
import { type DecisionForm, isDecision, takeDecisions } from './decision-form.ts';
import { findChallenge, hasExpired, leadsToChallenge } from './find-challenge.ts';
import { isChallengeOpen } from './open-page.ts';
import { nextPageOf, type PageQuery, returnAddressOf, signedReturnAddress } from './return-address.ts';

export const decideChallengeCall = call({
  address: 'POST /sandbox/3ds/:token',
  isTestOnly: true,
  reads: (scope) => takeDecisions(scope),
  handle: async (context, request, reply) => {
    const query = request.query as PageQuery;
    const body = request.body as DecisionForm | undefined;
    const found = await findChallenge(context, request.params.token!);
    if (!found) return sendPage(reply, 404, unknownPage());
    if (!isDecision(body?.decision)) return sendPage(reply, 400, unclearPage());

    const { transaction } = found;
    if (isChallengeOpen(transaction, context.now()) && leadsToChallenge(transaction, query)) {
      const result = await notifyOfVisit(context, transaction, body.decision);
      return reply.redirect(signedReturnAddress(context, transaction, query, result), 303);
    }
    const on = await nextPageOf(context, transaction, query);
    if (on !== null) return reply.redirect(on, 303);
    if (hasExpired(transaction, context.now()))
      return sendPage(reply, 410, expiredPage(transaction, found.brandName));
    const back = await returnAddressOf(context, transaction, query);
    return back === null
      ? sendPage(reply, 200, answeredPage(transaction, found.brandName))
      : reply.redirect(back, 303);
  },
});
