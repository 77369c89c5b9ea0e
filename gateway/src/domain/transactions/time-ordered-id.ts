// Ids that sort by the time they were made at (UUIDv7, RFC 9562): 48 bits of milliseconds, 12 of a counter, then what is random.
// Transactions have them, so a walk along their ids is a walk along their time.
import { randomUUIDv7 } from 'node:crypto';

const MOST = 0xfff;
let lastMs = Number.NaN;
let counter = 0;

/** Of one millisecond and one process, too, the later is the greater. The counter begins anywhere in its lower half. */
export function timeOrderedId(at: Date): string {
  const random = randomUUIDv7();
  const ms = at.getTime();
  counter = ms === lastMs && counter < MOST ? counter + 1 : Number.parseInt(random.slice(-3), 16) >> 1;
  lastMs = ms;
  return `${timeOf(at)}-7${counter.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** No id that was made at this time or later is smaller, and none of before is greater. */
export function firstIdAt(at: Date): string {
  return `${timeOf(at)}-0000-0000-000000000000`;
}

/** The first twelve hexadecimal digits. Before 1970 there is no id. */
function timeOf(at: Date): string {
  const digits = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
