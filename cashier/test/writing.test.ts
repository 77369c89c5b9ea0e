// How the page writes languages that differ from English: lines of Japanese end after a phrase, and an expiry date
// reads from left to right in Arabic and Hindi, in digits that a card has. In a real browser, against the gallery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { galleryPages } from './gallery-pages.ts';

const NARROW = { viewport: { width: 320, height: 640 } };

const { opened } = galleryPages();

/** In the page: the text of an element, cut where its lines end. */
const LINES = `(element) => {
  const lines = [];
  let top = null;
  const range = document.createRange();
  const [text] = element.childNodes;
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const rect = range.getBoundingClientRect();
    if (top === null || rect.top - top > rect.height / 2) lines.push('');
    top = rect.top;
    lines[lines.length - 1] += text.data[at];
  }
  return lines;
}`;

const linesOf = (page: Page, selector: string) =>
  page.evaluate<string[]>(`(${LINES})(document.querySelector('${selector}'))`);

test('Japanese lines break only after a phrase', async () => {
  await opened('choose?lang=ja', NARROW, async (page) => {
    // Too narrow for one line in any font, and filled as far as possible.
    await page.evaluate(`{
      const { style, firstChild } = document.querySelector('h1');
      style.inlineSize = 'max-content';
      const { width } = firstChild.parentElement.getBoundingClientRect();
      style.inlineSize = 0.8 * width + 'px';
      style.textWrap = 'wrap';
    }`);
    assert.deepEqual(await linesOf(page, 'h1'), ['お支払い方法を', '選んでください']);
  });
});

for (const [language, typed] of [
  ['ar', '١٢٣٠'],
  ['hi', '१२३०'],
] as const) {
  test(`the expiry date runs from left to right even if the language does not, ${language}`, async () => {
    await opened(`choose?lang=${language}`, NARROW, async (page) => {
      const field = page.locator('input[name=expiry]');
      assert.equal(await field.getAttribute('placeholder'), 'MM / YY');
      assert.equal(
        await page.evaluate(`getComputedStyle(document.querySelector('input[name=expiry]')).direction`),
        'ltr',
      );
      await field.pressSequentially(typed);
      assert.equal(await field.inputValue(), '12 / 30');
      await field.fill('99 / 99');
      await page.locator('input[name=cardHolder]').focus();
      const fault = page.locator('#field-expiry-fault span');
      await fault.waitFor();
      assert.ok(await isLeftOf(page, '#field-expiry-fault span', '08', '29'), (await fault.textContent())!);
    });
    await opened(`choose-saved?lang=${language}`, NARROW, async (page) => {
      assert.ok(await isLeftOf(page, '.saved-cards .hint', '12', '30'));
    });
  });
}

/** Whether one word of a text is drawn to the left of another. */
function isLeftOf(page: Page, selector: string, one: string, other: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const text = document.querySelector('${selector}').firstChild;
    const leftOf = (word) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(word));
      range.setEnd(text, text.data.indexOf(word) + word.length);
      return range.getBoundingClientRect().left;
    };
    return leftOf('${one}') < leftOf('${other}');
  })()`);
}
