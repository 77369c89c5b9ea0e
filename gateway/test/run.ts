// A run of tests: `node gateway/test/run.ts [--name PATTERN] [file or pattern …]`. By default it plays the files of its
// tier (runner/tiers.ts); TEST_PROOF=1 makes it the proof. `--shard 1/3` plays a third of them, `--limit 12` ends the
// run after twelve minutes, `--beside lint` runs that script of package.json beside the tests. Files share a process,
// because starting a process and loading the gateway costs more than most files' tests (decision 75). Only long files,
// and files that change their process, have their own. The long ones begin first.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown, serverProcessorMs } from './global-setup.ts';
import type { Message } from './runner/process.ts';
import { folderOf, Report } from './runner/report.ts';
import { EVERY_TEST, filesOfTier, shardOf } from './runner/tiers.ts';
import { isProof } from './stage/how-much.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
/** It builds an image, which takes minutes in which its process does nothing else. npm test skips it. */
const IMAGE = 'gateway/test/release/image.test.ts';
const BUILDS_IMAGE = process.env.TEST_RELEASE !== undefined;

/** Each in its own process, the longest first, so that the run does not wait for one of them at the end. */
const LONG = [
  ...(BUILDS_IMAGE ? [IMAGE] : []),
  'gateway/test/browser/portal/portal-walk.test.ts',
  'gateway/test/crash/{removed-guards.test,crash.proof.test}.ts',
  'gateway/test/faults/faults.test.ts',
  'gateway/test/simulation/simulation.test.ts',
  'gateway/test/fuzz/{fuzz,hazards,signed-fuzz}.test.ts',
  'gateway/test/process/*.proof.test.ts',
  'gateway/test/process/{start-stop,start-safety,card-secrecy}.test.ts',
  'embedded-postgres/test/embedded-postgres.proof.test.ts',
  'examples/test/*.test.ts',
  'integrations/test/*.test.ts',
];
/** They change the environment or the catalogue that their process shares. */
const LONERS = ['gateway/test/stage/*.test.ts', 'gateway/test/providers/load-packages.test.ts'];
const BROWSER = /\/test\/browser(?:\/|$)/;
/** Folders whose tests wait long, for locks and lost connections: they begin before the others. */
const WAITING = /\/test\/(?:storage|process|worker|browser|crash)\//;

/** With more, the last process would run alone for long; fewer would start more processes. */
const FILES_A_PROCESS = 40;
/** Each takes some five seconds. */
const BROWSER_FILES_A_PROCESS = 12;
/** Tests wait often: for a lease, a poll, a page. */
const PROCESSES_A_PROCESSOR = 3;
/** For one test; enough on a busy machine. */
const TIMEOUT_MS = BUILDS_IMAGE ? 2_400_000 : 600_000;

/** Added to a test's own time-out. */
const PATIENCE_MS = 60_000;

const find = (patterns: string[]) => globSync(patterns, { cwd: REPOSITORY }).sort();

/** The files of each process of a shard, in starting order. */
function processesFor(files: string[], shard: string): string[][] {
  const rest = new Set(files);
  const alone = [...LONG, ...LONERS].flatMap((pattern) => find([pattern]));
  const single = shardOf(
    alone.filter((file) => rest.delete(file)),
    shard,
  );
  // The files of the cashier share a stage (browser/stage.ts), so they stay together.
  const place = (file: string) => (BROWSER.test(file) ? dirname(file) : folderOf(file));
  const folders = Object.groupBy(shardOf([...rest], shard), place);
  const shared = Object.entries(folders).flatMap(([name, folder]) => {
    const most = BROWSER.test(name) ? BROWSER_FILES_A_PROCESS : FILES_A_PROCESS;
    const count = Math.ceil(folder!.length / most);
    const size = Math.ceil(folder!.length / count);
    return Array.from({ length: count }, (_, i) => folder!.slice(i * size, (i + 1) * size));
  });
  const [patient = [], others = []] = [true, false].map((waits) =>
    shared.filter(([first]) => WAITING.test(first!) === waits),
  );
  return [...single.map((file) => [file]), ...patient, ...others];
}

const { values, positionals } = parseArgs({
  options: {
    name: { type: 'string' },
    timeout: { type: 'string', default: String(TIMEOUT_MS) },
    shard: { type: 'string', default: '1/1' },
    // Minutes of the whole run.
    limit: { type: 'string', default: '60' },
    beside: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const strange = positionals.find((pattern) => find([pattern]).length === 0);
if (strange !== undefined) throw new Error(`no test file is called ${strange}`);
const wanted =
  positionals.length > 0 ? find(positionals) : filesOfTier(find([EVERY_TEST]), isProof(), REPOSITORY);
const queue = processesFor(wanted, values.shard);
const timeoutMs = Number(values.timeout);
const report = new Report((text) => process.stdout.write(text));
const children = new Set<ChildProcess>();

/** Plays these files in one process. A file without a report has failed. */
async function play(together: string[]): Promise<void> {
  const left = new Set(together);
  const task = { files: together, root: REPOSITORY, pattern: values.name ?? null, timeoutMs };
  const child = fork(join(import.meta.dirname, 'runner/process.ts'), [JSON.stringify(task)], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  // A process with a blocked event loop reports nothing and meets no deadline of its own.
  const kill = () => child.kill('SIGKILL');
  let silence = setTimeout(kill, timeoutMs + PATIENCE_MS);
  child.on('message', (message: Message) => {
    clearTimeout(silence);
    silence = setTimeout(kill, timeoutMs + PATIENCE_MS);
    if (message.kind === 'file') left.delete(message.file);
    report.hear(message);
  });
  const [code, signal] = await once(child, 'exit');
  clearTimeout(silence);
  children.delete(child);
  for (const file of left) report.fail(file, `its process ended (${signal ?? `exit code ${code}`})`);
  if (left.size === 0 && code !== 0)
    report.fail(together.at(-1)!, `its process ended with ${signal ?? code}`);
}

/** Runs these scripts of package.json, one after the other. What a failed one says is among the tests' failures. */
async function runBeside(scripts: string[]): Promise<void> {
  for (const script of scripts) {
    const failure = await new Promise<string | null>((resolve) => {
      const child = execFile(
        'npm',
        ['run', '--silent', script],
        { cwd: REPOSITORY },
        (error, stdout, stderr) => {
          children.delete(child);
          resolve(error && `${stdout}${stderr}`);
        },
      );
      children.add(child);
    });
    if (failure !== null) report.fail('npm run', `${script}\n${failure}`);
  }
}

async function playAll(queue: string[][]): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await play(next);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    for (const child of children) child.kill('SIGKILL');
    await globalTeardown();
    process.exit(1);
  });

await globalSetup();
const overdue = setTimeout(() => {
  report.fail('the run', `took longer than ${values.limit} minutes`);
  queue.length = 0;
  for (const child of children) child.kill('SIGKILL');
}, Number(values.limit) * 60_000);
await Promise.all([
  runBeside(values.beside),
  ...Array.from({ length: availableParallelism() * PROCESSES_A_PROCESSOR }, () => playAll(queue)),
]);
clearTimeout(overdue);
const serverMs = serverProcessorMs();
await globalTeardown();
report.end(serverMs);
process.exitCode = report.failed > 0 ? 1 : 0;
