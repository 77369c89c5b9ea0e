import assert from 'node:assert/strict';
import test from 'node:test';
import type { HeldEvent } from '../../../src/storage/webhooks/webhook-store.ts';
import { type Held, WebhookQueue } from '../../../src/worker/webhooks/webhook-queue.ts';

const LIMITS = { total: 100, perEndpoint: 10, slowTotal: 6, slots: 4, fewestSlots: 2, mostSlots: 8 };
let count = 0;

function held(endpointId: string, fields: Partial<HeldEvent> = {}): Held {
  const id = `event-${++count}`;
  const event = { eventId: id, transactionId: `tx-${id}`, sequence: 1, tries: 0, endpointId, ...fields };
  return { event: event as HeldEvent, leaseEndMs: 0, polled: false };
}

function fill(queue: WebhookQueue, endpointId: string, events: number): void {
  for (let i = 0; i < events; i++) queue.add(held(endpointId));
}

function takeAll(queue: WebhookQueue, endpointId: string): Held[] {
  const taken = [];
  for (let one = queue.next(endpointId); one; one = queue.next(endpointId)) taken.push(one);
  return taken;
}

test('an endpoint sends at most as many events at once as it has slots', () => {
  const queue = new WebhookQueue(LIMITS);
  fill(queue, 'a', 9);
  fill(queue, 'b', 1);
  assert.equal(takeAll(queue, 'a').length, 4);
  assert.equal(takeAll(queue, 'b').length, 1);
  assert.equal(queue.room('a'), 1);
  assert.equal(queue.size, 10);
});

test('reserved room counts until it is used or given back', () => {
  const queue = new WebhookQueue(LIMITS);
  for (let i = 0; i < 10; i++) assert.ok(queue.reserve('a'));
  assert.ok(!queue.reserve('a'));
  queue.unreserve('a');
  assert.equal(queue.room('a'), 1);
});

test('events of a transaction are sent one after the other, and retries whenever they are due', () => {
  const queue = new WebhookQueue(LIMITS);
  const [first, second, third] = [1, 2, 3].map((sequence) => held('a', { transactionId: 'tx', sequence }));
  for (const one of [first!, second!, third!]) {
    assert.ok(queue.inOrder(one.event));
    queue.add(one);
  }
  queue.add(held('a', { transactionId: 'tx', sequence: 0, tries: 3 }));
  const going = takeAll(queue, 'a');
  assert.deepEqual(
    going.map((one) => one.event.sequence),
    [1, 0],
  );
  queue.finish(first!, { ok: false, slow: false });
  assert.equal(queue.next('a'), second);
  assert.equal(queue.next('a'), undefined);
  queue.finish(second!, { ok: true, slow: false });
  assert.equal(queue.next('a'), third);
});

test('an event whose predecessor is unknown to the process does not count as in order', () => {
  const queue = new WebhookQueue(LIMITS);
  const second = held('a', { transactionId: 'tx', sequence: 2 }).event;
  assert.ok(!queue.inOrder(second));
  const first = held('a', { transactionId: 'tx', sequence: 1 });
  queue.add(first);
  queue.next('a');
  queue.finish(first, { ok: false, slow: false });
  assert.ok(queue.inOrder(second));
  assert.ok(!queue.inOrder({ ...second, sequence: 3 }));
});

test('an earlier event at another address delays nothing', () => {
  const queue = new WebhookQueue(LIMITS);
  queue.add(held('old', { transactionId: 'tx', sequence: 1 }));
  const second = held('new', { transactionId: 'tx', sequence: 2 });
  queue.add(second);
  assert.equal(queue.next('new'), second);
});

test('a slow endpoint loses its queue, and gets it back with a fast answer', () => {
  const queue = new WebhookQueue(LIMITS);
  fill(queue, 'a', 9);
  const going = takeAll(queue, 'a');
  assert.ok(queue.markSlow('a'));
  assert.ok(!queue.markSlow('a'));
  assert.equal(queue.releaseQueued('a').length, 5);
  assert.equal(queue.room('a'), 0);
  assert.equal(queue.size, 4);
  for (const one of going) queue.finish(one, { ok: false, slow: true });
  assert.equal(queue.room('a'), 2, 'failures take slots away, down to the fewest');
  queue.add(held('a'));
  queue.finish(queue.next('a')!, { ok: true, slow: false });
  assert.equal(queue.room('a'), 10);
});

test('reserved room is lost if the endpoint becomes slow in the meantime', () => {
  const queue = new WebhookQueue(LIMITS);
  fill(queue, 'a', 4);
  takeAll(queue, 'a');
  assert.ok(queue.reserve('a'));
  queue.markSlow('a');
  queue.unreserve('a');
  assert.equal(queue.add(held('a')), false);
  assert.equal(queue.size, 4);
});

test('slow endpoints together leave room for the others', () => {
  const queue = new WebhookQueue(LIMITS);
  for (const id of ['a', 'b', 'c']) {
    fill(queue, id, 2);
    takeAll(queue, id);
    queue.markSlow(id);
  }
  assert.equal(queue.room('a'), 0);
  assert.equal(queue.room('healthy'), 10);
});

test('an event that is given back takes later events of its transaction with it', () => {
  const queue = new WebhookQueue(LIMITS);
  const events = [1, 2, 3].map((sequence) => held('a', { transactionId: 'tx', sequence }));
  for (const one of events) queue.add(one);
  const going = queue.next('a')!;
  assert.deepEqual(queue.drop(going), events);
  assert.equal(queue.size, 0);
  for (const one of events) {
    assert.ok(!queue.has(one.event));
    queue.add(one);
  }
  assert.deepEqual(queue.releaseQueued('a'), events);
  assert.equal(queue.size, 0);
  assert.equal(queue.next('a'), undefined);
});
