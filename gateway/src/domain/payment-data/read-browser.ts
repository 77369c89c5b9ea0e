// Checks what a browser says about itself in the cashier (shopper-browser.ts), and holds the limits for the same data
// in a v3 request. It must never let a value through that is too long to store or may hold a card number. Pure.
import type { BrowserInfo } from '@tollgate/provider-kit/seam/browser';
import { codePointLength, isCleanText } from '../text.ts';
import { holdsCardNumber } from './card-number-in-text.ts';

/** For text the greatest length in code points (EMV 3DS), for whole numbers the smallest and the largest value. */
export const BROWSER_LIMITS = {
  userAgent: 2_048,
  acceptHeader: 2_048,
  language: 35,
  colorDepth: [1, 64],
  screenHeight: [0, 999_999],
  screenWidth: [0, 999_999],
  timeZoneOffset: [-1_440, 1_440],
} as const;

/**
 * What a browser says about itself, with the header of its request; null: a value is not valid. We never refuse a
 * payment for this: the provider then asks the shopper itself.
 */
export function readBrowserInfo(said: unknown, acceptHeader: string): BrowserInfo | null {
  if (typeof said !== 'object' || said === null) return null;
  const given: Record<string, unknown> = { ...said, acceptHeader };
  const text = (field: 'userAgent' | 'acceptHeader' | 'language') => {
    const value = given[field];
    const isText = typeof value === 'string' && value !== '' && isCleanText(value);
    return isText && codePointLength(value) <= BROWSER_LIMITS[field] && !holdsCardNumber(value)
      ? value
      : null;
  };
  const whole = (field: 'colorDepth' | 'screenHeight' | 'screenWidth' | 'timeZoneOffset') => {
    const value = given[field];
    const [least, most] = BROWSER_LIMITS[field];
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : null;
  };
  const read = {
    userAgent: text('userAgent'),
    acceptHeader: text('acceptHeader'),
    language: text('language'),
    colorDepth: whole('colorDepth'),
    screenHeight: whole('screenHeight'),
    screenWidth: whole('screenWidth'),
    timeZoneOffset: whole('timeZoneOffset'),
    javaEnabled: typeof given.javaEnabled === 'boolean' ? given.javaEnabled : null,
  };
  return Object.values(read).includes(null) ? null : (read as BrowserInfo);
}
