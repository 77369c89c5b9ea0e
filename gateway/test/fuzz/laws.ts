// What must be true of any answer to anything (contract 3, spec 7.1), and how many tries a test makes. A property that
// fails prints its seed and path; FUZZ_SEED, FUZZ_PATH and FUZZ_RUNS play it again, or longer.
import assert from 'node:assert/strict';
import { howMany } from '../stage/how-much.ts';
import type { Described } from './described.ts';
import type { Got, Stage } from './stage.ts';

const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH } = process.env;

export function tries(share = 1) {
  const wanted = Math.round(
    Number(FUZZ_RUNS ?? howMany('tries of each property, for each operation')) * share,
  );
  return {
    numRuns: Math.max(1, wanted),
    seed: Number(FUZZ_SEED ?? 20_260_301),
    ...(FUZZ_PATH && { path: FUZZ_PATH }),
    // A property ends after a number of tries, never after a time. At a time limit fast-check abandons a try. If that
    // try stored rows later, they would count for the next one. So a usual run reports the first failing case and looks
    // for no smaller one.
    endOnFailure: FUZZ_RUNS === undefined,
  };
}

/** For a property that stops as soon as it has seen each kind of answer. Some operations give one kind rarely. */
export const enoughTries = () => ({ ...tries(), numRuns: Math.max(32, tries(4).numRuns) });

/** Checks the error body, and that its sentences name what they are about. */
export function assertErrorBody(stage: Stage, { status, headers, text }: Got): string[] {
  const described = Object.keys(stage.sources.components.Error!.properties!);
  assert.match(String(headers['content-type']), /^application\/json/, text);
  const body = JSON.parse(text);
  assert.equal(body.statusCode, status, text);
  assert.equal(body.requestId, headers['x-request-id'], text);
  assert.deepEqual(
    Object.keys(body).filter((name) => !described.includes(name)),
    [],
    text,
  );
  const messages: unknown[] = [body.message].flat();
  assert.ok(messages.length > 0, `no fault is named: ${text}`);
  for (const one of messages) {
    assert.ok(typeof one === 'string' && one !== '', text);
    if (Array.isArray(body.message)) assert.match(one, /^[^\n]+?: \S/, `names no field: ${text}`);
    assert.doesNotMatch(one, /undefined|\[object|\bNaN\b/, text);
  }
  return messages as string[];
}

/** Sends, checks the answer against every law, and returns it. */
export async function tryOut(
  stage: Stage,
  operation: Described,
  sent: { path: string; body?: string | Buffer; headers?: Record<string, string> },
  also: number[] = [],
): Promise<Got> {
  const before = await stage.storedAfterSend();
  const got = await stage.send({
    method: operation.method,
    path: sent.path,
    headers: { ...stage.keyFor(operation), ...sent.headers },
    ...(sent.body !== undefined && { body: sent.body }),
  });
  const { status, text } = got;
  const what = `${operation.method} ${sent.path.slice(0, 200)} answered ${status}: ${text.slice(0, 1_000)}`;
  assert.ok(status < 500, what);
  assert.ok([...operation.statuses, ...also].includes(status), `not documented: ${what}`);
  if (status >= 400) {
    assertErrorBody(stage, got);
    assert.equal(await stage.storedAfterSend(), before, `a refusal stored something: ${what}`);
  } else if (String(got.headers['content-type']).startsWith('application/json')) {
    assert.doesNotThrow(() => JSON.parse(text), what);
  }
  return got;
}
