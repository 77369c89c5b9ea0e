// The business-result envelope of v3 answers (spec 2.10, contract 6). Pure: it decides nothing about a transaction and
// only shows its state.
import { errorReason } from '../errors/error-codes.ts';
import { cardResponseString, hmacBase64 } from '../keys/signature.ts';
import { toWire } from '../money/money.ts';
import type { Transaction } from '../transactions/transaction.ts';

export function toEnvelope(transaction: Transaction) {
  return {
    statusCode: transaction.statusCode,
    resultType: transaction.resultType,
    result: {
      transactionId: transaction.id,
      sessionId: transaction.sessionId,
      merchantReference: transaction.merchantReference,
      currency: transaction.currency,
      amount: toWire(transaction.amountMinor, transaction.currency),
      status: transaction.status,
      ...transaction.result,
      // A payout without an answer counts as submitted. That is a success, even if its outcome is unknown (contract 7).
      ...(transaction.errorCode &&
        transaction.resultType !== 'success' && {
          errorCode: transaction.errorCode,
          errorReason: errorReason(transaction.errorCode),
        }),
      ...(transaction.expiresAt && { expiresAt: transaction.expiresAt.toISOString() }),
    },
  };
}

/** X-Signature of a card answer (spec 5, last row of the table), computed over the result as sent. */
export function signCardAnswer(result: ReturnType<typeof toEnvelope>['result'], secret: string): string {
  return hmacBase64(secret, cardResponseString(result));
}
