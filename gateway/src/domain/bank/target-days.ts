// The days on which SEPA transfers are settled: the business days of TARGET, the system of the central banks. Days are
// written as in ISO 8601. Pure.

/** The system runs on Frankfurt time. */
const ZONE = 'Europe/Berlin';
/** 1 January, Labour Day, Christmas. */
const FIXED = ['01-01', '05-01', '12-25', '12-26'];
const DAY_MS = 86_400_000;

/** The day in Frankfurt at this time. */
export function targetDayAt(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);
}

/** The day itself if it is a TARGET day, else the next TARGET day. */
export const targetDayFrom = (day: string): string => nearestTargetDay(day, DAY_MS);

/** The day itself if it is a TARGET day, else the TARGET day before. */
export const targetDayUntil = (day: string): string => nearestTargetDay(day, -DAY_MS);

function nearestTargetDay(day: string, stepMs: number): string {
  let at = atNoon(day);
  while (!isTargetDay(at)) at = new Date(at.getTime() + stepMs);
  return dayOf(at);
}

function isTargetDay(at: Date): boolean {
  const weekday = at.getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED.includes(dayOf(at).slice(5))) return false;
  const fromEaster = Math.round((at.getTime() - easter(at.getUTCFullYear())) / DAY_MS);
  // Good Friday and Easter Monday.
  return fromEaster !== -2 && fromEaster !== 1;
}

/** Easter Sunday at noon, by the rule of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1, 12);
}

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
