// The accent colour: whatever a merchant chooses, shoppers can read it, and it stays the merchant's colour.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type Accent,
  accentPair,
  contrast,
  DARK_PAGE,
  DEFAULT_ACCENT,
  LIGHT_PAGE,
  toOklch,
} from '../../src/domain/accent-colour.ts';

/** The same numbers in every run. */
function* randomColours(count: number): Generator<string> {
  let state = 0x2545f491;
  for (let i = 0; i < count; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield `#${((state >>> 4) & 0xffffff).toString(16).padStart(6, '0')}`;
  }
}

const EDGES = [
  ...['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'],
  ...['#767676', '#777777', '#17181c', '#000001', '#fffffe', '#ffcc00', '#1f4fd8', '#00b67a'],
];
const colours = [...EDGES, ...randomColours(6_000)];

const themes = (hex: string): { page: string; shown: Accent }[] => {
  const { light, dark } = accentPair(hex);
  return [
    { page: LIGHT_PAGE, shown: light },
    { page: DARK_PAGE, shown: dark },
  ];
};

/** Degrees between two hues. */
function hueDistance(one: string, other: string): number {
  const apart = Math.abs(toOklch(one).hue - toOklch(other).hue);
  return (Math.min(apart, 2 * Math.PI - apart) * 180) / Math.PI;
}

test('contrast is that of WCAG: known pairs', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  // The lightest grey that passes AA on white, and the next one.
  assert.ok(contrast('#767676', '#ffffff') >= 4.5 && contrast('#777777', '#ffffff') < 4.5);
  assert.ok(Math.abs(contrast('#ff0000', '#ffffff') - 3.998) < 0.001);
});

test('any colour reads on the page, and its text on it, in light and dark', () => {
  for (const hex of colours) {
    for (const { page, shown } of themes(hex)) {
      assert.match(shown.accent, /^#[0-9a-f]{6}$/, hex);
      assert.ok(contrast(shown.accent, page) >= 4.5, `${hex} is ${shown.accent} on ${page}`);
      assert.ok(contrast(shown.accent, shown.onAccent) >= 4.5, `${shown.onAccent} on ${shown.accent}`);
    }
  }
});

test('a colour that reads already is left as it is, and one that does not moves no further than it must', () => {
  let [left, moved] = [0, 0];
  for (const hex of colours) {
    for (const { page, shown } of themes(hex)) {
      if (contrast(hex, page) >= 4.5) {
        assert.equal(shown.accent, hex);
        left++;
      } else {
        assert.ok(contrast(shown.accent, page) < 4.65, `${hex} went to ${shown.accent} on ${page}`);
        moved++;
      }
    }
  }
  assert.ok(left > 3_000 && moved > 3_000, `${left} left, ${moved} moved`);
});

test('the hue of a saturated colour stays within three degrees', () => {
  let compared = 0;
  for (const hex of colours.filter((one) => toOklch(one).chroma > 0.08)) {
    for (const { shown } of themes(hex)) {
      assert.ok(hueDistance(hex, shown.accent) < 3, `${hex} became ${shown.accent}`);
      compared++;
    }
  }
  assert.ok(compared > 6_000, `${compared} compared`);
});

test('a grey stays a grey, and capitals are the same colour', () => {
  for (const { shown } of themes('#808080')) assert.match(shown.accent, /^#(..)\1\1$/);
  assert.deepEqual(accentPair('#FFCC00'), accentPair('#ffcc00'));
});

test('the default needs no change on a light page and reads on both', () => {
  const { light, dark } = accentPair(DEFAULT_ACCENT);
  assert.deepEqual(light, { accent: DEFAULT_ACCENT, onAccent: '#ffffff' });
  assert.notEqual(dark.accent, DEFAULT_ACCENT);
});
