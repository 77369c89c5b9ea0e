// POST /cashier/{token}/submit: the method a shopper chose and the fields they filled in (state.ts, Submission). If
// there are two clicks, tabs or attempts, it takes one and answers the others 409 with the newer state. It must never
// log the body.
import { submitFromCashier } from '../../actions/cashier/submit-from-cashier.ts';
import { readBrowserInfo } from '../../domain/payment-data/read-browser.ts';
import { call } from '../calls/call.ts';
import { submissionSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const submitCall = call({
  address: 'POST /cashier/:token/submit',
  ...submissionSchema,
  handle: async (context, { page, body, ip, headers }, reply) => {
    const { attempt, optionId, country, paymentData, applePayToken, saveCard, customer } = body;
    const submission = {
      attempt,
      optionId,
      country: country ?? null,
      paymentData,
      applePayToken: applePayToken ?? null,
      savesCard: saveCard === true,
      customer: customer?.document ? { document: customer.document } : null,
      browserIp: ip,
      browser: readBrowserInfo(body.browser, headers.accept ?? ''),
    };
    const submitted = await submitFromCashier(context, page.transaction, submission, page.token);
    return answerState(context, reply, page, submitted);
  },
});
