// Names and texts as banks accept them.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { hasLatinName, latinName, latinText } from '../../../src/domain/payment-data/latin-text.ts';

test('letters of other scripts are transliterated, and no character outside the set is left', () => {
  assert.equal(latinName('Łukasz Żółć & Söhne'), 'Lukasz Zolc + Sohne');
  assert.equal(latinName('Ελένη Παπαδοπούλου'), 'Eleni Papadopoyloy');
  assert.equal(latinName('Иван Петров'), 'Ivan Petrov');
  assert.match(latinName('王芳'), /^[A-Z][A-Za-z]+$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const latin = latinText(text, 70);
      assert.match(latin, /^[A-Za-z0-9/\-?:().,'+ ]*$/);
      assert.ok(latin.length <= 70);
      assert.doesNotMatch(latin, /^[ /]|[ /]$|\/\//);
    }),
  );
});

test('a name needs a letter', () => {
  for (const name of ['★★★', '123 456', '😀', '---', ''] as const)
    assert.equal(hasLatinName(name), false, name);
  for (const name of ['A', '山', 'Ñ 7']) assert.equal(hasLatinName(name), true, name);
});
