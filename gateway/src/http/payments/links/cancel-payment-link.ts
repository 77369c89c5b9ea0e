// DELETE /payment-links/{transactionId} (contract 8): afterwards nobody can pay with the link. The rules are those of
// every cancellation (actions/transactions/cancel-transaction.ts). It leaves a link as it is when nobody can pay it any
// more, so callers can repeat the call after a lost answer.
import { cancelTransaction } from '../../../actions/transactions/cancel-transaction.ts';
import { linkStateOf } from '../../../domain/cashier/link-state.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors, PATH_SIGNED_BY_STRICT_BRANDS } from '../../calls/operation.ts';
import { findPaymentLink, PaymentLinkPath } from './payment-link-schemas.ts';

export const cancelPaymentLinkCall = call({
  address: 'DELETE /payment-links/:transactionId',
  operationId: 'cancelPaymentLink',
  tags: ['Sessions'],
  summary: 'Cancel a payment link',
  description:
    'Afterwards nobody can use the link: its pay-in is DECLINED, errorCode 3001. Refused with 400 if the link was paid, ' +
    'or if a payment is in progress and its provider has accepted it. A link that was already cancelled, declined or ' +
    'expired gets 204 too.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'strict',
  requestHeaders: PATH_SIGNED_BY_STRICT_BRANDS,
  params: PaymentLinkPath,
  answers: { 204: { description: 'The link can no longer be paid.', empty: true }, ...brandErrors(404) },
  handle: async (context, request) => {
    const { payin } = await findPaymentLink(context, request.brand, request.params.transactionId);
    const state = linkStateOf(payin, context.now());
    if (state === 'open' || state === 'paid')
      await cancelTransaction(context, apiActor(request), payin, 'payment link cancelled');
  },
});
