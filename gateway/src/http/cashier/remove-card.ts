// POST /cashier/{token}/remove-card: the shopper removes one of their saved cards (state.ts, CardRemoval). It accepts a
// card that is gone already. It answers 409 if the page offers no cards any more.
import { removeSavedCard } from '../../actions/cashier/remove-saved-card.ts';
import { isAtCashier, namedUser } from '../../domain/transactions/transaction.ts';
import { call } from '../calls/call.ts';
import { removalSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const removeCardCall = call({
  address: 'POST /cashier/:token/remove-card',
  ...removalSchema,
  handle: async (context, { page: { transaction, reader }, body }, reply) => {
    const userId = namedUser(transaction);
    const taken = isAtCashier(transaction) && userId !== null;
    if (taken) await removeSavedCard(context, transaction, { token: body.card, userId, by: null });
    return await answerState(context, reply, { reader }, { taken, transaction });
  },
});
