// The browser of every test that opens a page: the Chromium that npm brings, as strict as a shopper's. Give it back with
// `close()`. One for a test file; each visit gets a context of its own.
import chromiumForServers from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumForServers.executablePath(),
    // None of the arguments it is started with elsewhere: they take away its guards, and draw by a simulated graphics card,
    // which costs four times as much as drawing without one.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    headless: true,
  });
}
