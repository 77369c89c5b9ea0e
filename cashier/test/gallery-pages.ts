// The gallery and a browser for tests of single screens, started once for each test file. `opened` is one visit to a
// fixture.
import { after, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../gateway/test/browser/chromium.ts';
import { type Gallery, startGallery } from '../gallery.ts';

export interface GalleryPages {
  fixtures(): string[];
  /** As if the gateway had changed the state. */
  push: Gallery['push'];
  opened(path: string, given: Given, use: (page: Page) => Promise<void>): Promise<void>;
}

type Given = BrowserContextOptions & {
  /** Before the page is opened. */
  prepare?: (page: Page, context: BrowserContext) => Promise<void>;
  /** Waits until the page is shown. Default: until it has a heading. */
  shown?: (page: Page) => Promise<void>;
};

export const HEADING = '.page:not(.skeleton) h1';

export interface GalleryStage {
  gallery: Gallery;
  browser: Browser;
}

/** For the tests of the file that calls it. It is ready before the first test. */
export function galleryStage(): GalleryStage {
  const stage = {} as GalleryStage;
  before(async () => {
    stage.gallery = await startGallery();
    stage.browser = await launchChromium();
  });
  after(async () => {
    await stage.browser?.close();
    await stage.gallery?.stop();
  });
  return stage;
}

export function galleryPages(): GalleryPages {
  const stage = galleryStage();
  /** Visits with the same options have one page, because a new page needs a process of its own. */
  const kept = new Map<string, Page>();
  const onKeptPage = async (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => {
    const key = JSON.stringify(options);
    const page = kept.get(key) ?? (await (await stage.browser.newContext(options)).newPage());
    kept.set(key, page);
    try {
      await use(page);
      await leave(page);
    } catch (error) {
      // The next test must not begin with what a failed one left.
      kept.delete(key);
      await page.context().close();
      throw error;
    }
  };
  const leave = async (page: Page): Promise<void> => {
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.context().clearCookies();
    page.removeAllListeners();
    await page.goto('about:blank');
  };
  return {
    fixtures: () => stage.gallery.fixtures,
    push: (name, changes) => stage.gallery.push(name, changes),
    async opened(path, { prepare, shown, ...options }, use) {
      const visit = async (page: Page): Promise<void> => {
        await page.goto(`${stage.gallery.url}/${path}`);
        await (shown ? shown(page) : page.locator(HEADING).waitFor());
        await use(page);
      };
      if (prepare === undefined) return await onKeptPage(options, visit);
      const context = await stage.browser.newContext(options);
      try {
        const page = await context.newPage();
        await prepare(page, context);
        await visit(page);
      } finally {
        await context.close();
      }
    },
  };
}
