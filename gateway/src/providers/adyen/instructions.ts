// The action that Adyen asks of the shopper (`action` of an answer), as our results show it (contract 6): Adyen's page,
// a form that the browser posts there, a QR code, a voucher. Null if the action cannot be read. It must never show an
// address that is not http.
import { type AdapterParts, isCleanText, type Outcome } from '@tollgate/provider-kit';

type Shown = Extract<Outcome, { kind: 'redirect' | 'instructions' }>;
type Fields = Readonly<Record<string, unknown>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Contract 4, if Adyen states no end. */
const REDIRECT_LIFETIME_MS = 15 * MINUTE;
const QR_LIFETIME_MS = 30 * MINUTE;
const VOUCHER_LIFETIME_MS = 72 * HOUR;

type Showing = Pick<AdapterParts, 'qrCode'> & { now: Date };

export function instructionsOf(type: string, action: Fields, { now, qrCode }: Showing): Shown | null {
  if (type === 'redirect') return pageOf(action, now);
  if (type === 'qrCode') return qrCodeOf(action, now, qrCode);
  if (type === 'voucher') return voucherOf(action, now);
  return null;
}

/** `stated`: in ISO 8601, or a Date of the SDK. A time that is past or cannot be read counts as not stated. */
export function expiryOf(stated: unknown, now: Date, lifetimeMs = REDIRECT_LIFETIME_MS): Date {
  const at = stated instanceof Date ? stated : new Date(typeof stated === 'string' ? stated : Number.NaN);
  return at > now ? at : new Date(now.getTime() + lifetimeMs);
}

/** An address of a page, or null. */
export function pageAddress(url: unknown): string | null {
  if (typeof url !== 'string' || !isCleanText(url) || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}

function pageOf({ url, method, data }: Fields, now: Date): Shown | null {
  const page = pageAddress(url);
  if (page === null) return null;
  const expiresAt = expiryOf(undefined, now);
  if (method !== 'POST') return { kind: 'redirect', redirectUrl: page, expiresAt };
  const values = Object.entries(typeof data === 'object' && data !== null ? data : {}).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  );
  // A form can be shown only if it can be stored unchanged. Line breaks are usual in it.
  if (values.flat().some((text) => text.includes('\0') || !text.isWellFormed())) return null;
  const fields = values.map(([name, value]) => ({
    name,
    label: name,
    type: 'hidden',
    required: true,
    values: [],
    value,
  }));
  return {
    kind: 'instructions',
    resultType: 'form',
    statusCode: 80,
    fields: { formData: { url: page, method: 'POST', fields } },
    expiresAt,
  };
}

function qrCodeOf(
  { qrCodeData, expiresAt }: Fields,
  now: Date,
  qrCode: AdapterParts['qrCode'],
): Shown | null {
  if (typeof qrCodeData !== 'string' || qrCodeData === '' || !isCleanText(qrCodeData)) return null;
  return {
    kind: 'instructions',
    resultType: 'qrcode',
    statusCode: 81,
    fields: qrCode(qrCodeData),
    expiresAt: expiryOf(expiresAt, now, QR_LIFETIME_MS),
  };
}

function voucherOf({ reference, expiresAt }: Fields, now: Date): Shown | null {
  if (typeof reference !== 'string' || reference === '' || !isCleanText(reference)) return null;
  const end = expiryOf(expiresAt, now, VOUCHER_LIFETIME_MS);
  return {
    kind: 'instructions',
    resultType: 'barcode',
    statusCode: 86,
    fields: { barcodeData: reference, expirationDate: end.toISOString() },
    expiresAt: end,
  };
}
