// deploy/systemd in a real systemd: a container of systemd-nspawn boots with /usr of this machine, an empty /etc and
// the units, without a network. The program is this folder's, at the place of a release. It reaches its database by a
// socket that the test opens when it likes.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { eventually } from '../stage/harness.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { DEPLOY, needs, ROOT } from './deploy-files.ts';

const MIGRATE = 'tollgate-migrate.service';
const PROCESSES = ['tollgate-api@3000.service', 'tollgate-api@3001.service', 'tollgate-worker@3010.service'];
/** The parts of this folder that the program needs. */
const PARTS = [
  'gateway',
  'cashier',
  'portal',
  'shop',
  'sdk',
  'embedded-postgres',
  'openapi',
  'node_modules',
  'package.json',
];
const IN_TIME_MS = 180_000;

function canBoot() {
  const { skip } = needs('systemd-nspawn', 'nsenter');
  if (skip) return { skip };
  return { skip: process.getuid?.() !== 0 && 'a machine can be booted by root alone' };
}

test(
  'after a boot with a late database everything starts, and the documented upgrade stops no process',
  canBoot(),
  async (t) => {
    const machine = await boot(t);
    await until(
      async () => /waiting for the database/.test(await machine.journal(MIGRATE)),
      () => machine.journal(MIGRATE),
    );
    assert.notEqual(await machine.stateOf(MIGRATE), 'failed');

    await machine.openDatabase();
    for (const unit of PROCESSES)
      await until(
        async () => /"msg":"ready"/.test(await machine.journal(unit)),
        () => machine.run('journalctl', '--output=cat', '--no-pager', '--lines=60'),
      );
    assert.equal(await machine.stateOf(MIGRATE), 'active');
    const pids = () => Promise.all(PROCESSES.map(machine.pidOf));
    const before = await pids();

    await machine.run('systemctl', 'restart', MIGRATE);
    assert.equal(await machine.stateOf(MIGRATE), 'active');
    await machine.run('systemctl', 'stop', MIGRATE);
    const states = await Promise.all(PROCESSES.map(machine.stateOf));
    assert.deepEqual(
      states,
      PROCESSES.map(() => 'active'),
    );
    assert.deepEqual(await pids(), before, 'no process was restarted');
  },
);

async function until(
  ask: () => Promise<boolean> | boolean,
  say: () => string | Promise<string>,
): Promise<void> {
  await eventually(ask, IN_TIME_MS).catch(async (error) => {
    throw new Error(`${error.message}\n${await say()}`);
  });
}

