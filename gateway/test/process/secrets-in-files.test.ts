// Secrets as files (contract 1): what a file may hold, what the message says about a wrong one. A whole process started
// with files has no secret in its environment, and neither has any child process.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadConfig } from '../../src/process/config.ts';
import { ConfigError } from '../../src/process/environment-reader.ts';
import { resolveSecrets } from '../../src/process/secrets.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { dataDirWithDatabase, runProgram } from '../stage/program.ts';

const DATABASE_URL = 'postgres://me:hunter2@localhost/x';
const SECRETS = {
  DATABASE_URL,
  MASTER_KEY: PRODUCTION.MASTER_KEY,
  OPERATOR_TOKEN: PRODUCTION.OPERATOR_TOKEN,
};
const OPEN = { ENVIRONMENT: PRODUCTION.ENVIRONMENT, PUBLIC_URL: PRODUCTION.PUBLIC_URL };

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tollgate-files-'));
  t.after(() => rmSync(path, { recursive: true }));
  // A process that is no longer root must enter it.
  chmodSync(path, 0o755);
  return path;
}

/** Writes each secret into a file with the text from `write`, and returns the variables that name the files. */
function inFiles(
  t: TestContext,
  secrets: Readonly<Record<string, string>>,
  write = (secret: string) => `${secret}\n`,
): Record<string, string> {
  const place = folder(t);
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => {
      writeFileSync(join(place, name), write(secret), { mode: 0o400 });
      return [`${name}_FILE`, join(place, name)];
    }),
  );
}

function messageOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  assert.fail('the configuration was accepted');
}

test('each secret may be a file, and its last line break does not count', (t) => {
  const given = loadConfig({ ...OPEN, ...SECRETS });
  for (const ending of ['', '\n', '\r\n', '\n\n', ' \n'])
    assert.deepEqual(loadConfig({ ...OPEN, ...inFiles(t, SECRETS, (one) => one + ending) }), given);
  assert.deepEqual(loadConfig({ ...OPEN, ...SECRETS, MASTER_KEY_FILE: '' }), given);
});

test('a secret that is given twice stops the start, even if both are the same', (t) => {
  const message = messageOf({ ...OPEN, ...SECRETS, ...inFiles(t, { MASTER_KEY: SECRETS.MASTER_KEY }) });
  assert.equal(
    message,
    'the configuration has a fault:\n  MASTER_KEY_FILE and MASTER_KEY are both set; accepted: only one of the two',
  );
});

test('a file that is missing, empty, too large or no file stops the start with one sentence', (t) => {
  const place = folder(t);
  const write = (name: string, text: string) => {
    writeFileSync(join(place, name), text);
    return join(place, name);
  };
  mkdirSync(join(place, 'folder'));
  execFileSync('mkfifo', [join(place, 'pipe')]);
  const wrong = {
    [join(place, 'nowhere')]: 'which does not exist',
    [join(place, 'folder')]: 'which is not a file',
    // Nobody writes into the pipe, so reading it would wait for ever.
    [join(place, 'pipe')]: 'which is not a file',
    '/dev/zero': 'which is not a file',
    [write('empty', '')]: 'which is empty',
    [write('blank', ' \n')]: 'which is empty',
    [write('large', 'hunter2'.repeat(3_000))]: 'which has 21000 bytes; a secret has 16384 at most',
    [join(write('plain', 'x'), 'below')]: 'which does not exist',
  };
  for (const [path, why] of Object.entries(wrong)) {
    for (const name of Object.keys(SECRETS)) {
      const message = messageOf({ ...OPEN, ...SECRETS, [name]: '', [`${name}_FILE`]: path });
      const sentence = `${name}_FILE names ${JSON.stringify(path)}, ${why}; accepted: the path of a file with the secret and nothing else`;
      assert.equal(message, `the configuration has a fault:\n  ${sentence}`);
    }
  }
});

test('a secret that every user may read stops production, and is a warning in test', async (t) => {
  const files = inFiles(t, SECRETS);
  const path = files.MASTER_KEY_FILE!;
  for (const mode of [0o400, 0o440, 0o600, 0o640]) {
    chmodSync(path, mode);
    assert.deepEqual(loadConfig({ ...OPEN, ...files }).weakSettings, []);
  }
  for (const mode of [0o444, 0o644, 0o604, 0o602]) {
    chmodSync(path, mode);
    const holds = `MASTER_KEY_FILE names ${JSON.stringify(path)}, which every user of this machine may read or write (mode ${mode.toString(8)})`;
    assert.ok(messageOf({ ...OPEN, ...files }).includes(holds));
    const trusted = loadConfig({ ...OPEN, ...files, TRUST_WEAK_SETTINGS: 'true' });
    assert.ok(trusted.weakSettings[0]!.startsWith(holds));
    assert.ok(loadConfig({ MASTER_KEY_FILE: path }).weakSettings[0]!.startsWith(holds), 'in test');
  }
  const dataDir = folder(t);
  execFileSync('mkfifo', [join(dataDir, 'master.key')]);
  await assert.rejects(resolveSecrets(loadConfig({ DATA_DIR: dataDir })), /master\.key is not a file/);
  const database = `postgres://me:x@db.example/x?sslmode=verify-full&sslrootcert=${join(dataDir, 'master.key')}`;
  assert.throws(
    () => openDatabase(database),
    /sslrootcert of DATABASE_URL names ".*master.key", which is not a file/,
  );
});

