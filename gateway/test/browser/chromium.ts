// The browser of every test that opens a page: the Chromium that npm brings, as strict as a shopper's. Give it back with
// `close()`. One for a test file; each visit gets a context of its own.
import chromiumForServers from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** What that Chromium is started with elsewhere and a shopper's browser is not. */
const UNLIKE_A_SHOPPERS = new Set([
  // In one process the browser ends with the first page that is closed.
  '--single-process',
  '--disable-web-security',
  '--allow-running-insecure-content',
]);

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumForServers.executablePath(),
    args: [...chromiumForServers.args.filter((one) => !UNLIKE_A_SHOPPERS.has(one)), '--no-sandbox'],
    headless: true,
  });
}
