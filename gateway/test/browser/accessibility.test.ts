// Accessibility of the gallery: axe finds no broken rule of WCAG 2.2 AA, and nothing scrolls sideways on a phone of 320
// pixels or at 200 % zoom. `npm test` looks at each screen once; the proof looks at every fixture, in light, in dark
// and from right to left. Loading a page and starting axe takes longer than a check. So where only the screen differs,
// the open page gets the next state.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Gallery, startGallery } from '../../../cashier/gallery.ts';
import type { CashierState } from '../../src/http/cashier/state/state.ts';
import { isProof } from '../stage/how-much.ts';
import { AXE, axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { DESKTOP } from './stage.ts';

const PAGES = 2;
const NARROW = { width: 320, height: 640 };
/** Like a window of 1280 × 800 at double size. */
const ZOOMED = { width: 640, height: 400 };
/** Loaded once for each language; these pages then show the other states. */
const HOSTS = { en: 'wait-network', ar: 'wait-confirmed' } as const;

let gallery: Gallery;
let browser: Browser;

before(async () => {
  [gallery, browser] = await Promise.all([startGallery(), launchChromium()]);
});

after(async () => {
  await browser?.close();
  await gallery?.stop();
});

/** `transfer-upi` and `transfer-cash` are the same screen. */
const screenOf = (fixture: string) => fixture.split('-', 1)[0]!;

/** The proof takes all fixtures, `npm test` the first fixture of each screen. */
const partOf = (fixtures: readonly string[]): string[] =>
  isProof() ? [...fixtures] : Object.values(Object.groupBy(fixtures, screenOf)).map((of) => of![0]!);

/** Every fault of the visible page in the current window. */
async function look(page: Page, how: 'light' | 'right to left'): Promise<string[]> {
  // Colours in transition are not final.
  await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))');
  const found = (await axeFaults(page)).map((one) => `${how}: ${one}`);
  if (how === 'light' && isProof()) {
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await axeFaults(page, { rules: ['color-contrast'] })).map((one) => `dark: ${one}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  for (const size of [NARROW, ZOOMED]) {
    await page.setViewportSize(size);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (wide > size.width) found.push(`${how}: ${wide} pixels wide in a window of ${size.width}`);
  }
  await page.setViewportSize(DESKTOP.viewport);
  return found;
}

async function load(page: Page, name: string): Promise<void> {
  await page.goto(`${gallery.url}/${name}?lang=en`, { waitUntil: 'domcontentloaded' });
  await page.locator('.page:not(.skeleton) h1').waitFor();
  // It appears after a click and is part of the page.
  await page.evaluate('document.querySelector(".strip button")?.click()');
}

async function speak(page: Page, language: string): Promise<void> {
  await page.locator('.foot select').selectOption(language);
  await page.locator(`html[lang=${language}] .page`).waitFor();
}

async function inBrowser(faults: string[], use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(AXE);
  // Countdowns stand still, so a page that goes back to the shop stays while axe looks at it.
  await context.addInitScript('setInterval = () => 0');
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  await use(page);
  await context.close();
}

test('axe finds no fault on any screen before the payment', async () => {
  const all = gallery.fixtures.filter((name) => /^(choose|shell)/.test(name));
  assert.ok(all.length > 20);
  const waiting = partOf(all);
  const faults: string[] = [];
  const work = () =>
    inBrowser(faults, async (page) => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        await load(page, name);
        const found = await look(page, 'light');
        if (isProof()) {
          await speak(page, 'ar');
          found.push(...(await look(page, 'right to left')));
        }
        faults.push(...found.map((one) => `${name}, ${one}`));
        await page.evaluate('sessionStorage.clear()');
      }
    });
  await Promise.all(Array.from({ length: PAGES }, work));
  assert.deepEqual(faults, []);
});

test('axe finds no fault on any screen after the payment was started', async () => {
  const all = gallery.fixtures.filter((name) => !/^(choose|shell)/.test(name));
  assert.ok(all.length > 20);
  const names = partOf(all);
  const faults: string[] = [];
  const work = ([language, host]: [string, string]) =>
    inBrowser(faults, async (page) => {
      await load(page, host);
      if (language === 'ar') await speak(page, language);
      for (const name of names) {
        const answer = await fetch(`${gallery.url}/${name}/state`);
        const { version, language: _, ...state } = (await answer.json()) as CashierState;
        // The state's name replaces the reference, which shows that the page has rendered it.
        gallery.push(host, { ...state, reference: name });
        // After the end of a payment the page stops listening. It reads the state again when somebody looks at it.
        await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
        await page.locator('.reference', { hasText: new RegExp(` ${name}$`) }).waitFor();
        const found = await look(page, language === 'en' ? 'light' : 'right to left');
        faults.push(...found.map((one) => `${name}, ${one}`));
      }
    });
  const hosts = Object.entries(HOSTS).filter(([language]) => language === 'en' || isProof());
  await Promise.all(hosts.map(work));
  assert.deepEqual(faults, []);
});
