// No text from a stranger may block the process: every regular expression of the sources, and all code that reads whole
// bodies, takes time in proportion to the text's length. It measures processor time of this thread, so a busy machine
// does not matter.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { withoutCardData } from '../../../sdk/src/cli/mcp/card-masking.ts';
import { referencesIn } from '../../src/domain/bank/creditor-reference.ts';
import { StatementReader } from '../../src/domain/bank/statement-entries.ts';
import { shownString } from '../../src/domain/keys/shown-string.ts';
import { holdsCardNumber } from '../../src/domain/payment-data/card-number-in-text.ts';
import { svgFault } from '../../src/domain/svg-picture.ts';
import { withoutCardNumbers } from '../../src/domain/transactions/answer-excerpt.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { expressionsIn, growth, textsFor, timeOf } from './expressions.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = [
  'gateway/src/**/*.ts',
  'sdk/src/**/*.ts',
  'shop/**/*.ts',
  '{cashier,portal}/src/**/*.{ts,tsx}',
];

/** Their input is short, or our own. */
const BOUNDED = new Map<string, string>(
  (
    [
      [/^(.+?)\1+$/u, 'a password, of 256 characters at most'],
      [/[\P{L}]+$/u, 'a password, of 256 characters at most'],
      [/^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/, 'the expiry in the form of the shop, of 9 characters at most'],
      [
        /^\d{1,4}\s*[-/.: ]\s*\d{1,4}(?:\s*[-/.: ].*)?(?:\s*[ap]\.?m?\.?)?$/i,
        'a cell of a spreadsheet that may be a date; longer ones are none',
      ],
      [
        /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
        'examples of the documentation',
      ],
      [
        /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:]+)|(\s+)/g,
        'JSON that the shop has written, in which every quote is closed',
      ],
    ] as const
  ).map(([expression, why]) => [String(expression), why]),
);

const LENGTH = 4_000;
/** Growth for a text four times as long: 4 is linear, 16 is quadratic. */
const MOST_GROWTH = 8;
/** Less time than this is never quadratic in 4,000 characters. */
const SHORT_MS = 3;

test('the time of every regular expression grows with the length of its text, not faster', () => {
  const slow: string[] = [];
  const tried = new Set<string>();
  const files = globSync(SOURCES, { cwd: ROOT }).filter(
    (file) => !/node_modules|\/(?:test|dist)\//.test(file),
  );
  for (const file of files) {
    for (const expression of expressionsIn(readFileSync(join(ROOT, file), 'utf8'))) {
      if (tried.has(String(expression))) continue;
      tried.add(String(expression));
      if (BOUNDED.has(String(expression))) continue;
      const everywhere = new RegExp(expression.source, `${expression.flags.replace('g', '')}g`);
      const work = (text: string) => text.replace(everywhere, '');
      for (const make of textsFor(expression))
        if (growth(work, make, LENGTH, SHORT_MS) > MOST_GROWTH) {
          slow.push(`${file}: ${expression} on ${JSON.stringify(make(40))}`);
          break;
        }
    }
  }
  assert.ok(tried.size > 100, `${tried.size} expressions were found`);
  assert.deepEqual(slow, []);
});

