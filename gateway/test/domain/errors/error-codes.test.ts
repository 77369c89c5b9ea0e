// Compares the error catalogue with contract 9 and with the rules for
// the shopper's texts (docs of the cashier).

import assert from 'node:assert/strict';
import test from 'node:test';
import catalogue from '../../../src/domain/errors/error-catalogue.json' with { type: 'json' };
import {
  CODE,
  ERROR_CODES,
  errorReason,
  isErrorCode,
  LANGUAGES,
  retryAdvice,
  shopperText,
} from '../../../src/domain/errors/error-codes.ts';

/** Contract 9, copied by hand. */
const CODES_OF_CONTRACT =
  '1001 1002 1003 1004 1005 1010 1011 1012 1013 1014 1020 ' +
  '2001 2002 2003 2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 ' +
  '2101 2102 2103 2104 2201 2202 2203 2204 3001 3002 3003 3004 3005 3006 3007 ' +
  '4001 4002 4003 4004 4005 4006 4007 5001 5002 5003 5004 5005 5006 5101 5102 5103 5105 9001 9002 9003';

const everyText = Object.entries(catalogue.shopperTexts).flatMap(([key, texts]) =>
  Object.entries(texts).map(([language, text]) => ({ key, language, text })),
);

// proves 7.2 declined
test('the catalogue has exactly the codes of the contract', () => {
  assert.deepEqual([...ERROR_CODES].sort(), CODES_OF_CONTRACT.split(' ').sort());
});

test('every code has a short reason, a known advice and a text in each of the cashier languages', () => {
  assert.deepEqual([...LANGUAGES].sort(), 'ar de en es fr hi it ja pl pt ru tr zh'.split(' '));
  for (const code of ERROR_CODES) {
    assert.ok(errorReason(code).length > 3 && errorReason(code).length <= 70, code);
    assert.match(retryAdvice(code), /^(DO_NOT_RETRY|RETRY_LATER|OTHER_METHOD|FIX_DATA|RECONCILE)$/, code);
    const texts = LANGUAGES.map((language) => shopperText(code, language));
    for (const text of texts) assert.ok(text.length >= 8, `${code} ${text}`);
    assert.equal(new Set(texts).size, LANGUAGES.length, `${code}: a text stands under two languages`);
  }
});

test('every text is complete in every language, and every text is used by a code', () => {
  const used = new Set(Object.values(catalogue.codes).map((entry) => entry.shopper));
  // Only attempts use it: attemptText.
  used.add('attemptExpired');
  used.add('attemptGivenUp');
  assert.deepEqual([...used].sort(), Object.keys(catalogue.shopperTexts).sort());
  for (const [key, texts] of Object.entries(catalogue.shopperTexts)) {
    assert.deepEqual(Object.keys(texts), LANGUAGES, key);
  }
});

test('lost, stolen and every risk code have the same text as a plain decline', () => {
  const secretive = ERROR_CODES.filter((code) => code === '2006' || code === '2007' || code.startsWith('22'));
  assert.equal(secretive.length, 6);
  for (const language of LANGUAGES) {
    const plain = shopperText('2005', language);
    for (const code of secretive) assert.equal(shopperText(code, language), plain, `${code} ${language}`);
  }
});

test('no text pleads, exclaims, or names a code or a transaction', () => {
  const unwanted =
    /[!！¡]|\d|\b(please|oops|bitte|por favor|s'il vous plaît|lütfen|proszę)\b|пожалуйста|कृपया|请|transac|transak|transaz|işlem|транзакц|معاملة|लेन-?देन|取引|交易/i;
  for (const { key, language, text } of everyText) assert.doesNotMatch(text, unwanted, `${key} ${language}`);
});

test('every text has at least two sentences: the situation, and the next step', () => {
  for (const { key, language, text } of everyText) {
    const sentences = text.split(/[.。।](?:\s|$|(?=[^\s]))/).filter((part) => part.trim() !== '');
    assert.ok(sentences.length >= 2, `${key} ${language}: ${text}`);
    assert.match(text, /[.。।]$/, `${key} ${language}`);
  }
});

test('each language is written in its own script', () => {
  const scripts: Partial<Record<string, RegExp>> = {
    ru: /\p{Script=Cyrillic}/u,
    ar: /\p{Script=Arabic}/u,
    hi: /\p{Script=Devanagari}/u,
    ja: /\p{Script=Hiragana}/u,
    zh: /\p{Script=Han}/u,
  };
  for (const { key, language, text } of everyText) {
    assert.match(text, scripts[language] ?? /^[\p{Script=Latin}\p{P}\s]+$/u, `${key} ${language}`);
    if (language === 'zh') assert.doesNotMatch(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/u, key);
  }
});

test('a regional or unknown language gets the nearest text', () => {
  assert.equal(shopperText('2002', 'pt-BR'), shopperText('2002', 'pt'));
  assert.equal(shopperText('2002', 'DE'), shopperText('2002', 'de'));
  for (const language of ['sv', '', 'constructor', null]) {
    assert.equal(shopperText('2002', language), 'This card has expired. Try another card.');
  }
});

test('each code has one name', () => {
  assert.deepEqual(Object.values(CODE).sort(), [...ERROR_CODES].sort());
});

test('only codes of the catalogue are codes', () => {
  assert.equal(isErrorCode('2005'), true);
  for (const code of ['2016', '', '5007', 'toString', '__proto__'])
    assert.equal(isErrorCode(code), false, code);
});
