// POST /sandbox/3ds/{token}: the shopper pressed a button of the simulated bank (contract 7). Test environment only.
// Then back to the shop. The token is what makes a forged post impossible: no other site can know it. A second post
// (double click, back button) ends on the same page and changes nothing.
import type { FastifyInstance } from 'fastify';
import { completeChallenge } from '../../actions/complete-challenge.ts';
import type { Context } from '../../actions/context.ts';
import { returnUrl } from '../../domain/return-url.ts';
import { sendPage } from '../send-page.ts';
import { answeredPage, expiredPage, unclearPage, unknownPage } from './bank-frame.ts';
import { type DecisionForm, isDecision, takeDecisions } from './decision-form.ts';
import { findChallenge, hasRunOut } from './find-challenge.ts';

export function decideChallengeRoute(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    takeDecisions(scope);
    scope.post<{ Params: { token: string }; Body: DecisionForm | undefined }>(
      '/sandbox/3ds/:token',
      async ({ params, body }, reply) => {
        const found = await findChallenge(context, params.token);
        if (!found) return sendPage(reply, 404, unknownPage());
        if (!isDecision(body?.decision)) return sendPage(reply, 400, unclearPage());

        const after = await completeChallenge(context, found.transaction, body.decision);
        if (hasRunOut(after, context.now())) return sendPage(reply, 410, expiredPage(after, found.brandName));
        const back = returnUrl(after);
        return back === null
          ? sendPage(reply, 200, answeredPage(after, found.brandName))
          : reply.redirect(back, 303);
      },
    );
  });
}
