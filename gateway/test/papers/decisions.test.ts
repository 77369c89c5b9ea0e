// Checks the index of decisions (docs/decisions/README.md) against the pages. Numbers never move: each number up to the
// highest has a page and a line in the index, or it is retired, has no page, and its line says where the matter went.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const FOLDER = join(import.meta.dirname, '../../../docs/decisions');
const MOST_PAGES = 90;

/** File name → text. */
type Pages = ReadonlyMap<string, string>;

function faultsOf(index: string, pages: Pages): string[] {
  const lines = index.replace(/\n {2,}/g, ' ');
  const listed = [...lines.matchAll(/^- (\d+) \[(.+?)\]\((.+?)\): \S/gm)];
  const retired = [...lines.matchAll(/^- ((?:\d+, )*\d+): (.+)/gm)].flatMap(([, numbers, where]) =>
    numbers!.split(', ').map((number) => ({ number: Number(number), where: where! })),
  );
  const faults: string[] = [];
  if (pages.size > MOST_PAGES) faults.push(`${pages.size} pages are more than ${MOST_PAGES}`);

  const used = new Set<number>();
  for (const [name, text] of pages) {
    const number = Number(name.slice(0, 4));
    const title = new RegExp(`^# ${number}\\. (.+)\n`).exec(text)?.[1];
    if (title === undefined) faults.push(`${name} does not begin with its number and a title`);
    if (used.has(number)) faults.push(`${number} has two pages`);
    used.add(number);
    const itsLines = listed.filter(([, , , file]) => file === name);
    if (itsLines.length !== 1) faults.push(`${name} has ${itsLines.length} lines in the index`);
    for (const [, told, namedTitle] of itsLines)
      if (Number(told) !== number || namedTitle !== title)
        faults.push(`${name} has another number or title in the index`);
  }
  for (const [, number, , file] of listed)
    if (!pages.has(file!)) faults.push(`the index lists ${number}, which has no page`);

  const gone = retired.map(({ number }) => number);
  for (const { number, where } of retired) {
    if (used.has(number)) faults.push(`${number} is retired and has a page`);
    for (const target of where.match(/\d+/g) ?? [])
      if (!used.has(Number(target))) faults.push(`${number} went to ${target}, which has no page`);
  }
  if (new Set(gone).size !== gone.length) faults.push('a number is retired twice');
  for (let number = 1; number <= Math.max(...used, ...gone); number++)
    if (!used.has(number) && !gone.includes(number)) faults.push(`${number} has no page and is not retired`);
  return faults;
}

test('the index has a line for each decision, and each number has a page or is retired', () => {
  const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  const pages = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
  assert.ok(pages.size > 50, 'the pages were read');
  assert.deepEqual(faultsOf(readFileSync(join(FOLDER, 'README.md'), 'utf8'), pages), []);
});

test('each fault of the index is found', () => {
  const pages = new Map([
    ['0001-a.md', '# 1. A\n'],
    ['0002-b.md', '# 2. B\n'],
  ]);
  const index =
    '- 1 [A](0001-a.md): it is\n  chosen.\n- 2 [B](0002-b.md): so is this.\n- 3: merged into 2.\n';
  assert.deepEqual(faultsOf(index, pages), []);
  const with4 = (text: string) => new Map([...pages, ['0004-d.md', text]]);
  assert.deepEqual(faultsOf(index, with4('# 5. D\n')), [
    '0004-d.md does not begin with its number and a title',
    '0004-d.md has 0 lines in the index',
  ]);
  assert.deepEqual(faultsOf(`${index}- 5 [D](0004-d.md): x.\n`, with4('# 4. D\n')), [
    '0004-d.md has another number or title in the index',
  ]);
  assert.deepEqual(faultsOf(`${index}- 4 [D](0004-d.md): x.\n- 2, 3, 5: merged into 6.\n`, pages), [
    'the index lists 4, which has no page',
    '2 is retired and has a page',
    '2 went to 6, which has no page',
    '3 went to 6, which has no page',
    '5 went to 6, which has no page',
    'a number is retired twice',
    '4 has no page and is not retired',
  ]);
  const many = new Map(Array.from({ length: 91 }, (_, i) => [`${String(i + 1).padStart(4, '0')}-a.md`, '']));
  assert.ok(faultsOf('', many).includes('91 pages are more than 90'));
});
