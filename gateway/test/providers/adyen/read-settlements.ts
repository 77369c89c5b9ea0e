// Reads settlement details reports with Adyen's adapter, for tests: all parts together, and each of them well-formed.
import assert from 'node:assert/strict';
import { assertWellFormedLine, assertWellFormedPayout } from '@tollgate/provider-kit/contract';
import type { ReportedLine, ReportedPayout } from '../../../src/domain/settlements/settlement.ts';
import { ADYEN } from '../../../src/providers/adyen/adyen.ts';
import { ADAPTER_SERVICES } from '../../../src/providers/built-in.ts';
import { anAccount, NOW } from './stage.ts';

export interface ReadPayout extends ReportedPayout {
  lines: ReportedLine[];
}

export interface ReadReport {
  payouts: ReadPayout[];
  /** Values that the adapter does not know, as `field=value`. */
  unknownValues: string[];
}

export function sourceOf(unknownValue: (field: string, value: string) => void = () => {}) {
  const parts = {
    now: () => NOW,
    log: { warn: () => {} },
    ...ADAPTER_SERVICES,
    allowPrivateEndpoints: true,
    unknownValue,
  };
  return ADYEN.connect(anAccount(), parts).settlements!;
}

export async function* piecesOf(content: string | Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function readAll(content: string | Uint8Array, pieceSize?: number): Promise<ReadReport> {
  const unknownValues: string[] = [];
  const { readReport } = sourceOf((field, value) => void unknownValues.push(`${field}=${value}`));
  const payouts = new Map<string, ReadPayout>();
  const keys = new Set<string>();
  for await (const { payout, lines } of readReport!(piecesOf(content, pieceSize))) {
    assertWellFormedPayout(payout);
    const known = payouts.get(payout.reference) ?? { ...payout, lines: [] };
    payouts.set(payout.reference, { ...payout, lines: [...known.lines, ...lines] });
    for (const line of lines) {
      assertWellFormedLine(line, payout);
      assert.ok(!keys.has(line.key), `two lines have the key ${line.key}`);
      keys.add(line.key);
    }
  }
  return { payouts: [...payouts.values()], unknownValues };
}

export async function faultOf(content: string | Uint8Array): Promise<string> {
  let parts = 0;
  try {
    for await (const _ of sourceOf().readReport!(piecesOf(content))) parts += 1;
  } catch (error) {
    assert.equal((error as Error).name, 'ReportFault', String(error));
    assert.equal(parts, 0, 'lines of a report with a fault were told');
    return (error as Error).message;
  }
  return assert.fail('the report was read without a fault');
}
