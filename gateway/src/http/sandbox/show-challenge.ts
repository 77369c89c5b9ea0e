// GET /sandbox/3ds/{token}: the simulated bank asks the shopper (contract 7). Test environment only.
// A plain read: opening it changes nothing, even twice or late.
import { call } from '../calls/call.ts';
import { sendPage } from '../pages/send-page.ts';
import { answeredPage, expiredPage, unknownPage } from './bank-frame.ts';
import { challengePage } from './challenge-page.ts';
import { findChallenge, hasExpired, leadsToChallenge } from './find-challenge.ts';
import { isChallengeOpen } from './open-page.ts';
import { nextPageOf, type PageQuery } from './return-address.ts';

export const showChallengeCall = call({
  address: 'GET /sandbox/3ds/:token',
  isTestOnly: true,
  handle: async (context, request, reply) => {
    const query = request.query as PageQuery;
    const found = await findChallenge(context, request.params.token!);
    if (!found) return sendPage(reply, 404, unknownPage());
    const { transaction, brandName } = found;
    const now = context.now();
    const isOpen = isChallengeOpen(transaction, now) && leadsToChallenge(transaction, query);
    if (isOpen) return sendPage(reply, 200, challengePage(transaction, brandName));
    const on = await nextPageOf(context, transaction, query);
    if (on !== null) return reply.redirect(on, 303);
    if (hasExpired(transaction, now)) return sendPage(reply, 410, expiredPage(transaction, brandName));
    return sendPage(reply, 410, answeredPage(transaction, brandName));
  },
});
