// A page whose clock stands still until the test moves it. So a page that leaves by itself stays, however slow the
// machine is.
import type { Page } from 'playwright-core';
import { HEADING } from './gallery-pages.ts';

/** Options of `opened`. */
export const STANDING_CLOCK = {
  async prepare(page: Page): Promise<void> {
    const now = Date.now();
    // It runs until it is paused, so it begins earlier.
    await page.clock.install({ time: now - 3_600_000 });
    await page.clock.pauseAt(now);
  },
  shown,
};

/** axe waits for timers of the page. */
export async function withTimers<T>(page: Page, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await page.clock.runFor(1);
  return await end;
}

/** Moves the clock only until the heading is there, because the page needs its timers to be drawn. */
async function shown(page: Page): Promise<void> {
  for (let turns = 0; (await page.locator(HEADING).count()) === 0; turns++) {
    if (turns > 3_000) throw new Error('the page has no heading');
    await page.clock.runFor(1);
  }
}
