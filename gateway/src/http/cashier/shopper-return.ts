// GET and POST /return/{token}: a provider's page sends the shopper back (contract 13, Return). The gateway applies the
// provider's answer. Then the shopper goes on to the cashier they came from, else to the shop. Anybody can make the
// parameters up, so they must only go to the provider's adapter. A parameter that comes twice is left out.
import type { ReturnParameters } from '@tollgate/provider-kit';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { cashierUrl } from '../../actions/payment-means/cashier-link.ts';
import { isReturnAwaited, resumeTransaction } from '../../actions/transactions/resume-transaction.ts';
import { returnUrl } from '../../domain/cashier/return-url.ts';
import { effectiveLook } from '../../domain/merchants/brand-look.ts';
import {
  type ReturnAddress,
  readReturnToken,
  returnSealContext,
} from '../../domain/transactions/return-token.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import { call } from '../calls/call.ts';
import { sendPage } from '../pages/send-page.ts';
import { FORM_LIMIT_BYTES } from '../request-body/json-body.ts';
import { returnedPage, unknownPage } from './page/plain-pages.ts';
import { readReader } from './page/read-language.ts';
import { ReturnQuestions } from './return-questions.ts';

export const shopperReturnCall = call({
  address: ['GET /return/:token', 'POST /return/:token'],
  /** The body is a form; any other body counts as empty. */
  reads(scope) {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
  },
  prepare(context) {
    const questions = new ReturnQuestions(context.now);
    return async (request, reply) => {
      const token = readReturnToken(request.params.token!, (text) => context.vault.fingerprint(text));
      const before = token && (await context.transactions.find(token.merchantId, token.transactionId));
      if (!before) return sendPage(reply, 404, unknownPage(readReader(request, null).language));
      request.about = before;
      const after = await resume(context, questions, { token, before }, parametersOf(request, request.body));
      const onwards = await wayOn(context, token, before, after);
      if (onwards !== null) return reply.redirect(onwards, 303);
      return sendPage(reply, 200, returnedPage(readReader(request, after), after, nameOf(context, after)));
    };
  },
});

/** The brand's name as its shoppers see it. */
function nameOf({ brands }: Context, { brandId }: Transaction): string {
  const brand = brands.byId(brandId);
  return brand ? effectiveLook(brand, '').displayName : '';
}

/** The return from the page of a former attempt says nothing about the present one. */
async function resume(
  context: Context,
  questions: ReturnQuestions,
  { token: { reference }, before }: { token: ReturnAddress; before: Transaction },
  parameters: ReturnParameters,
): Promise<Transaction> {
  if (chargeReference(before) !== reference || !isReturnAwaited(before)) return before;
  const ask = () => resumeTransaction(context, before, parameters);
  return (await questions.ask({ charge: reference, parameters }, ask)) ?? before;
}

function parametersOf(request: Pick<FastifyRequest, 'url'>, body: unknown): ReturnParameters {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : request.url.slice(at));
  const pairs = [...query, ...(body instanceof URLSearchParams ? body : [])];
  const times = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(pairs.filter(([name]) => times.get(name)!.length === 1));
}

/** null: there is nowhere to go on to. */
async function wayOn(
  context: Context,
  { sealedCashier }: ReturnAddress,
  before: Transaction,
  after: Transaction,
): Promise<string | null> {
  const cashier = sealedCashier === null ? null : await cashierOf(context, after, sealedCashier);
  if (cashier !== null) return cashier;
  // The provider needs another step of the shopper, such as a second 3-D Secure page.
  const next = after.result?.redirectUrl;
  const goesOn = isReturnAwaited(after) && typeof next === 'string' && next !== before.result?.redirectUrl;
  return goesOn ? next : returnUrl(after);
}

async function cashierOf(
  context: Context,
  { id }: Transaction,
  sealedCashier: string,
): Promise<string | null> {
  try {
    const sealed = Buffer.from(sealedCashier, 'base64url');
    return cashierUrl(context, (await context.vault.open(sealed, returnSealContext(id))).toString('utf8'));
  } catch {
    return null;
  }
}
