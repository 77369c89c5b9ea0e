// The pages that an engineer reads in the first hour stay short: CONTRIBUTING lists them under "Read first". Checks the
// number of their words, and the width of their lines and of the README.md of each folder.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const REPOSITORY = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

const ARCHITECTURE = 'docs/ARCHITECTURE.md';
const MOST_WORDS = 6_000;
const MOST_WORDS_OF_ARCHITECTURE = 3_500;
const WIDEST = 120;
/** Tables, code and pictures cannot be broken. */
const BOUND = /^\s*\||^!\[/;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

function readFirst(): string[] {
  const [, part] = /^## Read first\n([\s\S]*?)^## /m.exec(read('CONTRIBUTING.md'))!;
  return [...part!.matchAll(/^\d\. .*?\]\(([\w/.-]+)\)/gm)].map(([, path]) => path!);
}

/** Lines of prose that are too wide. */
const wideLines = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => line.length > WIDEST && !BOUND.test(line));

test('an engineer reads fewer than 6,000 words first, and at most 3,500 in ARCHITECTURE', () => {
  const pages = readFirst();
  assert.deepEqual(pages, ['README.md', 'CONTRIBUTING.md', ARCHITECTURE, 'docs/STYLE.md']);
  const words = pages.reduce((sum, path) => sum + wordsIn(read(path)), 0);
  assert.ok(words < MOST_WORDS, `${words} words`);
  const own = wordsIn(read(ARCHITECTURE));
  assert.ok(own <= MOST_WORDS_OF_ARCHITECTURE, `${own} words in ${ARCHITECTURE}`);
});

test('pages that engineers read have at most 120 columns', () => {
  const folders = globSync(
    '{cashier,embedded-postgres,gateway,provider-kit,providers,sdk/src,shop}/**/README.md',
    {
      cwd: REPOSITORY,
      exclude: (path) => path.includes('node_modules'),
    },
  );
  assert.ok(folders.length > 8, String(folders.length));
  const pages = [...readFirst(), 'docs/DOMAIN.md', 'docs/SCRIPTS.md', 'docs/FIRST-CALLS.md', ...folders];
  const wide = pages.flatMap((path) => wideLines(read(path)).map((line) => `${path}: ${line}`));
  assert.deepEqual(wide, []);
  const long = 'word '.repeat(30);
  assert.deepEqual(wideLines(`short\n${long}\n| ${long} |\n\`\`\`\n${long}\n\`\`\`\n`), [long]);
});
