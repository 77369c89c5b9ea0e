// Whatever the order of columns, rows and batches, and however batches are spread over files: the same payouts, lines,
// keys and sums come out of Adyen's reports.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { addLines, NO_SUMS, netOf, type ReportedLine } from '../../../src/domain/settlements/settlement.ts';
import { type ReadPayout, readAll } from './read-settlements.ts';
import {
  aPayoutRow,
  aRow,
  aSettledRow,
  COLUMNS,
  type ReportRow,
  writeReport,
} from './stand-in/settlement-report.ts';

const decimal = (cents: number) => (cents / 100).toFixed(2);

/** Few values, so that many rows are alike. */
const aLine = fc.record({
  type: fc.constantFrom(
    'Settled',
    'Refunded',
    'Chargeback',
    'ChargebackReversed',
    'Fee',
    'Balancetransfer',
    'New',
  ),
  payment: fc.constantFrom('P1', 'P2'),
  cents: fc.constantFrom(0, 1, 2_500, 9_999),
  fee: fc.constantFrom(0, 7, -3),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'GBP'),
  gross: fc.constantFrom('same', 'USD'),
});
type ALine = typeof aLine extends fc.Arbitrary<infer One> ? One : never;

const aBatch = fc.record({ lines: fc.array(aLine, { minLength: 1, maxLength: 8 }), isPaid: fc.boolean() });
const aForm = fc.record({
  columns: fc.shuffledSubarray([...COLUMNS], { minLength: COLUMNS.length }),
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasMark: fc.boolean(),
  isQuoted: fc.boolean(),
});

const ADDS = ['Settled', 'ChargebackReversed'];

function rowOf({ type, payment, cents, fee, currency, gross }: ALine, batch: string): ReportRow {
  const of = { Type: type, 'Net Currency': currency, 'Batch Number': batch };
  if (type === 'Fee' || type === 'Balancetransfer' || type === 'New')
    return aRow({ ...of, 'Net Debit (NC)': decimal(cents) });
  const isAdded = ADDS.includes(type);
  const isConverted = gross === 'USD';
  // A small amount less its fee is not converted, so that it cannot change its sign.
  const amount = isConverted ? Math.max(cents, 100) : cents;
  const net = (isAdded ? amount : -amount) - fee;
  return aSettledRow({
    ...of,
    'Psp Reference': payment,
    'Gross Currency': isConverted ? 'USD' : currency,
    'Gross Credit (GC)': isAdded ? decimal(amount) : '',
    'Gross Debit (GC)': isAdded ? '' : decimal(amount),
    'Net Credit (NC)': net >= 0 ? decimal(net) : '',
    'Net Debit (NC)': net < 0 ? decimal(-net) : '',
    'Commission (NC)': '',
    'Markup (NC)': decimal(fee),
    'Scheme Fees (NC)': '',
    'Interchange (NC)': '',
  });
}

function rowsOf({ lines, isPaid }: { lines: ALine[]; isPaid: boolean }, batch: string): ReportRow[] {
  const rows = lines.map((line) => rowOf(line, batch));
  if (!isPaid) return rows;
  const currencies = new Set(lines.map(({ currency }) => currency));
  return [
    ...rows,
    ...Array.from(currencies, (currency) =>
      aPayoutRow('12.34', { 'Net Currency': currency, 'Batch Number': batch }),
    ),
  ];
}

const shuffled = <T>(items: readonly T[], places: readonly number[]): T[] =>
  items
    .map((item, i) => ({ item, place: places[i % places.length]! * 31 + i * 17 }))
    .sort((a, b) => (a.place % 101) - (b.place % 101))
    .map(({ item }) => item);

const byKey = (a: ReportedLine, b: ReportedLine) => (a.key < b.key ? -1 : 1);

function known(payouts: readonly ReadPayout[]) {
  return payouts
    .map((payout) => ({ ...payout, lines: payout.lines.toSorted(byKey) }))
    .sort((a, b) => (a.reference < b.reference ? -1 : 1));
}

test('the same batches give the same payouts, keys and sums in any order, form and split over files', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aBatch, { minLength: 1, maxLength: 4 }),
      fc.array(aForm, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(100), { minLength: 1, maxLength: 20 }),
      async (batches, forms, places) => {
        const rows = batches.map((batch, i) => rowsOf(batch, String(i + 7)));
        const whole = known((await readAll(writeReport(rows.flat()))).payouts);
        const files = forms.map(() => [] as ReportRow[]);
        for (const [i, own] of rows.entries()) files[places[i % places.length]! % files.length]!.push(...own);
        const split: ReadPayout[] = [];
        for (const [i, file] of files.entries())
          if (file.length > 0)
            split.push(...(await readAll(writeReport(shuffled(file, places), forms[i]), 97)).payouts);
        assert.deepEqual(known(split), whole);
        const lines = whole.flatMap((payout) => payout.lines);
        assert.equal(
          lines.length,
          batches.reduce((sum, batch) => sum + batch.lines.length, 0),
        );
        for (const payout of whole) {
          const sum = payout.lines.reduce((total, { netMinor }) => total + netMinor, 0n);
          assert.equal(netOf(addLines(NO_SUMS, payout.lines)), sum);
        }
      },
    ),
    { numRuns: 60 },
  );
});
