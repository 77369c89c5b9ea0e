// The signature of Stripe's notifications (contract 13): HMAC-SHA256 over the time and the body as it came, with one of
// the endpoint's secrets. Called by notifications.ts. It compares the time with the database's. The duration of a
// comparison must never tell how much of a signature was right.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationHeaders } from '@tollgate/provider-kit';

const TOLERANCE_SECONDS = 300;

export interface Signed {
  headers: NotificationHeaders;
  bytes: Buffer;
  now: Date;
}

/** Whether the body was signed with one of the secrets, at a time at most five minutes before or after `now`. */
export function isSigned({ headers, bytes, now }: Signed, secrets: readonly string[]): boolean {
  const header = headers['stripe-signature'];
  // Two headers come as an array or joined; a joined one has two times. Stripe never sends that.
  if (typeof header !== 'string') return false;
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  const time = times.length === 1 ? times[0]! : '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? '', 'utf8'));
  return secrets.some((secret) => {
    const hex = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex');
    const expected = Buffer.from(hex, 'utf8');
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}
