// What one statement tells a process about the work of others: which loops have work, when, and that a brand was
// changed.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { LoopHandle } from '../../src/actions/context.ts';
import { eraseNoted } from '../../src/actions/erasure/erase-noted.ts';
import { LOOPS_ASKED_FOR } from '../../src/storage/work/look-for-work.ts';
import { sweepDueCaptures } from '../../src/worker/due-captures.ts';
import { sweepDueMails } from '../../src/worker/due-mails.ts';
import { sweepDueMandates } from '../../src/worker/due-mandates.ts';
import { sweepDueNotifications } from '../../src/worker/due-notifications.ts';
import { sweepDueRefunds } from '../../src/worker/due-refunds.ts';
import { sweepDueResponses } from '../../src/worker/due-responses.ts';
import { sweepDueSettlements } from '../../src/worker/due-settlements.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { foldBalances } from '../../src/worker/fold-balances.ts';
import { foldListing } from '../../src/worker/fold-listing.ts';
import { paceOf } from '../../src/worker/turn-result.ts';
import { wakeLoops } from '../../src/worker/wake-loops.ts';
import { runReplays } from '../../src/worker/webhooks/run-replays.ts';
import { CITUS_URL } from '../stage/citus-cluster.ts';
import { aCardPayin, eventually, startTestGateway } from '../stage/harness.ts';

const skip = CITUS_URL !== null && 'on a cluster each loop looks on its own';

test('a resting loop wakes for work of another process, and brands are read again after a change', {
  skip,
}, async (t) => {
  // Its loops do not run, because this test plays another process.
  const gateway = await startTestGateway(t, { workers: false });
  const { sql } = gateway.gateway.context;
  const woken = new Map<string, number>();
  const loopHandles = new Set<LoopHandle>(
    LOOPS_ASKED_FOR.map((loop) => ({
      loop,
      quietMs: () => 0,
      isLate: () => false,
      failures: () => 0,
      resumePace() {},
      rests: () => true,
      wake: (inMs) => void woken.set(loop, inMs),
    })),
  );
  let refreshed = 0;
  const now = () => gateway.gateway.context.now();
  const turn = wakeLoops({ sql, now, loopHandles }, async () => ++refreshed);
  const { apiKey, brandId } = await gateway.createBrand({ notificationUrl: 'http://127.0.0.1:9/' });
  await turn();
  assert.deepEqual([...woken.keys()], [], 'nobody is woken for nothing');
  assert.equal(refreshed, 1);
  await turn();
  assert.equal(refreshed, 1, 'nothing was changed since');

  await gateway.operator('PATCH', `/operator/brands/${brandId}`, { name: 'Another name' });
  const paid = await gateway.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
  assert.equal(paid.status, 201);
  await turn();
  assert.equal(refreshed, 2);
  for (const loop of ['webhooks', 'fold balances', 'fold listing']) assert.ok(woken.has(loop), loop);

  woken.clear();
  await sql`insert into erasure_work (merchant_id, transaction_id, brand_id, cause, created_at, due_at)
    select merchant_id, transaction_id, brand_id, 'request', ${now()}, ${new Date(now().getTime() + 900)} from webhook_queue limit 1`;
  await eventually(async () => {
    await turn();
    return woken.has('erasures');
  });
});

test('each requested loop runs under its name', { skip }, async (t) => {
  const { gateway } = await startTestGateway(t);
  const loops = new Set([...gateway.context.loopHandles].map(({ loop }) => loop));
  assert.deepEqual(
    LOOPS_ASKED_FOR.filter((loop) => !loops.has(loop)),
    [],
  );
  assert.deepEqual(
    [...loops].filter((loop) => loop.startsWith('due ') && !LOOPS_ASKED_FOR.includes(loop)),
    [],
    'nobody would wake this loop, so due work would wait for its longest rest',
  );
});

test('a turn that finds no work says so, so that its loop may rest', { skip }, async (t) => {
  const { context } = (await startTestGateway(t, { workers: false })).gateway;
  const turns: Record<string, () => Promise<unknown>> = {
    'due transactions': () => sweepDueTransactions(context),
    'due refunds': () => sweepDueRefunds(context),
    'due captures': () => sweepDueCaptures(context),
    'due mandates': () => sweepDueMandates(context),
    'due responses': () => sweepDueResponses(context),
    'due notifications': () => sweepDueNotifications(context),
    'due settlements': () => sweepDueSettlements(context),
    'due mails': () => sweepDueMails(context),
    erasures: () => eraseNoted(context),
    'fold balances': foldBalances(context),
    'fold listing': foldListing(context),
    replays: () => runReplays(context),
  };
  for (const [loop, turn] of Object.entries(turns)) assert.equal(await turn(), 'nothing', loop);
  assert.deepEqual(
    LOOPS_ASKED_FOR.filter((loop) => !(loop in turns)),
    ['webhooks'],
    'a loop that is asked for is tried here',
  );
  const { everyMs, longestIdleMs } = paceOf(context.sql, 250);
  assert.ok(everyMs === 250 && longestIdleMs >= 10_000);
});
