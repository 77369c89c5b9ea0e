// The one story of a transaction: everything from one commit stands together, and nothing is lost or told twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { storyOf } from '../src/screens/transactions/story-of.ts';

const at = (second: number) => `2026-11-24T10:00:0${second}.000Z`;
const step = (second: number, what: string, more: { kind?: string; status?: string } = {}) => ({
  at: at(second),
  what,
  kind: 'status',
  status: null,
  ...more,
});
const transfer = (second: number, id: string) => ({ id, at: at(second) });
const webhook = (second: number, eventId: string) => ({ eventId, createdAt: at(second) });

test('transfers and webhooks stand at the last step of the same moment, or between the steps', () => {
  const story = storyOf({
    timeline: [step(1, 'made'), step(2, 'processing'), step(2, 'completed'), step(5, 'refunded')],
    transfers: [transfer(2, 'paid'), transfer(3, 'lone')],
    webhooks: [webhook(2, 'told'), webhook(5, 'refund told')],
    refunds: [],
  });
  const shortly = story.map(({ step: told, transfers, webhooks }) => [
    told?.what ?? null,
    ...transfers.map(({ id }) => id),
    ...webhooks.map(({ eventId }) => eventId),
  ]);
  assert.deepEqual(shortly, [
    ['made'],
    ['processing'],
    ['completed', 'paid', 'told'],
    [null, 'lone'],
    ['refunded', 'refund told'],
  ]);
});

test('an undecided refund can be decided at the step that made it', () => {
  const made = { kind: 'refund', status: 'PENDING' };
  const refunds = [
    { id: 'r1', createdAt: at(1), undecided: false },
    { id: 'r2', createdAt: at(2), undecided: true },
  ];
  const timeline = [step(1, 'first', made), step(2, 'second', made)];
  const story = storyOf({ timeline, refunds, transfers: [], webhooks: [] });
  assert.deepEqual(
    story.map(({ undecidedRefund }) => undecidedRefund),
    [null, 'r2'],
  );
});
