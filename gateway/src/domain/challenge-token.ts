// The last part of a simulated bank page's address: transaction id and a keyed mark, so that an id alone opens no
// page. The sandbox provider makes it, http/sandbox reads it. `fingerprint` is the vault's. Pure.
import { timingSafeEqual } from 'node:crypto';

type Fingerprint = (text: string) => Buffer;

/** 128 bits are beyond guessing and keep the address short. */
const MARK_BYTES = 16;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})$/;

export function challengeToken(transactionId: string, fingerprint: Fingerprint): string {
  return `${transactionId}.${mark(transactionId, fingerprint).toString('base64url')}`;
}

/** The transaction's id, or null for a token that this gateway did not make. */
export function readChallengeToken(token: string, fingerprint: Fingerprint): string | null {
  const [, transactionId, given] = TOKEN.exec(token) ?? [];
  if (transactionId === undefined || given === undefined) return null;
  const known = timingSafeEqual(Buffer.from(given, 'base64url'), mark(transactionId, fingerprint));
  return known ? transactionId : null;
}

function mark(transactionId: string, fingerprint: Fingerprint): Buffer {
  return fingerprint(`3ds-page ${transactionId}`).subarray(0, MARK_BYTES);
}
