// GET /portal/api/brands/{brandId}/disputes: the disputes of a brand; those that wait for an answer come in the order
// of their deadline. Plain reads.

import { RESPONSE_KINDS } from '@tollgate/provider-kit/seam/dispute';
import { type Static, Type } from 'typebox';
import { DISPUTE_STATUSES, RESPONSE_STATUSES } from '../../../domain/after-end/dispute.ts';
import { toWire } from '../../../domain/money/money.ts';
import { listDisputes, type ShownDispute } from '../../../storage/listing/dispute-list.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';
import { amount, currency, moment, PAGE_LENGTH, PageQuery, requireCursor } from './money-schemas.ts';

const Query = closed({
  state: Type.Optional(
    choice(
      ['open', 'over'],
      'open: inquiries and chargebacks, by their deadline. over: won and lost. Default open.',
    ),
  ),
  ...PageQuery,
});

const Response = Type.Object(
  {
    kind: choice(RESPONSE_KINDS, 'evidence: it was contested. acceptance: the money was given up.'),
    status: choice(RESPONSE_STATUSES, 'PENDING: on its way, or unknown. SENT: the provider has it.'),
  },
  { title: 'PortalDisputeResponse', description: 'What was answered in its current status; null: nothing.' },
);

const PortalDispute = Type.Object(
  {
    disputeId: uuid('The dispute.'),
    transactionId: uuid('The pay-in.'),
    merchantReference: Type.String({ description: 'Reference of the pay-in.' }),
    status: choice(DISPUTE_STATUSES, 'The current status.'),
    currency,
    amount: amount('The disputed amount.'),
    withheld: amount('The amount taken out of the available balance; 0: nothing.'),
    reason: textOrNull('In the words of the bank.'),
    provider: textOrNull('Name of the provider that took the pay-in.'),
    providerReference: textOrNull("The provider's reference of the dispute; null: it has none."),
    deadline: timeOrNull('Until when it can be answered.'),
    response: Type.Unsafe<Static<typeof Response> | null>({ ...Response, type: ['object', 'null'] }),
    createdAt: moment('When it was opened.'),
    updatedAt: moment('When it last changed.'),
  },
  { title: 'PortalDispute', description: 'A dispute in the list of a brand.' },
);

export const listDisputesCall = call({
  address: 'GET /portal/api/brands/:brandId/disputes',
  operationId: 'listDisputes',
  tags: ['Portal money'],
  summary: 'List disputes',
  description:
    'The disputes of a brand: open disputes by their deadline, or finished disputes, newest first.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page of disputes.', schema: pageOf(PortalDispute, 'In this order.') },
    ...portalErrors(),
  },
  handle: async (context, { portal, query }) => {
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const found = await listDisputes(context.sql, {
      merchantId: portal.merchantId,
      brandId: portal.brand.brandId,
      state: query.state ?? 'open',
      after: requireCursor(query.cursor),
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const ids = [...new Set(shown.map(({ transactionId }) => transactionId))];
    const payins = await readTransactions(context.sql, portal.merchantId, ids);
    const providers = new Map(payins.map(({ id, provider }) => [id, provider]));
    const items = shown.map((dispute) => {
      const provider = providers.get(dispute.transactionId) ?? null;
      return toWireDispute(dispute, provider && providerName(context, provider));
    });
    return { items, next: found.length > limit ? items.at(-1)!.disputeId : null };
  },
});

function toWireDispute(dispute: ShownDispute, provider: string | null): Static<typeof PortalDispute> {
  const { id: disputeId, transactionId, merchantReference, status, currency: code, reason } = dispute;
  const disputed = toWire(dispute.amountMinor, code);
  return {
    disputeId,
    transactionId,
    merchantReference,
    status,
    currency: code,
    amount: disputed,
    withheld: dispute.fundsWithheld ? disputed : 0,
    reason,
    provider,
    providerReference: dispute.providerReference,
    deadline: dispute.deadline?.toISOString() ?? null,
    response: responseOf(dispute),
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
  };
}

/** An answer to an inquiry says nothing about the chargeback that followed. */
function responseOf({ status, response }: ShownDispute): Static<typeof Response> | null {
  const isOver = status === 'WON' || status === 'LOST';
  if (response === null || !(isOver || response.answers === status)) return null;
  return { kind: response.kind, status: response.status };
}
