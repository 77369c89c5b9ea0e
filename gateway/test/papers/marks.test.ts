// The marks that draw-marks.ts makes from simple-icons (decision 45): the files are its output, and the cashier knows which
// schemes have one.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { brandOf, DRAWN_BRANDS } from '../../../cashier/src/choose/card-brands.ts';
import { drawMarks } from '../../scripts/draw-marks.ts';

const ASSETS = new URL('../../assets/', import.meta.url);

test('every mark file equals the picture drawn from the installed library', () => {
  for (const [path, svg] of drawMarks()) {
    assert.equal(readFileSync(new URL(path, ASSETS), 'utf8'), svg, `${path}; run: npm run marks`);
  }
});

test('no mark has an invalid number, and each begins with its own background', () => {
  for (const [path, svg] of drawMarks()) {
    assert.doesNotMatch(svg, /NaN|undefined/, path);
    assert.match(svg, /^<svg [^>]*>\n {2}<rect width="64" height="40" rx="6" fill="#\w{3,6}"\/>/, path);
  }
});

test('the cashier has a picture for exactly the schemes that it shows', () => {
  const files = readdirSync(new URL('schemes/', ASSETS));
  assert.deepEqual(DRAWN_BRANDS.map((name) => `${name}.svg`).sort(), files.sort());
  for (const name of DRAWN_BRANDS) assert.equal(brandOf('', name).name, name);
});
