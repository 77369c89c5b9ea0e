// POST /portal/api/brands/{brandId}/transactions/{transactionId}/blocks: blocks the card, e-mail address, user or
// network of a transaction. So people type no value, and the page sends no card number.
import { Type } from 'typebox';
import { addBlock } from '../../../actions/risk/add-block.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({
  kind: choice(['card', 'email', 'userId', 'ip'], 'Which value of the transaction to block.'),
  reason: visibleText(255, 'Why.'),
  expiresAt: maybe(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When the block expires; absent: it is valid until it is removed.',
    }),
  ),
});

export const blockFromTransactionCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/blocks',
  operationId: 'blockFromTransaction',
  tags: ['Portal transactions'],
  summary: 'Block the card, customer or network of a transaction',
  description:
    'From now on, matching transactions are declined with 2203, and no provider is asked. The answer is the ' +
    'updated page.',
  access: 'portal',
  permission: 'blocks.change',
  params: TransactionPath,
  body: Body,
  answers: { 201: { description: 'Blocked.', schema: TransactionPage }, ...portalErrors(409) },
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    const { kind, reason, expiresAt } = body;
    await addBlock(context, portal.actor, portal.brand.brandId, {
      kind,
      value: null,
      transactionId: transaction.id,
      reason,
      expiresAt: expiresAt == null ? null : new Date(expiresAt),
    });
    return await transactionPage(context, portal, transaction);
  },
});
