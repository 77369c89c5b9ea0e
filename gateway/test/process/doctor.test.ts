// The doctor (contract 1) names each planted fault in one sentence with its remedy. The command ends with 1 and changes
// nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { loadConfig } from '../../src/process/config.ts';
import type { DatabaseServer } from '../../src/process/database-server.ts';
import {
  checkClock,
  checkCopy,
  checkDurability,
  checkKeys,
  checkPooler,
  checkPrivileges,
  checkSchema,
  checkTls,
} from '../../src/process/doctor/database-checks.ts';
import { runDoctor } from '../../src/process/doctor/doctor.ts';
import type { Finding } from '../../src/process/doctor/finding.ts';
import {
  checkDescriptors,
  checkDisk,
  checkPages,
  checkSignature,
} from '../../src/process/doctor/local-checks.ts';
import { checkProxy } from '../../src/process/doctor/proxy-check.ts';
import { DatabaseUnreachableError, NO_STATEMENTS } from '../../src/storage/database/reach-database.ts';
import { Vault } from '../../src/storage/keys/vault.ts';
import { settleIdentity } from '../../src/storage/schema/restored-copy.ts';
import { CITUS_URL } from '../stage/citus-cluster.ts';
import { MASTER_KEY, OPERATOR_TOKEN, startTestGateway } from '../stage/harness.ts';
import { asOwner, createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

/** Expects one sentence with its remedy. */
function names(finding: Finding, message: RegExp, mend: RegExp): void {
  assert.equal(finding.ok, false, finding.message);
  assert.match(finding.message, message);
  assert.doesNotMatch(finding.message, /\n|\.$/);
  assert.match(finding.mend ?? '', mend);
}

function isFine(finding: Finding): void {
  assert.deepEqual([finding.ok, finding.mend], [true, null], finding.message);
}

const database = await createTestDatabase();
const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
after(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await database.drop();
});

test('the doctor checks pages, file limit, disk and signatures', () => {
  isFine(checkDescriptors(65_536));
  names(checkDescriptors(256), /^only 256 files/, /LimitNOFILE/);
  isFine(checkDisk('/', (() => ({ bavail: 5e6, blocks: 1e7, bsize: 4096 })) as never));
  names(
    checkDisk('/nowhere/at/all', (() => ({ bavail: 1e5, blocks: 1e7, bsize: 4096 })) as never),
    /^only 0\.4 GB are free at \/$/,
    /make room/,
  );
  isFine(checkSignature());
  names(checkSignature([{ secret: 's', input: '{}', signature: 'x' }]), /1 of 1 known bodies/, /release/);
  const unbuilt = () => {
    throw new Error("the portal's page is not built (ENOENT); run: npm run build");
  };
  names(checkPages(unbuilt), /^the portal's page is not built \(ENOENT\)$/, /npm run build/);
});

test('the doctor checks TLS, pooler and clock of the connection', async () => {
  isFine(await checkTls(sql, 'postgres://u@localhost/d'));
  names(
    await checkTls(sql, 'postgres://u@db.example/d'),
    /another machine is not encrypted/,
    /sslmode=verify-full/,
  );
  if (CITUS_URL === null) isFine(await checkPooler(sql, database.databaseUrl));
  isFine(await checkClock(sql));
  names(await checkClock(sql, () => Date.now() + 5_000), /is 5\.\d s ahead of that of the database/, /NTP/);
  names(await checkClock(sql, () => Date.now() - 60_000), /is \d\d\.\d s behind/, /NTP/);
});

test('the doctor checks what a crash of the server would lose, and whether commits wait for a standby', async () => {
  // The tests' server may lose everything; a cluster belongs to somebody else.
  if (CITUS_URL === null)
    names(await checkDurability(sql), /fsync = off: a crash of its machine destroys/, /postgresql\.conf/);
  const settings = (values: Record<string, string>) =>
    (async () => [
      { fsync: 'on', pages: 'on', commit: 'on', standbys: '', ...values },
    ]) as unknown as typeof sql;
  isFine(await checkDurability(settings({})));
  isFine(await checkDurability(settings({ standbys: 'one' })));
  names(await checkDurability(settings({ pages: 'off' })), /full_page_writes = off/, /postgresql\.conf/);
  names(
    await checkDurability(settings({ commit: 'off' })),
    /synchronous_commit is off/,
    /synchronous_commit to on/,
  );
  names(
    await checkDurability(settings({ standbys: 'one', commit: 'local' })),
    /does not wait for a standby/,
    /remote_apply/,
  );
});

test('the doctor checks schema, privileges, keys, and whether the tables are a restored copy', async (t) => {
  const empty = await createTestDatabase({ empty: true });
  const bare = await openTestPool(empty.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await bare.end();
    await empty.drop();
  });
  names(await checkSchema(bare), /no tables yet/, /npm run migrate/);
  isFine(await checkKeys(bare, MASTER_KEY));
  isFine(await checkCopy(bare));
  isFine(await checkSchema(sql));
  names(await checkSchema(sql, 99), /is at version \d+ of 99/, /--plan/);
  await owner`insert into schema_migrations values (98, '0098-later.sql', 'x', now(), 98)`;
  names(await checkSchema(sql), /is at version 98, but this release knows only/, /newer release/);
  await owner`delete from schema_migrations where version = 98`;

  isFine(await checkPrivileges(sql));
  await owner`revoke insert on refunds, disputes from tollgate_app`;
  names(
    await checkPrivileges(sql),
    /lacks rights on 2 of \d+ tables \(disputes: insert; refunds: insert\)/,
    /--grant-app-role/,
  );
  await owner`grant insert on refunds, disputes to tollgate_app`;
  await owner`revoke update, delete on open_work from tollgate_app`;
  await owner`revoke delete on webhook_queue from tollgate_app`;
  await owner`revoke select on transactions from tollgate_app`;
  names(
    await checkPrivileges(sql),
    /on 3 of \d+ tables \(open_work: update, delete; transactions: select; webhook_queue: delete\)/,
    /--grant-app-role/,
  );
  await owner`grant update, delete on open_work, webhook_queue to tollgate_app`;
  await owner`grant select on transactions to tollgate_app`;

  await owner`revoke select on closed_months from tollgate_app`;
  names(await checkPrivileges(sql), /1 of \d+ tables \(closed_months: select\)/, /--grant-app-role/);
  await owner`grant select on closed_months to tollgate_app`;

  isFine(await checkKeys(sql, null));
  isFine(await checkKeys(sql, MASTER_KEY));
  assert.equal((await sql`select from data_keys`).length, 0, 'no key was made');
  await Vault.open(sql, MASTER_KEY);
  isFine(await checkKeys(sql, MASTER_KEY));
  names(await checkKeys(sql, Buffer.alloc(32, 4)), /does not open the sealed data/, /no other way/);

  isFine(await checkCopy(sql));
  await settleIdentity(sql, { isRestored: false });
  isFine(await checkCopy(sql));
  await sql`update database_identities set timeline = '00000000'`;
  names(await checkCopy(sql), /on timeline \d+; these tables were written on timeline 0/, /restore:accept/);
});

