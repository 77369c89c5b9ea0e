// POST /cashier/{token}/submit: the method a shopper chose and the fields they filled in (state.ts, Submission). If
// there are two clicks, tabs or attempts, it takes one and answers the others 409 with the newer state. It must never
// log the body.
import type { FastifyInstance } from 'fastify';
import { submitFromCashier } from '../../actions/cashier/submit-from-cashier.ts';
import type { Context } from '../../actions/context.ts';
import { readBrowserInfo } from '../../domain/payment-data/read-browser.ts';
import { submissionSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';
import type { Submission } from './state/state.ts';

export function submitRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Submission }>(
    '/cashier/:token/submit',
    { schema: submissionSchema },
    async ({ page, body, ip, headers }, reply) => {
      const { attempt, optionId, country, paymentData, customer } = body;
      const submission = {
        attempt,
        optionId,
        country: country ?? null,
        paymentData,
        customer: customer?.document ? { document: customer.document } : null,
        browserIp: ip,
        browser: readBrowserInfo(body.browser, headers.accept ?? ''),
      };
      const submitted = await submitFromCashier(context, page.transaction, submission, page.token);
      return answerState(context, reply, page, submitted);
    },
  );
}
