// Recovery after a lost answer: looks the payment up by the merchant's reference, and makes the answer again from its
// record if the record has everything. It must never take the record of another payment.
import type { Schemas } from '../api-types.ts';
import { LostAnswerError } from '../errors.ts';
import { withoutEmptyTexts } from '../signing.ts';
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

/** The caller's reference, or a generated one for the look-up. The caller's own is never replaced. */
export function withReference<Body extends { merchantReference?: string | null }>(
  body: Body,
  other = `tg-${crypto.randomUUID()}`,
): Body & { merchantReference: string } {
  return { ...body, merchantReference: body.merchantReference || other };
}

/** The same reference for the same key: a retry with its key has to be the same request. */
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
  // Does not search by country, because a payment may get its country later.
  const { body } = await transport.get<Transaction[]>('/payments', { merchantReference }, options);
  const own = body.filter(
    (found) => found.type === type && found.currency === currency && found.amount === amount,
  );
  const ofCountry = own.filter((found) => opened.country == null || found.country === opened.country);
  return ofCountry.length === 1 ? ofCountry[0] : undefined;
}

interface Opening<Answer> {
  path: string;
  type: Opened['type'];
  request: Omit<Opened, 'type' | 'merchantReference'> & { merchantReference?: string | null };
  /** What the call answers, from the payment that was found again. */
  answerOf: (found: Transaction, look: CallOptions) => Promise<Answer | undefined>;
}

/** @internal Opens a page of the cashier. After a lost answer it looks the payment up, and never opens a second one. */
export async function openPage<Answer>(
  transport: Transport,
  { path, type, request, answerOf }: Opening<Answer>,
  options: CallOptions,
): Promise<Answer> {
  const body = withReference(request);
  const text = JSON.stringify(withoutEmptyTexts(body));
  const { merchantReference } = body;
  return await transport.send<Answer>(
    { method: 'POST', path, body: text, textToSign: text, answerSigned: 'body', merchantReference },
    options,
    {
      again: true,
      findFirst: true,
      find: async (look) => {
        const found = await findOpened(transport, { ...body, type }, look);
        return found && (await answerOf(found, look));
      },
    },
  );
}

const LOOKS = 6;

/**
 * @internal The lost answer; undefined: the gateway has no such payment. Waits for a call that the gateway is still
 * working on.
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

/** For these results the record says everything that the answer said. */
const TOLD_BY_RECORD: readonly unknown[] = ['success', 'declined', 'error'];

/**
 * The link of a session whose page is still open. Throws LostAnswerError if the page is closed, or if an older gateway
 * does not tell the address.
 */
export function linkOf(transaction: Transaction): Schemas['CashierLink'] {
  const { cashierUrl, transactionId } = transaction;
  if (!cashierUrl) throw new LostAnswerError(transaction, {});
  return { cashierUrl, transactionId };
}

/** Throws LostAnswerError if the customer needs data that only the lost answer had. */
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
    captureBefore,
    cashierUrl,
  } = transaction;
  // The lost answer sent the customer to the cashier, where they go on.
  const isAtCashier = transaction.resultType === 'redirect' && Boolean(cashierUrl);
  // An authorised payment is PROCESSING until its last capture.
  const isHeld = status === 'PROCESSING' && transaction.resultType === 'success' && captureBefore !== null;
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
      ...(isHeld && { authorized: true as const, captureBefore: captureBefore! }),
      ...(isAtCashier && { redirectUrl: cashierUrl! }),
    },
  } as BusinessResult;
}
