// The merchant in a token that a browser holds: of a session, of a cashier page, of the way back from a bank. With it a look-up
// by the token names its merchant, and a cluster asks the one node that has the merchant's data. It proves nothing: what proves
// is the rest of the token, which is random or a keyed mark. Pure.

const BYTES = 16;
/** Of 16 bytes in base64url. */
const MERCHANT_LENGTH = 22;

const bytesOf = (merchantId: string) => Buffer.from(merchantId.replaceAll('-', ''), 'hex');

function idOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 22 characters. */
export const merchantInToken = (merchantId: string): string => bytesOf(merchantId).toString('base64url');

/** Of a token that begins with them; null: it cannot be one of ours. */
export function merchantOfToken(token: string): string | null {
  const bytes = Buffer.from(token.slice(0, MERCHANT_LENGTH), 'base64url');
  return bytes.length === BYTES ? idOf(bytes) : null;
}
