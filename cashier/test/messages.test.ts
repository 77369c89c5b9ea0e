// The cashier's words: every language has every text of English with the same values, and code and texts have the same
// keys. Reads messages and sources as text.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LANGUAGES } from '../../gateway/src/domain/errors/error-codes.ts';
import { MESSAGES } from '../read-messages.ts';

const SOURCES = join(MESSAGES, '../src');

/** Texts for places without a script: the document, and the pages that the gateway writes itself. */
const OF_THE_GATEWAY = /^(shell\.noscript$|pages\.)/;

type Words = Record<string, string>;

function partsOf(language: string): Map<string, Words> {
  const folder = join(MESSAGES, language);
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Words]),
  );
}

const english = partsOf('en');

/** Texts with a number in them, one for each form that the language has: beside "count.one" Polish has "count.few". */
const NUMBER_FORM = /\.count\.(one|other)$/;

/** The keys that a language needs for these English ones. */
function wordsFor(language: string, words: Words): Words {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const entries = Object.entries(words).flatMap(([key, text]) => {
    if (!NUMBER_FORM.test(key)) return [[key, text]];
    if (!key.endsWith('.other')) return [];
    return forms.map((form) => [key.replace(NUMBER_FORM, `.count.${form}`), text]);
  });
  return Object.fromEntries(entries);
}

const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');

function complaintsAbout(parts: Map<string, Words>, language = 'en'): string[] {
  const complaints: string[] = [];
  for (const [file, inEnglish] of english) {
    const words = wordsFor(language, inEnglish);
    const theirs = parts.get(file);
    if (!theirs) {
      complaints.push(`${file} is missing`);
      continue;
    }
    for (const [key, text] of Object.entries(words)) {
      const their = theirs[key];
      if (typeof their !== 'string') complaints.push(`${file} has no ${key}`);
      else if (their.trim() === '') complaints.push(`${key} is empty`);
      else if (their !== their.trim()) complaints.push(`${key} begins or ends with a space`);
      else if (valuesIn(their) !== valuesIn(text))
        complaints.push(`${key} has the values ${valuesIn(their)} instead of ${valuesIn(text)}`);
    }
    for (const key of Object.keys(theirs)) {
      if (!Object.hasOwn(words, key)) complaints.push(`${file} has ${key}, which English has not`);
    }
  }
  for (const file of parts.keys())
    if (!english.has(file)) complaints.push(`${file} is not a part of English`);
  return complaints;
}

for (const language of LANGUAGES) {
  test(`every text of the cashier exists in ${language}`, () => {
    assert.deepEqual(complaintsAbout(partsOf(language), language), []);
  });
}

test('there are texts in exactly the languages of the error catalogue', () => {
  const others = readdirSync(MESSAGES).filter((name) => !(LANGUAGES as string[]).includes(name));
  assert.deepEqual(others, []);
});

test('no message key stands in two files', () => {
  const keys = [...english.values()].flatMap((words) => Object.keys(words));
  assert.deepEqual(
    keys.filter((key, at) => keys.indexOf(key) !== at),
    [],
  );
});

/** The keys and strings that the sources use. */
interface Uses {
  /** Every string of the sources, whatever its use. */
  strings: Set<string>;
  /** Strings that the code asks for unchanged. */
  asked: Set<string>;
  /** The pattern of a key that the code builds: `test.card.${name}`. */
  askedLike: Map<string, RegExp>;
  /** Like askedLike, for every text with a value in it, wherever the code makes it. */
  made: Map<string, RegExp>;
}

/** Functions with a key as their first argument; in own and told a variant may follow the key (screens/words.ts). */
const ASKING = /\b(t|own|told)\(/g;

/** Beginnings of keys that a component receives and completes with a name. */
const BEGINNINGS = /<Steps[^>]*start="([^"]+)"/g;