test('the doctor reports an unreadable secret and a pooler without prepared statements each by itself', async (t) => {
  const DATA_DIR = programDataDir(t);
  // Nobody can read a folder as a file, not even root.
  mkdirSync(join(DATA_DIR, 'master.key'), { recursive: true });
  mkdirSync(join(DATA_DIR, 'operator.token'));
  const lines: string[] = [];
  const examine = async (reach: () => Promise<DatabaseServer>) => {
    lines.length = 0;
    const configure = () => loadConfig({ DATA_DIR, DATABASE_URL: database.databaseUrl });
    const parts = { configure, reach, print: (line: string) => lines.push(line) };
    assert.equal(await runDoctor(parts, { asJson: true }), 1);
    const findings = JSON.parse(lines.join()) as Finding[];
    return findings.filter(({ ok }) => !ok);
  };
  const pooled = await examine(async () => {
    throw new DatabaseUnreachableError(`DATABASE_URL (127.0.0.1:6432/x): ${NO_STATEMENTS}`);
  });
  assert.deepEqual(
    pooled.map(({ check }) => check),
    ['keys', 'keys', 'pooler'],
  );
  names(pooled[0]!, /operator\.token is not a file with a secret$/, /move it away/);
  names(pooled[1]!, /master\.key is not a file with a secret$/, /move it away/);
  names(pooled[2]!, /^a pooler in transaction mode answers there/, /^use session mode/);
  const reached = await examine(
    async () => ({ databaseUrl: database.databaseUrl, stop: async () => {} }) as DatabaseServer,
  );
  assert.equal(reached.filter(({ check }) => check === 'keys').length, 2);
});

