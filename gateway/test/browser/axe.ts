// axe, which looks for faults that keep people from using a page. It injects the minified source, which a page reads in
// half the time of the full one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isProof } from '../stage/how-much.ts';

export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Asks axe in the proof alone: about further states of a screen, and about its other colours and sizes. `npm test` asks
 * axe once for each screen, in portal-walk.test.ts, accessibility.test.ts, docs.test.ts and shop-page.test.ts.
 */
export const axeFaultsInProof: typeof axeFaults = async (...given) => (isProof() ? axeFaults(...given) : []);

/** axe reads all stylesheets again for an experimental rule, which these tags leave out. */
const PRELOAD = { assets: ['media'] };

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Faults of the visible page and their places, by all rules or only by `rules`. `part`: the part of the page to check.
 * `exclude`: elements to ignore. It bypasses the page's policy, as a browser tool does.
 */
export async function axeFaults(
  page: Page,
  { rules, part = 'html', exclude = [] }: { rules?: string[]; part?: string; exclude?: string[] } = {},
): Promise<string[]> {
  // Colours in transition are not final. Endless animations, as on a busy button, do not count.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {})))`);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  const where = { include: [part], exclude };
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(where)}, ${JSON.stringify({ runOnly, resultTypes: ['violations'], preload: PRELOAD })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((one) => one.html.slice(0, 200)).join(' | ')))`,
  );
}