test('a fault of a secret names its file and does not show it', (t) => {
  const files = inFiles(t, {
    DATABASE_URL: 'mysql://me:hunter2@localhost/x',
    MASTER_KEY: 'hunter2-key',
    OPERATOR_TOKEN: 'hunter2 token',
  });
  const message = messageOf({ ...OPEN, ...files });
  assert.match(message, /3 faults/);
  assert.doesNotMatch(message, /hunter2/);
  for (const name of Object.keys(SECRETS))
    assert.match(
      message,
      new RegExp(`${name} holds \\d+ characters \\(in "${files[`${name}_FILE`]}", not shown\\)`),
    );
  const weak = messageOf({ ...OPEN, ...inFiles(t, { ...SECRETS, OPERATOR_TOKEN: 'x'.repeat(40) }) });
  assert.match(weak, /OPERATOR_TOKEN holds fewer than 8 .* \(in ".*", not shown\)/);
});

/** The environments of a process and of all its descendants. */
function environments(pid: number): string[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [readFileSync(`/proc/${pid}/environ`, 'latin1'), ...children.flatMap(environments)];
}

const linux = { skip: process.platform !== 'linux' && 'only Linux has /proc' };

test(
  'a process that got its secrets as files has none in its environment, and neither has a child',
  linux,
  async (t) => {
    const { MASTER_KEY, OPERATOR_TOKEN } = SECRETS;
    // With the embedded database, which is a child process.
    const program = runProgram(t, {
      DATA_DIR: await dataDirWithDatabase(t),
      ...inFiles(t, { MASTER_KEY, OPERATOR_TOKEN }),
    });
    const url = await program.ready();
    const authorization = `Bearer ${OPERATOR_TOKEN}`;
    assert.equal((await fetch(`${url}/operator/tokens`, { headers: { authorization } })).status, 200);
    const seen = environments(program.child.pid!);
    assert.ok(seen.length > 1, 'the database is a child of the gateway');
    for (const one of seen) for (const secret of [MASTER_KEY, OPERATOR_TOKEN]) assert(!one.includes(secret));
    assert(seen[0]!.includes('MASTER_KEY_FILE='), 'the environment was read');
  },
);

test('root reads the files before it becomes another user, and every command works', {
  skip: process.getuid?.() !== 0 && 'only root can switch to another user',
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const { MASTER_KEY, OPERATOR_TOKEN } = SECRETS;
  const files = inFiles(t, { MASTER_KEY, OPERATOR_TOKEN, DATABASE_URL: database.databaseUrl });
  // The embedded server's socket has its own user's rights; over a network any user may connect.
  const socket = decodeURIComponent(new URL(database.databaseUrl).hostname);
  const { uid, gid } = socket.startsWith('/') ? statSync(socket) : { uid: 65_534, gid: 65_534 };
  const env = { ...files, RUN_AS: `${uid}:${gid}`, DATA_DIR: '/nonexistent' };
  const next = 'q7Yp0bq3VvTz8m5n1s9c2d4e6f8g0hAaBbCcDdEeFfE=';
  const rotation = runProgram(t, { ...env, ...inFiles(t, { NEW_MASTER_KEY: next }) }, 'keys:rotate');
  assert.equal(await rotation.ended(), 0, rotation.output());
  assert.match(rotation.output(), /keys wrapped under the new master key/);
  const former = runProgram(t, env, 'ledger:verify');
  assert.equal(await former.ended(), 0, former.output());
  assert.match(former.output(), /The ledger is right/);
  const start = runProgram(t, env);
  assert.equal(await start.ended(), 1);
  assert.match(start.output(), /MASTER_KEY is wrong for this database/);
});

test('a new master key from a wrong file changes nothing', async (t) => {
  const program = runProgram(t, { ...PRODUCTION, NEW_MASTER_KEY_FILE: '/nonexistent/key' }, 'keys:rotate');
  assert.equal(await program.ended(), 1);
  assert.match(
    program.output(),
    /^Tollgate cannot keys:rotate: .*\n {2}NEW_MASTER_KEY_FILE names .* does not exist/,
  );
});
