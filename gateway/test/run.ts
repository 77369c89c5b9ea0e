// A run of tests: `node gateway/test/run.ts [pattern …]`, everything without one. A file runs in one process with its neighbours, because
// starting a process and loading the gateway costs more than most files' tests (decision 75); only the long ones, and those
// that change their process, have one of their own. The long ones begin first. The ten slowest files are printed at the end.
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type RunOptions, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

const REPOSITORY = join(import.meta.dirname, '../..');
const EVERYTHING = '{gateway,cashier,portal,shop,sdk,examples,embedded-postgres,bench}/test/**/*.test.ts';

/** It builds an image, which takes minutes in which its process does nothing else. npm test skips it. */
const IMAGE = 'gateway/test/release/image.test.ts';
const BUILDS_IMAGE = process.env.TEST_RELEASE !== undefined;

/** In a process of their own, the longest first, so that none of them is what a run waits for in the end. */
const LONG = [
  ...(BUILDS_IMAGE ? [IMAGE] : []),
  'gateway/test/browser/portal/portal-walk.test.ts',
  'gateway/test/crash/teeth.test.ts',
  'gateway/test/crash/providers.test.ts',
  'embedded-postgres/test/embedded-postgres.test.ts',
  'gateway/test/fuzz/*.test.ts',
  'gateway/test/simulation/simulation.test.ts',
  'gateway/test/faults/faults.test.ts',
  'gateway/test/browser/portal/*.test.ts',
  'gateway/test/browser/{docs,accessibility,methods,card}.test.ts',
  'gateway/test/process/{start-stop,start-safety,database-loss,late-bodies,waiting-start,two-releases,card-secrecy}.test.ts',
  'cashier/test/{shell,screens}.test.ts',
  'shop/test/shop-page.test.ts',
  'gateway/test/crash/{crash,provider-teeth}.test.ts',
];
/** They change what their process shares: its environment. */
const LONERS = ['gateway/test/stage/*.test.ts'];
/** Folders whose tests wait long, for locks and lost connections: they begin before the others. */
const WAITING = /\/test\/(?:storage|process|worker|browser)\//;

/** More would let the last process run alone for long; fewer would start more processes. */
const FILES_A_PROCESS = 10;
/** Tests wait often: for a lease, a poll, a page. */
const PROCESSES_A_PROCESSOR = 3;
/** Of one test, and of a file that shares its process: enough on a machine that does much else. */
const TIMEOUT_MS = BUILDS_IMAGE ? 2_400_000 : 600_000;
const SLOWEST = 10;

const find = (patterns: string[]) => globSync(patterns, { cwd: REPOSITORY }).sort();

/** What goes into each process, in the order in which they begin. */
function processesFor(files: string[]): string[][] {
  const wanted = new Set(files);
  const alone = [...LONG, ...LONERS].flatMap((pattern) => find([pattern]));
  const single = alone.filter((file) => wanted.delete(file));
  const folders = Object.groupBy(wanted, (file) => /^(\w|-)+\/test\/((\w|-)+\/)?/.exec(file)![0]);
  const shared = Object.values(folders).flatMap((folder) => {
    const count = Math.ceil(folder!.length / FILES_A_PROCESS);
    const size = Math.ceil(folder!.length / count);
    return Array.from({ length: count }, (_, i) => folder!.slice(i * size, (i + 1) * size));
  });
  const [patient = [], others = []] = [true, false].map((waits) =>
    shared.filter(([first]) => WAITING.test(first!) === waits),
  );
  return [...single.map((file) => [file]), ...patient, ...others];
}

/**
 * The source of one process. A file begins when the one before has ended, hooks included; its tests are below its name, and begin when all of
 * the file is loaded, as they do in a process of its own.
 */
function entryOf(files: string[]): string {
  const each = files.map((file) => [file, pathToFileURL(join(REPOSITORY, file)).href]);
  return `import { test } from 'node:test';
for (const [file, url] of ${JSON.stringify(each)})
  test(file, async (t) => {
    const loaded = import(url);
    t.before(() => loaded);
    await loaded;
  });
`;
}

const patterns = process.argv.slice(2);
const strange = patterns.find((pattern) => find([pattern]).length === 0);
if (strange !== undefined) throw new Error(`no test file is called ${strange}`);
const files = find(patterns.length > 0 ? patterns : [EVERYTHING]);
mkdirSync(join(REPOSITORY, 'node_modules/.cache'), { recursive: true });
const entries = mkdtempSync(join(REPOSITORY, 'node_modules/.cache/tests-'));
process.on('exit', () => rmSync(entries, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const started = processesFor(files).map((together, index) => {
  if (together.length === 1) return join(REPOSITORY, together[0]!);
  const entry = join(
    entries,
    `${index}-${together[0]!.replaceAll('/', '-').replace(/\.test\.ts$/, '')}.test.mjs`,
  );
  writeFileSync(entry, entryOf(together));
  return entry;
});

const tookMs = new Map<string, number>();
/** The types do not know `globalSetupPath` yet. */
const options: RunOptions & { globalSetupPath: string } = {
  cwd: REPOSITORY,
  files: started,
  concurrency: availableParallelism() * PROCESSES_A_PROCESSOR,
  timeout: TIMEOUT_MS,
  execArgv: [`--import=${pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href}`],
  globalSetupPath: join(import.meta.dirname, 'global-setup.ts'),
};
const tests = run(options);
for (const end of ['test:pass', 'test:fail'] as const) {
  tests.on(end, ({ nesting, name, file, details }) => {
    if (nesting > 0) return;
    const of = file?.startsWith(entries) ? name : relative(REPOSITORY, file ?? name);
    tookMs.set(of, (tookMs.get(of) ?? 0) + details.duration_ms);
  });
}
tests.on('test:fail', ({ name, details, todo }) => {
  if (todo === undefined) process.exitCode = 1;
  // At once: the report tells it at its end, which a run that is cut short does not reach.
  if ((details.error as { failureType?: string }).failureType !== 'subtestsFailed')
    console.error(name, details.error.cause ?? details.error);
});
const report = tests.compose(new spec());
report.pipe(process.stdout);
report.on('end', () => {
  const slowest = [...tookMs].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  process.stdout.write(`\nthe slowest files:\n${lines.join('\n')}\n`);
});
