// POST /portal/api/brands/:brandId/payouts/settle: approves or declines one to a hundred payouts. Each has its own
// result; the rules are in actions/payouts/settle-payout.ts and in the commit of the approval.
import { Type } from 'typebox';
import { settlePayouts } from '../../../actions/payouts/settle-payouts.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, maybe, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { SettledPayouts } from './payout-schemas.ts';

const Body = closed({
  action: choice(['APPROVE', 'DECLINE'], 'The decision.'),
  transactionIds: Type.Array(uuid('A payout.'), {
    minItems: 1,
    maxItems: 100,
    description: 'The payouts to decide. If the balance is too low for all, the first payouts are approved.',
  }),
  reason: maybe(visibleText(255, 'Why they are declined; required for DECLINE.')),
});

export const settlePayoutsCall = call({
  address: 'POST /portal/api/brands/:brandId/payouts/settle',
  operationId: 'settlePayouts',
  tags: ['Portal payouts'],
  summary: 'Approve or decline payouts',
  description:
    "Each payout is decided separately. If the brand has four eyes, the caller's own payouts are refused, because " +
    'another person must approve them. The others are decided.',
  access: 'portal',
  permission: 'payouts.approve',
  params: PortalBrandPath,
  body: Body,
  answers: { 200: { description: 'The result of each payout.', schema: SettledPayouts }, ...portalErrors() },
  handle: async (context, { portal: { actor, brand }, body }) => {
    const { action } = body;
    const transactionIds = [...new Set(body.transactionIds.map((id) => id.toLowerCase()))];
    const reason = body.reason?.trim() || null;
    if (action === 'DECLINE' && reason === null) throw new Refusal(400, ['reason: is required; say why']);
    const results = await settlePayouts(context, actor, brand, { transactionIds, action, reason });
    return {
      results: results.map((one) => ({ ...one, errorReason: one.errorCode && errorReason(one.errorCode) })),
    };
  },
});
