// The nightly proofs of the ledger and of the audit log: they run once a night, report errors loudly, and store their
// result.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { listProofRuns, type Proof } from '../../src/storage/audit/proof-runs.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { nightlyAuditCheck, nightlyLedgerCheck } from '../../src/worker/nightly-checks.ts';
import { openActions } from '../actions/open-actions.ts';

/** The time of the last success, and what the last proof found. */
async function kept(sql: Sql, proof: Proof): Promise<[string, number]> {
  const run = (await listProofRuns(sql)).find((one) => one.proof === proof)!;
  return [run.succeededAt.toISOString(), run.faults];
}

function told(logged: [string, string][]) {
  return {
    info: (_: object, message: string) => logged.push(['info', message]),
    error: (_: object, message: string) => logged.push(['error', message]),
  } as never;
}

test('the ledger is proved once a night, and a fault is logged as an error', async (t) => {
  const { context, pay } = await openActions(t);
  const logged: [string, string][] = [];
  let now = new Date('2026-03-01T02:59:00Z');
  const night = nightlyLedgerCheck({
    ...context,
    now: () => now,
    log: told(logged),
  });
  const paid = await pay('4242424242424242');
  await night();
  assert.deepEqual(logged, [], 'not before the hour');
  now = new Date('2026-03-01T03:00:30Z');
  await night();
  await night();
  assert.deepEqual(logged, [['info', 'the ledger is right']]);
  assert.deepEqual(await kept(context.sql, 'ledger'), ['2026-03-01T03:00:30.000Z', 0]);
  await context.sql`update transfers set amount_minor = amount_minor + 1 where transaction_id = ${paid.id}`;
  now = new Date('2026-03-02T03:10:00Z');
  await night();
  assert.equal(logged.length, 2);
  assert.equal(logged[1]![0], 'error');
  const [succeededAt, faults] = await kept(context.sql, 'ledger');
  assert.equal(succeededAt, '2026-03-01T03:00:30.000Z', 'a failure is no success');
  assert.ok(faults > 0);
});

test('the audit log is proved once a night, and a fault is logged as an error', async (t) => {
  const { context } = await openActions(t);
  const logged: [string, string][] = [];
  let now = new Date('2026-03-01T03:00:30Z');
  const night = nightlyAuditCheck({ ...context, now: () => now, log: told(logged) });
  await night();
  await night();
  assert.deepEqual(logged, [['info', 'the audit log is right']]);
  assert.deepEqual(await kept(context.sql, 'audit'), ['2026-03-01T03:00:30.000Z', 0]);
  // A head of a chain without its rows.
  await context.sql`insert into audit_heads (merchant_id, sequence, hash) values (${randomUUID()}, 5, ${Buffer.alloc(32)})`;
  now = new Date('2026-03-02T03:10:00Z');
  await night();
  assert.deepEqual(logged.slice(1), [['error', 'THE AUDIT LOG IS WRONG; run npm run audit:verify']]);
  assert.deepEqual(await kept(context.sql, 'audit'), ['2026-03-01T03:00:30.000Z', 1]);
});
