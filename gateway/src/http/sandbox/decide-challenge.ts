// POST /sandbox/3ds/{token}: the shopper pressed a button of the simulated bank (contract 7), and goes back to the shop.
// Test environment only. The token makes a forged post impossible, because no other site can know it. A second post (double
// click, back button) ends on the same page and changes nothing.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { completeChallenge } from '../../actions/transactions/complete-challenge.ts';
import { sendPage } from '../pages/send-page.ts';
import { answeredPage, expiredPage, unclearPage, unknownPage } from './bank-frame.ts';
import { type DecisionForm, isDecision, takeDecisions } from './decision-form.ts';
import { findChallenge, hasRunOut, leadsToChallenge } from './find-challenge.ts';
import { type PageQuery, wayBackOf, wayOnOf } from './way-back.ts';

export function decideChallengeRoute(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    takeDecisions(scope);
    scope.post<{ Params: { token: string }; Body: DecisionForm | undefined; Querystring: PageQuery }>(
      '/sandbox/3ds/:token',
      async ({ params, query, body }, reply) => {
        const found = await findChallenge(context, params.token);
        if (!found) return sendPage(reply, 404, unknownPage());
        if (!isDecision(body?.decision)) return sendPage(reply, 400, unclearPage());

        const { transaction } = found;
        const isHere = leadsToChallenge(transaction, query);
        const after = isHere ? await completeChallenge(context, transaction, body.decision) : transaction;
        const on = await wayOnOf(context, after, query);
        if (on !== null) return reply.redirect(on, 303);
        if (hasRunOut(after, context.now())) return sendPage(reply, 410, expiredPage(after, found.brandName));
        const back = await wayBackOf(context, after, query);
        return back === null
          ? sendPage(reply, 200, answeredPage(after, found.brandName))
          : reply.redirect(back, 303);
      },
    );
  });
}
