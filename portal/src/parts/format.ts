// How amounts, times and numbers are written: by Intl, in English with the habits of the reader's region, times in the
// brand's zone. Pure functions. Amounts are in units of the currency, as the gateway answers them.

/**
 * The browser's own locale, by which people type. Some systems have a name for it that Intl does not know
 * (en-US@posix).
 */
export const OWN_LOCALE = known(typeof navigator === 'undefined' ? 'en-GB' : navigator.language);
/** The portal speaks English, so its dates and numbers are English too. */
export const LOCALE = englishOf(OWN_LOCALE);

function known(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return locale.startsWith('en') ? 'en-US' : 'en';
  }
}

/**
 * `en-IN` for hi-IN and hi. `en-GB` for a region whose English the browser does not know, or knows only in part:
 * Chromium writes a point in amounts and a comma in percentages for en-DE.
 */
export function englishOf(locale: string): string {
  const english = `en-${new Intl.Locale(locale).maximize().region ?? 'GB'}`;
  const share = new Intl.NumberFormat(english, { style: 'percent', minimumFractionDigits: 1 });
  return share.resolvedOptions().locale === english && share.format(0.015) === '1.5%' ? english : 'en-GB';
}

const kept = new Map<string, unknown>();
/** Making an Intl formatter costs a thousand times as much as using it. */
function keep<T>(key: string, make: () => T): T {
  const known = kept.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

const ISO = new Set(Intl.supportedValuesOf('currency'));
export const isIso = (currency: string) => ISO.has(currency);

/**
 * "€25.00", and "US$25.00" or "$25.00" depending on the reader's region, so that a symbol never means two currencies. A
 * code that is no ISO currency stands behind the number: "0.0025 BTC".
 */
export function moneyText(amount: number, currency: string, { sign = false } = {}): string {
  const signDisplay = sign ? 'exceptZero' : 'auto';
  if (!isIso(currency)) {
    const number = keep(
      `crypto${signDisplay}`,
      () =>
        new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 8, signDisplay }),
    );
    return `${number.format(amount)} ${currency}`;
  }
  return keep(
    `money ${currency} ${signDisplay}`,
    () =>
      new Intl.NumberFormat(LOCALE, {
        style: 'currency',
        currency,
        signDisplay,
      }),
  ).format(amount);
}

/** Writes the amounts in a sentence of the gateway ("25.00 EUR") as the screen does. */
export const withAmounts = (sentence: string): string =>
  sentence.replaceAll(/(?<![\d.])(\d+(?:\.\d+)?) ([A-Z]{3,4})(?![A-Z])/g, (_, amount, currency) =>
    moneyText(Number(amount), currency),
  );

/** Turns a fault in the gateway's words, "is too short; add a word", into sentences: "Is too short. Add a word." */
export function sentences(said: string): string {
  const text = said
    .split('; ')
    .map((one) => capital(one))
    .join('. ');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Changes only the first letter; names stay as they are written. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** For tiles and axes: "€1.2M". */
export function shortMoney(amount: number, currency: string): string {
  if (!isIso(currency)) return `${shortNumber(amount)} ${currency}`;
  return keep(
    `short ${currency}`,
    () =>
      new Intl.NumberFormat(LOCALE, {
        style: 'currency',
        currency,
        notation: 'compact',
        maximumFractionDigits: 1,
      }),
  ).format(amount);
}

export const numberText = (value: number): string =>
  keep('number', () => new Intl.NumberFormat(LOCALE)).format(value);
/** "1 payout", "1,200 payouts". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
const shortNumber = (value: number): string =>
  keep(
    'short',
    () => new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(value);
/** `share`: 0.875 is "87.5%". */
export const percentText = (share: number, digits = 1): string =>
  keep(
    `percent${digits}`,
    () => new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: digits }),
  ).format(share);

type At = string | number | Date;
const date = (at: At) => new Date(at);

