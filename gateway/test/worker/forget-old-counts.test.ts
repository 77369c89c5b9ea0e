// Expired risk counts are deleted in batches, with ended blocks and
// with failed sign-ins under unknown addresses.
import assert from 'node:assert/strict';
import test from 'node:test';
import { signIn } from '../../src/actions/access/sign-in.ts';
import { BlockList } from '../../src/domain/risk/block-list.ts';
import { completeLimits } from '../../src/domain/risk/risk.ts';
import { forgetOldCounts } from '../../src/worker/forget-old-counts.ts';
import { openActions } from '../actions/open-actions.ts';

test('a count is deleted as soon as it no longer counts', async (t) => {
  const gate = await openActions(t);
  const { context, brand } = gate;
  brand.blocks = new BlockList();
  brand.risk = completeLimits({
    attemptsPerCard: { limit: 5, windowSeconds: 60 },
    declinesPerBin: { limit: 5, windowSeconds: 120 },
  });
  const left = async () => {
    const [row] = await context.sql`select (select count(*)::int from risk_attempts) as attempts,
      (select count(*)::int from risk_declines) as declines`;
    return [row!.attempts, row!.declines];
  };
  await gate.pay('4242424242424242');
  await gate.pay('4000000000000002');
  assert.deepEqual(await left(), [2, 1]);
  gate.advance(59_000);
  await gate.pay('4242424242424242');
  assert.equal(await forgetOldCounts(context), 'done');
  assert.deepEqual(await left(), [2, 1]);
  gate.advance(2_000);
  await forgetOldCounts(context);
  assert.deepEqual(await left(), [1, 1], 'the card that came back stays');
  gate.advance(60_000);
  await forgetOldCounts(context);
  assert.deepEqual(await left(), [0, 0]);
});

test('failed sign-ins of an unknown address are deleted a day after the last failure', async (t) => {
  const { context, advance } = await openActions(t);
  const browser = { requestId: 'r', ip: '::1', userAgent: null, token: null };
  const fail = (email: string) => signIn(context, { email, password: 'wrong' }, browser).catch(() => {});
  const left = async () =>
    (await context.sql`select failures from unknown_sign_ins order by 1`).map(Object.values);
  await fail('one@example.com');
  await fail('two@example.com');
  advance(23 * 3_600_000);
  await fail('two@example.com');
  advance(2 * 3_600_000);
  assert.deepEqual(await left(), [[1], [2]]);
  await forgetOldCounts(context);
  assert.deepEqual(await left(), [[2]]);
});
