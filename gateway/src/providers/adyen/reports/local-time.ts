// The time of a row: a local date and time, and the abbreviation of its time zone in a column of its own. It never
// guesses: an abbreviation that is not in the table, or that stands for several zones, gives no time.

/** Hours before or after UTC. CST, IST and AST are missing: each of them means several zones. */
const HOURS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  // In Adyen's reports the summer time of London.
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  TRT: 3,
  SAST: 2,
  NST: -3.5,
  NDT: -2.5,
  ADT: -3,
  BRT: -3,
  BRST: -2,
  ART: -3,
  COT: -5,
  PET: -5,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  ICT: 7,
  WIB: 7,
  SGT: 8,
  MYT: 8,
  HKT: 8,
  PHT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;
const OFFSET = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d{2}))?$/i;

export type LocalTime = { at: Date } | { unknown: 'Creation Date' | 'TimeZone' };

export function readLocalTime(text: string, zone: string): LocalTime {
  const [, ...parts] = LOCAL_TIME.exec(text) ?? [];
  if (parts.length === 0) return { unknown: 'Creation Date' };
  const [year, month, day, hour, minute, second = 0] = parts.map((part) => Number(part ?? 0));
  const local = new Date(Date.UTC(year!, month! - 1, day!, hour!, minute!, second));
  const isReal =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month! - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute &&
    local.getUTCSeconds() === second;
  if (!isReal) return { unknown: 'Creation Date' };
  const minutes = minutesOf(zone);
  return minutes === null ? { unknown: 'TimeZone' } : { at: new Date(local.getTime() - minutes * 60_000) };
}

function minutesOf(zone: string): number | null {
  const name = zone.toUpperCase();
  if (Object.hasOwn(HOURS, name)) return HOURS[name]! * 60;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? [];
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
