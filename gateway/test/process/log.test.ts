// What a log line may contain of an error, whoever threw
// it: its type, its message, its place.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Logger } from 'pino';
import { newLog } from '../../src/process/log.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { createTestDatabase } from '../stage/harness-database.ts';

/** The lines that the process's log writes. */
function written(t: TestContext, write: (log: Logger) => void): Record<string, Record<string, unknown>>[] {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-log-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'log');
  const fd = openSync(path, 'w');
  write(newLog('info', fd));
  closeSync(fd);
  const text = readFileSync(path, 'utf8');
  assert.doesNotMatch(text, /hunter2/);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('any error is logged with its name, code, message and stack', (t) => {
  const cause = Object.assign(new Error('the wire broke'), { parameters: ['hunter2'] });
  const error = Object.assign(new TypeError('no row', { cause }), {
    code: '23514',
    detail: 'Failing row contains (hunter2)',
    query: 'select hunter2',
    parameters: ['hunter2'],
    request: { body: { cvv: 'hunter2' } },
  });
  const lines = written(t, (log) => {
    log.error({ err: error }, 'one');
    log.error({ error }, 'two');
    log.error(error);
    log.child({ loop: 'x' }).error({ err: error }, 'three');
    log.error({ err: { ...error, message: 'no row', name: 'TypeError', stack: 'no row\n    at a' } }, 'four');
    log.error({ err: new AggregateError([error], 'no row') }, 'five');
  });
  for (const line of lines) {
    const shown = line.err ?? line.error!;
    const known = new Set(['name', 'code', 'message', 'stack']);
    assert.deepEqual(
      Object.keys(shown).filter((key) => !known.has(key)),
      [],
    );
    assert.match(shown.message as string, /^no row/);
    assert.match(shown.stack as string, / {4}at /);
  }
  assert.equal(lines[0]!.err!.code, '23514');
  assert.equal(lines[0]!.err!.name, 'TypeError');
  assert.match(lines[0]!.err!.stack as string, /caused by: Error: the wire broke/);
});

test('a row that the database refuses is not in the log of its error', async (t) => {
  const database = await createTestDatabase();
  const sql = openDatabase(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  await sql`create temporary table refusing (word text, amount int check (amount > 0))`;
  const error = await sql`insert into refusing values (${'hunter2'}, -1)`.catch((reason) => reason);
  assert.match(error.detail, /hunter2/);
  const [line] = written(t, (log) => log.warn({ err: error }, 'refused'));
  assert.equal(line!.err!.code, '23514');
});

test("a possible card number is removed from an error's message, even if the error is only a text", (t) => {
  const [first, second, third] = written(t, (log) => {
    log.error({ err: new Error('invalid input: "4242 4242 4242 4242"') }, 'one');
    log.error({ err: 'thrown as it is: 4242424242424242' }, 'two');
    log.error({ err: null, error: 7 }, 'three');
  });
  assert.equal(first!.err!.message, 'invalid input: "[number]"');
  assert.doesNotMatch(first!.err!.stack as string, /4242/);
  assert.equal(second!.err, 'thrown as it is: [number]');
  assert.deepEqual([third!.err, third!.error], [null, 7]);
});
