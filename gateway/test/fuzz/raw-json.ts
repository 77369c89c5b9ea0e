// JSON text as hostile callers write it: numbers that no library prints, repeated names, half surrogate pairs, depth,
// size, and text that is no JSON. A Raw value is written unchanged.
import fc from 'fast-check';
import { anyText } from '../stage/any-text.ts';

/** A piece of JSON text that no normal value serializes to. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** How fast-check shows it. */
  toString(): string {
    return `Raw(${this.text})`;
  }
}

/** Members in order, including repeated names. */
export class Members {
  readonly list: readonly (readonly [name: string, value: unknown])[];
  constructor(list: readonly (readonly [string, unknown])[]) {
    this.list = list;
  }
}

export function toText(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Members) return membersText(value.list);
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`;
  if (typeof value === 'object' && value !== null) {
    return membersText(Object.entries(value).filter(([, inner]) => inner !== undefined));
  }
  return JSON.stringify(value);
}

const membersText = (list: Members['list']) =>
  `{${list.map(([name, inner]) => `${JSON.stringify(name)}:${toText(inner)}`).join()}}`;

export const HAZARD_NUMBERS = [
  '1e21',
  '-0',
  '1e400',
  '-1e400',
  '0.30000000000000004',
  '1E+2',
  '5.0e1',
  '50.00',
  '0.1e-400',
  '1e-7',
  '9007199254740993',
  '123456789012345678901234567890',
  '999999999999.99',
  '1000000000000',
  '-0.01',
  '10.005',
].map((text) => new Raw(text));

const HAZARD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  'toJSON',
  '0',
  '7',
  '-1',
  '4294967295',
  '',
  ' ',
  'a.b',
  'a/b~c',
  '$ref',
  '\u0000',
  '\ud800',
  'é',
];

const HAZARD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u2028',
  '\ufeff',
  '\ufffd',
  'ﷺ'.repeat(40),
  'e\u0301'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(25),
  "'; drop table transactions; --",
  '$1 %s {{x}} <script>alert(1)</script>',
  '../../../../etc/passwd',
  'https://u:p@host/',
  'http://[::ffff:127.0.0.1]:1/%00',
  'javascript:alert(1)',
  'NaN',
  'null',
  '1e999',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(256),
  'x'.repeat(70_000),
];

/** Any UTF-16 units, including halves of pairs. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

const wildText = fc.oneof(fc.constantFrom(...HAZARD_TEXTS), anyUnits, anyText(20));

/**
 * Any value, at most four levels deep. `names`: field names that a reader looks for, so that it meets them with
 * anything inside.
 */
export function wildValue(names: readonly string[]): fc.Arbitrary<unknown> {
  const name = fc.oneof(
    { weight: 4, arbitrary: names.length > 0 ? fc.constantFrom(...names) : wildText },
    { weight: 2, arbitrary: fc.constantFrom(...HAZARD_NAMES) },
    { weight: 1, arbitrary: wildText },
  );
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      wildText,
      fc.constantFrom(...HAZARD_NUMBERS),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false, 0, 1),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 8 }).map((list) => new Members(list)),
    ),
  })).value;
}

/** The text of a whole body: mostly an object, sometimes deep, huge, cut off or no JSON. */
export function wildBody(names: readonly string[]): fc.Arbitrary<string> {
  const value = wildValue(names);
  const member = fc.tuple(fc.oneof(fc.constantFrom(...names, 'x'), fc.constantFrom(...HAZARD_NAMES)), value);
  const object = fc.array(member, { minLength: 1, maxLength: 10 }).map((list) => toText(new Members(list)));
  return fc.oneof(
    { weight: 8, arbitrary: object },
    { weight: 1, arbitrary: value.map(toText) },
    { weight: 1, arbitrary: fc.tuple(object, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(object, fc.nat(), fc.integer({ min: 0, max: 0xff }))
        .map(([text, at, unit]) => put(text, at, unit)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...names, 'x'), fc.integer({ min: 20, max: 20_000 }), fc.boolean())
        .map(([key, depth, objects]) =>
          objects
            ? `{"${key}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
            : `{"${key}":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...names, 'x'),
          fc.constantFrom(1_000, 65_536, 200_000, 262_136, 262_137, 300_000),
        )
        .map(([key, size]) => `{"${key}":"${'y'.repeat(size)}"}`),
    },
  );
}

function put(text: string, at: number, unit: number): string {
  const where = at % text.length;
  return text.slice(0, where) + String.fromCharCode(unit) + text.slice(where + 1);
}
