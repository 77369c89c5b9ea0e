// POST /v2/direct-payout (spec 4.11, contract 8): submits the payout of a v2 session. actions/payouts/direct-payout.ts
// does it; this file turns the result into legacy words: string codes, and a sentence for a result.
import { directPayout } from '../../actions/payouts/direct-payout.ts';
import { errorReason } from '../../domain/errors/error-codes.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { call } from '../calls/call.ts';
import { directPayoutOperation } from './v2-schemas.ts';

export const directPayoutCall = call({
  address: 'POST /v2/direct-payout',
  ...directPayoutOperation,
  handle: async (context, { brand, body, keyMaker }) => {
    const { sessionId, paymentOptionId, optionId, paymentData } = body;
    const answer = await directPayout(context, brand, {
      sessionId,
      paymentOptionId,
      optionId: optionId ?? null,
      paymentData: paymentData ?? {},
      keyMaker,
    });
    return answerOf(answer);
  },
});

function answerOf({ payout, cashierUrl }: { payout: Transaction; cashierUrl: string | null }): object {
  const { id, status, resultType, errorCode } = payout;
  if (resultType === 'redirect') {
    const result = { redirectUrl: cashierUrl, transactionId: id };
    return { statusCode: '300', resultType: 'redirect', result };
  }
  if (status === 'DECLINED' || status === 'ERROR') {
    return {
      statusCode: '999',
      status,
      result: 'Payout could not be processed',
      transactionId: id,
      ...(errorCode && { errorCode, errorReason: errorReason(errorCode) }),
    };
  }
  const result = status === 'PENDING' ? 'Payout waits for approval' : 'Payout submitted';
  return { statusCode: '000', status, result, transactionId: id };
}
