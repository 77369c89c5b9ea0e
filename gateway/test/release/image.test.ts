// The image of the Dockerfile, built by buildah and run by runc as `docker run --read-only --cap-drop=ALL` would: size,
// user, start, health check. `npm run test:release` plays it as root on a machine with these programs; npm test skips
// it, because it takes a minute. Public base images are not available everywhere, so it makes its own from Debian's
// packages.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { makeRelease } from '../../scripts/release/release.ts';
import { needs, ROOT, runs } from '../deploy/deploy-files.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';

const MOST_MB = 300;
const MOST_START_MS = 3_000;
const TOOLS = ['buildah', 'mmdebstrap', 'runc', 'du'];
const SOURCES = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'];
/** What the Dockerfile's two bases must contain. */
const BASES = {
  build: ['--variant=essential', '--include=libatomic1,libstdc++6'],
  run: ['--variant=extract', '--include=base-files,libc6,libgcc-s1,libstdc++6,netbase,tzdata'],
};

const skip =
  (process.env.TEST_RELEASE === undefined && 'npm run test:release plays it') ||
  (process.getuid?.() !== 0 && 'only root can build it here') ||
  needs(...TOOLS).skip;

type Cleanings = (() => Promise<void>)[];

/** Runs in reverse order: the container ends before its files go. */
function cleanings(t: TestContext): Cleanings {
  const told: Cleanings = [];
  t.after(async () => {
    for (const clean of told.reverse()) await clean();
  });
  return told;
}

/** Builds the image and returns the folder of its files, and its configuration. */
async function builtImage(cleans: Cleanings, place: string): Promise<{ root: string; config: ImageConfig }> {
  const env = { BUILDAH_ISOLATION: 'chroot', HOME: place, TMPDIR: place };
  const store = ['--root', join(place, 'store'), '--runroot', join(place, 'runroot')];
  const buildah = (...args: string[]) => runs('buildah', [...store, ...args], env).trim();
  cleans.push(async () => {
    buildah('umount', '--all');
    buildah('rm', '--all');
    buildah('rmi', '--all', '--force');
  });
  const suite = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))![1]!;
  for (const [base, options] of Object.entries(BASES)) {
    const tar = join(place, `${base}.tar`);
    runs('mmdebstrap', [
      '--quiet',
      '--mode=root',
      ...options,
      suite,
      tar,
      ...SOURCES.filter((one) => existsSync(one)),
    ]);
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, tar, '/');
    buildah('commit', '--quiet', container, `localhost/${base}`);
    rmSync(tar);
  }
  const context = join(place, 'context');
  await makeRelease(join(context, 'release'), { withNode: true, withPostgres: false }, 1);
  copyFileSync(join(ROOT, 'Dockerfile'), join(context, 'Dockerfile'));
  const bases = ['--build-arg', 'BUILD_BASE=localhost/build', '--build-arg', 'RUN_BASE=localhost/run'];
  buildah(
    'build',
    '--format',
    'docker',
    '--network',
    'none',
    ...bases,
    '--tag',
    'localhost/tollgate',
    context,
  );
  const told = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/tollgate'));
  return { root: buildah('mount', buildah('from', 'localhost/tollgate')), config: told.Docker.config };
}

type ImageConfig = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
};

/** Like `docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges`, in its own network. */
function ociConfig(root: string, image: ImageConfig, env: string[], mounts: Record<string, string>): object {
  const [uid, gid] = image.User.split(':').map(Number);
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...image.Entrypoint, ...image.Cmd],
      env: [...image.Env, ...env],
      cwd: image.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=65536k'] },
      ...Object.entries(mounts).map(([destination, source]) => ({
        destination,
        type: 'bind',
        source,
        options: ['rbind', 'ro'],
      })),
    ],
    linux: { namespaces: ['pid', 'ipc', 'mount', 'uts', 'network'].map((type) => ({ type })) },
  };
}

