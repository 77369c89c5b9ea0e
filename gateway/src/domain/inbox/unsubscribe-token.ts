// The last part of the address that ends a user's mail about the inbox: merchant, user and a keyed mark, so nobody can
// forge it. It must never sign anybody in. `fingerprint` comes from the vault. Pure.
import { timingSafeEqual } from 'node:crypto';
import { merchantInToken, merchantOfToken } from '../merchants/merchant-in-token.ts';

type Fingerprint = (text: string) => Buffer;

interface Whose {
  merchantId: string;
  userId: string;
}

/** 128 bits: nobody can guess them. */
const MARK_BYTES = 16;
const TOKEN = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})$/;

export function unsubscribeToken({ merchantId, userId }: Whose, fingerprint: Fingerprint): string {
  // Both ids are written in the same way.
  const named = `${merchantInToken(merchantId)}${merchantInToken(userId)}`;
  return `${named}${mark(named, fingerprint).toString('base64url')}`;
}

/** null: this gateway did not make the token. */
export function readUnsubscribeToken(token: string, fingerprint: Fingerprint): Whose | null {
  const [, merchant, user, given] = TOKEN.exec(token) ?? [];
  if (merchant === undefined || user === undefined || given === undefined) return null;
  const known = mark(`${merchant}${user}`, fingerprint);
  const [merchantId, userId] = [merchantOfToken(merchant), merchantOfToken(user)];
  if (merchantId === null || userId === null) return null;
  return timingSafeEqual(Buffer.from(given, 'base64url'), known) ? { merchantId, userId } : null;
}

const mark = (named: string, fingerprint: Fingerprint): Buffer =>
  fingerprint(`unsubscribe ${named}`).subarray(0, MARK_BYTES);
