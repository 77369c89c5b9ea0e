// DELETE /saved-cards/{token} (contract 8): the customer cannot pay with the card any more, and the gateway deletes its
// number.
import { Type } from 'typebox';
import { removeSavedCard } from '../../../actions/cashier/remove-saved-card.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isCleanText } from '../../../domain/text.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors, PATH_SIGNED_BY_STRICT_BRANDS } from '../../calls/operation.ts';

export const removeSavedCardCall = call({
  address: 'DELETE /saved-cards/:token',
  operationId: 'removeSavedCard',
  tags: ['Saved cards'],
  summary: 'Remove a saved card',
  description:
    'Its number is deleted, and a payment with its token is declined from then on, errorCode 2014. A payment that is ' +
    'under way continues. To save the card again, the customer pays with its number. A second removal gets 404.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'strict',
  requestHeaders: PATH_SIGNED_BY_STRICT_BRANDS,
  // No format: a malformed token gets the same answer as an unknown one.
  params: Type.Object({ token: Type.String({ description: 'The token of the card.' }) }),
  answers: { 204: { description: 'The card was removed.', empty: true }, ...brandErrors(404) },
  handle: async (context, request) => {
    const { token } = request.params;
    const removal = { token, userId: null, by: apiActor(request) };
    // The database accepts no NUL in a text.
    if (!isCleanText(token) || !(await removeSavedCard(context, request.brand, removal)))
      throw new Refusal(404, 'token: no such saved card');
  },
});
