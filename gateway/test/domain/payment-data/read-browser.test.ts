// The browser's data about itself in the cashier:
// all of it is taken, or nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readBrowserInfo } from '../../../src/domain/payment-data/read-browser.ts';

const SAID = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  language: 'de-DE',
  colorDepth: 24,
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: -60,
  javaEnabled: false,
};

test('the stored browser has only its own fields and the Accept header of its request', () => {
  const expected = { ...SAID, acceptHeader: '*/*' };
  assert.deepEqual(readBrowserInfo(SAID, '*/*'), expected);
  assert.deepEqual(readBrowserInfo({ ...SAID, acceptHeader: 'text/html', more: 1 }, '*/*'), expected);
});

const WRONG: [string, unknown][] = [
  ['nothing', undefined],
  ['a text', 'Mozilla'],
  ['a list', [SAID]],
  ['one field missing', { ...SAID, language: undefined }],
  ['an empty text', { ...SAID, userAgent: '' }],
  ['a text that is too long', { ...SAID, userAgent: 'x'.repeat(2_049) }],
  ['a control character', { ...SAID, userAgent: 'Mozilla\u0000' }],
  ['half a surrogate pair', { ...SAID, language: '\ud800' }],
  ['a card number', { ...SAID, userAgent: 'Browser 4242 4242 4242 4242' }],
  ['a number as text', { ...SAID, colorDepth: '24' }],
  ['a part of a number', { ...SAID, screenWidth: 1.5 }],
  ['a number that is too large', { ...SAID, screenHeight: 1_000_000 }],
  ['an impossible time zone', { ...SAID, timeZoneOffset: 1_441 }],
  ['a text in place of yes or no', { ...SAID, javaEnabled: 'false' }],
];

for (const [what, said] of WRONG) {
  test(`no browser is stored if a field is wrong: ${what}`, () => {
    assert.equal(readBrowserInfo(said, '*/*'), null);
  });
}

test('no browser is stored if the header is missing', () => {
  assert.equal(readBrowserInfo(SAID, ''), null);
});
