// The last part of the address of a page that a shopper opens: transaction id and a keyed mark. An id alone must never
// open a page, and a token for one kind of page must never open another. `fingerprint` comes from the vault. Pure.
import { timingSafeEqual } from 'node:crypto';

type Fingerprint = (text: string) => Buffer;

/** The kinds of pages: the sandbox's simulated bank for 3-D Secure, and for other methods. */
export type Page = '3ds-page' | 'bank-page';

/** 128 bits: nobody can guess them, and the address stays short. */
const MARK_BYTES = 16;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/;

export function pageToken(page: Page, transactionId: string, fingerprint: Fingerprint): string {
  return `${transactionId}.${mark(page, transactionId, fingerprint).toString('base64url')}`;
}

/** The transaction's id, or null for a token that this gateway did not make. */
export function readPageToken(page: Page, token: string, fingerprint: Fingerprint): string | null {
  const [, transactionId, given] = TOKEN.exec(token) ?? [];
  if (transactionId === undefined || given === undefined) return null;
  const known = timingSafeEqual(Buffer.from(given, 'base64url'), mark(page, transactionId, fingerprint));
  return known ? transactionId : null;
}

function mark(page: Page, transactionId: string, fingerprint: Fingerprint): Buffer {
  return fingerprint(`${page} ${transactionId}`).subarray(0, MARK_BYTES);
}
