// What is done after an answer was lost: the payment is looked up by the merchant's reference, and its answer is made again from its
// record where that says everything. A record of another payment is never taken for it.
import type { Schemas } from '../api-types.ts';
import { LostAnswerError } from '../errors.ts';
import type { BusinessResult } from './results.ts';
import type { CallOptions } from './settings.ts';
import { pause, type Transport } from './transport.ts';

export type Transaction = Schemas['Transaction'];
export type { BusinessResult };

export interface Opened {
  type: 'PAYIN' | 'PAYOUT';
  merchantReference: string;
  currency: string;
  amount: number;
  country?: string | null | undefined;
}

/** The caller's reference, or one that can be looked up. It is never replaced. */
export function withReference<Body extends { merchantReference?: string | null }>(
  body: Body,
  other = `tg-${crypto.randomUUID()}`,
): Body & { merchantReference: string } {
  return { ...body, merchantReference: body.merchantReference || other };
}

/** The same for the same key: a request that is made again with its key has to be the same request. */
export async function referenceOfKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `tg-${digits.join('').slice(0, 32)}`;
}

/** @internal undefined: the gateway has no such payment. */
export async function findOpened(
  transport: Transport,
  opened: Opened,
  options: CallOptions,
): Promise<Transaction | undefined> {
  const { type, merchantReference, currency, amount } = opened;
  // Without its country: a payment may get it later.
  const { body } = await transport.get<Transaction[]>('/payments', { merchantReference }, options);
  const own = body.filter(
    (found) => found.type === type && found.currency === currency && found.amount === amount,
  );
  const ofCountry = own.filter((found) => opened.country == null || found.country === opened.country);
  return ofCountry.length === 1 ? ofCountry[0] : undefined;
}

const LOOKS = 6;

/**
 * @internal The answer that was lost; undefined: the gateway has no such payment. A call that it is still working on
 * is waited for.
 */
export async function findResult(
  transport: Transport,
  opened: Opened,
  options: CallOptions,
): Promise<BusinessResult | undefined> {
  for (let look = 1; ; look++) {
    const found = await findOpened(transport, opened, options);
    const isUndecided = found?.status === 'INIT' && found.resultType === null;
    if (!isUndecided || look === LOOKS) return found && resultOf(found);
    await pause(100 * 2 ** look, options.signal);
  }
}

/** These results say nothing that the record does not say. */
const TOLD_BY_RECORD: readonly unknown[] = ['success', 'declined', 'error'];

/**
 * Of a session, whose page is still open. Throws LostAnswerError if it is not, and where an older gateway does not tell the
 * address.
 */
export function linkOf(transaction: Transaction): Schemas['CashierLink'] {
  const { cashierUrl, transactionId } = transaction;
  if (!cashierUrl) throw new LostAnswerError(transaction, {});
  return { cashierUrl, transactionId };
}

/** Throws LostAnswerError if the customer needs what only the lost answer said. */
function resultOf(transaction: Transaction): BusinessResult {
  const {
    transactionId,
    sessionId,
    merchantReference,
    currency,
    amount,
    status,
    errorCode,
    errorReason,
    expiresAt,
    cashierUrl,
  } = transaction;
  // The customer goes on at the cashier, where the lost answer sent them.
  const isAtCashier = transaction.resultType === 'redirect' && Boolean(cashierUrl);
  const isTold = isAtCashier || TOLD_BY_RECORD.includes(transaction.resultType);
  if (!isTold || transaction.statusCode === null) throw new LostAnswerError(transaction, {});
  return {
    statusCode: transaction.statusCode,
    resultType: transaction.resultType,
    result: {
      transactionId,
      sessionId,
      merchantReference,
      currency,
      amount,
      status,
      ...(errorCode !== null && { errorCode }),
      ...(errorReason !== null && { errorReason }),
      ...(expiresAt !== null && { expiresAt }),
      ...(isAtCashier && { redirectUrl: cashierUrl! }),
    },
  } as BusinessResult;
}
