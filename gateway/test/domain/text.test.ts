// What text.ts promises: which texts are clean, how long
// they are, and base62 of fixed width.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { base62, codePointLength, hasVisibleCharacter, isCleanText } from '../../src/domain/text.ts';

test('control characters and halves of surrogate pairs are not clean, everything else is', () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = `a${String.fromCharCode(unit)}b`;
    const control = unit <= 0x1f || (unit >= 0x7f && unit <= 0x9f);
    const surrogate = unit >= 0xd800 && unit <= 0xdfff;
    assert.equal(isCleanText(text), !control && !surrogate, `U+${unit.toString(16)}`);
  }
  assert.equal(isCleanText('😀 Zoë \u2028'), true);
  assert.equal(isCleanText(''), true);
});

test('blanks, characters that only format, and fillers are not visible', () => {
  const unseen = [
    '',
    ' ',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u202e',
    '\ufe0f',
  ];
  const fillers = ['\u2800', '\u3164', '\u115f', '\uffa0', '\u034f', '\u180e', '\u{e0041}', '\u0301'];
  for (const text of [...unseen, ...fillers, [...unseen, ...fillers].join('')]) {
    assert.equal(hasVisibleCharacter(text), false, JSON.stringify(text));
  }
  for (const text of ['a', '.', ' 7 ', '\u200b丁', '😀', 'е\u0301'])
    assert.equal(hasVisibleCharacter(text), true, text);
});

test('length counts code points, not code units', () => {
  assert.equal(codePointLength('😀'.repeat(255)), 255);
  const units = fc.constantFrom('a', 'é', '\u2028', '\ud83d', '\ude00', '\udfff', '\ud800');
  fc.assert(fc.property(fc.string({ unit: units }), (text) => codePointLength(text) === [...text].length));
});

test('base62 has one width for each length and keeps the number', () => {
  assert.equal(base62(Buffer.alloc(32)), '0'.repeat(43));
  assert.equal(base62(new Uint8Array()), '');
  for (let i = 0; i < 200; i++) assert.match(base62(randomBytes(32)), /^[0-9A-Za-z]{43}$/);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      let back = 0n;
      for (const digit of base62(bytes)) back = back * 62n + BigInt(digits.indexOf(digit));
      return back === BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    }),
  );
});
