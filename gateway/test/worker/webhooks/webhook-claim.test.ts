import assert from 'node:assert/strict';
import test from 'node:test';
import type { Candidate } from '../../../src/storage/webhooks/webhook-store.ts';
import { type ClaimView, decideClaims } from '../../../src/worker/webhooks/webhook-claim.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

function candidate(fields: Partial<Candidate> = {}): Candidate {
  return {
    merchantId: 'm',
    brandId: 'b',
    transactionId: 'tx',
    sequence: 1,
    endpointId: 'a',
    url: 'https://shop.example/hooks',
    state: 'pending',
    tries: 0,
    createdAt: new Date(NOW.getTime() - 1_000),
    former: null,
    ...fields,
  };
}

function view(fields: Partial<ClaimView> = {}): ClaimView {
  return {
    now: NOW,
    firstDelayMs: 0,
    addressOf: () => 'https://shop.example/hooks',
    isPaused: () => false,
    isHeld: () => false,
    isFull: () => false,
    reserve: () => true,
    ...fields,
  };
}

const decide = (one: Candidate, fields?: Partial<ClaimView>) => decideClaims([one], view(fields)).get(one);

test('due events are claimed if there is room, and otherwise wait in the line', () => {
  assert.equal(decide(candidate()), 'take');
  assert.equal(decide(candidate({ state: 'waiting' })), 'take');
  assert.equal(decide(candidate(), { reserve: () => false }), 'wait');
  assert.equal(decide(candidate({ state: 'waiting' }), { reserve: () => false }), 'leave');
});

test('no event of a paused endpoint is claimed', () => {
  assert.equal(decide(candidate(), { isPaused: () => true }), 'wait');
  assert.equal(decide(candidate({ state: 'waiting' }), { isPaused: () => true }), 'leave');
});

test('events that this process holds, or has no room for, are not claimed', () => {
  assert.equal(decide(candidate(), { isHeld: () => true }), 'leave');
  assert.equal(decide(candidate(), { isFull: () => true }), 'leave');
});

test('an event whose predecessor waits in the line waits behind it, unless both are claimed', () => {
  const first = candidate({ state: 'waiting' });
  const second = candidate({ sequence: 2, former: 'waiting' });
  assert.equal(decide(second), 'wait');
  const both = decideClaims([second, first], view());
  assert.equal(both.get(first), 'take');
  assert.equal(both.get(second), 'take');
  let room = 0;
  const none = decideClaims([second, first], view({ reserve: () => room++ > 0 }));
  assert.equal(none.get(first), 'leave');
  assert.equal(none.get(second), 'wait');
});

test('a first try waits for the first step of the schedule, a retry does not', () => {
  const fields = { firstDelayMs: 10_000 };
  assert.deepEqual(decide(candidate(), fields), { postponeTo: new Date(NOW.getTime() + 9_000) });
  assert.equal(decide(candidate({ tries: 1 }), fields), 'take');
  assert.equal(decide(candidate({ createdAt: new Date(NOW.getTime() - 10_000) }), fields), 'take');
});
