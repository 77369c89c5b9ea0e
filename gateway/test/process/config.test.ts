// The environment's rules (contract 1): defaults, limits, what
// production demands, and what a fault may say.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadConfig } from '../../src/process/config.ts';
import { ConfigError } from '../../src/process/environment-reader.ts';
import {
  adoptNextMasterKey,
  nextMasterKey,
  resolveSecrets,
  SecretFileError,
  storeNextMasterKey,
} from '../../src/process/secrets.ts';
import { PRODUCTION } from '../stage/production.ts';

function faultsOf(env: Record<string, string>): ConfigError {
  try {
    loadConfig(env);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error;
  }
  assert.fail('the configuration was accepted');
}

test('without any variable the defaults of contract 1 apply', () => {
  assert.deepEqual(loadConfig({}), {
    port: 3000,
    host: '127.0.0.1',
    listens: true,
    publicUrl: 'http://localhost:3000',
    environment: 'test',
    databaseUrl: null,
    dataDir: resolve('.data'),
    masterKey: null,
    operatorToken: null,
    role: 'all',
    webhookRetryScheduleSeconds: [0, 5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440],
    webhookTimeoutMs: 15_000,
    allowInsecureWebhooks: true,
    sandboxDelayMs: 10_000,
    documentRetentionDays: 400,
    shutdownDelayMs: 0,
    archiveDir: null,
    providerPackages: [],
    trustedProxies: [],
    rateLimitPerSecond: 0,
    runAs: null,
    mail: null,
    trustWeakSettings: false,
    weakSettings: [],
    logLevel: 'info',
    logRequests: true,
    traceEndpoint: null,
  });
});

// proves 1 rule 6
test('production has its own defaults', () => {
  const config = loadConfig(PRODUCTION);
  assert.deepEqual(
    config.webhookRetryScheduleSeconds,
    [0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400],
  );
  assert.equal(config.allowInsecureWebhooks, false);
  assert.equal(config.rateLimitPerSecond, 100);
  assert.deepEqual(config.masterKey, Buffer.from(PRODUCTION.MASTER_KEY, 'base64'));
});

test('given settings are read with their types', () => {
  const config = loadConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    ENVIRONMENT: 'test',
    PUBLIC_URL: 'https://pay.example.com/gate/',
    DATABASE_URL: 'postgres://me:secret@db.example.com/tollgate',
    DATA_DIR: '/var/lib/tollgate',
    ROLE: 'worker',
    WEBHOOK_RETRY_SCHEDULE: '0, 1.5,10',
    WEBHOOK_TIMEOUT_MS: '2000',
    ALLOW_INSECURE_WEBHOOKS: 'true',
    SANDBOX_DELAY_MS: '0',
    DOCUMENT_RETENTION_DAYS: '30',
    ARCHIVE_DIR: '/var/lib/archive',
    PROVIDER_PACKAGES: '@acme/tollgate-acme, /opt/bank-of-x',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,::1',
    RATE_LIMIT_PER_SECOND: '5',
    LOG_LEVEL: 'warn',
  });
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl, 'https://pay.example.com/gate');
  assert.equal(config.databaseUrl, 'postgres://me:secret@db.example.com/tollgate');
  assert.equal(config.dataDir, '/var/lib/tollgate');
  assert.deepEqual(config.webhookRetryScheduleSeconds, [0, 1.5, 10]);
  assert.equal(config.allowInsecureWebhooks, true);
  assert.equal(config.sandboxDelayMs, 0);
  assert.equal(config.documentRetentionDays, 30);
  assert.equal(config.archiveDir, '/var/lib/archive');
  assert.deepEqual(config.providerPackages, ['@acme/tollgate-acme', '/opt/bank-of-x']);
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '192.0.2.7/32', '::1/128']);
  assert.equal(config.rateLimitPerSecond, 5);
});

// proves 1 rule 6
test('PUBLIC_URL follows PORT, and an empty variable counts as unset', () => {
  assert.equal(loadConfig({ PORT: '4100', PUBLIC_URL: '' }).publicUrl, 'http://localhost:4100');
});

test('insecure webhooks are the default only in test and only on a loopback address', () => {
  const allows = (env: Record<string, string>) => loadConfig(env).allowInsecureWebhooks;
  assert.equal(allows({ PUBLIC_URL: 'http://127.0.0.1:3000' }), true);
  assert.equal(allows({ PUBLIC_URL: 'http://[::1]:3000' }), true);
  assert.equal(allows({ PUBLIC_URL: 'https://test.example.com' }), false);
  assert.equal(allows({ PUBLIC_URL: 'https://localhost.example.com' }), false);
  assert.equal(allows({ ALLOW_INSECURE_WEBHOOKS: 'false' }), false);
});