const svg = (inner: string) =>
  svgFault(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`));
const READERS: Readonly<Record<string, [work: (text: string) => unknown, pieces: readonly string[]]>> = {
  'the card in a text': [
    holdsCardNumber,
    ['1 ', '1-', '0', '4111111111111111 ', '4111 ', 'DE89', '12345678-1234-'],
  ],
  'the masking of an answer': [withoutCardNumbers, ['1 ', '4111 1111 1111 1111 ', '0', '4-']],
  'the signed string': [
    shownString,
    ['1 ', '"pan":"', '"pan":[', '"\\"', '"token":{"', '4111 1111 1111 1111 '],
  ],
  'the masking of the SDK': [
    withoutCardData,
    ['\\', '\\"', '"token"', '"pan":"', '1 ', '4111111111111111', 'tok_'],
  ],
  'the style of an SVG': [
    (text) => svg(`<style>${text}</style>`),
    ['a', 'a-', '@', 'rgb( ', "'", '<![CDATA[a]]>', '<!-- -->'],
  ],
  'an attribute of an SVG': [(text) => svg(`<g style="${text}"/>`), ['a', 'rgb( ', '&amp;', '\n']],
  'an SVG': [svg, ['<g/>', '<g id="a"/>', 'a', '&lt;', '<!---->']],
  'references in a text': [referencesIn, ['RF', 'RF18', 'R F', '0']],
};

test('the time of functions that read whole bodies grows with the length of the body, not faster', {
  skip: onlyInProof,
}, () => {
  const slow: string[] = [];
  for (const [name, [work, pieces]] of Object.entries(READERS))
    for (const piece of pieces)
      for (const end of ['', '\u0001']) {
        const make = (length: number) => piece.repeat(Math.ceil(length / piece.length)) + end;
        // Far above linear growth, and far below quadratic growth.
        if (growth(work, make, 8_000, 30) > MOST_GROWTH) slow.push(`${name} on ${JSON.stringify(piece)}`);
      }
  assert.deepEqual(slow, []);
});

test('the search for a card among thousands of digits costs little more than reading them', () => {
  const text = '1 '.repeat(30_000);
  const read = timeOf((one) => one.replaceAll(/\d(?=\s)/g, '•'), text);
  // 10 times as long. With a look-up of the brand for each candidate it was more than 1,000.
  assert.ok(timeOf(holdsCardNumber, text) < 200 * Math.max(read, 1));
});

const BEGIN =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';
const END = '</Stmt></BkToCstmrStmt></Document>';
const ENTRY = '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls>';

function readWhole(inner: string): void {
  const reader = new StatementReader();
  reader.write(Buffer.from(BEGIN + inner + END));
  reader.close();
}

test('a bank message with too much in it is refused before its end is read', () => {
  const many = (piece: (i: number) => string, count: number) =>
    Array.from({ length: count }, (_, i) => piece(i)).join('');
  for (const [fault, inner] of [
    [/more than 100 attributes/, `<Ntry ${many((i) => `a${i}="" `, 200_000)}>`],
    [/more than 100 attributes/, `<x:a xmlns:x="urn:x" ${many((i) => `a${i}="" `, 101)}/>`],
    [/a name has more than 256/, `<${'a'.repeat(300)}/>`],
    [/a name has more than 256/, `<Ntry ${'a'.repeat(300)}=""/>`],
    [/longer than 1 MB/, `<${'a'.repeat(1_200_000)}`],
    [/longer than 1 MB/, `<Ntry a="${'a'.repeat(1_200_000)}`],
    [/longer than 1 MB/, 'a'.repeat(1_200_000)],
    [/longer than 1 MB/, `<!--${'a'.repeat(1_200_000)}-->`],
    [/longer than 1 MB/, `<![CDATA[${'a'.repeat(1_200_000)}]]>`],
    [/longer than 1 MB/, `<?a ${'a'.repeat(1_200_000)}?>`],
    [/more than 10000 balances/, '<Bal/>'.repeat(10_001)],
    [
      /more than 10000 statements/,
      `${END.slice(0, 7)}${BEGIN.slice(BEGIN.indexOf('<Stmt>'))}`.repeat(10_001),
    ],
    [/more than 300000 entries/, ENTRY + '<TxDtls/>'.repeat(300_001)],
  ] as const)
    assert.throws(() => readWhole(inner), fault, inner.slice(0, 60));
});

test('a statement whose balances and entries each have another currency is summed in one pass', () => {
  const of = (count: number) => {
    const reader = new StatementReader();
    const each = (piece: (currency: string) => string) =>
      Array.from({ length: count }, (_, i) => piece(`X${i}`)).join('');
    const bal = (currency: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">1</Amt></Bal>`;
    const inner = each(bal) + each((currency) => `${ENTRY}</NtryDtls></Ntry>`.replace('EUR', `E${currency}`));
    reader.write(Buffer.from(BEGIN + inner + END));
    return timeOf(() => reader.close(), '');
  };
  const best = (count: number) => Math.min(of(count), of(count), of(count));
  // 4 is linear, 16 is quadratic. Less than 100 ms blocks nobody.
  const long = best(10_000);
  assert.ok(long < 100 || long / best(2_500) <= MOST_GROWTH, `${long} ms`);
});

test('the time for a bank message grows with its length, not faster', () => {
  const bal =
    '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1</Amt><Dt><Dt>2026-01-01</Dt></Dt></Bal>';
  for (const [name, piece, before, after] of [
    ['balances', bal, '', ''],
    ['entries', `${ENTRY}</NtryDtls></Ntry>`, '', ''],
    ['details', '<TxDtls/>', ENTRY, '</NtryDtls></Ntry>'],
    ['fields', '<A>a</A>', '<Ntry><Sts>x</Sts>', '</Ntry>'],
    ['lines', '<Ustrd>RF18</Ustrd>', `${ENTRY}<TxDtls><RmtInf>`, '</RmtInf></TxDtls></NtryDtls></Ntry>'],
    ['text', 'a', '<Ntry><Sts>', '</Sts></Ntry>'],
    ['entities', '&#50;', '<Ntry><Sts>', '</Sts></Ntry>'],
    ['comments', '<!---->', '<Ntry><Sts>', '</Sts></Ntry>'],
  ] as const) {
    const make = (length: number) => before + piece.repeat(Math.ceil(length / piece.length)) + after;
    assert.ok(growth(readWhole, make, 100_000, 300) <= MOST_GROWTH, name);
  }
});
