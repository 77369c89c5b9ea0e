// Risks that a start must not leave open (contract 1), in whole processes: weak settings in production, the inspector
// behind a signal, root's rights.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTestDatabase } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { PRODUCTION } from '../stage/production.ts';
import { dataDirWithDatabase, MAIN, type Program, programDataDir, runProgram } from '../stage/program.ts';

const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };
const SCRIPTS = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).scripts;

async function stops(program: Program): Promise<void> {
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
}

test('production starts with weak settings only if TRUST_WEAK_SETTINGS is set', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const env = { ...PRODUCTION, DATABASE_URL: database.databaseUrl, DATA_DIR: programDataDir(t) };
  const sound = runProgram(t, env);
  await sound.ready();
  assert.doesNotMatch(sound.output(), /weak setting/);
  assert.equal(/runs as root/.test(sound.output()), process.getuid?.() === 0);
  await stops(sound);

  const weak = { ...env, PUBLIC_URL: 'http://pay.example', OPERATOR_TOKEN: 'hunter2-'.repeat(5) };
  const refused = runProgram(t, weak);
  assert.equal(await refused.ended(), 1);
  assert.match(
    refused.output(),
    /2 faults:\n {2}PUBLIC_URL is "http:\/\/pay\.example"; .*\n {2}OPERATOR_TOKEN holds /,
  );
  assert.doesNotMatch(refused.output(), /hunter2/);

  const trusted = runProgram(t, { ...weak, TRUST_WEAK_SETTINGS: 'true' });
  await trusted.ready();
  const warnings = [...trusted.output().matchAll(/"level":40.*"msg":"weak setting: (\w+) /g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(warnings, ['PUBLIC_URL', 'OPERATOR_TOKEN']);
  assert.doesNotMatch(trusted.output(), /hunter2/);
  await stops(trusted);
});

test('a provider package that cannot be used stops the start before a database is made', async (t) => {
  const DATA_DIR = programDataDir(t);
  const program = runProgram(t, { DATA_DIR, PROVIDER_PACKAGES: '@fabrikam/not-installed' });
  assert.equal(await program.ended(), 1);
  assert.match(
    program.output(),
    /Tollgate cannot start: the provider package "@fabrikam\/not-installed" cannot be used: it is not installed/,
  );
  assert.equal(existsSync(join(DATA_DIR, 'postgres')), false);
});

test('in production a rotation to a weak master key is refused', async (t) => {
  const NEW_MASTER_KEY = Buffer.alloc(32, 5).toString('base64');
  const program = runProgram(t, { ...PRODUCTION, NEW_MASTER_KEY }, 'keys:rotate');
  assert.equal(await program.ended(), 1);
  assert.match(program.output(), /NEW_MASTER_KEY holds fewer than 16 different bytes \(not shown\)/);
  assert.ok(!program.output().includes(NEW_MASTER_KEY));
});

test('SIGUSR1 opens no inspector and does not end the process, with or without the flag of npm start', {
  skip: onlyInProof,
}, async (t) => {
  for (const flags of [['--disable-sigusr1'], []]) {
    const program = runProgram(t, { DATA_DIR: await dataDirWithDatabase(t) }, 'start', flags);
    const url = await program.ready();
    for (let at = 0; at < 5; at++) program.signal('SIGUSR1');
    // A second signal of another kind, so that those before it have arrived.
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    await stops(program);
    assert.doesNotMatch(program.output(), /[Dd]ebugger|inspector|ws:\/\//);
  }
});

test('every script that runs the program has the flag, and so has the command in the documents', () => {
  const running = Object.entries<string>(SCRIPTS).filter(([, script]) => script.includes('src/main.ts'));
  assert.ok(running.length >= 4);
  for (const [name, script] of running) assert.match(script, /node --disable-sigusr1 .*src\/main\.ts/, name);
  const operations = readFileSync(join(import.meta.dirname, '../../../docs/OPERATIONS.md'), 'utf8');
  // The command prints its list of commands and runs nothing.
  for (const [line] of operations.matchAll(/^.*node .*src\/main\.ts(?! --help).*$/gm))
    assert.match(line, /--disable-sigusr1/);
});

/** Only root can become another user, and that user must be able to read the program. */
function cannotBecomeNobody(): string | false {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return 'this needs root on Linux';
  const { status } = spawnSync(process.execPath, [MAIN, 'none'], NOBODY);
  return status === 2 ? false : 'the program is in a folder that not everybody may enter';
}

test('started by root with RUN_AS, every process runs as that user', {
  skip: onlyInProof || cannotBecomeNobody(),
}, async (t) => {
  for (const RUN_AS of [NOBODY.name, `${NOBODY.uid}:${NOBODY.gid}`]) {
    const DATA_DIR = programDataDir(t);
    chownSync(DATA_DIR, NOBODY.uid, NOBODY.gid);
    const program = runProgram(t, { DATA_DIR, RUN_AS });
    const url = await program.ready();
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    const postmaster = readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]!;
    for (const pid of [program.child.pid!, Number(postmaster)]) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const numbers = (name: string) =>
        new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(status)![1]!.split(/\s+/);
      assert.deepEqual([...new Set(numbers('Uid'))], [String(NOBODY.uid)]);
      assert.deepEqual([...new Set([...numbers('Gid'), ...numbers('Groups')])], [String(NOBODY.gid)]);
    }
    for (const file of ['master.key', 'operator.token', 'demo.json']) {
      assert.equal(statSync(join(DATA_DIR, file)).uid, NOBODY.uid, file);
    }
    await stops(program);
  }
});

test('a DATA_DIR that the user may not use is named, with the remedy', {
  skip: cannotBecomeNobody(),
}, async (t) => {
  const DATA_DIR = programDataDir(t);
  const program = runProgram(t, { DATA_DIR, RUN_AS: 'nobody' });
  assert.equal(await program.ended(), 1);
  const words = program.output();
  assert.ok(
    words.includes(`RUN_AS is nobody, who cannot use ${DATA_DIR}; run: chown -R nobody ${DATA_DIR}`),
    words,
  );
  assert.doesNotMatch(words, / {4}at /);
});

test('an unknown user stops the start', async (t) => {
  const program = runProgram(t, { DATA_DIR: programDataDir(t), RUN_AS: 'no-such-user' });
  assert.equal(await program.ended(), 1);
  assert.match(program.output(), /RUN_AS is no-such-user, but this machine has no such user/);
});

test('a process that is not root does not switch users', { skip: cannotBecomeNobody() }, () => {
  const env = { PATH: process.env.PATH, RUN_AS: '12345:12345' };
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'start'], {
    ...NOBODY,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /RUN_AS is 12345:12345, but only root can switch to another user/);
});