test('a worker listens only if PORT is set', () => {
  assert.equal(loadConfig({ ROLE: 'worker' }).listens, false);
  assert.equal(loadConfig({ ROLE: 'worker', PORT: '3100' }).listens, true);
  assert.equal(loadConfig({ ROLE: 'api' }).listens, true);
});

test('production does not start without its secrets or with insecure webhooks', () => {
  const { ENVIRONMENT, PUBLIC_URL } = PRODUCTION;
  const { faults } = faultsOf({ ENVIRONMENT, PUBLIC_URL, ALLOW_INSECURE_WEBHOOKS: 'true' });
  assert.deepEqual(
    faults.map((fault) => fault.variable),
    ['MASTER_KEY', 'OPERATOR_TOKEN', 'ALLOW_INSECURE_WEBHOOKS'],
  );
});

test('an operator token has at least 32 characters in production, and any length in test', () => {
  const short = { OPERATOR_TOKEN: 'x'.repeat(31) };
  const { message } = faultsOf({ ...PRODUCTION, ...short });
  assert.match(
    message,
    /OPERATOR_TOKEN holds 31 characters \(not shown\); accepted: 32 to 512 characters .*\(required in production\)/,
  );
  const shortest = PRODUCTION.OPERATOR_TOKEN.slice(0, 32);
  assert.equal(loadConfig({ ...PRODUCTION, OPERATOR_TOKEN: shortest }).operatorToken, shortest);
  assert.equal(loadConfig(short).operatorToken, short.OPERATOR_TOKEN);
});

const WRONG: Record<string, string[]> = {
  PORT: ['abc', '-1', '65536', '3000.5', '0x50', '1e3'],
  HOST: ['two words', 'a/b'],
  PUBLIC_URL: [
    'localhost:3000',
    'ftp://x.example',
    '/pay',
    'https://x.example/?a=1',
    'https://x.example/#top',
  ],
  ENVIRONMENT: ['staging', 'Production'],
  DATABASE_URL: [
    ...['mysql://localhost/x', 'localhost', 'postgres:///x', 'postgres://a,,b/x', 'postgres://a:1,b:99999/x'],
    ...['postgres://a,%2Ftmp/x', 'postgres://a/x?target_session_attrs=standby'],
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'grpc://collector', 'http://user:pass@collector:4318'],
  MASTER_KEY: [
    'short',
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    'é'.repeat(44),
  ],
  OPERATOR_TOKEN: ['with space', 'x'.repeat(513), 'tökén'],
  ROLE: ['both', 'API'],
  WEBHOOK_RETRY_SCHEDULE: ['0,,5', '0,-5', 'soon', '0,9999999', '0;5', Array(51).fill('1').join()],
  WEBHOOK_TIMEOUT_MS: ['0', '15s', '300001'],
  ALLOW_INSECURE_WEBHOOKS: ['yes', '1'],
  SANDBOX_DELAY_MS: ['-1', '10 s'],
  DOCUMENT_RETENTION_DAYS: ['0', '-1', 'for ever', '36501'],
  PROVIDER_PACKAGES: ['@acme/tollgate-acme,', ',', '/opt/a,,/opt/b'],
  TRUSTED_PROXIES: [
    '10.0.0.0/33',
    '10.0.0/8',
    'proxy.example',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '0.0.0.0/0',
    '::/0',
  ],
  SMTP_URL: [
    ...[
      'mail.example',
      'http://mail.example',
      'smtp://',
      'smtp://mail.example/box',
      'smtp://a%zz@mail.example',
    ],
    ...['smtp://mail.example?requireTLS=yes', 'smtp://mail.example?tls.rejectUnauthorized=false'],
  ],
  MAIL_FROM: ['Demo Shop', 'a@b@c', 'Demo <a b@shop.example>', 'Demo <a@shop.example> x', '<@shop.example>'],
  RUN_AS: ['root', '0:0', '00:5', '1000', 'a b', '-x', '$(id)'],
  TRUST_WEAK_SETTINGS: ['yes', '1'],
  RATE_LIMIT_PER_SECOND: ['many', '1000001'],
  LOG_LEVEL: ['loud', 'INFO'],
};

for (const [variable, values] of Object.entries(WRONG)) {
  test(`a wrong ${variable} is refused with its name`, () => {
    for (const value of values) {
      const { faults, message } = faultsOf({ [variable]: value });
      assert.deepEqual(
        faults.map((fault) => fault.variable),
        [variable],
        value,
      );
      assert.match(message, new RegExp(`${variable} .*; accepted: .+`), value);
    }
  });
}

