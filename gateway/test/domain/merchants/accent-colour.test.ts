// The accent colour: whatever a merchant chooses, shoppers can read
// it, and it stays the merchant's colour.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { converter } from 'culori';
import {
  type Accent,
  accentPair,
  contrast,
  DARK_GROUND,
  DEFAULT_ACCENT,
  LIGHT_GROUND,
} from '../../../src/domain/merchants/accent-colour.ts';

const toOklch = converter('oklch');

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

const themes = (hex: string): { ground: string; shown: Accent }[] => {
  const { light, dark } = accentPair(hex);
  return [
    { ground: LIGHT_GROUND, shown: light },
    { ground: DARK_GROUND, shown: dark },
  ];
};

/** color-mix in sRGB: `share` of the first. */
function mixed(one: string, other: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) =>
    Math.round(channel(one, at) * share + channel(other, at) * (1 - share)),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Degrees between two hues. */
function hueDistance(one: string, other: string): number {
  const apart = Math.abs(toOklch(one)!.h! - toOklch(other)!.h!);
  return Math.min(apart, 360 - apart);
}

test('the contrast of known pairs is that of the WCAG formula', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  // The lightest grey that passes AA on white, and the next lighter one.
  assert.ok(contrast('#767676', '#ffffff') >= 4.5 && contrast('#777777', '#ffffff') < 4.5);
  assert.ok(Math.abs(contrast('#ff0000', '#ffffff') - 3.998) < 0.001);
});

test('any colour becomes readable on white and black pages, and so does the text on it', () => {
  for (const hex of colours) {
    for (const { ground, shown } of themes(hex)) {
      assert.match(shown.accent, /^#[0-9a-f]{6}$/, hex);
      assert.ok(contrast(shown.accent, ground) >= 4.5, `${hex} is ${shown.accent} on ${ground}`);
      const plain = ground === LIGHT_GROUND ? '#ffffff' : '#000000';
      assert.ok(contrast(shown.accent, plain) >= 4.5, `${hex} is ${shown.accent} on ${plain}`);
      assert.ok(contrast(shown.accent, shown.onAccent) >= 4.5, `${shown.onAccent} on ${shown.accent}`);
    }
  }
});

test('the accent is readable on every background of the stylesheet, and on a button under the pointer', () => {
  const styles = readFileSync(new URL('../../../../cashier/styles/tokens.css', import.meta.url), 'utf8');
  const [light, dark, soft] = styles.split(/@media \(prefers-color-scheme: dark\)|@supports/);
  const grounds = (text: string) =>
    ['page', 'surface', 'tint', 'accent-soft'].map((name) => {
      const digits = new RegExp(`--${name}: #([0-9a-f]+);`).exec(text)![1]!;
      return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
    });
  const share = Number(/var\(--accent\) (\d+)%, var\(--surface\)/.exec(soft!)![1]) / 100;
  const [lightGrounds, darkGrounds] = [grounds(light!), grounds(dark!)];
  for (const hex of colours) {
    const pair = accentPair(hex);
    for (const [{ accent, onAccent }, under] of [
      [pair.light, lightGrounds],
      [pair.dark, darkGrounds],
    ] as const) {
      for (const ground of [...under, mixed(accent, under[1]!, share)])
        assert.ok(contrast(accent, ground) >= 4.5, `${hex} is ${accent} on ${ground}`);
      assert.ok(contrast(mixed(accent, '#000000', 0.93), onAccent) >= 4.5, `${onAccent} on dimmed ${accent}`);
    }
  }
});

test('a readable colour does not change, and an unreadable colour changes only as far as needed', () => {
  let [left, moved] = [0, 0];
  for (const hex of colours) {
    for (const { ground, shown } of themes(hex)) {
      if (contrast(hex, ground) >= 4.5) {
        assert.equal(shown.accent, hex);
        left++;
      } else {
        assert.ok(contrast(shown.accent, ground) < 4.65, `${hex} went to ${shown.accent} on ${ground}`);
        moved++;
      }
    }
  }
  assert.ok(left > 3_000 && moved > 3_000, `${left} left, ${moved} moved`);
});

test('the hue of a saturated colour stays within three degrees', () => {
  let compared = 0;
  for (const hex of colours.filter((one) => toOklch(one)!.c > 0.08)) {
    for (const { shown } of themes(hex)) {
      assert.ok(hueDistance(hex, shown.accent) < 3, `${hex} became ${shown.accent}`);
      compared++;
    }
  }
  assert.ok(compared > 6_000, `${compared} compared`);
});

test('a grey stays grey, and capital letters name the same colour', () => {
  for (const { shown } of themes('#808080')) assert.match(shown.accent, /^#(..)\1\1$/);
  assert.deepEqual(accentPair('#FFCC00'), accentPair('#ffcc00'));
});

test('the default colour needs no change on a light page and is readable on both', () => {
  const { light, dark } = accentPair(DEFAULT_ACCENT);
  assert.deepEqual(light, { accent: DEFAULT_ACCENT, onAccent: '#ffffff' });
  assert.notEqual(dark.accent, DEFAULT_ACCENT);
});
