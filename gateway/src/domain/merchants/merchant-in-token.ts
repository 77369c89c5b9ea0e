// The merchant in a token that a browser holds: of a session, of a cashier page, of the way back from a bank. With it a
// look-up by the token names its merchant, so a cluster asks only the node with that merchant's data. It must never
// serve as a proof. The rest of the token is the proof: it is random, or a keyed mark. Pure.

const BYTES = 16;
/** The length of 16 bytes in base64url. */
const MERCHANT_LENGTH = 22;

const bytesOf = (merchantId: string) => Buffer.from(merchantId.replaceAll('-', ''), 'hex');

function idOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 22 characters. */
export const merchantInToken = (merchantId: string): string => bytesOf(merchantId).toString('base64url');

/** The merchant of a token that begins with these characters; null: it cannot be one of our tokens. */
export function merchantOfToken(token: string): string | null {
  const bytes = Buffer.from(token.slice(0, MERCHANT_LENGTH), 'base64url');
  return bytes.length === BYTES ? idOf(bytes) : null;
}
