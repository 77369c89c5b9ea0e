// Readiness (contract 1): its answers to a load balancer,
// and its cost for a database in trouble.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { startTestGateway } from '../stage/harness.ts';
import { asOwner } from '../stage/harness-database.ts';

test('while the database does not answer, probes are answered in time and leave only one open query', async (t) => {
  const { call, databaseUrl } = await startTestGateway(t, { workers: false });
  const sql = connectPostgres(asOwner(databaseUrl), { max: 2, onnotice: () => {} });
  t.after(() => sql.end());
  const hanging = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%schema_migrations%'`
    ).length;
  await sql.begin(async (tx) => {
    await tx`lock table schema_migrations in access exclusive mode`;
    const probes = [0, 1, 2].map(() => call('GET', '/health/ready'));
    probes.push(Promise.all(probes).then(() => call('GET', '/health/ready')));
    for (const { status, body } of await Promise.all(probes)) {
      assert.equal(status, 503);
      assert.deepEqual(body.checks, {
        database: false,
        writes: true,
        servedMerchants: 1,
        migrations: false,
        stopping: false,
        restored: false,
        lateLoops: [],
      });
    }
    assert.equal(await hanging(), 1);
  });
  const { status, body } = await call('GET', '/health/ready');
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        status: 'ready',
        checks: {
          database: true,
          writes: true,
          servedMerchants: 1,
          migrations: true,
          stopping: false,
          restored: false,
          lateLoops: [],
        },
      },
    ],
  );
});

test('the gateway is not ready if its database was never migrated, or was migrated by another release', async (t) => {
  const { call, databaseUrl } = await startTestGateway(t, { workers: false });
  const sql = connectPostgres(asOwner(databaseUrl), { max: 1 });
  t.after(() => sql.end());
  const notReady = async () => {
    const { status, body } = await call('GET', '/health/ready');
    assert.equal(status, 503);
    assert.deepEqual(body.checks, {
      database: true,
      writes: true,
      servedMerchants: 1,
      migrations: false,
      stopping: false,
      restored: false,
      lateLoops: [],
    });
  };
  await sql`alter table schema_migrations add column if not exists works_from integer`;
  await sql`insert into schema_migrations select 9999, 'later.sql', 'x', now(), 9999`;
  await notReady();
  // The newer release only added something, so this one continues.
  await sql`update schema_migrations set works_from = 0 where version = 9999`;
  assert.equal((await call('GET', '/health/ready')).status, 200);
  await sql`update schema_migrations set works_from = null where version = 9999`;
  await notReady();
  await sql`drop table schema_migrations`;
  await notReady();
});

test('readiness and metrics name a stuck loop', async (t) => {
  const { call, gateway, operator } = await startTestGateway(t, { workers: false });
  let late = false;
  gateway.context.loopHandles.add({
    loop: 'due refunds',
    quietMs: () => 75_000,
    isLate: () => late,
    failures: () => 3,
    resumePace() {},
    rests: () => false,
    wake() {},
  });
  assert.equal((await call('GET', '/health/ready')).status, 200);
  late = true;
  const { status, body } = await call('GET', '/health/ready');
  assert.deepEqual([status, body.status, body.checks.lateLoops], [503, 'not ready', ['due refunds']]);
  const { text } = await operator('GET', '/metrics');
  assert.match(text, /^tollgate_loop_quiet_seconds\{loop="due refunds"\} 75$/m);
  assert.match(text, /^tollgate_loop_failures\{loop="due refunds"\} 3$/m);
});
