// Does the contract find faults in what an adapter tells of payouts? A sound source passes. A source that is broken in
// one way fails.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SettlementSource } from '@tollgate/provider-kit';
import { settlesToTheCent } from '@tollgate/provider-kit/contract';
import type { ReportedLine, ReportedPayout } from '../../src/domain/settlements/settlement.ts';
import { aProvider } from './a-provider.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');

const PAYOUT: ReportedPayout = {
  reference: 'batch-1',
  currency: 'EUR',
  netMinor: 8_625n,
  paidAt: NOW,
  failure: null,
  bankWords: ['BATCH 1'],
};

const aLine = (fields: Partial<ReportedLine>): ReportedLine => ({
  key: 'line-1',
  kind: 'charge',
  charge: 'order-1',
  modification: null,
  payment: 'pay-1',
  providerReference: 'pay-1',
  grossMinor: 10_000n,
  feeMinor: 165n,
  netMinor: 9_835n,
  currency: 'EUR',
  original: { amountMinor: 11_000n, currency: 'USD', rate: '0.909' },
  occurredAt: NOW,
  word: 'Settled',
  ...fields,
});

const LINES = [
  aLine({}),
  aLine({
    key: 'line-2',
    kind: 'refund',
    grossMinor: -1_000n,
    feeMinor: 0n,
    netMinor: -1_000n,
    original: null,
  }),
  aLine({ key: 'line-3', kind: 'fee', grossMinor: 0n, feeMinor: 210n, netMinor: -210n, original: null }),
];

/** Two pages. */
function source(payout: ReportedPayout = PAYOUT, lines: ReportedLine[] = LINES): Required<Asked> {
  return {
    payouts: async () => ({ payouts: [payout.reference], rest: null }),
    payout: async (reference) => (reference === payout.reference ? payout : null),
    linesOf: async (_reference, after) =>
      after === null ? { lines: lines.slice(0, 1), rest: 'next' } : { lines: lines.slice(1), rest: null },
  };
}

type Asked = Pick<SettlementSource, 'payouts' | 'payout' | 'linesOf'>;

const judged = (settlements: SettlementSource) =>
  settlesToTheCent({
    provider: aProvider({ settlements }),
    now: () => NOW,
    paidOut: async () => [PAYOUT.reference],
    report: async () => Buffer.from('settled;refunded;fee'),
  });

/** A report of three words; each line is a part of its own. */
const reading = (read: (text: string[]) => number[]): SettlementSource => ({
  async *readReport(bytes) {
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(Buffer.from(piece));
    const texts = pieces.map(String);
    for (const place of read(texts)) yield { payout: PAYOUT, lines: [LINES[place]!] };
  },
});

test('a sound source of payouts or reports passes, and an adapter without one', async () => {
  await judged(source());
  await judged(reading(() => [0, 1, 2]));
  await settlesToTheCent({ provider: aProvider(), now: () => NOW });
});

const changed = (place: number, fields: Partial<ReportedLine>) =>
  source(
    PAYOUT,
    LINES.map((line, at) => (at === place ? { ...line, ...fields } : line)),
  );

const FLAWS: Record<string, SettlementSource> = {
  'tells no lines': {},
  'loses a line': source(PAYOUT, LINES.slice(0, 2)),
  'tells a line twice': source({ ...PAYOUT, netMinor: 8_415n }, [...LINES, LINES[2]!]),
  'has another key when it is asked again': {
    ...source(),
    linesOf: async () => {
      calls += 1;
      return { lines: LINES.map((line) => ({ ...line, key: `${line.key}-${calls}` })), rest: null };
    },
  },
  'begins again at every page': {
    ...source(),
    linesOf: async () => ({ lines: LINES, rest: 'next' }),
  },
  'lists no payouts': { ...source(), payouts: async () => ({ payouts: [], rest: null }) },
  'lists payouts without an end': {
    ...source(),
    payouts: async () => ({ payouts: [PAYOUT.reference], rest: 'next' }),
  },
  'tells of a payout that does not exist': { ...source(), payout: async () => PAYOUT },
  'tells of another payout': { ...source(), payout: async () => ({ ...PAYOUT, reference: 'batch-2' }) },
  'never has a complete list': { ...source(), linesOf: async () => 'not-yet' },
  'adds up wrongly in a line': changed(0, { feeMinor: 160n }),
  'turns the sign of a refund around': changed(1, { grossMinor: 1_000n, netMinor: 1_000n }),
  'writes a fee as gross': changed(2, { grossMinor: -210n, feeMinor: 0n }),
  'mixes currencies': changed(1, { currency: 'USD' }),
  'has an original in the same currency': changed(0, {
    original: { amountMinor: 11_000n, currency: 'EUR', rate: null },
  }),
  'has an original of the other sign': changed(0, {
    original: { amountMinor: -11_000n, currency: 'USD', rate: null },
  }),
  'has a currency that does not exist': source(
    { ...PAYOUT, currency: 'XTS' },
    LINES.map((line) => ({ ...line, currency: 'XTS' })),
  ),
  'has an empty word of a bank text': source({ ...PAYOUT, bankWords: [' '] }),
  'loses lines between two pieces of a report': reading((texts) => (texts.length > 1 ? [0, 1] : [0, 1, 2])),
  'reads no payout in a report': reading(() => []),
};
let calls = 0;

for (const [name, flawed] of Object.entries(FLAWS)) {
  test(`a source that ${name} is noticed`, async () => {
    await assert.rejects(judged(flawed), assert.AssertionError);
  });
}
