// Pages of a browser that one visit after the other uses: a new page needs a process of its own, a third of what the
// visit costs. A page that is given back keeps nothing of its visit but its history. It does not undo other scripts, a
// clock or another size of the page: such a visit opens a page of its own.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { STAYS } from './chromium.ts';

export type PageOptions = BrowserContextOptions & {
  /** Paid pages do not go back to the shop by themselves. */
  stays?: boolean;
};

export class KeptPages {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #furnish: ((context: BrowserContext) => Promise<unknown>) | undefined;
  readonly #free = new Map<string, Page[]>();
  readonly #taken = new WeakMap<Page, string>();

  /** `origin`: the only site whose pages store something. `furnish`: for each new context. */
  constructor(browser: Browser, origin: string, furnish?: (context: BrowserContext) => Promise<unknown>) {
    this.#browser = browser;
    this.#origin = origin;
    this.#furnish = furnish;
  }

  /** A page of its own, which the caller closes with its context. */
  async open({ stays, ...options }: PageOptions): Promise<Page> {
    const context = await this.#browser.newContext(options);
    await this.#furnish?.(context);
    if (stays) await context.addInitScript(STAYS);
    return await context.newPage();
  }

  async take(options: PageOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const page = this.#free.get(key)?.pop() ?? (await this.open(options));
    this.#taken.set(page, key);
    return page;
  }

  /** After a visit that succeeded; a failed one closes its context. */
  async giveBack(page: Page): Promise<void> {
    const key = this.#taken.get(page);
    // What it stored cannot be removed from another site's page.
    const isKept = key !== undefined && page.url().startsWith(`${this.#origin}/`) && (await clear(page));
    if (!isKept) return await page.context().close();
    this.#free.set(key, [...(this.#free.get(key) ?? []), page]);
  }
}

/** false: the page was on its way to another document. */
async function clear(page: Page): Promise<boolean> {
  const context = page.context();
  page.removeAllListeners();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.emulateMedia({ media: null });
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await context.clearCookies();
    await page.goto('about:blank');
    return true;
  } catch {
    return false;
  }
}
