// One process of a test run. `run.ts` starts it with a list of files; it plays them one after the other and reports
// each result at once. It ends with its runner.
import { readFileSync } from 'node:fs';
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
 * Processor time in milliseconds of this process and of its child processes that have ended; 0 where there is no /proc.
 */
function processorMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
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
