// `npm run close` and `npm run close:verify` as an operator runs them: a month into a file, and the file proved without a database.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { runClose, runVerifyClose } from '../../src/process/close.ts';
import { readCloseArguments, readVerifyArguments } from '../../src/process/close-arguments.ts';
import { listAudit } from '../../src/storage/audit/audit-log.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { openMonthEnds } from '../actions/month-end/month-end-stage.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the commands are called with a brand and a month, and with a file', () => {
  assert.deepEqual(readCloseArguments(['--brand', 'b', '--month', '2026-10']), {
    ...{ brandId: 'b', month: '2026-10', out: null },
  });
  for (const wrong of [
    [],
    ['--brand', 'b'],
    ['--month', '2026-10'],
    ['--brand', 'b', '--month', 'm', 'x'],
    ['--what'],
  ])
    assert.equal(readCloseArguments(wrong), null, wrong.join(' '));
  assert.deepEqual(readVerifyArguments(['a.zip', '--former', 'b.zip', '--database']), {
    ...{ file: 'a.zip', former: 'b.zip', audit: null, database: true },
  });
  for (const wrong of [[], ['a', 'b'], ['a', '--what']])
    assert.equal(readVerifyArguments(wrong), null, wrong.join(' '));
});

test('nothing is closed on a restored copy that nobody has accepted', async () => {
  const held = (async () => [{ heldSince: new Date(0), reason: 'of a test' }]) as unknown as Sql;
  const using = { print: () => {}, withSql: (work: (sql: Sql) => Promise<number>) => work(held) };
  await assert.rejects(
    runClose(['--brand', 'b', '--month', '2024-10'], using),
    /is a restored copy: of a test\. Nothing is closed/,
  );
});

test('a month becomes a file that proves itself without a database', async (t) => {
  // The command has the clock of the database, so the month is long over.
  const stage = await openMonthEnds(t, '2024-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { brandId, merchantId } = brand.shop.brand;
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-close-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const printed: string[] = [];
  const { sql } = stage.house.gateway.gateway.context;
  const withSql = (work: (sql: Sql) => Promise<number>) => work(sql);
  const using = { print: (line: string) => void printed.push(line), withSql };
  const [file, next] = [join(folder, 'october.zip'), join(folder, 'november.zip')];
  const close = (month: string, out: string) =>
    runClose(['--brand', brandId, '--month', month, '--out', out], using);

  assert.equal(await close('2024-10', file), 0);
  assert.match(
    printed.join('\n'),
    /^2024-10 is closed: 1 movements and 0 bank entries compared\n {2}1 funding: /,
  );
  const bytes = readFileSync(file);
  printed.length = 0;
  assert.equal(await close('2024-10', file), 0);
  assert.match(printed[0]!, /^2024-10 was closed before, at .* by .* \(npm run close\)$/);
  assert.deepEqual(readFileSync(file), bytes);
  assert.equal(await close('2024-11', next), 0);
  await assert.rejects(close('2024-11', join(folder, 'none', 'a.zip')), /cannot be written/);
  await assert.rejects(close('9999-01', next), /9999-01 is not over yet/);
  await assert.rejects(runClose(['--brand', 'x', '--month', '2024-10'], using), /there is no brand x/);
  assert.equal(existsSync(join(folder, 'none')), false);

  const rows = await listAudit(sql, { merchantId, target: null, after: null, limit: 100 });
  const log = join(folder, 'audit.json');
  writeFileSync(log, JSON.stringify(rows));
  printed.length = 0;
  assert.equal(await runVerifyClose([next, '--former', file, '--audit', log, '--database'], using), 0);
  assert.match(
    printed.join('\n'),
    /november\.zip is right: .*\n.*\n.*\n.*\n {2}the audit log has that row\n {2}it follows the archive of 2024-10$/,
  );
  assert.equal(await runVerifyClose([file, '--former', next], using), 1);
  assert.match(printed.at(-1)!, /october\.zip IS WRONG$/);

  const env = { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const alone = runProgram(t, env, `close:verify ${next}`);
  assert.equal(await alone.ended(), 0, alone.output());
  assert.match(alone.output(), /not asked: whether the audit log has that row/);
  const changed = Buffer.from(bytes);
  changed[100]! ^= 1;
  writeFileSync(file, changed);
  const wrong = runProgram(t, env, `close:verify ${file}`);
  assert.equal(await wrong.ended(), 1);
  assert.match(wrong.output(), /IS WRONG$/m);
});
