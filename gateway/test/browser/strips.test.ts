// The strips of test mode, in the cashier and on the pages of the simulated bank, wallet and mandate: they look and
// read alike, and one press opens the simulator's explanations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { button, choose, heading, openStage, PHONE, press, typeCard } from './stage.ts';

const WORDS = 'Test mode – no money moves';

const stage = await openStage();

/** The strip's look: colours, letters, height, and where its words begin; null before the page has its colours. */
const LOOK = `(() => {
  const strip = document.querySelector('.strip');
  const words = strip.querySelector('strong').getBoundingClientRect();
  const { color, fontSize } = getComputedStyle(strip.querySelector('strong'));
  let ground = strip;
  while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  if (!ground) return null;
  return JSON.stringify({
    color, fontSize,
    ground: getComputedStyle(ground).backgroundColor,
    height: strip.getBoundingClientRect().height,
    left: words.left,
  });
})()`;

/** Polls from outside: the page's content policy forbids a poll inside it, which would evaluate text. */
const looked = (page: Page) => eventually(() => page.evaluate<string | null>(LOOK));

const WAYS: readonly [name: string, pay: (page: Page) => Promise<void>, asks: string][] = [
  [
    '3-D Secure',
    async (page) => {
      await choose(page, 'Card');
      await typeCard(page, '4000 0000 0000 3220');
      await press(button(page, 'Pay €25.00'));
    },
    'Confirm your payment',
  ],
  [
    'the bank',
    async (page) => {
      await choose(page, 'Online banking');
      await press(page.getByRole('radio', { name: 'Hansetal Bank' }));
      await press(button(page, 'Continue to Hansetal Bank'));
    },
    'Log in to pay Demo Shop',
  ],
  [
    'the mandate',
    async (page) => {
      await choose(page, 'Direct debit (SEPA)');
      await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
      await page.getByLabel('Account holder').fill('Ada Lovelace');
      await press(button(page, 'Continue to the mandate'));
    },
    'SEPA direct debit mandate',
  ],
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, pay, asks] of WAYS) {
    const skip = (colorScheme === 'dark' || name !== WAYS[0]![0]) && onlyInProof;
    test(`the test strip of ${name} looks the same as in the cashier, ${colorScheme}`, { skip }, async () => {
      const link = await stage.session();
      await stage.visit(link, { ...PHONE, colorScheme }, async (page) => {
        const strip = page.getByRole('complementary', { name: 'Test mode' });
        assert.match(String(await strip.allInnerTexts()), new RegExp(`^${WORDS}\\s+Simulator$`));
        const look = await looked(page);
        await pay(page);
        await heading(page, asks);
        assert.match(String(await strip.allInnerTexts()), new RegExp(`^${WORDS}\\s+Simulator$`));
        assert.equal(await looked(page), look);
        await press(strip.getByText('Simulator'));
        await strip.getByText('What the buttons do').waitFor();
        assert.deepEqual(
          (await strip.locator('li > strong').allInnerTexts()).map((tile) => tile.replace(/ until .*/, '')),
          ['Approve', 'Decline', 'Cancel', 'No answer'],
        );
      });
    });
  }
}
