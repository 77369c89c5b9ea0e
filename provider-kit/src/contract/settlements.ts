// What every adapter must keep that tells what a provider pays out (contract 17): rules of contract.ts. A wrong line
// would make a wrong month-end, so each amount is added up, and everything is read twice.
import assert from 'node:assert/strict';
import {
  currencyDigits,
  type LineKind,
  type ReportedLine,
  type ReportedPayout,
  type SettlementSource,
} from '../provider-kit.ts';
import { LINE_KINDS } from '../seam/settlement.ts';
import type { SettlementStage } from './stage.ts';

/** A provider never needs this many pages for a test. */
const MOST_PAGES = 50;
const DAY_MS = 24 * 60 * 60_000;
const SOON = () => AbortSignal.timeout(10_000);

export async function settlesToTheCent(stage: SettlementStage): Promise<void> {
  const source = stage.provider.settlements;
  if (!source) return;
  assert.ok(source.linesOf || source.readReport, 'it has no way to tell the lines of a payout');
  if (source.linesOf) await tellsPayouts(source as Asked, stage);
  if (source.readReport) await readsReports(source as Reading, stage);
}

type Asked = Required<Pick<SettlementSource, 'payouts' | 'payout' | 'linesOf'>>;
type Reading = Required<Pick<SettlementSource, 'readReport'>>;

async function tellsPayouts(source: Asked, stage: SettlementStage): Promise<void> {
  assert.ok(stage.paidOut, 'the stage needs payouts');
  const references = await stage.paidOut();
  assert.ok(references.length > 0, 'the stage needs payouts');
  const listed = await listPayouts(source, new Date(stage.now().getTime() - DAY_MS));
  for (const reference of references) {
    assert.ok(listed.includes(reference), `${reference} is not in the list of payouts`);
    const payout = await source.payout(reference, SOON());
    assert.ok(payout, `${reference} is not known`);
    assert.equal(payout.reference, reference, `asked for ${reference}, it told another payout`);
    assertPayout(payout);
    const lines = await listLines(source, reference);
    assert.deepEqual(await listLines(source, reference), lines, 'other lines when they are read again');
    assertLines(payout, lines);
  }
  assert.equal(await source.payout('no-such-payout', SOON()), null, 'it tells a payout that does not exist');
}

async function listPayouts(source: Asked, since: Date): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { payouts, rest } = await source.payouts({ since, after }, SOON());
    found.push(...payouts);
    if (rest === null) return found;
    after = rest;
  }
  assert.fail('the list of payouts does not end');
}

async function listLines(source: Asked, reference: string): Promise<ReportedLine[]> {
  const found: ReportedLine[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await source.linesOf(reference, after, SOON());
    assert.ok(typeof answer !== 'string', `the lines of ${reference} are ${String(answer)}`);
    found.push(...answer.lines);
    if (answer.rest === null) return found;
    after = answer.rest;
  }
  assert.fail('the list of lines does not end');
}

async function readsReports(source: Reading, stage: SettlementStage): Promise<void> {
  assert.ok(stage.report, 'the stage needs a report');
  const bytes = await stage.report();
  const whole = await readReport(source, bytes, bytes.length);
  assert.ok(whole.size > 0, 'the report has no payout');
  for (const { payout, lines } of whole.values()) {
    assertPayout(payout);
    assertLines(payout, lines);
  }
  for (const size of [1, 7, 4_096]) {
    assert.deepEqual(await readReport(source, bytes, size), whole, `other lines in pieces of ${size} bytes`);
  }
}

async function readReport(source: Reading, bytes: Uint8Array, size: number) {
  const found = new Map<string, { payout: ReportedPayout; lines: ReportedLine[] }>();
  for await (const { payout, lines } of source.readReport(piecesOf(bytes, size))) {
    const former = found.get(payout.reference)?.lines ?? [];
    found.set(payout.reference, { payout, lines: [...former, ...lines] });
  }
  return found;
}

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function assertPayout({ reference, currency, paidAt, failure, bankWords }: ReportedPayout): void {
  assert.match(reference, /^[\x21-\x7e]{1,200}$/, 'no reference');
  assert.notEqual(currencyDigits(currency), undefined, `${currency} is no currency`);
  assert.ok(paidAt === null || Number.isFinite(paidAt.getTime()), 'no date');
  assert.ok(failure === null || (failure !== '' && failure.length <= 300), 'no reason of a failure');
  for (const word of bankWords) assert.ok(word.trim() !== '' && word.length <= 140, 'no word of a bank text');
}

/** The sign that each kind has; a line of zero fits every kind. */
const SIGNS: Readonly<Partial<Record<LineKind, 1n | -1n>>> = {
  charge: 1n,
  refund: -1n,
  'refund-failed': 1n,
  dispute: -1n,
  'dispute-reversed': 1n,
};

function assertLines(payout: ReportedPayout, lines: readonly ReportedLine[]): void {
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length, 'two lines have the same key');
  for (const line of lines) {
    const { key, kind, grossMinor, feeMinor, netMinor, currency, original, occurredAt, word } = line;
    const says = (what: string) => `${key} (${kind}): ${what}`;
    assert.match(key, /^[\x21-\x7e]{1,200}$/, says('no key'));
    assert.ok(LINE_KINDS.includes(kind), says('no kind'));
    assert.equal(netMinor, grossMinor - feeMinor, says('the net is not the gross without the fee'));
    assert.equal(currency, payout.currency, says('another currency than its payout'));
    if (kind === 'fee') assert.equal(grossMinor, 0n, says('a fee has its amount in the fee'));
    assert.ok(grossMinor * (SIGNS[kind] ?? 0n) >= 0n, says('the sign does not fit'));
    if (original) {
      assert.notEqual(original.currency, currency, says('it was not converted'));
      assert.ok(original.amountMinor * grossMinor >= 0n, says('the original has another sign'));
      if (original.rate !== null) assert.match(original.rate, /^\d+(\.\d+)?$/, says('no rate'));
    }
    assert.ok(occurredAt === null || Number.isFinite(occurredAt.getTime()), says('no date'));
    assert.ok(word !== '' && word.length <= 200, says('no word'));
    for (const text of [line.charge, line.modification, line.payment, line.providerReference]) {
      assert.ok(text === null || (text !== '' && text.length <= 255), says('an empty reference'));
    }
  }
  const sum = lines.reduce((all, { netMinor }) => all + netMinor, 0n);
  if (payout.netMinor !== null) assert.equal(sum, payout.netMinor, 'the payout is not the sum of its lines');
}
