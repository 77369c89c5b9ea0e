// A card payment by keyboard alone, and the announcements to a screen reader: the focus is always visible, it is on the
// heading of each new screen, and other changes are announced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { onlyInProof } from '../stage/how-much.ts';
import { CARD, DESKTOP, openStage, SHOP } from './stage.ts';

const stage = await openStage();

interface Focused {
  tag: string;
  /** The name that a screen reader would say. */
  name: string;
  /** Whether the focus is visible: at the element, or at the row that stands for it. */
  isSeen: boolean;
}

const focused = (page: Page) =>
  page.evaluate<Focused>(`(() => {
    const one = document.activeElement;
    const ring = (element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    return {
      tag: one.tagName,
      name: (one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? '').trim(),
      isSeen: [one, ...(one.labels ?? [])].some(ring),
    };
  })()`);

/** Presses the key until an element with that name has the focus; the focus must be visible at each step. */
async function go(page: Page, key: string, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now.tag === 'BODY') continue;
    assert.ok(now.isSeen, `the focus cannot be seen at ${now.tag} ${now.name}`);
    if (name.test(now.name)) return;
  }
  assert.fail(`nothing named ${name} within 30 steps of ${key}`);
}

async function typeCard(page: Page, number: string): Promise<void> {
  await go(page, 'Tab', /^Card number/);
  await page.keyboard.type(number);
  await go(page, 'Tab', /^Expiry date/);
  await page.keyboard.type('1235');
  await go(page, 'Tab', /^Security code/);
  await page.keyboard.type(CARD.code);
  await go(page, 'Tab', /^Name on card/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(CARD.holder);
}

const onHeading = (page: Page, text: string) => page.locator('h1:focus', { hasText: text }).waitFor();

test('a shopper pays by keyboard alone, after a mistake and a decline, and returns to the shop', async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    await go(page, 'Tab', /^Online banking/);
    // Radios are one stop, and the arrows choose.
    await go(page, 'ArrowDown', /^Card/);

    // A mistake appears beside its field on leaving it, and Enter moves the focus to it.
    await go(page, 'Tab', /^Card number/);
    await page.keyboard.type('4242424242424241');
    await page.keyboard.press('Enter');
    await page.locator('input:focus[name=cardNumber][aria-invalid=true]').waitFor();
    const described = await page.evaluate<string>(
      `document.activeElement.getAttribute('aria-describedby').split(' ')
        .map((id) => document.getElementById(id).innerText).join(' ')`,
    );
    assert.match(described, /This card number has a typing mistake\./);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await go(page, 'Shift+Tab', /^Card/);

    await typeCard(page, '4000000000009995');
    await go(page, 'Tab', /^Pay €25\.00$/);
    await page.keyboard.press('Enter');
    await onHeading(page, 'How do you want to pay?');
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();

    await typeCard(page, '4242424242424242');
    // From the last field Enter pays.
    await page.keyboard.press('Enter');
    await onHeading(page, 'Payment complete');
    assert.match(await page.title(), /^Payment complete – Demo Shop$/);

    await go(page, 'Tab', /^Back to Demo Shop$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${SHOP}/done?**`);
  });
  await stage.paidOnce(link, 1);
});

test('a detail that is copied by keyboard is announced as copied', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...DESKTOP, permissions: ['clipboard-write'] }, async (page) => {
    await go(page, 'Tab', /^Online banking/);
    await go(page, 'ArrowDown', /^Bank transfer/);
    await go(page, 'Tab', /^Show the transfer details$/);
    await page.keyboard.press('Enter');
    await onHeading(page, 'Send the money');
    await go(page, 'Tab', /^Copy IBAN$/);
    await page.keyboard.press('Space');
    await page.getByRole('status').filter({ hasText: 'IBAN copied' }).waitFor({ state: 'attached' });
    await go(page, 'Tab', /^Choose another way to pay$/);
    await page.keyboard.press('Enter');
    await onHeading(page, 'How do you want to pay?');
  });
});

test('the simulator and the cancel button can be reached and left by keyboard', async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    await go(page, 'Tab', /^Simulator/);
    await page.keyboard.press('Enter');
    await go(page, 'Tab', /^4242 4242 4242 4242/);
    await page.keyboard.press('Enter');
    assert.match((await focused(page)).name, /^Simulator/);
    assert.equal(await page.getByLabel('Card number').inputValue(), CARD.number);
    await go(page, 'Tab', /^Cancel and go back/);
    await page.keyboard.press('Enter');
    await page.locator(':focus', { hasText: /^Cancel this payment\?/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Cancel and go back to Demo Shop' }).waitFor();
    // A change without any key press gets the focus, too.
    await stage.settle(link);
    await onHeading(page, 'Payment complete');
  });
});
