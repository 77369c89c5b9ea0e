// The data about a shopper's browser that 3-D Secure asks for (EMV 3DS, browser information). The cashier reads it from
// the browser, and a v3 request may bring it. It is stored for the provider and must be shown to nobody. Types only,
// because the cashier's page imports them too.

export interface BrowserInfo {
  userAgent: string;
  acceptHeader: string;
  /** BCP 47. */
  language: string;
  colorDepth: number;
  screenHeight: number;
  screenWidth: number;
  /** Minutes from local time to UTC, as JavaScript counts them: -60 for UTC+1. */
  timeZoneOffset: number;
  javaEnabled: boolean;
}
