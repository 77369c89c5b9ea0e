// POST /cashier/{token}/remove-card: the shopper removes one of their saved cards (state.ts, CardRemoval). It accepts a
// card that is gone already. It answers 409 if the page offers no cards any more.
import type { FastifyInstance } from 'fastify';
import { removeSavedCard } from '../../actions/cashier/remove-saved-card.ts';
import type { Context } from '../../actions/context.ts';
import { isAtCashier, namedUser } from '../../domain/transactions/transaction.ts';
import { removalSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';
import type { CardRemoval } from './state/state.ts';

export function removeCardRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: CardRemoval }>(
    '/cashier/:token/remove-card',
    { schema: removalSchema },
    async ({ page: { transaction, reader }, body }, reply) => {
      const userId = namedUser(transaction);
      const taken = isAtCashier(transaction) && userId !== null;
      if (taken) await removeSavedCard(context, transaction, { token: body.card, userId, by: null });
      return await answerState(context, reply, { reader }, { taken, transaction });
    },
  );
}
