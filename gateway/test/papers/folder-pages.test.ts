// Checks ARCHITECTURE, STYLE and the README.md of each folder against the repository: the files and folders that they
// name exist, and the page of the migrations has a row for each table. Reads files as text.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const REPOSITORY = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

/** Builds make these; they are not in the repository. */
const MADE_LATER = /(^|\/)dist\/?$/;

/** The README.md of a folder that engineers read. */
const isOfFolder = (path: string) =>
  /^(cashier|embedded-postgres|gateway|portal|provider-kit|providers|sdk\/src|shop)\/(.*\/)?README\.md$/.test(
    path,
  );

/** Paths in backticks: a file of the repository, or a folder with a slash at its end. */
function pathsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const named = [
    ...prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/|(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|css|sql|md|ya?ml))`/g),
  ];
  return named.map(([, path]) => path!).filter((path) => !MADE_LATER.test(path) && !path.startsWith('NNNN'));
}

/** Pages shorten paths where the folder is clear, so a path may be the end of a file's path, or a part of it. */
function missingPaths(page: string, text: string, files: readonly string[]): string[] {
  const leads = (path: string, file: string) =>
    path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`);
  return pathsIn(text)
    .filter((path) => !files.some((file) => leads(path, file)))
    .map((path) => `${page} names ${path}`);
}

test('files and folders that the pages for engineers name exist', () => {
  const files = globSync(
    '{*,{bench,cashier,deploy,docs,embedded-postgres,gateway,openapi,portal,provider-kit,providers,sdk,shop}/**/*}',
    {
      cwd: REPOSITORY,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    },
  ).map((path) => path.replaceAll('\\', '/'));
  const pages = ['docs/ARCHITECTURE.md', 'docs/STYLE.md', 'CONTRIBUTING.md', ...files.filter(isOfFolder)];
  assert.ok(pages.length > 12, String(pages.length));
  assert.ok(pages.flatMap((page) => pathsIn(read(page))).length > 200, 'the pages were read');
  const missing = pages.flatMap((page) => missingPaths(page, read(page), files));
  assert.deepEqual(missing, []);
});

test('a path that leads nowhere is found', () => {
  const text = '`a/b.ts`, `c.ts`, `d/`, `e/`, `b.ts`, `dist/`, `f()`, `GET …/g`\n```\n`h.ts`\n```\n';
  const there = ['gateway/src/a/b.ts', 'x/d/i.ts'];
  assert.deepEqual(missingPaths('x/page.md', text, there), ['x/page.md names c.ts', 'x/page.md names e/']);
});

test('the page of the migrations has a row for each table', () => {
  const tables = [...read('gateway/migrations/schema.sql').matchAll(/^create table (\w+) \(/gm)]
    .map(([, name]) => name!)
    // The partition of rows that belong to no month.
    .filter((name) => !name.endsWith('_other'));
  assert.ok(tables.length > 70, String(tables.length));
  const page = read('gateway/migrations/README.md');
  assert.deepEqual(
    tables.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});
