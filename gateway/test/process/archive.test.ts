// `npm run archive` as an operator runs it: the list of months, refusals of what may not be done yet, and an archive
// without a database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { hashOfEntry, nextLine } from '../../src/domain/archive/archive-manifest.ts';
import { ArchiveError, monthOf, readMonth } from '../../src/domain/archive/month.ts';
import { runArchive, runVerifyArchive } from '../../src/process/archive.ts';
import { readArchiveArguments } from '../../src/process/archive-arguments.ts';
import { asOwner, createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the command reads an action and its arguments, and refuses anything else', () => {
  assert.deepEqual(readArchiveArguments(['list']), { act: 'list' });
  assert.deepEqual(readArchiveArguments(['close', '2026-01']), { act: 'close', month: '2026-01-01' });
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
    assert.equal(readArchiveArguments(wrong), null, wrong.join(' '));
  assert.deepEqual(readArchiveArguments(['verify']), { act: 'verify', last: null, database: false });
  const last = 'ab'.repeat(32);
  assert.deepEqual(readArchiveArguments(['verify', '--database', '--last', last.toUpperCase()]), {
    act: 'verify',
    last,
    database: true,
  });
  assert.equal(readMonth('26-1'), null);
});

test('the owner of the tables lists the months, and a refused action gives the reason', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const printed: string[] = [];
  const surroundings = { archiveDir: folder, print: (line: string) => printed.push(line) };
  const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 2 });
  t.after(() => owner.end());
  assert.equal(await runArchive(owner, { act: 'list' }, surroundings), 0);
  const month = monthOf(new Date());
  assert.match(printed.join('\n'), new RegExp(`^${month.slice(0, 7)}  open .* can be closed from `, 'm'));
  await assert.rejects(runArchive(owner, { act: 'archive', month }, surroundings), /is not closed/);
  await assert.rejects(
    runArchive(owner, { act: 'archive', month }, { ...surroundings, archiveDir: null }),
    ArchiveError,
  );

  const early = runProgram(
    t,
    { ...PRODUCTION, DATABASE_URL: asOwner(database.databaseUrl) },
    `months close ${month.slice(0, 7)}`,
  );
  assert.equal(await early.ended(), 1);
  assert.match(early.output(), /the command months is deprecated; use archive/);
  assert.match(early.output(), /cannot months: .* can be closed from/);
  const verified = runProgram(
    t,
    { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1:1/none', ARCHIVE_DIR: folder },
    'archive verify',
  );
  assert.equal(await verified.ended(), 3, verified.output());
  assert.match(
    verified.output(),
    /^The archive is consistent: 0 entries, 0 months, 0 files, 0 rows checked$/m,
  );
  assert.match(verified.output(), /^NOT SHOWN: that the gateway wrote it/m);
});

test('a stored hash verifies the entries up to its own', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const act = { act: 'withdrawn', month: '2026-01', seal: '', files: [], gone: [] } as const;
  const lines: string[] = [];
  for (let n = 0; n < 3; n++) lines.push(nextLine(lines, act, new Date(n)));
  writeFileSync(join(folder, 'manifest.ndjson'), lines.map((line) => `${line}\n`).join(''));
  const withSql = () => assert.fail('no database is asked');
  const verify = async (last: string | null) => {
    const said: string[] = [];
    const print = (line: string) => void said.push(line);
    const ended = await runVerifyArchive(
      { act: 'verify', last, database: false },
      { archiveDir: folder, print, withSql },
    );
    return { ended, said: said.join('\n') };
  };
  const whole = await verify(hashOfEntry(lines[2]!));
  assert.equal(whole.ended, 0, whole.said);
  assert.match(whole.said, /^The archive is right: 3 entries/);
  const former = await verify(hashOfEntry(lines[1]!));
  assert.equal(former.ended, 3, former.said);
  assert.match(former.said, /^The archive is consistent: 3 entries/);
  assert.match(
    former.said,
    /the first 2 entries are unchanged\nNOT SHOWN: that the gateway wrote the entries after it \(1\)/,
  );
  const none = await verify('ab'.repeat(32));
  assert.equal(none.ended, 1, none.said);
  assert.match(none.said, /no entry of the manifest has the given hash.*THE ARCHIVE IS WRONG/s);
  assert.equal((await verify(null)).ended, 3);
});
