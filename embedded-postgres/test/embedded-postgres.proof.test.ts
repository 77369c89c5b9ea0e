// The embedded server when it is killed, orphaned, shared or unreachable. With real processes only.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { connectPostgres } from '../../gateway/src/storage/database/connect.ts';
import { silentLog, temporaryDataDir } from '../../gateway/test/stage/shared-server.ts';
import { isAlive } from '../src/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { lockFilePid, removeStaleLock } from '../src/postmaster.ts';
import { requireReachable, userNamed } from '../src/server-user.ts';

const SETTINGS = { shared_buffers: '32MB', fsync: 'off' };

/** A data folder. When the test ends, it ends a server that still runs there. */
function dataDirOf(t: TestContext): string {
  const dataDir = temporaryDataDir();
  t.after(async () => {
    const pid = lockFilePid(join(dataDir, 'postgres'));
    if (pid !== null && isAlive(pid)) {
      process.kill(pid, 'SIGINT');
      await until(() => lockFilePid(join(dataDir, 'postgres')) === null);
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

const OPTIONS = { log: silentLog, connect: connectPostgres };
const startIn = (dataDir: string) => startEmbeddedPostgres({ ...OPTIONS, dataDir, settings: SETTINGS });

async function ask(server: EmbeddedPostgres, query: string): Promise<unknown> {
  // The driver's timer of a connection attempt outlives the attempt and keeps this process alive.
  const sql = connectPostgres(server.databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  const rows = await sql.unsafe(query).finally(() => sql.end());
  return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    assert(Date.now() < deadline, `not within ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Another process that starts the server, reports it, and then waits to be killed. */
async function startInChild(dataDir: string): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('../src/embedded-postgres.ts'))});
    const { connectPostgres: connect } = await import(${JSON.stringify(import.meta.resolve('../../gateway/src/storage/database/connect.ts'))});
    const log = { info() {}, warn() {} };
    const settings = ${JSON.stringify(SETTINGS)};
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log, connect, settings });
    process.on('message', async () => { await server.stop(); process.disconnect(); });
    process.send('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('the first start creates the database, and later starts find its data', async (t) => {
  const dataDir = dataDirOf(t);
  const first = await startIn(dataDir);
  assert.match(String(await ask(first, 'select version()')), /^PostgreSQL 18/);
  await ask(first, 'create table kept as select 42 as answer');
  const pid = first.pid()!;
  await first.stop();
  assert.equal(first.pid(), null);
  assert.equal(lockFilePid(join(dataDir, 'postgres')), null);

  const second = await startIn(dataDir);
  assert.notEqual(second.pid(), pid);
  assert.equal(await ask(second, 'select answer from kept'), 42);
  await second.stop();
});

test('a database may have any name', async (t) => {
  const server = await startEmbeddedPostgres({
    ...OPTIONS,
    dataDir: dataDirOf(t),
    settings: SETTINGS,
    database: 'a "b" \'c/',
  });
  assert.equal(await ask(server, 'select current_database()'), 'a "b" \'c/');
  await server.stop();
});

test('the server opens no port, its folder is closed to others, and commits are durable', async (t) => {
  const dataDir = dataDirOf(t);
  const server = await startEmbeddedPostgres({ ...OPTIONS, dataDir });
  assert.equal(await ask(server, "select current_setting('listen_addresses')"), '');
  assert.equal(
    await ask(server, "select current_setting('fsync') || current_setting('synchronous_commit')"),
    'onon',
  );
  assert.equal(await ask(server, "select current_setting('server_encoding')"), 'UTF8');
  assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'postgres.log')).mode & 0o777, 0o600);
  await server.stop();
});

/** The server's answer to a connection of another user of this machine: R, or E and the reason. */
const ASK_AS = (path: string) => `
  const text = 'user\\0tollgate\\0database\\0postgres\\0\\0';
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + text.length);
  head.writeInt32BE(196608, 4);
  require('node:net').connect(${JSON.stringify(path)}, function () { this.write(Buffer.concat([head, Buffer.from(text)])); })
    .once('data', (answer) => { console.log(String(answer)); process.exit(); });`;

test('the server refuses another user of the machine, even if the folder is open to them', {
  skip: process.getuid?.() !== 0 && 'only root can switch to another user',
}, async (t) => {
  const dataDir = dataDirOf(t);
  const server = await startIn(dataDir);
  const folder = join(dataDir, 'postgres');
  const path = join(folder, '.s.PGSQL.5432');
  chmodSync(dataDir, 0o755);
  chmodSync(folder, 0o755);
  chmodSync(path, 0o777);
  const { uid, gid } = userNamed('daemon')!;
  const asked = spawnSync(process.execPath, ['-e', ASK_AS(path)], { uid, gid, cwd: '/', env: {} });
  assert.match(String(asked.stdout), /^E.*C28000/s, String(asked.stderr));
  assert.match(String(asked.stdout), /Peer authentication failed/);
  await server.stop();
});

test('a start replaces access rules of an older release, and keeps rules that the owner wrote', async (t) => {
  const dataDir = dataDirOf(t);
  await (await startIn(dataDir)).stop();
  const rules = join(dataDir, 'postgres/pg_hba.conf');
  writeFileSync(rules, '# Written by Tollgate: the unix socket alone.\nlocal all all trust\n');
  await (await startIn(dataDir)).stop();
  assert.match(readFileSync(rules, 'utf8'), /^local all all peer map=tollgate$/m);
  const own = '# Ours.\nlocal all all peer map=tollgate\nlocal all all reject\n';
  writeFileSync(rules, own);
  await (await startIn(dataDir)).stop();
  assert.equal(readFileSync(rules, 'utf8'), own);
});

test('the server runs in its own process group, and not as root', async (t) => {
  const server = await startIn(dataDirOf(t));
  const { pid } = { pid: server.pid()! };
  if (process.platform === 'linux') {
    const group = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[2];
    assert.equal(Number(group), pid);
    if (process.getuid?.() === 0) assert.notEqual(statSync(`/proc/${pid}`).uid, 0);
  }
  await server.stop();
});

test('settings in custom.conf override the others', async (t) => {
  const dataDir = dataDirOf(t);
  await (await startIn(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'custom.conf'), "work_mem = '11MB'\n", { mode: 0o644 });
  const server = await startIn(dataDir);
  assert.equal(await ask(server, "select current_setting('work_mem')"), '11MB');
  await server.stop();
});

test('two processes share one server, and the last of them stops it', async (t) => {
  const dataDir = dataDirOf(t);
  const other = await startInChild(dataDir);
  const server = await startIn(dataDir);
  const pid = server.pid();
  assert(pid !== null);
  other.send('leave');
  await once(other, 'exit');
  assert.equal(server.pid(), pid);
  assert.equal(await ask(server, 'select 1'), 1);
  await server.stop();
  assert.equal(server.pid(), null);
});

test('processes that start simultaneously on a new folder share one server', async (t) => {
  const dataDir = dataDirOf(t);
  const servers = await Promise.all([startIn(dataDir), startIn(dataDir), startInChild(dataDir)]);
  assert.equal(servers[0].pid(), servers[1].pid());
  servers[2].send('leave');
  await Promise.all([once(servers[2], 'exit'), servers[0].stop(), servers[1].stop()]);
  await until(() => lockFilePid(join(dataDir, 'postgres')) === null);
});

test('after the gateway alone was killed, the next start adopts the server that still runs', async (t) => {
  const dataDir = dataDirOf(t);
  const gateway = await startInChild(dataDir);
  const pid = lockFilePid(join(dataDir, 'postgres'));
  await killed(gateway);
  const server = await startIn(dataDir);
  assert.equal(server.pid(), pid);
  await server.stop();
  assert.equal(server.pid(), null);
});

test('after gateway and server were killed, the next start recovers despite the stale lock file', async (t) => {
  const dataDir = dataDirOf(t);
  const gateway = await startInChild(dataDir);
  await killed(gateway);
  const pid = lockFilePid(join(dataDir, 'postgres'))!;
  process.kill(pid, 'SIGKILL');
  const server = await startIn(dataDir);
  assert.notEqual(server.pid(), pid);
  // Remaining processes of the killed server may still reset a first connection.
  await until(() =>
    ask(server, 'select 1').then(
      (answer) => answer === 1,
      () => false,
    ),
  );
  await server.stop();
});

test('a stale lock file whose process id now belongs to another program does not stop the start', async (t) => {
  const dataDir = dataDirOf(t);
  await (await startIn(dataDir)).stop();
  const owner = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid });
  t.after(() => stranger.kill());
  await once(stranger, 'spawn');
  const lines = [
    stranger.pid,
    join(dataDir, 'postgres'),
    1_700_000_000,
    5432,
    join(dataDir, 'postgres'),
    '',
    '',
    'ready',
  ];
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);
  const server = await startIn(dataDir);
  assert.equal(await ask(server, 'select 1'), 1);
  assert(isAlive(stranger.pid!));
  await server.stop();
});

test('an empty lock file, left by a power failure, does not stop the start', async (t) => {
  const dataDir = dataDirOf(t);
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
  await (await startIn(dataDir)).stop();
  writeFileSync(lockFile, '');
  const server = await startIn(dataDir);
  assert.equal(await ask(server, 'select 1'), 1);

  // If its server runs, the file is not changed: nobody may start a second server on the same files.
  const pid = server.pid()!;
  writeFileSync(lockFile, '');
  utimesSync(lockFile, 0, 0);
  removeStaleLock(join(dataDir, 'postgres'));
  assert(existsSync(lockFile));
  process.kill(pid, 'SIGINT');
  await until(() => !isAlive(pid));
  await server.stop();
});

test('the gateway restarts a server that was killed', async (t) => {
  const server = await startIn(dataDirOf(t));
  const pid = server.pid()!;
  process.kill(pid, 'SIGKILL');
  await until(async () => server.pid() !== null && server.pid() !== pid);
  await until(() =>
    ask(server, 'select 1').then(
      (answer) => answer === 1,
      () => false,
    ),
  );
  await server.stop();
  // The postmaster's file may outlive its process for a moment on a busy machine.
  await until(async () => server.pid() === null);
});

test('a gateway that stops also stops a server that is just restarting', async (t) => {
  const server = await startIn(dataDirOf(t));
  const pid = server.pid()!;
  process.kill(pid, 'SIGKILL');
  // Started, but not ready yet.
  await until(async () => server.pid() !== null && server.pid() !== pid);
  await server.stop();
  await until(async () => server.pid() === null);
});

test('a start removes a half-made cluster that a killed process left', async (t) => {
  const dataDir = dataDirOf(t);
  // No process has this number: it is over the limit of every Linux.
  const abandoned = join(dataDir, 'postgres.making-4194305-0a1b2c3d');
  mkdirSync(abandoned);
  const server = await startIn(dataDir);
  assert.throws(() => statSync(abandoned), { code: 'ENOENT' });
  await server.stop();
});

test('the server starts in a folder whose path is too long for a socket', async (t) => {
  const dataDir = join(dataDirOf(t), 'd'.repeat(120));
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  const server = await startIn(dataDir);
  t.after(() =>
    rmSync(decodeURIComponent(new URL(server.databaseUrl).hostname), { recursive: true, force: true }),
  );
  assert.equal(await ask(server, 'select 1'), 1);
  await server.stop();
});

test('a start refuses a cluster of another PostgreSQL version and leaves it unchanged', async (t) => {
  const dataDir = dataDirOf(t);
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
  await assert.rejects(
    startIn(dataDir),
    /made by PostgreSQL 16, but this release contains PostgreSQL 18: dump the database/,
  );
  assert.equal(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), '16\n');
});

test('the error of a server that cannot start gives the reason', async (t) => {
  const dataDir = dataDirOf(t);
  await (await startIn(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'custom.conf'), 'no_such_setting = 1\n', { mode: 0o644 });
  await assert.rejects(startIn(dataDir), /did not start .*no_such_setting/s);
});

test("the error about a folder that the server's user cannot enter names the folder and the remedies", (t) => {
  const dataDir = dataDirOf(t);
  const closed = join(dataDir, 'closed');
  mkdirSync(join(closed, 'inner'), { recursive: true });
  chmodSync(closed, 0o700);
  const user = { name: 'somebody', uid: 54321, gid: 54321 };
  const look = () =>
    requireReachable(join(closed, 'inner'), user, 'its data will be stored', 'set DATA_DIR to /srv');
  assert.throws(look, (error: Error) => {
    assert.match(error.message, /user somebody, who cannot enter .*closed, where its data will be stored/);
    assert(error.message.includes(`chmod o+x ${closed}\n`));
    assert.match(error.message, /set DATA_DIR to \/srv/);
    assert.match(error.message, /set DATABASE_URL/);
    return true;
  });
  chmodSync(closed, 0o711);
  look();
});
