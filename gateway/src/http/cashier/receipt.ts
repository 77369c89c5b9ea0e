// POST /cashier/{token}/receipt: the shopper asks for the receipt of their completed pay-in by mail. 409 if it was
// asked for before, or cannot be mailed.
import { mailReceipt } from '../../actions/cashier/mail-receipt.ts';
import { call } from '../calls/call.ts';
import { answerState } from './state/answer-state.ts';
import { cashierState } from './state/build-state.ts';
import { receiptOf } from './state/receipt-of.ts';

export const receiptCall = call({
  address: 'POST /cashier/:token/receipt',
  handle: async (context, { page }, reply) => {
    const { transaction, reader } = page;
    const receipt = receiptOf(await cashierState(context, transaction, reader), {
      timeZone: context.brands.byId(transaction.brandId)!.timeZone,
    });
    const taken = receipt !== null && (await mailReceipt(context, transaction, receipt));
    return await answerState(context, reply, page, { taken, transaction });
  },
});
