// The nightly proof of the ledger: once a night, loud when the books are wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nightlyLedgerCheck } from '../../src/worker/nightly-ledger-check.ts';
import { openActions } from '../actions/open-actions.ts';

test('the ledger is proved once a night, and a fault is logged as an error', async (t) => {
  const { context, pay } = await openActions(t);
  const logged: [string, string][] = [];
  let now = new Date('2026-03-01T02:59:00Z');
  const night = nightlyLedgerCheck({
    ...context,
    now: () => now,
    log: {
      info: (_: object, message: string) => logged.push(['info', message]),
      error: (_: object, message: string) => logged.push(['error', message]),
    } as never,
  });
  const paid = await pay('4242424242424242');
  await night();
  assert.deepEqual(logged, [], 'not before the hour');
  now = new Date('2026-03-01T03:00:30Z');
  await night();
  await night();
  assert.deepEqual(logged, [['info', 'the ledger is right']]);
  await context.sql`update transfers set amount_minor = amount_minor + 1 where transaction_id = ${paid.id}`;
  now = new Date('2026-03-02T03:10:00Z');
  await night();
  assert.equal(logged.length, 2);
  assert.equal(logged[1]![0], 'error');
});
