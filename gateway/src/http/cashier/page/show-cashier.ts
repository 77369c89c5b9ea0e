// GET /cashier/{token}: the document of a shopper's page (spec 1, contract 11). A plain read: opening it changes
// nothing, even twice or late. The token alone opens it, so it must not say more about the payer than the gateway told
// the shop.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { call } from '../../calls/call.ts';
import { type CallLimit, sourceOf } from '../../calls/call-limit.ts';
import { sendPage, sendScriptedPage } from '../../pages/send-page.ts';
import { cashierState } from '../state/build-state.ts';
import { findByToken, isOver } from './find-page.ts';
import { pageDocument } from './page-document.ts';
import { overPage, throttledPage, unknownPage } from './plain-pages.ts';
import { readReader } from './read-language.ts';

export const showCashierCall = call({
  address: 'GET /cashier/:token',
  handle: async (context, request, reply, { limits }) => {
    const transaction = await findByToken(context, request.params.token!);
    if (!transaction) return refuse(context, request, reply, limits.guesses);
    const now = context.now();
    const reader = readReader(request, transaction);
    const state = await cashierState(context, transaction, reader);
    if (isOver(transaction, now)) {
      return sendPage(reply, 410, overPage(reader.language, transaction, state.brand.name));
    }
    const hasExpired = state.screen.name === 'end' && state.screen.outcome === 'expired';
    const status = hasExpired ? 410 : 200;
    await sendScriptedPage(request, reply, pageDocument(state), { status });
    return reply;
  },
});

function refuse(
  { now }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  guesses: CallLimit,
): FastifyReply {
  const { language } = readReader(request, null);
  const waitSeconds = guesses.count(sourceOf(request.ip), now());
  if (waitSeconds === 0) return sendPage(reply, 404, unknownPage(language));
  return sendPage(reply.header('retry-after', String(waitSeconds)), 429, throttledPage(language));
}
