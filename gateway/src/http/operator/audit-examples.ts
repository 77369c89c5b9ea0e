// Worked answers of the audit log, for the API reference. Their hashes are right, because the code makes them like
// those of real rows.
import { type AuditRow, firstPreviousHash, hashOfRow } from '../../domain/audit/audit.ts';
import { BRAND_ID } from '../examples/example-transaction.ts';
import { merchantId } from './operator-examples.ts';

const OPERATOR = { kind: 'operator', id: 'root', name: 'root' } as const;

type ExampleRow = Pick<
  AuditRow,
  'id' | 'at' | 'actor' | 'action' | 'target' | 'before' | 'after' | 'requestId'
>;

const rows: Omit<AuditRow, 'words'>[] = [];
function add(example: ExampleRow): void {
  const previousHash = rows.at(-1)?.hash ?? firstPreviousHash(merchantId);
  const row = { ...example, ip: '203.0.113.9', previousHash };
  rows.push({ ...row, hash: hashOfRow(row) });
}

add({
  id: '0197b0aa-0001-7c21-9d3b-2a1b0c9d8e01',
  at: '2026-03-01T10:00:00.000Z',
  actor: OPERATOR,
  action: 'merchant.created',
  target: { kind: 'merchant', id: merchantId },
  before: null,
  after: { name: 'Example Ltd' },
  requestId: '9a1df08e-2f63-4b41-8e1b-3a54c1d0b7f2',
});
add({
  id: '0197b0aa-0002-7c21-9d3b-2a1b0c9d8e02',
  at: '2026-03-01T10:05:00.000Z',
  actor: OPERATOR,
  action: 'brand.changed',
  target: { kind: 'brand', id: BRAND_ID },
  before: { enforceSignatures: false },
  after: { enforceSignatures: true },
  requestId: '5c0c8c0e-6f0b-4a52-9b26-6f8e4f1f7d11',
});
add({
  id: '0197b0aa-0003-7c21-9d3b-2a1b0c9d8e03',
  at: '2026-03-01T10:06:00.000Z',
  actor: OPERATOR,
  action: 'api-key.rotated',
  target: { kind: 'brand', id: BRAND_ID },
  before: null,
  after: { apiKey: 'tg_test_…BvCx', previousExpiresAt: '2026-03-02T10:06:00.000Z' },
  requestId: '0d5d1b7c-1f0a-4a8b-8a60-8a3f9ce0a4ab',
});

export const auditRows = { example: { summary: 'The first rows of a merchant', value: rows } };
