// An amount as people write it: every habit is read,
// and an ambiguous amount is refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type DecimalSign, readAmount } from '../../../src/domain/money/written-amount.ts';

const POINT: DecimalSign[] = ['.'];
const COMMA: DecimalSign[] = [','];
const BOTH: DecimalSign[] = ['.', ','];

const read = (text: string, signs: DecimalSign[], decimals = 2) => {
  const result = readAmount(text, signs, decimals);
  return 'decimal' in result ? result.decimal : 'refused';
};

test('amounts with points, commas, spaces, apostrophes and Indian groups are read', () => {
  const same: [text: string, amount: string][] = [
    ['1,234.5', '1234.5'],
    ['1.234,50', '1234.5'],
    ['1 234,50', '1234.5'],
    ['1\u202F234,50', '1234.5'],
    ["1'234.50", '1234.5'],
    ['1’234.50', '1234.5'],
    ['1,23,456.00', '123456'],
    ['12,34,567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['10,00', '10'],
    ['10.5', '10.5'],
    ['1234,5', '1234.5'],
    ['0,50', '0.5'],
    ['007', '7'],
    [' 25 ', '25'],
  ];
  for (const signs of [POINT, COMMA, BOTH, []])
    for (const [text, amount] of same) assert.equal(read(text, signs), amount, `${text} by ${signs}`);
});

test('a single sign before three digits groups thousands, and is refused if it may be a decimal sign', () => {
  assert.equal(read('1,000', POINT), '1000');
  assert.equal(read('1.000', COMMA), '1000');
  for (const [text, signs] of [
    ['1,000', COMMA],
    ['1.000', POINT],
    ['1,000', BOTH],
    ['1.000', BOTH],
    ['1,000', []],
  ] as const)
    assert.equal(read(text, [...signs]), 'refused', `${text} by ${signs}`);
  const { fault } = readAmount('1,000', BOTH, 2) as { fault: string };
  assert.equal(fault, '1,000 may mean 1000 or 1.00. Write one of these.');
  // Without decimals it cannot mean anything else.
  assert.equal(read('1,000', BOTH, 0), '1000');
  // A currency with eight decimals.
  assert.equal(read('0.125', POINT, 8), '0.125');
  assert.equal(read('1.125', POINT, 8), '1.125');
  assert.equal(read('1.125', BOTH, 8), 'refused');
});

test('the form that a refusal of an unclear amount suggests is accepted, in every currency', () => {
  for (const decimals of [2, 6, 8]) {
    const { fault } = readAmount('1.234', BOTH, decimals) as { fault: string };
    const [, whole, small] = /may mean (\S+) or (\S+)\. Write one of these\.$/.exec(fault)!;
    assert.equal(read(whole!, BOTH, decimals), '1234');
    assert.equal(read(small!, BOTH, decimals), decimals === 2 ? '1.23' : '1.234');
  }
});

test('a text that is no amount is refused in words', () => {
  const refused = [
    '',
    ' ',
    '-5',
    '−5',
    'abc',
    '1.2.3',
    '1,23,45',
    '12,345,67',
    '1 23',
    '5,',
    '.5',
    '1e5',
    '1.234,5.6',
  ];
  for (const text of refused) {
    const result = readAmount(text, POINT, 2);
    assert.ok('fault' in result && /^[A-Z].*\.$/.test(result.fault), text);
  }
  assert.equal(read('1.234', POINT, 2), 'refused');
  assert.equal(read('12.345', POINT, 2), 'refused');
  assert.equal(read('1234.567', POINT, 2), 'refused');
  assert.equal(read('1250.5', POINT, 0), 'refused');
  assert.equal(read('1250.00', POINT, 0), '1250');
  assert.equal(read('1234567890123', POINT), 'refused');
});

test('an amount is never read as another amount than its writer meant', () => {
  const habits = ['en', 'de', 'fr', 'en-IN', 'de-CH', 'es', 'pl', 'pt-BR', 'sv'] as const;
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 13n }),
      fc.constantFrom(...habits),
      fc.constantFrom(...habits),
      fc.boolean(),
      (minor, writer, reader, useGrouping) => {
        const meant = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
        const text = new Intl.NumberFormat(writer, {
          useGrouping,
          minimumFractionDigits: minor % 100n === 0n ? 0 : 2,
        }).format(meant as Intl.StringNumericLiteral);
        const signs = [writer, reader].map(
          (one) =>
            new Intl.NumberFormat(one).formatToParts(1.5).find(({ type }) => type === 'decimal')!
              .value as DecimalSign,
        );
        const result = readAmount(text, signs, 2);
        if ('decimal' in result) assert.equal(Number(result.decimal), Number(meant), `${text} by ${signs}`);
        // A text is refused only if the signs differ, or the amount is too large.
        else
          assert.ok(
            new Set(signs).size > 1 || minor > 999_999_999_999_99n,
            `${text} by ${signs}: ${result.fault}`,
          );
      },
    ),
  );
});
