// Which fields of a record tell about a person. One word in their table decides it for erasure and for operators, so
// this list stands apart from the table.
import assert from 'node:assert/strict';
import test from 'node:test';
import { erasedBody } from '../../../src/domain/erasure/erased.ts';
import { operatorRecord } from '../../../src/domain/records/operator-record.ts';
import { RECORD_FIELDS } from '../../../src/domain/records/record-fields.ts';

const PERSONAL = ['userId', 'card', 'recipient', 'extra1', 'extra2', 'extra3', 'redirectUrl', 'returned'];
const ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

const returned = { amount: 1, reason: 'Ada moved', at: '2026-03-01T10:00:00.000Z' };
const record: Record<string, unknown> = {
  ...Object.fromEntries(RECORD_FIELDS.map(([name]) => [name, `Ada's ${name}`])),
  returned,
};

test('erasure changes exactly the fields of a webhook that tell about a person', () => {
  const erased = JSON.parse(erasedBody(JSON.stringify(record), ID));
  assert.deepEqual(Object.keys(erased), Object.keys(record));
  const changed = Object.keys(record).filter((name) => name !== 'returned' && erased[name] !== record[name]);
  assert.deepEqual([...changed, 'returned'], PERSONAL);
  assert.deepEqual([erased.userId, erased.card, erased.extra2], [`user-${ID}`, null, null]);
  assert.deepEqual(erased.returned, { ...returned, reason: null });
});

test('an operator without the scope support sees exactly the other fields, and of a card its brand', () => {
  const whole = {
    ...record,
    card: { brand: 'VISA', last4: '1111' },
    refunds: [],
    disputes: [],
    timeline: [],
  };
  const shown = operatorRecord(whole as never, { seesPeople: false }) as unknown as typeof record;
  const isTrimmed = (name: string) => name === 'card' || name === 'returned';
  assert.deepEqual(
    RECORD_FIELDS.flatMap(([name]) => (shown[name] === null || isTrimmed(name) ? name : [])),
    PERSONAL,
  );
  assert.deepEqual(
    [shown.card, shown.returned],
    [
      { brand: 'VISA', first6: null, last4: null, expiryMonth: null, expiryYear: null, token: null },
      { ...returned, reason: null },
    ],
  );
});
