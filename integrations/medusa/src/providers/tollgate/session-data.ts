// What Medusa keeps with a payment session. Parts of it come from the storefront, so it is sealed: nobody can point a
// session at another payment, or at another amount.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MedusaError } from '@medusajs/framework/utils';

/** A charge without the customer, which is made when the cart is completed. */
export type Charge = Readonly<{ mandateId: string; userId: string; country: string | null }>;

export type SessionData = Readonly<{
  /** null: the charge of a mandate, before it is made. */
  transactionId: string | null;
  /** The payment's merchantReference: the session's id, and a number after a change of the amount. */
  reference: string;
  amount: number;
  currency: string;
  captureMode: 'manual' | 'automatic';
  charge: Charge | null;
}>;

/** The first one seals, each opens: the brand's secret may have been replaced. */
type Secrets = string | readonly string[];

/** `cashierUrl`: where the storefront sends the customer. */
export function sealed(
  data: SessionData,
  cashierUrl: string | null,
  secrets: Secrets,
): Record<string, unknown> {
  return { ...data, cashierUrl, seal: sealOf(data, [secrets].flat()[0]!) };
}

/** undefined: the session has no payment yet. Throws if somebody changed the data. */
export function opened(
  stored: Record<string, unknown> | undefined,
  secrets: Secrets,
): SessionData | undefined {
  const data = withoutSeal(stored);
  if (data === undefined) return undefined;
  const given = Buffer.from(String(stored!.seal));
  const isGenuine = [secrets].flat().some((secret) => {
    const expected = Buffer.from(sealOf(data, secret));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isGenuine)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      'The data of this payment session is not what Tollgate stored there.',
    );
  return data;
}

/** For the data of a payment, which no storefront can write: an order outlives the secret that sealed it. */
export function withoutSeal(stored: Record<string, unknown> | undefined): SessionData | undefined {
  if (stored?.seal === undefined) return undefined;
  const { transactionId, reference, amount, currency, captureMode, charge } = stored as SessionData;
  return { transactionId, reference, amount, currency, captureMode, charge };
}

function sealOf(data: SessionData, secret: string): string {
  const { transactionId, reference, amount, currency, captureMode, charge } = data;
  const charged = charge && [charge.mandateId, charge.userId, charge.country];
  const text = JSON.stringify([transactionId, reference, amount, currency, captureMode, charged]);
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
