// What this browser is, as 3-D Secure asks for it. Read when the shopper submits and sent with the submission; nothing of it is
// kept here.

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
