// The gallery and a browser for tests of single screens, started once for each test file. `opened` is one visit to a
// fixture.
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../gateway/test/browser/chromium.ts';
import { KeptPages, type PageOptions } from '../../gateway/test/browser/kept-pages.ts';
import { type Gallery, startGallery } from '../gallery.ts';

export interface GalleryPages {
  fixtures(): string[];
  /** As if the gateway had changed the state. */
  push: Gallery['push'];
  opened(path: string, given: Given, use: (page: Page) => Promise<void>): Promise<void>;
  /** A page for the caller, who gives it back for later visits with the same options. */
  take(options: PageOptions): Promise<Page>;
  giveBack(page: Page): Promise<void>;
  url(path: string): string;
}

type Given = PageOptions & {
  /** Before the page is opened. */
  prepare?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** Waits until the page is shown. Default: until it has a heading. */
  shown?: (page: Page) => Promise<void>;
};

export const HEADING = '.page:not(.skeleton) h1';

/** For the tests of the file that calls it. The gallery and the browser are ready before the first test. */
export function galleryPages(): GalleryPages {
  let gallery: Gallery;
  let browser: Browser;
  let pages: KeptPages;
  before(async () => {
    gallery = await startGallery();
    browser = await launchChromium();
    pages = new KeptPages(browser, gallery.url);
  });
  after(async () => {
    await browser?.close();
    await gallery?.stop();
  });
  const url = (path: string) => `${gallery.url}/${path}`;
  return {
    fixtures: () => gallery.fixtures,
    push: (name, changes) => gallery.push(name, changes),
    take: (options) => pages.take(options),
    giveBack: (page) => pages.giveBack(page),
    url,
    async opened(path, { prepare, shown, ...options }, use) {
      const page = await (prepare ? pages.open(options) : pages.take(options));
      try {
        await prepare?.(page, page.context());
        await page.goto(url(path));
        await (shown ? shown(page) : page.locator(HEADING).waitFor());
        await use(page);
      } catch (error) {
        await page.context().close();
        throw error;
      }
      await pages.giveBack(page);
    },
  };
}
