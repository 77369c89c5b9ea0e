// Stands in for `node:test` in a run of many files (runner/process.ts). The runner of Node.js watches every promise of
// the process to know which test it belongs to; in files that await much this takes more processor time than the tests
// (decision 75). This module only collects tests; play-file.ts plays them. It supports only what our files use. A file
// also runs under `node --test`, for a debugger.
import { mock, type TestContext, type TestOptions } from 'node:test';

export type Body = (t: TestContext) => unknown;
/** The context of a suite's hook; its `after` runs when the suite ends. */
export type SuiteContext = Pick<TestContext, 'after'>;
type Hook = (t: SuiteContext) => unknown;

export interface Case {
  name: string;
  options: TestOptions;
  body: Body;
}

export interface Suite {
  name: string;
  options: TestOptions;
  children: (Case | Suite)[];
  before: Hook[];
  after: Hook[];
  beforeEach: Hook[];
  afterEach: Hook[];
}

type Arguments<F> = [name: string, body: F] | [name: string, options: TestOptions, body: F];

export const newSuite = (name: string, options: TestOptions = {}): Suite => ({
  name,
  options,
  children: [],
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
});

/** The suite that is being declared; null while tests run. */
let declared: Suite | null = null;

function open(): Suite {
  if (declared === null)
    throw new Error(
      'tests and hooks are declared while their file loads; within a test use t.test and t.after',
    );
  return declared;
}

/** Loads a file and returns its declarations. */
export async function declarationsOf(load: () => Promise<unknown>): Promise<Suite> {
  const suite = newSuite('');
  declared = suite;
  try {
    await load();
  } finally {
    declared = null;
  }
  return suite;
}

export function readArguments<F>([name, second, third]: Arguments<F>): {
  name: string;
  options: TestOptions;
  body: F;
} {
  return third === undefined
    ? { name, options: {}, body: second as F }
    : { name, options: second as TestOptions, body: third };
}

export function test(...given: Arguments<Body>): void {
  open().children.push(readArguments(given));
}

export function describe(...given: Arguments<() => void>): void {
  const { name, options, body } = readArguments(given);
  const parent = open();
  const suite = newSuite(name, options);
  parent.children.push(suite);
  declared = suite;
  try {
    body();
  } finally {
    declared = parent;
  }
}

export const it = test;
export const before = (hook: Hook) => void open().before.push(hook);
export const after = (hook: Hook) => void open().after.push(hook);
export const beforeEach = (hook: Hook) => void open().beforeEach.push(hook);
export const afterEach = (hook: Hook) => void open().afterEach.push(hook);
export { mock };
export default Object.assign(test, { before, after, beforeEach, afterEach });
