// Ids that sort by their creation time (UUIDv7, RFC 9562): 48 bits of milliseconds, 12 of a counter, then a random
// part. Transactions have such ids, so a walk along their ids is a walk along their time.
import { hash, randomUUIDv7 } from 'node:crypto';

const MOST = 0xfff;
let lastMs = Number.NaN;
let counter = 0;

/** Later ids are greater, also within one millisecond of one process. The counter begins anywhere in its lower half. */
export function timeOrderedId(at: Date): string {
  const random = randomUUIDv7();
  const ms = at.getTime();
  counter = ms === lastMs && counter < MOST ? counter + 1 : Number.parseInt(random.slice(-3), 16) >> 1;
  lastMs = ms;
  return `${timeOf(at)}-7${counter.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** Ids made at this time or later are not smaller; earlier ids are smaller. */
export function firstIdAt(at: Date): string {
  return `${timeOf(at)}-0000-0000-000000000000`;
}

/** When an id was made. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The first and the last id of the millisecond in which an id was made. */
export function idsOfSameMillisecond(id: string): { first: string; last: string } {
  const time = id.slice(0, 13);
  return { first: `${time}-0000-0000-000000000000`, last: `${time}-ffff-ffff-ffffffffffff` };
}

/**
 * An id derived from a text: the same text always gives the same id. It is for something that another system made and
 * may report many times. Its time comes from `beside`, one of our ids.
 */
export function derivedId(beside: string, text: string): string {
  const digest = hash('sha256', `${beside} ${text}`);
  const variant = (8 + (Number.parseInt(digest[3]!, 16) % 4)).toString(16);
  return `${beside.slice(0, 13)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}

/** The first twelve hexadecimal digits. Times before 1970 have no id. */
function timeOf(at: Date): string {
  const digits = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
