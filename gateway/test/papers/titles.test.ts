// What a test can see of plain titles (docs/STYLE.md): no title begins with "Of" or "What", none says "one that", none
// has more than 160 characters, and two tests of a file have different titles. Reads the tests as text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { trackedFiles } from './tidy-rules.ts';

const LONGEST = 160;
const CALL = /(?<![\w$.])(?:t\.)?(?:test|describe)(?:\.(?:only|skip|todo))?\(\s*/;
const TITLE = new RegExp(`${CALL.source}(['"\`])((?:\\\\.|(?!\\1)[\\s\\S])*)\\1`, 'g');
/** These quote tests that are not theirs. */
const QUOTE_TESTS = ['gateway/test/papers/titles.test.ts', 'gateway/test/runner/runner.test.ts'];

/** The titles of a file as its source writes them, `${…}` included. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, , title]) => title!.replace(/\\(.)/g, '$1'));
}

function faultsOf(path: string, titles: readonly string[]): string[] {
  return titles.flatMap((title, i) => [
    ...(/^(of|what) /i.test(title) ? [`${path} begins without its subject: ${title}`] : []),
    ...(/\bone that\b/i.test(title) ? [`${path} says "one that": ${title}`] : []),
    ...(title.length > LONGEST ? [`${path} has ${title.length} characters: ${title}`] : []),
    ...(titles.indexOf(title) < i ? [`${path} has two tests: ${title}`] : []),
  ]);
}

test('each title of a test is plain, short and unique in its file', () => {
  const tests = [...trackedFiles()].filter(([path]) => /(^|\/)test\/.*\.tsx?$/.test(path));
  const titles = tests
    .filter(([path]) => !QUOTE_TESTS.includes(path))
    .map(([path, text]) => [path, titlesIn(text)] as const);
  assert.ok(titles.flatMap(([, found]) => found).length > 3_000, 'the tests were read');
  assert.deepEqual(
    titles.flatMap(([path, found]) => faultsOf(path, found)),
    [],
  );
});

test('each fault of a title is found', () => {
  const planted = `
    test('of two payments the latest counts', () => {});
    test("what a shop's server sends is signed", () => {});
    await t.test(
      "a shop's payment, and one that waits", async () => {});
    describe(\`\${name}: ${'word '.repeat(40)}\`, () => {});
    test('a payment is charged once', () => {});
    test('a payment is charged once', () => {});
    if (/x/.test('of a regular expression')) rule.test('of a rule');
  `;
  assert.deepEqual(
    faultsOf('a.ts', titlesIn(planted)).map((fault) => fault.split(':')[0]),
    [
      'a.ts begins without its subject',
      'a.ts begins without its subject',
      'a.ts says "one that"',
      'a.ts has 209 characters',
      'a.ts has two tests',
    ],
  );
});
