// GET /portal/api/brands/{brandId}/refunds: the refunds of a brand, newest first, with the person or key that made
// each. Plain reads.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type ErrorCode, errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { REFUND_ORIGINS, REFUND_REASONS } from '../../../domain/refunds/refund.ts';
import { listRefunds, type ShownRefund } from '../../../storage/ledger/refund-list.ts';
import { call } from '../../calls/call.ts';
import { Currency, choice, closed, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';
import {
  amount,
  currency,
  moment,
  momentQuery,
  PAGE_LENGTH,
  PageQuery,
  requireCursor,
} from './money-schemas.ts';

const STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;

const Query = closed({
  status: Type.Optional(choice(STATUSES, 'Refunds that have this status now.')),
  reason: Type.Optional(choice(REFUND_REASONS, 'Refunds with this reason.')),
  currency: Type.Optional(Currency),
  from: momentQuery('Created at this time or later.'),
  to: momentQuery('Created before this time.'),
  ...PageQuery,
});

const PortalRefund = Type.Object(
  {
    refundId: uuid('The refund.'),
    transactionId: uuid('The pay-in.'),
    merchantReference: Type.String({ description: 'Reference of the pay-in.' }),
    status: choice(STATUSES, 'The current status.'),
    undecided: Type.Boolean({ description: 'Whether its outcome is unknown and a person must decide.' }),
    currency,
    amount: amount('Amount of the refund.'),
    paid: amount('The amount of the pay-in.'),
    reason: textOrNull('The reason of the refund.'),
    refundReference: textOrNull("The merchant's reference of the refund."),
    errorReason: textOrNull('Why it failed.'),
    origin: choice(
      REFUND_ORIGINS,
      'merchant: created through the gateway. provider: created at the provider.',
    ),
    madeBy: textOrNull(
      'The person who created it, `API`, or the name of the provider at which it was created.',
    ),
    createdAt: moment('When it was created.'),
    updatedAt: moment('When it last changed.'),
  },
  { title: 'PortalRefund', description: 'A refund in the list of a brand.' },
);

export const listRefundsCall = call({
  address: 'GET /portal/api/brands/:brandId/refunds',
  operationId: 'listRefunds',
  tags: ['Portal money'],
  summary: 'List refunds',
  description: 'The refunds of a brand, newest first.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page of refunds.', schema: pageOf(PortalRefund, 'Newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal, query }) => {
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const found = await listRefunds(context.sql, {
      merchantId: portal.merchantId,
      brandId: portal.brand.brandId,
      statuses: query.status ? [query.status] : null,
      reasons: query.reason ? [query.reason] : null,
      currency: query.currency ?? null,
      createdFrom: query.from === undefined ? null : new Date(query.from),
      createdTo: query.to === undefined ? null : new Date(query.to),
      before: requireCursor(query.cursor),
      limit: limit + 1,
    });
    const items = found.slice(0, limit).map((refund) => toWireRefund(context, refund));
    return { items, next: found.length > limit ? items.at(-1)!.refundId : null };
  },
});

function toWireRefund(context: Context, refund: ShownRefund) {
  return {
    refundId: refund.id,
    transactionId: refund.transactionId,
    merchantReference: refund.merchantReference,
    status: refund.status,
    undecided: refund.undecided,
    currency: refund.currency,
    amount: toWire(refund.amountMinor, refund.currency),
    paid: toWire(refund.paidMinor, refund.currency),
    reason: refund.reason,
    refundReference: refund.refundReference,
    errorReason: refund.errorCode && errorReason(refund.errorCode as ErrorCode),
    origin: refund.origin,
    madeBy:
      refund.origin === 'provider'
        ? refund.provider && providerName(context, refund.provider)
        : refund.madeBy && (refund.madeBy.kind === 'api' ? 'API' : refund.madeBy.name),
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}
