// The last part of the address to which a provider's page sends the shopper back (contract 13). It holds the reference
// of the charge, its merchant and a keyed mark, so nobody can forge one. For a shopper of the cashier it also holds the
// page's token, sealed, because we store only a hash of that. `fingerprint` comes from the vault. Pure.
import { timingSafeEqual } from 'node:crypto';
import { merchantInToken, merchantOfToken } from '../merchants/merchant-in-token.ts';

type Fingerprint = (text: string) => Buffer;

export interface ReturnAddress {
  /** The reference of the charge that the page was about (`chargeReference`). */
  reference: string;
  merchantId: string;
  transactionId: string;
  /** The sealed token of the cashier's page; null: the shopper did not come from there. */
  sealedCashier: string | null;
}

/** 128 bits: nobody can guess them, and the address stays short. */
const MARK_BYTES = 16;
const TOKEN =
  /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[1-9]\d{0,3})?(?:-r[1-9]\d{0,3})?)\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})(?:\.([A-Za-z0-9_-]{1,400}))?$/;

export function returnToken(
  { merchantId, reference }: Pick<ReturnAddress, 'merchantId' | 'reference'>,
  sealedCashier: string | null,
  fingerprint: Fingerprint,
): string {
  const named = `${reference}.${merchantInToken(merchantId)}`;
  const known = `${named}.${mark(named, fingerprint).toString('base64url')}`;
  return sealedCashier === null ? known : `${known}.${sealedCashier}`;
}

/** null: this gateway did not make the token. */
export function readReturnToken(token: string, fingerprint: Fingerprint): ReturnAddress | null {
  const [, reference, transactionId, merchant, given, sealedCashier] = TOKEN.exec(token) ?? [];
  if (reference === undefined || transactionId === undefined || merchant === undefined || given === undefined)
    return null;
  const named = mark(`${reference}.${merchant}`, fingerprint);
  const merchantId = merchantOfToken(merchant);
  if (merchantId === null || !timingSafeEqual(Buffer.from(given, 'base64url'), named)) return null;
  return { merchantId, reference, transactionId, sealedCashier: sealedCashier ?? null };
}

function mark(named: string, fingerprint: Fingerprint): Buffer {
  return fingerprint(`return ${named}`).subarray(0, MARK_BYTES);
}

/** The context for sealing the cashier page's token in such an address. */
export const returnSealContext = (transactionId: string): string => `way-back:${transactionId}`;
