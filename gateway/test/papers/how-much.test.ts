// Checks what `npm test` leaves to `npm run test:proof`: gateway/test/README.md has the same numbers as the
// tests, each is used where the page says, and the script plays these files whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { howMany, PARTS } from '../stage/how-much.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

const rows = [
  ...read('gateway/test/README.md').matchAll(/^\| (.+) \| (\d+) \| (\d+) \| `(gateway\/test\/.+)` \|$/gm),
];

test('the page has each part that a run of tests plays, with its numbers', () => {
  assert.deepEqual(
    Object.fromEntries(
      rows.map(([, part, usual, all]) => [part, { usual: Number(usual), all: Number(all) }]),
    ),
    PARTS,
  );
});

test('each file that plays a part asks for it, and test:proof plays the file whole', () => {
  const script: string = JSON.parse(read('package.json')).scripts['test:proof'];
  assert.match(script, /^TEST_PROOF=1 /);
  const [, pattern] = /"(.+)"/.exec(script)!;
  for (const [, part = '', , , file = ''] of rows) {
    const text = read(file);
    assert.ok(text.includes(`'${part}'`) || text.includes('formsFor('), `${file} does not ask for ${part}`);
    assert.ok(matchesGlob(file.replace(/\.ts$/, '.test.ts').replace('.test.test', '.test'), pattern!), file);
  }
});

test('properties try the same values in each run of npm test', () => {
  const values = () => fc.sample(fc.integer(), 5);
  assert.deepEqual(values(), values());
});

test('a run without TEST_PROOF plays the part, and one with it plays all', (t) => {
  const before = process.env.TEST_PROOF;
  t.after(() => {
    if (before === undefined) delete process.env.TEST_PROOF;
    else process.env.TEST_PROOF = before;
  });
  delete process.env.TEST_PROOF;
  assert.equal(howMany('seeds of the simulation'), PARTS['seeds of the simulation'].usual);
  process.env.TEST_PROOF = '1';
  assert.equal(howMany('seeds of the simulation'), PARTS['seeds of the simulation'].all);
});
