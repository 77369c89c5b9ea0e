// POST /portal/api/brands/{brandId}/transactions/{transactionId}/refunds: refunds any part of a pay-in. The page makes
// the `refundReference` when its form opens, so that a second click is the same refund. The rules are those of the API.
import { Type } from 'typebox';
import { createRefund } from '../../../actions/refunds/create-refund.ts';
import { addNote } from '../../../actions/transactions/write-note.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../../domain/money/money.ts';
import { REFUND_REASONS } from '../../../domain/refunds/refund.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({
  amount: Type.Number({ description: 'In units of the currency; at most the remaining amount.' }),
  reason: choice(REFUND_REASONS, 'Why.'),
  refundReference: visibleText(255, 'A second call with the same reference creates no second refund.'),
  despiteDispute: maybe(
    Type.Boolean({
      description:
        'true: refund even if a dispute withholds the money or is LOST. Otherwise that is refused with 400 and 5003.',
    }),
  ),
  note: maybe(visibleText(1_000, 'For colleagues: stored as a note on the transaction.')),
});

export const refundTransactionCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/refunds',
  operationId: 'refundTransaction',
  tags: ['Portal transactions'],
  summary: 'Refund a pay-in, or a part of it',
  description:
    'Several partial refunds are possible, together at most the paid amount. The answer is the updated page.',
  access: 'portal',
  permission: 'payments.refund',
  params: TransactionPath,
  body: Body,
  answers: { 201: { description: 'Refund created.', schema: TransactionPage }, ...portalErrors(409) },
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    const read = toMinor(body.amount, transaction.currency);
    if ('fault' in read) {
      throw new Refusal(400, [`amount: ${describeAmountFault(read.fault, transaction.currency)}`]);
    }
    if (read.minor === 0n) throw new Refusal(400, ['amount: must be more than 0']);
    const { reason, refundReference, note, despiteDispute } = body;
    const refund = await createRefund(context, portal.actor, transaction, {
      amountMinor: read.minor,
      reason,
      refundReference,
      despiteDispute: despiteDispute === true,
    });
    if (note) await addNote(context, portal.actor, transaction, { id: refund.id, text: note });
    const after = await findTransaction(context, portal.brand, params);
    return await transactionPage(context, portal, after);
  },
});
