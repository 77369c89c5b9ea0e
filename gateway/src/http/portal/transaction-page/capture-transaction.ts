// POST /portal/api/brands/{brandId}/transactions/{transactionId}/captures: captures an authorised pay-in, wholly or in
// part. The page makes the `captureReference` when its form opens, so that a second click is the same capture. The
// rules are those of the API.
import { Type } from 'typebox';
import { createCapture } from '../../../actions/captures/create-capture.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../../domain/money/money.ts';
import { call } from '../../calls/call.ts';
import { closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({
  amount: maybe(Type.Number({ description: 'In units of the currency. Omitted: the whole rest.' })),
  final: maybe(
    Type.Boolean({
      description:
        'Whether it is the last capture, which releases the rest. Default true. false is refused with 5103 if the ' +
        'provider takes one capture.',
    }),
  ),
  captureReference: maybe(visibleText(255, 'A second call with the same reference makes no second capture.')),
});

export const captureTransactionCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/captures',
  operationId: 'captureTransaction',
  tags: ['Portal transactions'],
  summary: 'Capture an authorised pay-in, or a part of it',
  description:
    'Charges money that is held. Refused with 400: 5101 more than is left, 5102 not authorised, ended, or after a ' +
    'final capture, 5103 several captures where the provider takes one. The answer is the updated page.',
  access: 'portal',
  permission: 'payments.capture',
  params: TransactionPath,
  body: Body,
  answers: { 201: { description: 'Capture created.', schema: TransactionPage }, ...portalErrors(422) },
  handle: async (context, { portal, params, body: { amount, final, captureReference } }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    await createCapture(context, portal.actor, transaction, {
      amountMinor: amount == null ? null : minorOf(amount, transaction.currency),
      isFinal: final ?? true,
      captureReference: captureReference ?? null,
    });
    return await transactionPage(context, portal, await findTransaction(context, portal.brand, params));
  },
});

/** Throws Refusal 400. */
function minorOf(amount: number, currency: string): bigint {
  const read = toMinor(amount, currency);
  if ('fault' in read) throw new Refusal(400, [`amount: ${describeAmountFault(read.fault, currency)}`]);
  if (read.minor === 0n) throw new Refusal(400, ['amount: must be more than 0']);
  return read.minor;
}
