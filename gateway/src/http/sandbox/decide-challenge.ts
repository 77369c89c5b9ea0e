// POST /sandbox/3ds/{token}: the shopper pressed a button of the simulated bank (contract 7). Test environment only.
// Then back to the shop. The token is what makes a forged post impossible: no other site can know it. A second post
// (double click, back button) ends on the same page and changes nothing.
import type { FastifyInstance } from 'fastify';
import { type ChallengeDecision, completeChallenge } from '../../actions/complete-challenge.ts';
import type { Context } from '../../actions/context.ts';
import { returnUrl } from '../../domain/return-url.ts';
import { answeredPage, expiredPage, sendPage, unclearPage, unknownPage } from './bank-page.ts';
import { findChallenge, hasRunOut } from './find-challenge.ts';

const DECISIONS: readonly string[] = ['approve', 'decline', 'cancel'] satisfies ChallengeDecision[];
const FORM_LIMIT_BYTES = 1024;

export function decideChallengeRoute(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    takeForms(scope);
    scope.post<{ Params: { token: string }; Body: { decision?: unknown } | undefined }>(
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

/** The page's form is the only one there is, so the parser stays within this route's scope. */
function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, text, done) => done(null, { decision: new URLSearchParams(String(text)).get('decision') }),
  );
}

function isDecision(value: unknown): value is ChallengeDecision {
  return typeof value === 'string' && DECISIONS.includes(value);
}
