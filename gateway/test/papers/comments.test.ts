// What a test can see of plain comments (docs/STYLE.md): no sentence of a comment begins with "Of", and no line of a
// comment is wider than 120 columns.
import assert from 'node:assert/strict';
import test from 'node:test';
import { trackedFiles } from './tidy-rules.ts';

const WIDEST = 120;
const MADE_BY_PROGRAMS = /(^|\/)(dist|fixtures|assets)\/|api-types\.ts$|schema\.d\.ts$/;
/** It cannot be broken, or another program reads it. */
const BOUND = /https?:\/\/\S{60}|biome-ignore|@ts-|\/\/ proves /;

interface Line {
  where: string;
  text: string;
}

/** Lines that are nothing but a comment. */
function commentLines(path: string, text: string): Line[] {
  return text
    .split('\n')
    .map((line, i) => ({ where: `${path}:${i + 1}`, text: line }))
    .filter((line) => /^\s*(\/\/|\/\*\*|\*( |$))/.test(line.text));
}

function faultsOf(lines: readonly Line[]): string[] {
  return lines.flatMap(({ where, text }) => [
    ...(/^\s*(?:\/\/|\/\*\*|\*)\s*(?:.*[.:;] )?Of (?!course)/.test(text)
      ? [`${where} begins with "Of"`]
      : []),
    ...(text.length > WIDEST && !BOUND.test(text) ? [`${where} has ${text.length} columns`] : []),
  ]);
}

test('comments begin with their subject, and are at most 120 columns wide', () => {
  const sources = [...trackedFiles()].filter(
    ([path]) => /\.tsx?$/.test(path) && !MADE_BY_PROGRAMS.test(path),
  );
  const lines = sources.flatMap(([path, text]) => commentLines(path, text));
  assert.ok(lines.length > 10_000, String(lines.length));
  assert.deepEqual(faultsOf(lines), []);
});

test('both faults are found', () => {
  const long = `// ${'word '.repeat(24)}`;
  const lines = commentLines(
    'a.ts',
    `/** Of a payout. */\n  // It is sent. Of two the first.\n${long}\n// Of course.\n`,
  );
  assert.deepEqual(faultsOf(lines), [
    'a.ts:1 begins with "Of"',
    'a.ts:2 begins with "Of"',
    'a.ts:3 has 123 columns',
  ]);
});
