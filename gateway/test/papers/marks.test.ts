// The marks that draw-marks.ts makes from simple-icons
// (decision 45): the files are its output.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { drawMarks } from '../../scripts/draw-marks.ts';

const ASSETS = new URL('../../assets/', import.meta.url);

test('every mark file equals the picture drawn from the installed library', () => {
  const drawn = [...drawMarks()];
  const kept = drawn.map(([path]) => [path, readFileSync(new URL(path, ASSETS), 'utf8')]);
  assert.deepEqual(kept, drawn, 'run: npm run marks');
});