test('a gateway that listens beyond loopback needs ENVIRONMENT', () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'pay.internal', '127.0.0.1.nip.io', '128.0.0.1']) {
    const { faults, message } = faultsOf({ HOST });
    assert.deepEqual(
      faults.map(({ variable }) => variable),
      ['ENVIRONMENT'],
    );
    assert.match(message, /ENVIRONMENT is not set; accepted: test or production; .* HOST is /);
    assert.equal(loadConfig({ HOST, ENVIRONMENT: 'test' }).host, HOST);
    assert.equal(loadConfig({ ...PRODUCTION, HOST }).host, HOST);
  }
  for (const HOST of ['127.0.0.1', '127.9.9.9', 'localhost', 'LOCALHOST', 'a.localhost', '::1', '']) {
    assert.doesNotThrow(() => loadConfig({ HOST }), HOST);
  }
});

const REMOTE = 'postgres://me:hunter2@db.example.com/x';
const WEAK: Record<string, { weak: string[]; fine: string[] }> = {
  PUBLIC_URL: {
    weak: ['http://pay.example', 'http://localhost:3000', 'http://127.0.0.1', ''],
    fine: ['https://pay.example', 'https://localhost'],
  },
  RATE_LIMIT_PER_SECOND: { weak: ['0'], fine: ['1', '100', ''] },
  MASTER_KEY: { weak: [Buffer.alloc(32, 7).toString('base64')], fine: [PRODUCTION.MASTER_KEY] },
  OPERATOR_TOKEN: { weak: ['x'.repeat(40)], fine: [PRODUCTION.OPERATOR_TOKEN] },
  SMTP_URL: {
    weak: ['smtp://me:hunter2@mail.example', 'smtp://me:hunter2@mail.example:587?requireTLS=false'],
    fine: ['smtps://mail.example', 'smtp://mail.example?requireTLS=true', 'smtp://localhost:25', ''],
  },
  DATABASE_URL: {
    weak: [
      REMOTE,
      `${REMOTE}?sslmode=disable`,
      `${REMOTE}?sslmode=prefer`,
      `${REMOTE}?sslmode=allow`,
      `${REMOTE}?ssl=allow`,
      `${REMOTE}?sslmode=disable&sslrootcert=system`,
      `${REMOTE}?sslmode=prefer&sslrootcert=/etc/ca.pem`,
      `${REMOTE}?sslmode=&ssl=`,
      `${REMOTE}?ssl=false`,
      'postgres://10.0.0.5/x',
      'postgres://127.0.0.1.nip.io/x',
      'postgres://localhost,db.example.com/x',
      'postgres://localhost:5432,db.example.com:5433/x',
    ],
    fine: [
      ...['require', 'verify-ca', 'verify-full'].map((mode) => `${REMOTE}?sslmode=${mode}`),
      `${REMOTE}?ssl=require`,
      `${REMOTE}?sslrootcert=system`,
      `${REMOTE}?sslrootcert=/etc/ca.pem`,
      'postgres://127.0.0.1/x',
      'postgres://localhost:5432/x',
      'postgres://localhost:5432,[::1]:5433/x?target_session_attrs=primary',
      'postgres://a:5432,b:5433/x?target_session_attrs=read-write&sslmode=verify-full',
      'postgres://LOCALHOST/x',
      'postgres://[::1]/x',
      'postgres://me@%2Fvar%2Frun%2Fpostgresql/x',
    ],
  },
};

for (const [variable, { weak, fine }] of Object.entries(WEAK)) {
  test(`in production a weak ${variable} stops the start or gives a warning, and in test it is allowed`, () => {
    for (const value of weak) {
      const env = { ...PRODUCTION, [variable]: value };
      const { faults, message } = faultsOf(env);
      assert.deepEqual(
        faults.map((fault) => fault.variable),
        [variable],
        value,
      );
      assert.match(message, /TRUST_WEAK_SETTINGS=true turns this into a warning/);
      const trusted = loadConfig({ ...env, TRUST_WEAK_SETTINGS: 'true' });
      assert.equal(trusted.weakSettings.length, 1, value);
      assert.match(trusted.weakSettings[0]!, new RegExp(`^${variable} .*; better: `));
      for (const words of [message, ...trusted.weakSettings]) assert.doesNotMatch(words, /hunter2|xxxx|BwcH/);
      assert.deepEqual(loadConfig({ [variable]: value }).weakSettings, []);
    }
    for (const value of fine)
      assert.deepEqual(loadConfig({ ...PRODUCTION, [variable]: value }).weakSettings, []);
  });
}

test('all weak and wrong settings are named at once, and TRUST_WEAK_SETTINGS allows no wrong setting', () => {
  const env = { ENVIRONMENT: 'production', RATE_LIMIT_PER_SECOND: '0', ALLOW_INSECURE_WEBHOOKS: 'true' };
  const names = (more: Record<string, string>) =>
    faultsOf({ ...env, ...more }).faults.map(({ variable }) => variable);
  const wrong = ['MASTER_KEY', 'OPERATOR_TOKEN', 'ALLOW_INSECURE_WEBHOOKS'];
  assert.deepEqual(names({}), [...wrong, 'PUBLIC_URL', 'RATE_LIMIT_PER_SECOND']);
  assert.deepEqual(names({ TRUST_WEAK_SETTINGS: 'true' }), wrong);
});

