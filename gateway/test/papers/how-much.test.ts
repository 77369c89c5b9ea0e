// Checks what `npm test` leaves to `npm run test:proof`: gateway/test/README.md has the same numbers as the tests, each
// is used where the page says, each file is in a tier, and the proof has the files that `npm test` plays in part.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { EVERY_TEST, filesOfTier, shardOf } from '../runner/tiers.ts';
import { howMany, isProof, PARTS } from '../stage/how-much.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

const rows = [
  ...read('gateway/test/README.md').matchAll(/^\| (.+) \| (\d+) \| (\d+) \| `((?:[\w-]+\/)+test\/.+)` \|$/gm),
];

test('the page has each part that a run of tests plays, with its numbers', () => {
  assert.deepEqual(
    Object.fromEntries(
      rows.map(([, part, usual, all]) => [part, { usual: Number(usual), all: Number(all) }]),
    ),
    PARTS,
  );
});

const ALL = globSync(EVERY_TEST, { cwd: REPOSITORY });
const [first, proof] = [false, true].map((isProof) => filesOfTier(ALL, isProof, REPOSITORY)) as [
  string[],
  string[],
];

test('each file that plays a part asks for it, and the proof plays the file too', () => {
  for (const [, part = '', , , file = ''] of rows) {
    const text = read(file);
    assert.ok(text.includes(`'${part}'`) || text.includes('formsFor('), `${file} does not ask for ${part}`);
    if (file.endsWith('.test.ts')) assert.ok(first.includes(file) && proof.includes(file), file);
  }
  // Through a helper.
  assert.ok(proof.includes('gateway/test/fuzz/fuzz.test.ts'));
});

test('each file is in a tier, and CI runs both tiers', () => {
  assert.ok(ALL.length > 400);
  assert.deepEqual(new Set([...first, ...proof]), new Set(ALL));
  assert.deepEqual(
    first.filter((file) => file.endsWith('.proof.test.ts')),
    [],
  );
  assert.match(read('.ci/run'), /^npm test\n.*^ {2}npm run test:proof -- --shard/ms);
});

test('the shards together have each file once', () => {
  const shards = ['1/3', '2/3', '3/3'].map((shard) => shardOf(proof, shard));
  assert.deepEqual(shards.flat().sort(), [...proof].sort());
  assert.ok(shards.every((files) => files.length >= Math.floor(proof.length / 3)));
  for (const shard of ['0/3', '4/3', '3', 'a/b'])
    assert.throws(() => shardOf(proof, shard), /--shard must be/);
});

test('properties try the same values in each run of npm test', {
  skip: isProof() && 'the proof tries new values',
}, () => {
  const values = () => fc.sample(fc.integer(), 5);
  assert.deepEqual(values(), values());
});

test('npm test plays the part, and the proof plays everything', (t) => {
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
