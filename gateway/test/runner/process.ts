// One process of a test run. `run.ts` starts it with a list of files; it plays them one after the other and reports
// each result at once. It ends with its runner.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lingerAfterTests } from '../test-process.ts';
import type { Play, Result } from './play-file.ts';

export type Message =
  | ({ kind: 'result'; file: string } & Result)
  | { kind: 'file'; file: string; ms: number; processorMs: number };

const COLLECT_TESTS = import.meta.resolve('./collect-tests.ts');
/** These modules need the original `node:test`, for its `mock`. */
const OURS: readonly (string | undefined)[] = [COLLECT_TESTS, import.meta.resolve('./play-file.ts')];

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'node:test' || OURS.includes(context.parentURL)) return next(specifier, context);
    return { url: COLLECT_TESTS, shortCircuit: true };
  },
});

const { declarationsOf } = await import('./collect-tests.ts');
const { playSuite } = await import('./play-file.ts');

const { files, root, pattern, timeoutMs } = JSON.parse(process.argv[2]!) as {
  files: string[];
  root: string;
  pattern: string | null;
  timeoutMs: number;
};
const runnerIsGone = () => process.exit(1);
process.on('disconnect', runnerIsGone);
process.channel!.unref();
const tell = (message: Message) => new Promise((told) => process.send!(message, told));

let file = '';
const running: Play['running'] = new Map();
const play: Play = {
  pattern: pattern === null ? null : new RegExp(pattern),
  timeoutMs,
  running,
  report: (result) => void tell({ kind: 'result', file, ...result }),
};

/** The error belongs to the running test if only one runs; otherwise the file gets it. */
function thrownOutside(error: unknown): void {
  if (running.size === 1) {
    for (const fail of running.values()) fail(error);
    return;
  }
  const names = [...running.keys()].join(', ');
  const why = `outside of a test${names && `, while these ran: ${names}`}: ${(error as Error)?.stack ?? error}`;
  play.report({ path: ['(outside)'], state: 'failed', ms: 0, why });
}
process.on('uncaughtException', thrownOutside);
process.on('unhandledRejection', thrownOutside);

/**
 * Processor time in milliseconds of this process and of all that it started, such as the browser that several files
 * share; 0 where there is no /proc.
 */
function processorMs(): number {
  const spent = new Map<number, { parent: number; ticks: number }>();
  for (const name of existsSync('/proc/self/stat') ? readdirSync('/proc') : []) {
    const fields = /^\d+$/.test(name) ? statOf(name) : null;
    if (fields === null) continue;
    // Its own time and that of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    spent.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const startedByUs = (pid: number): boolean => {
    for (let at = pid; spent.has(at); at = spent.get(at)!.parent) if (at === process.pid) return true;
    return false;
  };
  return [...spent].reduce((sum, [pid, { ticks }]) => sum + (startedByUs(pid) ? ticks * 10 : 0), 0);
}

/** null: the process has ended. */
function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return null;
  }
}

let countedMs = 0;
for (file of files) {
  const startedMs = performance.now();
  try {
    const suite = await declarationsOf(() => import(pathToFileURL(resolve(root, file)).href));
    if (suite.children.length === 0) throw new Error('declares no test');
    await playSuite(suite, [], play);
  } catch (error) {
    play.report({
      path: ['(loading)'],
      state: 'failed',
      ms: 0,
      why: (error as Error).stack ?? String(error),
    });
  }
  const spentMs = processorMs();
  await tell({ kind: 'file', file, ms: performance.now() - startedMs, processorMs: spentMs - countedMs });
  countedMs = spentMs;
}
process.off('disconnect', runnerIsGone);
process.disconnect!();
lingerAfterTests(files.at(-1)!);
