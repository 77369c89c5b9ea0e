// The facts about this browser that 3-D Secure asks for. They are read when the shopper submits and are sent with the
// submission. The page must not keep them.

import type { Submission } from '../../../gateway/src/http/cashier/state/state.ts';

export function readBrowser(): Submission['browser'] {
  const { userAgent, language } = navigator;
  const { colorDepth, height, width } = screen;
  return {
    userAgent,
    language,
    colorDepth,
    screenHeight: height,
    screenWidth: width,
    timeZoneOffset: new Date().getTimezoneOffset(),
    // No browser of today runs Java.
    javaEnabled: false,
  };
}
