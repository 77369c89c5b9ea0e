// The same lines give the same settlements, however they are split over pages and files, in whatever order they come,
// and however often they are repeated (contract 17). Nothing is lost, and nothing counts twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ReportedLine } from '../../src/domain/settlements/settlement.ts';
import { isProof, onlyInProof } from '../stage/how-much.ts';
import { aLine, aPayout, MINUTE_MS, openSettlementStage, reportOf, type Shop } from './settlement-stage.ts';

const PAYOUTS = ['po_1', 'po_2'] as const;
/** A line and the payout that it is in. */
type Placed = readonly [(typeof PAYOUTS)[number], ReportedLine];

/** All kinds of verdicts: what fits, what nobody knows, what comes a second time, and what has another amount. */
async function linesOf(shop: Shop): Promise<Placed[]> {
  const [first, second, third] = [await shop.pay(), await shop.pay(), await shop.pay()];
  return [
    ['po_1', aLine('charge 1', { charge: first })],
    ['po_1', aLine('charge 1 again', { charge: first })],
    ['po_1', aLine('charge 2', { charge: second })],
    ['po_1', aLine('fee', { kind: 'fee', grossMinor: 0n, feeMinor: 25n })],
    ['po_1', aLine('fee alike', { kind: 'fee', grossMinor: 0n, feeMinor: 25n })],
    ['po_2', aLine('charge 2 again', { charge: second })],
    ['po_2', aLine('charge 3', { charge: third, grossMinor: 2_400n })],
    ['po_2', aLine('unknown', { charge: crypto.randomUUID() })],
    ['po_2', aLine('correction', { kind: 'other', grossMinor: -300n, feeMinor: 0n })],
  ];
}

/** Sums, and lines by their words; which of two lines about the same thing came first is no matter. */
async function bookOf(shop: Shop) {
  const books = [];
  for (const reference of PAYOUTS) {
    const { charges, fees, other, net, lines, state, all } = await shop.settled(reference);
    const shown = all.map((line: Record<string, unknown>) =>
      [line.kind, line.gross, line.fee, line.net, line.state].join(' '),
    );
    books.push({ reference, charges, fees, other, net, lines, state, all: shown });
  }
  const states = books.flatMap(({ all }) => all as string[]).sort();
  return { states, sums: books.map(({ all, ...sums }) => sums) };
}

const EXPECTED = {
  states: [
    'charge 24 0.6 23.4 conflict',
    'charge 25 0.6 24.4 conflict',
    'charge 25 0.6 24.4 conflict',
    'charge 25 0.6 24.4 matched',
    'charge 25 0.6 24.4 matched',
    'charge 25 0.6 24.4 unmatched',
    'fee 0 0.25 -0.25 matched',
    'fee 0 0.25 -0.25 matched',
    'other -3 0 -3 matched',
  ],
  sums: [
    { reference: 'po_1', charges: 75, fees: -2.3, other: 0, net: 72.7, lines: 5, state: 'open' },
    { reference: 'po_2', charges: 74, fees: -1.8, other: -3, net: 69.2, lines: 4, state: 'open' },
  ],
};

const COUNT = 9;
const SPLITS = isProof() ? 20 : 3;
/** An order of the lines; after which of them a part ends; which lines are repeated in the next part. */
const split = fc.record({
  order: fc.shuffledSubarray(
    Array.from({ length: COUNT }, (_, at) => at),
    { minLength: COUNT },
  ),
  ends: fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
  repeats: fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
});
type Split = typeof split extends fc.Arbitrary<infer T> ? T : never;

function partsOf(lines: readonly Placed[], { order, ends, repeats }: Split): Placed[][] {
  const parts: Placed[][] = [[]];
  for (const [place, at] of order.entries()) {
    const line = lines[at]!;
    parts.at(-1)!.push(line);
    if (!ends[place]) continue;
    parts.push(repeats[place] ? [line] : []);
  }
  return parts;
}

const inPayout = (part: readonly Placed[], reference: string) =>
  part.flatMap(([of, line]) => (of === reference ? [line] : []));

test('any split of lines over pages and orders gives the same settlements', async (t) => {
  const stage = await openSettlementStage(t);
  const { books, apply, look, advance } = stage;
  const play = async (given: Split) => {
    const shop = await stage.shop();
    const lines = await linesOf(shop);
    const parts = partsOf(lines, given);
    for (const reference of PAYOUTS) {
      const pages = parts.map((part) => inPayout(part, reference));
      books.payouts.set(reference, { payout: aPayout(reference), pages });
      await shop.tell(reference);
    }
    await apply();
    await look();
    advance(2 * MINUTE_MS);
    await look();
    assert.deepEqual(await bookOf(shop), EXPECTED);
  };
  await fc.assert(fc.asyncProperty(split, play), { numRuns: SPLITS, endOnFailure: true });
});

test('any split of lines over files and orders gives the same settlements', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await openSettlementStage(t);
  for (const reference of PAYOUTS)
    stage.books.payouts.set(reference, { payout: aPayout(reference), pages: 'none' });
  const play = async (given: Split) => {
    const shop = await stage.shop();
    const lines = await linesOf(shop);
    const keys = new Set<string>();
    const files = partsOf(lines, given).filter((part) => part.length > 0);
    // Two imports at the same moment wait for each other.
    const taken = await Promise.all(
      files.map((part) => {
        const report = PAYOUTS.map((reference) => ({ reference, lines: inPayout(part, reference) }));
        for (const [, { key }] of part) keys.add(key);
        return shop.report(reportOf(report.filter((one) => one.lines.length > 0)));
      }),
    );
    for (const { status, text } of taken) assert.ok(status === 201 || status === 200, text);
    assert.equal(keys.size, COUNT);
    assert.deepEqual(await bookOf(shop), EXPECTED);
  };
  await fc.assert(fc.asyncProperty(split, play), { numRuns: SPLITS, endOnFailure: true });
});
