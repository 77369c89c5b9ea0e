// The last part of the address to which a provider's page sends the shopper back (contract 13): the reference of the charge, its
// merchant, a keyed mark, so that nobody can make one up, and for a shopper of the cashier its sealed token, because only a hash of that
// is stored. `fingerprint` is the vault's. Pure.
import { timingSafeEqual } from 'node:crypto';
import { merchantInToken, merchantOfToken } from '../merchants/merchant-in-token.ts';

type Fingerprint = (text: string) => Buffer;

export interface WayBack {
  /** Of the charge that its page was about (`chargeReference`). */
  reference: string;
  merchantId: string;
  transactionId: string;
  /** The sealed token of the cashier's page; null: the shopper did not come from there. */
  sealedCashier: string | null;
}

/** The query, and the fields of a form, with which a shopper came back. Everybody can make them up. */
export type ReturnParameters = Readonly<Record<string, string>>;

/** 128 bits cannot be guessed and keep the address short. */
const MARK_BYTES = 16;
const TOKEN =
  /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[1-9]\d{0,3})?(?:-r[1-9]\d{0,3})?)\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})(?:\.([A-Za-z0-9_-]{1,400}))?$/;

export function returnToken(
  { merchantId, reference }: Pick<WayBack, 'merchantId' | 'reference'>,
  sealedCashier: string | null,
  fingerprint: Fingerprint,
): string {
  const named = `${reference}.${merchantInToken(merchantId)}`;
  const known = `${named}.${mark(named, fingerprint).toString('base64url')}`;
  return sealedCashier === null ? known : `${known}.${sealedCashier}`;
}

/** null for a token that this gateway did not make. */
export function readReturnToken(token: string, fingerprint: Fingerprint): WayBack | null {
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

/** The context of the sealed token of the cashier's page in such an address. */
export const wayBackContext = (transactionId: string): string => `way-back:${transactionId}`;
