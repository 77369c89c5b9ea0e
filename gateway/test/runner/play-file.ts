// Plays the tests that a file declared (collect-tests.ts): one after the other, or several at a time where a `describe`
// says so. A test fails if it throws, takes too long, or if something throws outside of every promise while only this
// test runs.
import { mock, type TestContext } from 'node:test';
import { type Body, type Case, readArguments, type Suite, type SuiteContext } from './collect-tests.ts';

export interface Result {
  /** The names of its suites, then its own. */
  path: string[];
  state: 'passed' | 'failed' | 'skipped';
  ms: number;
  /** The error text of a failed test, or the reason for a skip. */
  why?: string;
  diagnostics?: string[];
}

export interface Play {
  /** Only tests with a matching path run. */
  pattern: RegExp | null;
  timeoutMs: number;
  report: (result: Result) => void;
  /** For each running test: the function that fails it. */
  running: Map<string, (error: unknown) => void>;
}

/** A test may replace the global timers (`t.mock.timers`). Its own limit must stay a real one, and be cleared. */
const { setTimeout, clearTimeout } = globalThis;

const textOf = (error: unknown) =>
  error instanceof Error ? describeError(error) : `threw ${JSON.stringify(error) ?? String(error)}`;

function describeError(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by: ${textOf(error.cause)}`;
}

export async function playSuite(suite: Suite, path: string[], play: Play): Promise<void> {
  const wanted = suite.children.filter((child) => isWanted(child, path, play.pattern));
  if (wanted.length === 0) return;
  const skip = suite.options.skip;
  if (skip) {
    for (const child of wanted) skipAll(child, path, String(skip), play);
    return;
  }
  const { concurrency } = suite.options;
  const width = concurrency === true ? wanted.length : Number(concurrency ?? 1) || 1;
  const failAs = (hook: string) => (error: unknown) =>
    play.report({ path: [...path, `(${hook})`], state: 'failed', ms: 0, why: textOf(error) });
  const context: SuiteContext = { after: (end) => void suite.after.push(end as () => unknown) };
  try {
    for (const hook of suite.before) await hook(context);
    const queue = [...wanted];
    await Promise.all(Array.from({ length: width }, () => playQueue(queue, suite, context, path, play)));
  } catch (error) {
    failAs('hook')(error);
  }
  for (const hook of suite.after)
    await Promise.resolve(context).then(hook).catch(failAs('hook after the tests'));
}

async function playQueue(
  queue: (Case | Suite)[],
  suite: Suite,
  context: SuiteContext,
  path: string[],
  play: Play,
): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const hook of suite.beforeEach) await hook(context);
    if ('children' in next) await playSuite(next, [...path, next.name], play);
    else await playTest(next, path, play);
    for (const hook of suite.afterEach) await hook(context);
  }
}

function isWanted(child: Case | Suite, path: string[], pattern: RegExp | null): boolean {
  if (pattern === null || pattern.test([...path, child.name].join(' '))) return true;
  return (
    'children' in child && child.children.some((inner) => isWanted(inner, [...path, child.name], pattern))
  );
}

function skipAll(child: Case | Suite, path: string[], why: string, play: Play): void {
  if ('children' in child)
    for (const inner of child.children) skipAll(inner, [...path, child.name], why, play);
  else play.report({ path: [...path, child.name], state: 'skipped', ms: 0, why });
}

/** Returns whether the test passed or was skipped. */
async function playTest({ name, options, body }: Case, above: string[], play: Play): Promise<boolean> {
  const path = [...above, name];
  if (options.skip) {
    play.report({ path, state: 'skipped', ms: 0, why: String(options.skip) });
    return true;
  }
  const startedMs = performance.now();
  const scope = new Scope(path, play);
  let error = await scope.run(body, options.timeout ?? play.timeoutMs);
  error ??= await scope.end();
  const ms = performance.now() - startedMs;
  const { diagnostics } = scope;
  if (error !== null) play.report({ path, state: 'failed', ms, why: textOf(error.thrown), diagnostics });
  else if (scope.skipped !== null) play.report({ path, state: 'skipped', ms, why: scope.skipped });
  else play.report({ path, state: 'passed', ms, diagnostics });
  return error === null;
}

type Failure = { thrown: unknown };

/** The state of one running test: its subtests, its hooks, its messages. */
class Scope {
  readonly diagnostics: string[] = [];
  skipped: string | null = null;
  readonly #path: string[];
  readonly #play: Play;
  readonly #ends: (() => unknown)[] = [];
  readonly #subtests: Promise<boolean>[] = [];
  #mock: typeof mock | null = null;

  constructor(path: string[], play: Play) {
    this.#path = path;
    this.#play = play;
  }

  async run(body: Body, timeoutMs: number): Promise<Failure | null> {
    const key = this.#path.join(' › ');
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
    this.#play.running.set(key, reject);
    try {
      await Promise.race([promise, this.#whole(body)]);
      return null;
    } catch (thrown) {
      return { thrown };
    } finally {
      clearTimeout(limit);
      this.#play.running.delete(key);
    }
  }

  async end(): Promise<Failure | null> {
    let failure: Failure | null = null;
    for (const end of this.#ends) {
      try {
        await end();
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
    this.#mock?.reset();
    return failure;
  }

  async #whole(body: Body): Promise<void> {
    await body(this.#context());
    const held = await Promise.all(this.#subtests);
    const failed = held.filter((isRight) => !isRight).length;
    if (failed > 0) throw new Error(`${failed} of its ${held.length} parts failed`);
  }

  #context(): TestContext {
    const scope = this;
    const context = {
      name: this.#path.at(-1)!,
      after: (end: () => unknown) => void this.#ends.push(end),
      diagnostic: (message: string) => void this.diagnostics.push(message),
      skip: (why = '') => {
        this.skipped = why;
      },
      test: (...given: Parameters<typeof readArguments<Body>>[0]) => {
        const played = playTest(readArguments(given), this.#path, this.#play);
        this.#subtests.push(played);
        return played.then(() => undefined);
      },
      get mock() {
        scope.#mock ??= new (mock.constructor as new () => typeof mock)();
        return scope.#mock;
      },
    };
    return context as unknown as TestContext;
  }
}
