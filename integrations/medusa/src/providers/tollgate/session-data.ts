// What Medusa keeps with a payment session. Parts of it come from the storefront, so it is sealed: nobody can point a
// session at another payment, or at another amount.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MedusaError } from '@medusajs/framework/utils';

export type SessionData = Readonly<{
  transactionId: string;
  /** The payment's merchantReference: the session's id, and a number after a change of the amount. */
  reference: string;
  amount: number;
  currency: string;
  captureMode: 'manual' | 'automatic';
}>;

/** Where the storefront sends the customer, beside the sealed data. */
export type StoredData = SessionData & Readonly<{ cashierUrl: string | null; seal: string }>;

export function sealed(
  data: SessionData,
  cashierUrl: string | null,
  secret: string,
): Record<string, unknown> {
  return { ...data, cashierUrl, seal: sealOf(data, secret) };
}

/** undefined: the session has no payment yet. Throws if somebody changed the data. */
export function opened(stored: Record<string, unknown> | undefined, secret: string): SessionData | undefined {
  if (stored?.seal === undefined) return undefined;
  const { transactionId, reference, amount, currency, captureMode } = stored as StoredData;
  const data = { transactionId, reference, amount, currency, captureMode };
  const expected = Buffer.from(sealOf(data, secret));
  const given = Buffer.from(String(stored.seal));
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      'The data of this payment session is not what Tollgate stored there.',
    );
  return data;
}

function sealOf(data: SessionData, secret: string): string {
  const text = [data.transactionId, data.reference, data.amount, data.currency, data.captureMode].join('\n');
  return createHmac('sha256', secret).update(`medusa-session\n${text}`).digest('base64url');
}

/** payses_01H… and payses_01H…-2 belong to the same session. */
const REFERENCE = /^(payses_[0-9A-Za-z]+)(?:-(\d+))?$/;

/** undefined: the payment is none of this shop's sessions. */
export function sessionIdOf(reference: string | null | undefined): string | undefined {
  return REFERENCE.exec(reference ?? '')?.[1];
}

export function nextReference(reference: string): string {
  const [, session, number] = REFERENCE.exec(reference) ?? [];
  return `${session}-${Number(number ?? 1) + 1}`;
}