/** A proxy before the gateway; `forward` decides the header. */
async function proxyTo(
  t: TestContext,
  target: () => string,
  forward: (given: string) => string | null,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { host: _, 'x-forwarded-for': given, ...headers } = incoming.headers;
    const said = forward(String(given));
    const all = { ...headers, ...(said !== null && { 'x-forwarded-for': said }) };
    httpRequest(`${target()}${incoming.url}`, { headers: all }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.writeHead(502).end())
      .end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('the doctor checks what the gateway behind PUBLIC_URL believes about its proxy', async (t) => {
  const behind = await startTestGateway(t, { workers: false, databaseUrl: database.databaseUrl });
  const trusting = await startTestGateway(t, {
    workers: false,
    databaseUrl: database.databaseUrl,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  const checks = (publicUrl: string, trustedProxies: string[] = []) =>
    checkProxy({ publicUrl, trustedProxies, host: '127.0.0.1', port: 0, listens: true }, OPERATOR_TOKEN);
  const honest = await proxyTo(
    t,
    () => trusting.url,
    () => '203.0.113.9',
  );
  isFine(await checks(behind.url));
  isFine(await checks(honest, ['127.0.0.1/32']));
  names(
    await checks(
      await proxyTo(
        t,
        () => trusting.url,
        (given) => given,
      ),
    ),
    /passes on the client's own X-Forwarded-For/,
    /X-Forwarded-For/,
  );
  names(
    await checks(
      await proxyTo(
        t,
        () => trusting.url,
        () => null,
      ),
    ),
    /does not pass on the address of the client/,
    /TRUSTED_PROXIES/,
  );
  names(
    await checks(
      await proxyTo(
        t,
        () => behind.url,
        () => '203.0.113.9',
      ),
    ),
    /TRUSTED_PROXIES \(not set\) does not name it/,
    /^add 127\.0\.0\.1 to/,
  );
  isFine(
    await checks(
      await proxyTo(
        t,
        () => 'http://127.0.0.1:1',
        () => null,
      ),
    ),
  );
  // The client and the proxy share the machine and thus the address, and the proxy reports it truly.
  const loopback = (target: string) =>
    proxyTo(
      t,
      () => target,
      () => '127.0.0.1',
    );
  isFine(await checks(await loopback(trusting.url), ['127.0.0.1/32']));
  names(await checks(await loopback(behind.url)), /TRUSTED_PROXIES \(not set\)/, /^add 127/);
  names(
    await checks(
      await proxyTo(
        t,
        () => behind.url,
        () => '203.0.113.9',
      ),
      ['127.0.0.1/32'],
    ),
    /was started without it in TRUSTED_PROXIES/,
    /restart the process/,
  );
  isFine(await checks('http://127.0.0.1:1'));
  const other = createServer((_request, response) => response.end('another program')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  names(
    await checks(`http://127.0.0.1:${(other.address() as { port: number }).port}`),
    /another server answers, not this gateway/,
    /OPERATOR_TOKEN/,
  );
  names(await checks('http://no-such-host.invalid'), /has no address|cannot be called/, /DNS|address/);
});

test('before the first start the doctor answers the call through the proxy itself, and a stranger learns nothing', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  await new Promise((resolve) => taken.close(resolve));
  const publicUrl = await proxyTo(
    t,
    () => `http://127.0.0.1:${port}`,
    () => '203.0.113.9',
  );
  isFine(
    await checkProxy(
      { publicUrl, trustedProxies: ['127.0.0.1/32'], host: '127.0.0.1', port, listens: true },
      OPERATOR_TOKEN,
    ),
  );
  names(
    await checkProxy(
      { publicUrl, trustedProxies: [], host: '127.0.0.1', port, listens: true },
      OPERATOR_TOKEN,
    ),
    /TRUSTED_PROXIES/,
    /add/,
  );
  const { url } = await startTestGateway(t, { workers: false, databaseUrl: database.databaseUrl });
  const seconds = Math.floor(Date.now() / 1_000);
  for (const proof of ['', 'x', `${seconds}.${'0'.repeat(64)}`]) {
    const answer = await fetch(`${url}/openapi.json`, { headers: { 'x-tollgate-doctor': proof } });
    assert.equal(answer.headers.get('x-tollgate-seen'), null);
  }
});

test('the doctor prints one line or object for each check, exits with 1 at a fault, and changes nothing', async (t) => {
  const DATA_DIR = join(programDataDir(t), 'none');
  const wrong = runProgram(t, { DATA_DIR, PORT: 'http' }, 'doctor');
  assert.equal(await wrong.ended(), 1);
  assert.match(
    wrong.output(),
    /^✘ settings +PORT is "http"\. To do: accepted: a whole number from 0 to 65535$/m,
  );
  assert.match(wrong.output(), /^✔ signature /m);

  const env = {
    DATABASE_URL: database.databaseUrl,
    DATA_DIR,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    OPERATOR_TOKEN,
  };
  const json = runProgram(t, env, 'doctor --json');
  assert.equal(await json.ended(), 1);
  // On a test server it is off.
  const [server] = await sql`select current_setting('fsync') as fsync`;
  const findings = JSON.parse(json.output()) as Finding[];
  assert.deepEqual(
    findings.filter(({ ok }) => !ok).map(({ check }) => check),
    [...(server!.fsync === 'off' ? ['durability'] : []), 'restored copy'],
  );
  assert.deepEqual(
    findings.map(({ check }) => check),
    [
      ...[
        'settings',
        'pages',
        'file limit',
        'signature',
        'packages',
        'disk',
        'database',
        'tls',
        'pooler',
        'session',
        'writes',
        'clock',
        'durability',
        'database disk',
      ],
      ...['schema', 'owner', 'privileges', 'keys', 'restored copy', 'mail', 'proxy'],
    ],
  );
  for (const finding of findings) assert.deepEqual(Object.keys(finding), ['check', 'ok', 'message', 'mend']);
  assert.equal(existsSync(DATA_DIR), false);

  const away = runProgram(t, { ...env, DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' }, 'doctor');
  assert.equal(await away.ended(), 1);
  assert.match(away.output(), /^✘ database +DATABASE_URL \(127\.0\.0\.1:1\/x\): nothing listens there/m);
  assert.doesNotMatch(away.output(), /hunter2/);
});
