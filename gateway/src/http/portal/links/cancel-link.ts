// POST /portal/api/brands/:brandId/links/:transactionId/cancel: afterwards nobody can pay with the link. The rules are
// those of every cancellation (actions/transactions/cancel-transaction.ts).
import { cancelTransaction } from '../../../actions/transactions/cancel-transaction.ts';
import { call } from '../../calls/call.ts';
import { closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findLink, LinkPath } from './find-link.ts';
import { Link, shownLink } from './shown-link.ts';

const Body = closed({ reason: maybe(visibleText(255, 'The reason, for colleagues.')) });

export const cancelLinkCall = call({
  address: 'POST /portal/api/brands/:brandId/links/:transactionId/cancel',
  operationId: 'cancelLink',
  tags: ['Portal links'],
  summary: 'Cancel a payment link',
  description: 'Refused if the link was paid, or if a payment with it is in progress.',
  access: 'portal',
  permission: 'links.change',
  params: LinkPath,
  body: Body,
  answers: { 200: { description: 'The link in its current state.', schema: Link }, ...portalErrors() },
  handle: async (context, { portal: { actor, brand }, params, body }) => {
    const { link, payin } = await findLink(context, brand, params.transactionId);
    const cancelled = await cancelTransaction(context, actor, payin, body.reason?.trim() || null);
    return await shownLink(context, link, cancelled);
  },
});
