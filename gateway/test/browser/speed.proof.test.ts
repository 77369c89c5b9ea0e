// How soon a shopper on an old phone and a slow line can type their card: the processor slowed down four times, and
// Lighthouse's slow 4G (150 ms there and back for each request, 1.6 Mbit/s down, 0.75 Mbit/s up). Each visit begins
// with an empty cache. Times are only printed, because a busy machine is slower. The test judges the causes: what the
// form waits for, and that nothing moves (cashier/test/size.test.ts measures the size).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { eventually } from '../stage/harness.ts';
import { openStage, PHONE } from './stage.ts';

const SLOWER = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const VISITS = 5;

const stage = await openStage();

/**
 * Runs in the page from its first moment. It types one digit as soon as there is a field, and takes the time when the
 * page has read it and drawn again. It counts layout shifts all the time.
 */
const STOPWATCH = `
  window.speed = { shifts: 0, painted: null, usable: null };
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.speed.shifts += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'first-contentful-paint') window.speed.painted = one.startTime;
  }).observe({ type: 'paint', buffered: true });
  const look = () => {
    const field = document.querySelector('input[autocomplete=cc-number]');
    if (!field) return requestAnimationFrame(look);
    field.focus();
    document.execCommand('insertText', false, '42424');
    // The page groups the digits: that it did is the sign that it was listening.
    requestAnimationFrame(() => setTimeout(() => {
      if (field.value === '4242 4') window.speed.usable = performance.now();
      else { field.value = ''; look(); }
    }));
  };
  look();`;

/** Some work for the processor: the best of a few times. */
const WORK = `(() => {
  const times = Array.from({ length: 7 }, () => {
    const begun = performance.now();
    for (let i = 0, sum = 0; i < 2e6; i++) sum += Math.sqrt(i);
    return performance.now() - begun;
  });
  return Math.min(...times);
})()`;

interface Speed {
  shifts: number;
  painted: number | null;
  usable: number | null;
  /** The measured slowdown of the processor. */
  slower: number;
  /** The scripts and style sheets requested before the form was usable. */
  asked: string[];
  /** When the document's last byte had come; for the first byte the browser does not count the throttling. */
  answered: number;
}

async function visit(): Promise<Speed> {
  let brake: CDPSession;
  const link = await stage.session({ country: 'US', currency: 'USD' });
  let speed: Speed | null = null;
  await stage.visit(
    link,
    {
      ...PHONE,
      async before(page) {
        const devtools = await page.context().newCDPSession(page);
        brake = devtools;
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
        await page.addInitScript(STOPWATCH);
      },
    },
    async (page) => {
      await page.locator('input[autocomplete=cc-number]').waitFor();
      for (;;) {
        speed = await page.evaluate<Speed>('window.speed');
        if (speed.usable !== null) break;
        await page.waitForTimeout(50);
      }
      // What loads after the first screen (words of the others, logos) must not move it either.
      const words = `performance.getEntriesByType('resource').some((one) => one.name.includes('/messages/'))`;
      await eventually(() => page.evaluate<boolean>(words), 30_000);
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      speed = await page.evaluate<Speed>('window.speed');
      speed.asked = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').filter((one) => one.startTime < ${speed.usable})
          .map((one) => new URL(one.name).pathname).filter((path) => /[.](css|js)$/.test(path))`,
      );
      // Proves that the throttling was on.
      const braked = await page.evaluate<number>(WORK);
      await brake.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      speed.slower = braked / (await page.evaluate<number>(WORK));
      speed.answered = await page.evaluate<number>(
        'performance.getEntriesByType("navigation")[0].responseEnd',
      );
    },
  );
  return speed!;
}

test('on an old phone and slow 4G the card form waits for one script and one style sheet, and the layout does not shift', async (t) => {
  const visits: Speed[] = [];
  const usable = () => visits.map((one) => one.usable!).sort((a, b) => a - b);
  while (visits.length < VISITS) visits.push(await visit());
  const median = usable()[Math.floor(visits.length / 2)]!;
  const ms = (one: number | null) => `${Math.round(one ?? Number.NaN)} ms`;
  t.diagnostic(
    `usable after ${visits.map((one) => ms(one.usable)).join(', ')}: median ${ms(median)}, best ${ms(usable()[0]!)}; ` +
      `first paint after ${visits.map((one) => ms(one.painted)).join(', ')}; ` +
      `processor ${visits.map((one) => one.slower.toFixed(1)).join(', ')} times slower; document after ` +
      `${visits.map((one) => ms(one.answered)).join(', ')}; ` +
      `shifts ${visits.map((one) => one.shifts).join(', ')}`,
  );
  assert.ok(visits.some((one) => one.slower > SLOWER / 2) && visits.every((one) => one.answered >= 140));
  assert.deepEqual(
    visits.map((one) => one.shifts),
    visits.map(() => 0),
  );
  for (const { asked } of visits) {
    assert.deepEqual(asked.map((path) => path.replace(/-[\w-]{8}\./, '.')).sort(), [
      '/assets/cashier/app/main.css',
      '/assets/cashier/app/main.js',
    ]);
  }
});