/** Forwards the test database's socket to a user who may not enter its folder. */
async function passOn(cleans: Cleanings, folder: string, databaseUrl: string): Promise<string> {
  const from = decodeURIComponent(new URL(databaseUrl).hostname);
  const server = createServer((client) => {
    const database = connect(join(from, '.s.PGSQL.5432'));
    client.pipe(database).pipe(client);
    for (const end of [client, database]) end.on('error', () => end.destroy());
  }).listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  chmodSync(join(folder, '.s.PGSQL.5432'), 0o666);
  cleans.push(async () => void server.close());
  return databaseUrl.replace(/@[^/:]+/, `@${encodeURIComponent('/run/database')}`);
}

test('the image is small, and starts as an unprivileged user on a read-only root without any capability', {
  skip,
}, async (t) => {
  const cleans = cleanings(t);
  const place = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
  cleans.push(async () => rmSync(place, { recursive: true, force: true }));
  const { root, config } = await builtImage(cleans, place);
  const megabytes = Number.parseInt(runs('du', ['--summarize', '--block-size=1M', root]), 10);
  assert.ok(megabytes < MOST_MB, `${megabytes} MB`);
  assert.equal(config.User, '65532:65532');

  const database = await createTestDatabase();
  cleans.push(() => database.drop());
  const [secrets, sockets, bundle] = ['secrets', 'sockets', 'bundle'].map((name) => join(place, name));
  for (const path of [secrets!, sockets!, bundle!]) mkdirSync(path);
  chmodSync(place, 0o755);
  const url = await passOn(cleans, sockets!, database.databaseUrl);
  const { PUBLIC_URL, MASTER_KEY, OPERATOR_TOKEN } = PRODUCTION;
  for (const [name, secret] of Object.entries({ DATABASE_URL: url, MASTER_KEY, OPERATOR_TOKEN }))
    writeFileSync(join(secrets!, name), secret, { mode: 0o444 });
  const env = ['DATABASE_URL', 'MASTER_KEY', 'OPERATOR_TOKEN'].map(
    (name) => `${name}_FILE=/run/secrets/${name}`,
  );
  // Each file gets a mount of its own, as with Docker, and keeps its outside mode.
  const mounted = ['DATABASE_URL', 'MASTER_KEY', 'OPERATOR_TOKEN'].map((name) => [
    `/run/secrets/${name}`,
    join(secrets!, name),
  ]);
  const mounts = { ...Object.fromEntries(mounted), '/run/database': sockets! };
  const oci = ociConfig(root, config, [`PUBLIC_URL=${PUBLIC_URL}`, ...env], mounts);
  writeFileSync(join(bundle!, 'config.json'), JSON.stringify(oci));

  const state = ['--root', join(place, 'runc')];
  const started = performance.now();
  const child = spawn('runc', [...state, 'run', '--bundle', bundle!, 'tollgate'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  const ended = once(child, 'close');
  cleans.push(async () => {
    if (child.exitCode === null) spawnSync('runc', [...state, 'delete', '--force', 'tollgate']);
    await ended;
  });
  while (!output.includes('"msg":"ready"')) {
    assert.ok(child.exitCode === null && performance.now() - started < 60_000, output);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const tookMs = Math.round(performance.now() - started);
  const { pid } = JSON.parse(runs('runc', [...state, 'state', 'tollgate'])) as { pid: number };
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const processorMs = (Number(stat[13]) + Number(stat[14])) * 10;
  t.diagnostic(`${megabytes} MB; ready after ${tookMs} ms, ${processorMs} ms of them processor time`);
  // Wall-clock time says more about the machine than about the image.
  assert.ok(processorMs < MOST_START_MS, `${processorMs} ms`);

  const [, ...check] = config.Healthcheck.Test;
  // Asynchronous, because this process also forwards the gateway's database traffic.
  await promisify(execFile)('runc', [...state, 'exec', 'tollgate', ...check]);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  assert.match(status, /^Uid:\t65532\t65532\t65532\t65532$/m);
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    assert.match(status, new RegExp(`^${set}:\\t0+$`, 'm'));
  const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
  assert.ok(!environment.includes(MASTER_KEY) && !environment.includes(OPERATOR_TOKEN));
  process.kill(pid, 'SIGTERM');
  assert.deepEqual(await ended, [0, null], output);
});
