// Checks docs/SPEC-TRACE.md and docs/PORTAL-TRACE.md: each row names existing tests or is open, and each section of the
// specification is there. Reads the tests as text and runs none of them. The last test shows it a page with every
// fault.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import test from 'node:test';
import { readProofs, SPEC_TRACE, withProofs } from '../../scripts/write-spec-trace.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const TESTS = join(REPOSITORY, 'gateway/test');
/** Tests in other folders are named by their whole path. */
const OTHER_TESTS = [
  'cashier/test',
  'portal/test',
  'shop/test',
  'embedded-postgres/test',
  'provider-kit/test',
  'providers',
];

/** Sections of the specification that state rules, and rules that have their own numbers. */
const SECTIONS = [
  ['1'],
  ...numbered('2', 13).map((one) => [one]),
  ['3', '3 row 1', '3 row 11', '3 rule 1', '3 rule 2', '3 rule 3'],
  ...numbered('4', 11).map((one) => [one]),
  ['5', ...numbered('5', 5), ...[1, 2, 3, 4, 5, 6, 7].map((one) => `5 rule ${one}`)],
  ['6', ...numbered('6', 7)],
  ['7.1'],
  ['7.2'],
  ['7.3', '7.3.1', '7.3.2'],
  ['8'],
  ['9', ...numbered('9', 4)],
];

function numbered(section: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${section}.${i + 1}`);
}

/** Path below gateway/test, or within the repository → the names of its tests, as the source writes them. */
type Tests = ReadonlyMap<string, ReadonlySet<string>>;

function readTests(): Tests {
  const tests = new Map<string, Set<string>>();
  const read = (folder: string, from: string) => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.test.ts')) continue;
      const path = join(folder, name);
      tests.set(relative(from, path).split(sep).join('/'), namesIn(readFileSync(path, 'utf8')));
    }
  };
  read(TESTS, TESTS);
  for (const folder of OTHER_TESTS) read(join(REPOSITORY, folder), REPOSITORY);
  return tests;
}

/** The first argument of every `test(…)`: a string or a template, with its expressions unchanged. */
function namesIn(source: string): Set<string> {
  const calls = source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g);
  return new Set([...calls].map(([, , name]) => name!.replace(/\\(.)/g, '$1')));
}

interface Row {
  rule: string;
  says: string;
  proof: string;
  section: string;
}

function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    section = /^## (\S+)/.exec(line)?.[1] ?? section;
    if (!line.startsWith('|') || /^\| rule \||^\|-/.test(line)) continue;
    const [, rule = '', says = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    rows.push({ rule, says, proof, section });
  }
  return rows;
}

/** All faults of the page. */
function complaintsAbout(page: string, tests: Tests, sections = SECTIONS): string[] {
  const rows = rowsOf(page);
  const complaints: string[] = [];
  const seen = new Set<string>();
  for (const { rule, says, proof, section } of rows) {
    if (rule === '' || says === '') complaints.push(`a row of section ${section} does not say its rule`);
    if (seen.has(rule)) complaints.push(`${rule} stands twice`);
    seen.add(rule);
    if (!rule.startsWith(section)) complaints.push(`${rule} stands in section ${section}`);
    if (proof === 'open') continue;
    if (proof === '') complaints.push(`${rule} has neither a test nor "open"`);
    for (const one of proof.split('<br>').filter(Boolean)) {
      const [, file, name] = /^`([^`]+?) :: ([^`]+)`$/.exec(one.trim()) ?? [];
      if (file === undefined || name === undefined) complaints.push(`${rule}: "${one}" names no test`);
      else if (!tests.has(file)) complaints.push(`${rule}: there is no file ${file}`);
      else if (!tests.get(file)!.has(name)) complaints.push(`${rule}: ${file} has no test "${name}"`);
    }
  }
  for (const [section, ...rules] of sections) {
    if (!rows.some((row) => row.section === section)) complaints.push(`section ${section} is missing`);
    for (const rule of rules) {
      const said = rows.some((row) => row.rule === rule || row.rule.startsWith(`${rule},`));
      if (!said) complaints.push(`rule ${rule} is missing`);
    }
  }
  return complaints;
}

test('every rule of the specification has an existing test or is marked open', () => {
  const page = readFileSync(SPEC_TRACE, 'utf8');
  assert.deepEqual(complaintsAbout(page, readTests()), []);
  assert.ok(rowsOf(page).length > 200, 'the page was read');
});

test('the page has the proofs that the tests name, and no test names an unknown rule', () => {
  const page = readFileSync(SPEC_TRACE, 'utf8');
  const proofs = readProofs();
  assert.equal(withProofs(page, proofs), page, 'run: npm run spec-trace');
  const rules = new Set(rowsOf(page).map(({ rule }) => rule));
  assert.deepEqual(
    [...proofs.keys()].filter((rule) => !rules.has(rule)),
    [],
  );
});

test('the questions to the portal and the day of each role name tests that exist', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/PORTAL-TRACE.md'), 'utf8');
  assert.deepEqual(
    complaintsAbout(page, readTests(), [['P1', ...[...'abcdefghijkl'].map((one) => `P1 ${one}`)], ['P2']]),
    [],
  );
  assert.equal(rowsOf(page).filter(({ section }) => section === 'P1').length, 18);
});

test('each fault planted in a page is found', () => {
  const page = readFileSync(SPEC_TRACE, 'utf8');
  const tests = readTests();
  const withRow = (row: string) =>
    complaintsAbout(page.replace('\n| 7.1 400 |', `\n${row}\n| 7.1 400 |`), tests);
  for (const [row, complaint] of [
    ['| 7.1 x | says | |', '7.1 x has neither a test nor "open"'],
    ['| 7.1 x | says | later |', '7.1 x: "later" names no test'],
    ['| 7.1 x | says | `nowhere.test.ts :: a name` |', '7.1 x: there is no file nowhere.test.ts'],
    [
      '| 7.1 x | says | `process/config.test.ts :: no such` |',
      '7.1 x: process/config.test.ts has no test "no such"',
    ],
    ['| 7.1 401 | says | open |', '7.1 401 stands twice'],
    ['| 9.9 x | says | open |', '9.9 x stands in section 7.1'],
    ['| | | open |', 'a row of section 7.1 does not say its rule'],
  ] as const) {
    assert.ok(withRow(row).includes(complaint), `${row}: ${withRow(row)}`);
  }
  const without = (line: RegExp) => complaintsAbout(page.replace(line, ''), tests);
  assert.deepEqual(without(/^\| 5 rule 7 .*\n/m), ['rule 5 rule 7 is missing']);
  assert.deepEqual(without(/^## 2\.4 [\s\S]*?(?=^## )/m), ['section 2.4 is missing']);
  const renamed = new Map([...tests].filter(([file]) => file !== 'http/app.test.ts'));
  assert.ok(complaintsAbout(page, renamed).some((one) => one.endsWith('there is no file http/app.test.ts')));
  assert.deepEqual([...namesIn("test('it\\'s', () => {}); await t.test(\n  `… it's`,")], ["it's", "… it's"]);
});