test("all faults are listed at once, each with the variable's value", () => {
  const { message } = faultsOf({ PORT: 'abc', ROLE: 'both', LOG_LEVEL: 'loud' });
  assert.match(message, /3 faults/);
  assert.match(message, /PORT is "abc"; accepted: a whole number from 0 to 65535/);
  assert.match(message, /ROLE is "both"; accepted: api, worker or all/);
});

test("a fault never shows a secret's value", () => {
  const { message } = faultsOf({
    MASTER_KEY: 'hunter2-key',
    OPERATOR_TOKEN: 'hunter2 token',
    DATABASE_URL: 'mysql://me:hunter2@localhost/x',
    SMTP_URL: 'smtp://me:hunter2@mail.example/box',
    PUBLIC_URL: 'https://me:hunter2@pay.example.com',
  });
  assert.match(message, /5 faults/);
  assert.doesNotMatch(message, /hunter2/);
});

test('a value with line breaks cannot break the lines of the message', () => {
  assert.match(faultsOf({ ROLE: 'a\nPORT is fine' }).message, /ROLE is "a\\nPORT is fine";/);
});

function dataDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-secrets-'));
  t.after(() => rmSync(dir, { recursive: true }));
  return join(dir, 'data');
}

test('missing secrets are made once, readable only by their owner', async (t) => {
  const config = loadConfig({ DATA_DIR: dataDir(t) });
  const made = await resolveSecrets(config);
  assert.equal(made.masterKey.length, 32);
  assert.match(made.operatorToken, /^tgo_.{32}$/);
  assert.deepEqual(readdirSync(config.dataDir).sort(), ['master.key', 'operator.token']);
  for (const name of readdirSync(config.dataDir)) {
    assert.equal(statSync(join(config.dataDir, name)).mode & 0o777, 0o600, name);
  }
  assert.deepEqual(await resolveSecrets(config), made);
});

test('processes that start together agree on the secrets', async (t) => {
  const config = loadConfig({ DATA_DIR: dataDir(t) });
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => resolveSecrets(config)));
  for (const other of others) assert.deepEqual(other, first);
});

test('given secrets are used, and no file is written', async (t) => {
  const config = loadConfig({ ...PRODUCTION, DATA_DIR: dataDir(t) });
  assert.equal((await resolveSecrets(config)).operatorToken, PRODUCTION.OPERATOR_TOKEN);
  assert.throws(() => statSync(config.dataDir), { code: 'ENOENT' });
});

test('a stored secret that others can read, or that is damaged, stops the start', async (t) => {
  const config = loadConfig({ DATA_DIR: dataDir(t) });
  await resolveSecrets(config);
  const path = join(config.dataDir, 'master.key');
  chmodSync(path, 0o644);
  await assert.rejects(
    resolveSecrets(config),
    (error) => error instanceof SecretFileError && /chmod 600/.test(error.message),
  );
  chmodSync(path, 0o600);
  writeFileSync(path, 'garbage');
  await assert.rejects(resolveSecrets(config), /does not hold 32 bytes in Base64/);
  assert.equal(readFileSync(path, 'utf8'), 'garbage');
});

test('the next master key is on disk before it replaces the stored one, and no other process overwrites it', async (t) => {
  const config = loadConfig({ DATA_DIR: dataDir(t) });
  const { masterKey } = await resolveSecrets(config);
  assert.equal(await nextMasterKey(config), null);
  const next = Buffer.alloc(32, 1);
  await storeNextMasterKey(config, next);
  assert.deepEqual(await nextMasterKey(config), next);
  assert.equal(statSync(join(config.dataDir, 'master.key.next')).mode & 0o777, 0o600);
  assert.deepEqual((await resolveSecrets(config)).masterKey, masterKey);

  await assert.rejects(storeNextMasterKey(config, Buffer.alloc(32, 2)), (error) => {
    assert(error instanceof SecretFileError);
    return /master\.key\.next holds another key/.test(error.message);
  });
  await storeNextMasterKey(config, next);
  await adoptNextMasterKey(config);
  await adoptNextMasterKey(config);
  assert.deepEqual((await resolveSecrets(config)).masterKey, next);
  assert.deepEqual(readdirSync(config.dataDir).sort(), ['master.key', 'operator.token']);
  assert.equal(await nextMasterKey(loadConfig({ ...PRODUCTION, DATA_DIR: config.dataDir })), null);
});