function usesOf(sources: Iterable<string>): Uses {
  const uses: Uses = { strings: new Set(), asked: new Set(), askedLike: new Map(), made: new Map() };
  for (const source of sources) {
    const code = source.replace(/(^|\s)(\/\/|\*|\/\*\*).*$/gm, '');
    for (const [, text] of code.matchAll(/'([^'\n]*)'/g)) uses.strings.add(text!);
    for (const [text, pattern] of templatesIn(code)) uses.made.set(text, pattern);
    for (const [, start] of code.matchAll(BEGINNINGS))
      uses.askedLike.set(`${start}…`, new RegExp(`^${RegExp.escape(start!)}\\.`));
    for (const match of code.matchAll(ASKING)) {
      const argument = firstArgument(code, match.index + match[0].length);
      // In a choice (a ? 'b' : 'c') only the results are keys; the strings of the condition are not.
      const outcome = argument.replace(/[!=]==\s*'[^']*'/g, '').replace(/`[^`]*`/g, '');
      for (const [text, pattern] of templatesIn(argument)) uses.askedLike.set(text, pattern);
      for (const [, key] of outcome.matchAll(/'([^'\n]*)'/g)) {
        if (match[1] === 't') uses.asked.add(key!);
        // A variant or an outcome may follow: own(key, variant), told(state, start, end).
        else uses.askedLike.set(`${key}…`, new RegExp(`^${RegExp.escape(key!)}(\\..+)?$`));
      }
      if (match[1] === 'told') {
        const [, start] = /^[^,]*,\s*'([^']*)'/.exec(code.slice(match.index + match[0].length)) ?? [];
        if (start !== undefined) uses.askedLike.set(`${start}…`, new RegExp(`^${RegExp.escape(start)}\\.`));
      }
    }
  }
  return uses;
}

function* templatesIn(code: string): Iterable<[string, RegExp]> {
  for (const [, text] of code.matchAll(/`([^`]*)`/g)) {
    const start = text!.split('${')[0]!;
    // A text that begins with a value could be anything.
    if (!/^[\w-]+\./.test(start) || start === text) continue;
    const pattern = text!
      .split(/\$\{[^}]*\}/)
      .map(RegExp.escape)
      .join('.+');
    yield [text!, new RegExp(`^${pattern}$`)];
  }
}

function firstArgument(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    const sign = code[at]!;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ',')) return code.slice(from, at);
  }
  return code.slice(from);
}

function readSources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'));
}

const keysOf = (parts: Map<string, Words>) => [...parts.values()].flatMap((words) => Object.keys(words));

function keysWithoutText({ asked, askedLike }: Uses, keys: string[]): string[] {
  return [
    ...[...asked].filter((key) => !keys.includes(key)),
    ...[...askedLike].filter(([, pattern]) => !keys.some((key) => pattern.test(key))).map(([text]) => text),
  ];
}

function textsWithoutUse({ strings, askedLike, made }: Uses, keys: string[]): string[] {
  const patterns = [...askedLike.values(), ...made.values()];
  return keys.filter((key) => !strings.has(key) && !patterns.some((pattern) => pattern.test(key)));
}

test('the German texts call the security code Sicherheitscode', () => {
  const catalogue = readFileSync(
    new URL('../../gateway/src/domain/errors/error-catalogue.json', import.meta.url),
    'utf8',
  );
  const { securityCodeWrong } = JSON.parse(catalogue).shopperTexts as Record<string, Words>;
  const texts = [...partsOf('de').values()].flatMap((words) => Object.values(words));
  assert.equal(partsOf('de').get('choose.json')!['field.cardCvv'], 'Sicherheitscode');
  assert.match(securityCodeWrong!.de!, /Sicherheitscode/);
  assert.deepEqual(
    texts.filter((text) => /Prüfziffer/.test(text)),
    [],
  );
});

test('every key that the page asks for has a text', () => {
  assert.deepEqual(keysWithoutText(usesOf(readSources()), keysOf(english)), []);
});

test('the page uses every text', () => {
  const unused = textsWithoutUse(usesOf(readSources()), keysOf(english));
  assert.deepEqual(
    unused.filter((key) => !OF_THE_GATEWAY.test(key)),
    [],
  );
});

test('the checks of this file find a missing text, a missing value and an unused text', () => {
  const broken = new Map([...english].map(([file, words]) => [file, { ...words }]));
  const shell = broken.get('shell.json')!;
  delete shell['shell.reference'];
  shell['shell.pay'] = 'Pay';
  shell['shell.language'] = ' ';
  assert.deepEqual(complaintsAbout(broken), [
    'shell.pay has the values  instead of {brand}',
    'shell.json has no shell.reference',
    'shell.language is empty',
  ]);
  const polish = new Map([...partsOf('pl')].map(([file, words]) => [file, { ...words }]));
  delete polish.get('pages.json')!['pages.order.count.few'];
  assert.deepEqual(complaintsAbout(polish, 'pl'), ['pages.json has no pages.order.count.few']);
  const uses = usesOf([`t(a ? 'one' : b === 'x' ? 'two' : \`many.\${c}.end\`); own('three', d); // t('no')`]);
  assert.deepEqual(keysWithoutText(uses, ['one', 'many.x.end']), ['two', 'three…']);
  assert.deepEqual(textsWithoutUse(uses, ['one', 'three.special', 'many.x.end', 'many.x', 'four']), [
    'many.x',
    'four',
  ]);
});
