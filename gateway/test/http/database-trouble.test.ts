// A database that answers and does not work: read-only, out of connections, locked. Every call answers 503 with
// Retry-After and never 500, pages stay pages, readiness says so, and everything recovers without help
// (docs/decisions/0059).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { isUnavailable } from '../../src/storage/database/database.ts';
import { type Answer, aCardPayin, eventually, startTestGateway } from '../stage/harness.ts';
import { everyNode } from '../stage/harness-database.ts';

async function openTrouble(t: TestContext) {
  const gateway = await startTestGateway(t);
  const { call, databaseUrl } = gateway;
  const owners = (await everyNode(databaseUrl)).map((url) =>
    connectPostgres(url, { max: 1, onnotice: () => {} }),
  );
  t.after(() => Promise.all(owners.map((owner) => owner.end({ timeout: 1 }))));
  const { apiKey, brandId } = await gateway.createBrand();
  const name = new URL(databaseUrl).pathname.slice(1);
  let count = 0;
  const pay = () => {
    const body = aCardPayin({ merchantReference: `payment-${count++}` });
    return call('POST', '/v3/payment', { apiKey, body });
  };
  const session = await call('POST', '/payment-session', { apiKey, body: { currency: 'EUR', amount: 10 } });
  const page = new URL(session.body.cashierUrl).pathname;
  const asked = await call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({ redirectUrl: 'https://shop.example/back' }, { cardNumber: '4000000000003220' }),
  });
  const bank = new URL(asked.body.result.redirectUrl).pathname;
  const signIn = () =>
    call('POST', '/portal/api/session', {
      headers: { origin: gateway.url },
      body: { email: 'nobody@example.com', password: 'a password of nobody' },
    });
  return {
    gateway,
    owner: owners.at(-1)!,
    pay,
    apiKey,
    page,
    bank,
    signIn,
    invite: () => gateway.operator('POST', '/operator/merchants', { name: 'Another' }),
    fund: () =>
      gateway.operator('POST', `/operator/brands/${brandId}/funding`, {
        currency: 'EUR',
        amount: 5,
        reference: `funding-${count++}`,
      }),
    ready: () => call('GET', '/health/ready'),
    /** Changes a database setting for all new connections. */
    async alter(setting: string) {
      for (const owner of owners) {
        await owner.unsafe(`alter database "${name}" ${setting}`);
        await owner`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
      }
    },
  };
}

function isTrue503({ status, headers, text }: Answer): void {
  assert.equal(status, 503, text);
  assert.equal(headers.get('retry-after'), '1');
}

test('with a read-only database all writes are 503, and the gateway is not ready', async (t) => {
  const { pay, invite, fund, ready, alter, gateway, apiKey } = await openTrouble(t);
  const paid = await pay();
  await alter('set default_transaction_read_only = on');
  const unready = await eventually(async () => {
    const answer = await ready();
    return answer.body.checks.database && !answer.body.checks.writes && answer;
  });
  assert.equal(unready.status, 503);
  for (const answer of await Promise.all([pay(), invite(), fund()])) isTrue503(answer);
  // Read-only calls continue.
  const record = await gateway.call('GET', `/payments/${paid.body.result.transactionId}`, { apiKey });
  assert.equal(record.status, 200, record.text);
  await alter('reset default_transaction_read_only');
  await eventually(async () => (await ready()).status === 200);
  assert.equal((await pay()).status, 201);
});

test('without a free database connection every call is 503, and pages show an error page', async (t) => {
  const { pay, fund, ready, alter, gateway, apiKey, page, bank, signIn } = await openTrouble(t);
  await alter('connection limit 0');
  await eventually(async () => (await ready()).status === 503);
  const reads = ['/payments', `${page}/state`].map((path) => gateway.call('GET', path, { apiKey }));
  for (const answer of await Promise.all([pay(), fund(), signIn(), ...reads])) isTrue503(answer);
  for (const [path, words] of [
    [page, /Diese Seite ist gerade nicht verfügbar/],
    [bank, /Not available now/],
  ] as const) {
    const shown = await gateway.call('GET', path, { headers: { 'accept-language': 'de' } });
    isTrue503(shown);
    assert.match(shown.headers.get('content-type')!, /text\/html/);
    assert.match(shown.text, words);
  }
  await alter('connection limit -1');
  await eventually(async () => (await ready()).status === 200);
  assert.equal((await pay()).status, 201);
  assert.equal((await gateway.call('GET', page)).status, 200);
});

test('a locked table is a 503 in time, and all other requests succeed', async (t) => {
  const { pay, owner, gateway, apiKey, page } = await openTrouble(t);
  await owner.begin(async (tx) => {
    // Its only effect is the lock. On Citus it also locks the shards, which `lock table` does not.
    await tx`alter table openings alter column merchant_id set not null`;
    const startedMs = performance.now();
    const reads = ['/payments', page].map((path) => gateway.call('GET', path, { apiKey }));
    for (const answer of await Promise.all([pay(), pay(), ...reads])) isTrue503(answer);
    t.diagnostic(`they were told after ${Math.round(performance.now() - startedMs)} ms`);
  });
  await eventually(async () => (await pay()).status === 201);
});

test('errors of the database are distinguished from faults of the gateway', () => {
  for (const code of [
    '25006',
    '53100',
    '53200',
    '53300',
    '55P03',
    '57014',
    '57P03',
    '58030',
    '40001',
    'ECONNREFUSED',
  ])
    assert.equal(isUnavailable({ code }), true, code);
  assert.equal(isUnavailable({ code: '55000', severity: 'FATAL' }), true);
  for (const code of ['23505', '42P01', '42501', '22P02', '25P02', 'ERR_INVALID_ARG_TYPE'])
    assert.equal(isUnavailable({ code }), false, String(code));
});

test('an internal error of the database is 503 only if Citus says that a node is unreachable', () => {
  const told = (message: string) => Object.assign(new Error(message), { code: 'XX000' });
  for (const message of [
    'failure on connection marked as essential: 127.0.0.1:9701',
    'connection not open',
    'connection to the remote node postgres@127.0.0.1:9701 failed with the following error: server closed it',
    'could not commit transaction for shard 102008 on any active node',
  ])
    assert.equal(isUnavailable(told(message)), true, message);
  for (const message of [
    'cache lookup failed for relation 16384',
    'could not find valid entry for shard 102008',
    'tuple concurrently updated',
    'complex joins are only supported when all distributed tables are co-located',
  ])
    assert.equal(isUnavailable(told(message)), false, message);
  // The same words with another code, such as a text of the request, do not count.
  assert.equal(isUnavailable(Object.assign(told('connection not open'), { code: '22P02' })), false);
});
