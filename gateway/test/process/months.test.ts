// `npm run months` as an operator runs it: what there is, what may not be done yet, and an archive without a database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { MonthError, monthOf, readMonth } from '../../src/domain/months/month.ts';
import { runMonths } from '../../src/process/months.ts';
import { readMonthsArguments } from '../../src/process/months-arguments.ts';
import { asOwner, createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the command is called with what it does, and a month', () => {
  assert.deepEqual(readMonthsArguments(['list']), { act: 'list' });
  assert.deepEqual(readMonthsArguments(['close', '2026-01']), { act: 'close', month: '2026-01-01' });
  for (const wrong of [
    [],
    ['close'],
    ['close', '2026-13'],
    ['list', '2026-01'],
    ['drop', '2026-01'],
    ['close', '2026-01', 'x'],
    ['verify', 'x'],
    ['verify', '--last', 'x'],
    ['verify', '--last'],
  ])
    assert.equal(readMonthsArguments(wrong), null, wrong.join(' '));
  assert.deepEqual(readMonthsArguments(['verify']), { act: 'verify', last: null, database: false });
  const last = 'ab'.repeat(32);
  assert.deepEqual(readMonthsArguments(['verify', '--database', '--last', last.toUpperCase()]), {
    ...{ act: 'verify', last, database: true },
  });
  assert.equal(readMonth('26-1'), null);
});

test('the owner of the tables sees the months, and what may not be done says why', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const printed: string[] = [];
  const surroundings = { archiveDir: folder, print: (line: string) => printed.push(line) };
  const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 2 });
  t.after(() => owner.end());
  assert.equal(await runMonths(owner, { act: 'list' }, surroundings), 0);
  const month = monthOf(new Date());
  assert.match(printed.join('\n'), new RegExp(`^${month.slice(0, 7)}  open .* may be closed from `, 'm'));
  await assert.rejects(runMonths(owner, { act: 'archive', month }, surroundings), /is not closed/);
  await assert.rejects(
    runMonths(owner, { act: 'archive', month }, { ...surroundings, archiveDir: null }),
    MonthError,
  );

  const early = runProgram(
    t,
    { ...PRODUCTION, DATABASE_URL: asOwner(database.databaseUrl) },
    `months close ${month.slice(0, 7)}`,
  );
  assert.equal(await early.ended(), 1);
  assert.match(early.output(), /cannot months: .* can be closed from/);
  const verified = runProgram(
    t,
    { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1:1/none', ARCHIVE_DIR: folder },
    'months verify',
  );
  assert.equal(await verified.ended(), 3, verified.output());
  assert.match(
    verified.output(),
    /^The archive holds together: 0 entries, 0 months, 0 files, 0 rows checked$/m,
  );
  assert.match(verified.output(), /^NOT SHOWN: that the gateway wrote it/m);
});
