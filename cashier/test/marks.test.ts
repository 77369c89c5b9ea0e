// The marks of card schemes in a real browser: beside the method's name on the smallest phone, in the field of the
// number, and beside saved cards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { galleryPages } from './gallery-pages.ts';

const { opened } = galleryPages();
const sized = (width: number) => ({ viewport: { width, height: 640 } });

/** The names of the pictures. Each picture must be loaded and visible. */
async function namesOf(marks: Locator): Promise<string[]> {
  // Rejects if a picture does not load.
  await marks.page().evaluate('Promise.all([...document.images].map((one) => one.decode()))');
  const names = [];
  for (const mark of await marks.all()) {
    assert.ok(await mark.isVisible());
    names.push(/([\w-]+)\.svg$/.exec((await mark.getAttribute('src'))!)![1]!);
  }
  return names;
}

for (const [what, path] of [
  ['in a list', 'choose'],
  ['where the card is the only way', 'choose-single'],
  ['in Arabic', 'choose?lang=ar'],
] as const) {
  test(`on a screen of 320 pixels three card marks fit beside the method's name, ${what}`, () =>
    opened(path, sized(320), async (page) => {
      const marks = page.locator('.schemes .scheme');
      assert.deepEqual(await namesOf(marks), ['visa', 'mastercard', 'american-express']);
      const name = page.locator(path === 'choose-single' ? 'h1' : '.method.open > .row > .row-text');
      const text = (await name.boundingBox())!;
      for (const mark of await marks.all()) {
        const { x, y, width, height } = (await mark.boundingBox())!;
        assert.deepEqual([width, height], [32, 20]);
        assert.ok(x >= 0 && x + width <= 320, `x ${x}`);
        assert.ok(x >= text.x + text.width || x + width <= text.x, 'the name lies under a mark');
        assert.ok(y < text.y + text.height && y + height > text.y, 'the mark stands on another line');
      }
    }));
}

test("the number field shows the scheme's picture while typing, or its name if there is no picture", () =>
  opened('choose', sized(375), async (page) => {
    const field = page.locator('.with-mark').filter({ has: page.getByLabel('Card number') });
    const mark = field.locator('.scheme');
    for (const [digits, name] of [
      ['4', 'visa'],
      ['5555', 'mastercard'],
      ['3782', 'american-express'],
      ['3530', 'jcb'],
      ['6011', 'discover'],
      ['3056', 'diners-club'],
    ] as const) {
      await page.getByLabel('Card number').fill(digits);
      await field.locator(`.scheme[src$="/${name}.svg"]`).waitFor();
      assert.deepEqual(await namesOf(mark), [name]);
    }
    await page.getByLabel('Card number').fill('6200');
    await field.getByText('UnionPay', { exact: true }).waitFor();
    assert.equal(await mark.count(), 0);
    await page.getByLabel('Card number').fill('1');
    await field.getByText('UnionPay', { exact: true }).waitFor({ state: 'detached' });
  }));

test('a saved card shows its mark, and a screen reader reads its name once', () =>
  opened('choose-saved', sized(375), async (page) => {
    assert.deepEqual(await namesOf(page.locator('.saved-cards .scheme')), ['visa', 'american-express']);
    await page.getByRole('radio', { name: 'Visa •••• 4242 Expires 12/30', exact: true }).waitFor();
  }));