async function boot(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-boot-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  for (const name of ['units', 'etc', 'bin', 'node/bin', 'database'])
    mkdirSync(at(name), { recursive: true });
  const database = await databaseAt(t, at('database'));
  writeUnits(at('units'));
  writeSettings(at('etc'), database.path);
  copyFileSync(join(ROOT, 'gateway/scripts/release/tollgate.sh'), at('bin/tollgate'));
  chmodSync(at('bin/tollgate'), 0o755);
  copyFileSync(realpathSync(process.execPath), at('node/bin/node'));
  chmodSync(folder, 0o755);

  const binds = [
    ...PARTS.map((part) => `${join(ROOT, part)}:/opt/tollgate/${part}`),
    `${at('bin')}:/opt/tollgate/bin`,
    `${at('node')}:/opt/tollgate/node`,
    `${at('units')}:/etc/systemd/system`,
    `${at('etc')}:/etc/tollgate`,
    `${at('database')}:/opt/database`,
  ];
  const name = `tollgate-test-${process.pid}`;
  const nspawn = spawn(
    'systemd-nspawn',
    [
      ...['--directory=/', '--volatile=yes', '--boot', '--private-network', '--register=no', '--keep-unit'],
      ...[`--machine=${name}`, ...binds.map((bind) => `--bind-ro=${bind}`)],
      ...['systemd.firstboot=no', 'systemd.unit=multi-user.target'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  nspawn.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  t.after(() => end(nspawn));
  const leader = await leaderOf(nspawn, () => said);
  // Runs in parallel, because the database traffic passes through this process.
  const run = (...command: string[]) => {
    const inside = ['--target', leader, '--mount', '--uts', '--ipc', '--net', '--pid', '--', ...command];
    return new Promise<string>((resolve) =>
      execFile('nsenter', inside, { timeout: IN_TIME_MS }, (_error, stdout) => resolve(stdout)),
    );
  };
  await until(
    async () => /running|degraded|starting/.test(await run('systemctl', 'is-system-running')),
    () => said,
  );
  return {
    run,
    openDatabase: database.open,
    stateOf: async (unit: string) => (await run('systemctl', 'is-active', unit)).trim(),
    pidOf: async (unit: string) => (await run('systemctl', 'show', '--property=MainPID', unit)).trim(),
    journal: (unit: string) => run('journalctl', '--unit', unit, '--output=cat', '--no-pager'),
  };
}

/** The units of deploy/, enabled at boot. */
function writeUnits(folder: string): void {
  const wanted = join(folder, 'multi-user.target.wants');
  mkdirSync(wanted);
  for (const name of ['tollgate-api@.service', 'tollgate-worker@.service', MIGRATE])
    copyFileSync(join(DEPLOY, 'systemd', name), join(folder, name));
  for (const unit of PROCESSES) symlinkSync(`../${unit.replace(/@\d+/, '@')}`, join(wanted, unit));
}

function writeSettings(folder: string, database: string): void {
  const url = (user: string) => `postgres://${user}@%2Fopt%2Fdatabase:5432/${database}`;
  const files = {
    'tollgate.env': readFileSync(join(DEPLOY, 'systemd/tollgate.env'), 'utf8'),
    'database-url': url('tollgate_app'),
    'owner-database-url': url('tollgate'),
    'master-key': PRODUCTION.MASTER_KEY,
    'operator-token': PRODUCTION.OPERATOR_TOKEN,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o400 });
}

/** A database without tables, behind a socket that does not exist until `open`. */
async function databaseAt(t: TestContext, folder: string) {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const owner = await openTestPool(database.databaseUrl, { maxConnections: 1 });
  await owner.unsafe(
    `do $$ begin create role tollgate_app login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await owner.end();
  const [, socketFolder, path] = /@([^:/]+):\d+\/(\w+)/.exec(database.databaseUrl)!;
  const real = join(decodeURIComponent(socketFolder!), '.s.PGSQL.5432');
  const server: Server = createServer((client) => {
    const own = connect(real);
    for (const [from, to] of [
      [client, own],
      [own, client],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to);
  });
  t.after(() => server.close());
  const open = async () => {
    const socket = join(folder, '.s.PGSQL.5432');
    server.listen(socket);
    await once(server, 'listening');
    chmodSync(folder, 0o755);
    chmodSync(socket, 0o777);
  };
  return { path: path!, open };
}

/** The first process of the container, once there is one. */
async function leaderOf(nspawn: ChildProcess, said: () => string): Promise<string> {
  const children = `/proc/${nspawn.pid}/task/${nspawn.pid}/children`;
  let leader = '';
  await until(() => {
    if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn ended: ${said()}`);
    leader = readFileSync(children, 'utf8').trim().split(' ').at(-1) ?? '';
    return leader !== '' && readFileSync(`/proc/${leader}/comm`, 'utf8').trim() === 'systemd';
  }, said);
  return leader;
}

async function end(nspawn: ChildProcess): Promise<void> {
  if (nspawn.exitCode !== null) return;
  nspawn.kill('SIGTERM');
  const closed = once(nspawn, 'exit');
  const timer = setTimeout(() => nspawn.kill('SIGKILL'), 20_000);
  await closed;
  clearTimeout(timer);
}