/** "22 Nov 2026, 17:04:09 CET": exact, with the zone. */
export const exactTime = (at: At, zone: string): string =>
  keep(
    `exact ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        timeZone: zone,
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'short',
      }),
  ).format(date(at));

/** "22 Nov 2026, 17:04". */
export const shortTime = (at: At, zone: string): string =>
  keep(
    `minute ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, {
        timeZone: zone,
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ).format(date(at));

/** "22 Nov 2026" of an instant. */
export const dayText = (at: At, zone: string): string =>
  keep(
    `day ${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE, { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' }),
  ).format(date(at));

/** "22 Nov": below a chart, whose period names the year. Everywhere else a date has its year. */
export const shortDay = (at: At, zone: string): string =>
  keep(
    `short day ${zone}`,
    () => new Intl.DateTimeFormat(LOCALE, { timeZone: zone, day: 'numeric', month: 'short' }),
  ).format(date(at));

/** "17:04". */
export const clockText = (at: At, zone: string): string =>
  keep(
    `clock ${zone}`,
    () => new Intl.DateTimeFormat(LOCALE, { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  ).format(date(at));

/** "November 2026" of a month that is written as 2026-11. */
export const monthText = (month: string): string =>
  keep(
    'month',
    () => new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  ).format(date(`${month}-15T12:00:00Z`));

/** "22 Nov 2026" of a day that is written as 2026-11-22. */
export const calendarDay = (day: string): string => dayText(`${day}T12:00:00Z`, 'UTC');

const STEPS = [
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 7 * 86_400],
] as const;

/** "just now", "3 min ago", "in 2 hr"; null beyond a week, for which a date is better. */
export function relativeTime(at: At, now: Date = new Date()): string | null {
  const seconds = (date(at).getTime() - now.getTime()) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 45) return 'just now';
  const step = STEPS.find(([, , end]) => distance < end);
  if (!step) return null;
  const [unit, size] = step;
  const count = Math.max(1, Math.round(distance / size)) * Math.sign(seconds);
  return keep(
    'relative',
    () => new Intl.RelativeTimeFormat(LOCALE, { style: 'short', numeric: 'always' }),
  ).format(count, unit);
}

/** How long something takes or has waited: "4 s", "12 min", "3 hr", "2 days". */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1000);
  const unit = (name: string, value: number) =>
    keep(
      `unit ${name}`,
      () =>
        new Intl.NumberFormat(LOCALE, {
          style: 'unit',
          unit: name,
          unitDisplay: name === 'day' ? 'long' : 'short',
          maximumFractionDigits: 0,
        }),
    ).format(value);
  if (seconds < 1) return unit('millisecond', Math.round(milliseconds));
  if (seconds < 90) return unit('second', seconds);
  if (seconds < 90 * 60) return unit('minute', seconds / 60);
  if (seconds < 36 * 3600) return unit('hour', seconds / 3600);
  return unit('day', seconds / 86_400);
}

/** The day of an instant in a zone, as 2026-11-22. */
export function dayOf(at: At, zone: string): string {
  const parts = keep(
    `parts ${zone}`,
    () =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  return parts.format(date(at));
}

/** The instant at which a day (2026-11-22) begins in a zone, as RFC 3339 in UTC. */
export const startOfDay = (day: string, zone: string): string => instantOf(`${day}T00:00`, zone);

/** The instant at which clocks of a zone show a day and minute (2026-11-22T17:04), as RFC 3339 in UTC. */
export function instantOf(clock: string, zone: string): string {
  const shown = Date.parse(`${clock}:00Z`);
  // Zones shift by at most 15 hours; near a shift the second try is right.
  let guess = shown - offsetOf(shown, zone);
  guess = shown - offsetOf(guess, zone);
  return new Date(guess).toISOString();
}

/** The reverse of `instantOf`: what clocks of a zone show, as 2026-11-22T17:04. */
export const clockOf = (at: At, zone: string): string =>
  new Date(date(at).getTime() + offsetOf(date(at).getTime(), zone)).toISOString().slice(0, 16);

/** The day after or before. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The instants of a filter of days, both days included: from the beginning of one until the end of the other. */
export const instantsOf = (
  { from, to }: Partial<Record<'from' | 'to', string | undefined>>,
  zone: string,
) => ({
  ...(from && { from: startOfDay(from, zone) }),
  ...(to && { to: startOfDay(addDays(to, 1), zone) }),
});

/** How far the clocks of a zone are ahead of UTC at an instant, in ms. */
function offsetOf(at: number, zone: string): number {
  const parts = keep(
    `offset ${zone}`,
    () =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  ).formatToParts(at);
  const value = (type: string) => parts.find((one) => one.type === type)?.value ?? '00';
  const shown = Date.parse(
    `${value('year')}-${value('month')}-${value('day')}T${value('hour')}:${value('minute')}:${value('second')}Z`,
  );
  return shown - Math.floor(at / 1000) * 1000;
}

/** "German" for de. */
export const languageName = (code: string): string =>
  keep('language', () => new Intl.DisplayNames(LOCALE, { type: 'language' })).of(code) ?? code;

/** "Germany" for DE. */
export function countryName(code: string): string {
  try {
    return keep('region', () => new Intl.DisplayNames(LOCALE, { type: 'region' })).of(code) ?? code;
  } catch {
    return code;
  }
}
