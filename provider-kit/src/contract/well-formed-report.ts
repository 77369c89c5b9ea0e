// Whether the lines and payouts that an adapter tells keep what the types of a settlement promise.
import assert from 'node:assert/strict';
import {
  currencyDigits,
  isCleanText,
  isCryptoCurrency,
  type ReportedLine,
  type ReportedPayout,
} from '../provider-kit.ts';
import { LINE_KINDS } from '../seam/settlement.ts';

export function assertWellFormedPayout({ reference, currency, paidAt, bankWords }: ReportedPayout): void {
  assert.ok(isCleanText(reference) && reference !== '' && reference.length <= 200, reference);
  assertCurrency(currency);
  assertDate(paidAt);
  assert.ok(bankWords.every((word) => word !== '' && isCleanText(word)));
}

export function assertWellFormedLine(line: ReportedLine, payout: ReportedPayout): void {
  const { kind, key, grossMinor, feeMinor, netMinor, currency, original, occurredAt, word } = line;
  const { charge, modification, payment, providerReference } = line;
  assert.ok(LINE_KINDS.includes(kind), kind);
  assert.ok(key !== '' && key.length <= 200, key);
  for (const text of [key, word, charge, modification, payment, providerReference])
    assert.ok(text === null || (isCleanText(text) && text.length <= 400), String(text));
  assert.equal(netMinor, grossMinor - feeMinor, `${key}: the net is not gross less fee`);
  assert.equal(currency, payout.currency);
  if (kind === 'fee') assert.equal(grossMinor, 0n);
  if (kind === 'charge' || kind === 'refund-failed' || kind === 'dispute-reversed')
    assert.ok(grossMinor >= 0n);
  if (kind === 'refund' || kind === 'dispute') assert.ok(grossMinor <= 0n);
  if (original !== null) {
    assertCurrency(original.currency);
    assert.notEqual(original.currency, currency);
    assert.ok(original.amountMinor * grossMinor >= 0n, 'the original has another sign');
    assert.ok(original.rate === null || /^\d+(\.\d+)?$/.test(original.rate));
  }
  assertDate(occurredAt);
}

function assertCurrency(code: string): void {
  assert.ok(currencyDigits(code) !== undefined && !isCryptoCurrency(code), code);
}

function assertDate(date: Date | null): void {
  assert.ok(date === null || Number.isFinite(date.getTime()));
}
