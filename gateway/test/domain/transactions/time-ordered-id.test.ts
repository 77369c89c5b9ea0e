import assert from 'node:assert/strict';
import test from 'node:test';
import { firstIdAt, timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';

const AT = new Date('2026-03-01T12:00:00.123Z');

test('ids of one millisecond sort in the order in which they were made', () => {
  for (let round = 0; round < 50; round++) {
    const ids = Array.from({ length: 1_000 }, () => timeOrderedId(AT));
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
    timeOrderedId(new Date(AT.getTime() + round));
  }
});

test('an id is a UUID of version 7 that contains its time', () => {
  const id = timeOrderedId(AT);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(id >= firstIdAt(AT) && id < firstIdAt(new Date(AT.getTime() + 1)));
});

test('more ids in a millisecond than its counter has numbers are still unique', () => {
  const ids = Array.from({ length: 10_000 }, () => timeOrderedId(AT));
  assert.equal(new Set(ids).size, ids.length);
});
