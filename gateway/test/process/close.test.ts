// `npm run close` and `npm run close:verify` as an operator runs them: a month into a file, and the file proved without
// a database.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { newSealKeyPair, pemOf } from '../../src/domain/month-end/seal-key.ts';
import { runClose, runVerifyClose } from '../../src/process/close.ts';
import { readCloseArguments, readVerifyArguments } from '../../src/process/close-arguments.ts';
import { listAudit } from '../../src/storage/audit/audit-log.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { listMonthEndKeys } from '../../src/storage/month-end/month-end-keys.ts';
import { forged, openMonthEnds } from '../actions/month-end/month-end-stage.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the commands need a brand and a month, or a file', () => {
  assert.deepEqual(readCloseArguments(['--brand', 'b', '--month', '2026-10']), {
    brandId: 'b',
    month: '2026-10',
    out: null,
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
    file: 'a.zip',
    former: 'b.zip',
    key: null,
    audit: null,
    database: true,
  });
  for (const wrong of [[], ['a', 'b'], ['a', '--what']])
    assert.equal(readVerifyArguments(wrong), null, wrong.join(' '));
});

test('on a restored copy that nobody has accepted no month can be closed', async () => {
  const held = (async () => [{ heldSince: new Date(0), reason: 'of a test' }]) as unknown as Sql;
  const openVault = () => assert.fail('no vault is opened');
  const using = { print: () => {}, withSql: (work: (sql: Sql) => Promise<number>) => work(held), openVault };
  await assert.rejects(
    runClose(['--brand', 'b', '--month', '2024-10'], using),
    /is a restored copy: of a test\. Run restore:accept first/,
  );
});

test('a month is written to a file that can be verified without a database', async (t) => {
  // The command uses the clock of the database, so the month ended long ago.
  const stage = await openMonthEnds(t, '2024-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { brandId, merchantId } = brand.shop.brand;
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-close-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const printed: string[] = [];
  const { sql, vault } = stage.providerStage.gateway.gateway.context;
  const withSql = (work: (sql: Sql) => Promise<number>) => work(sql);
  const print = (line: string) => void printed.push(line);
  const using = { print, withSql, openVault: async () => vault };
  const [file, next] = [join(folder, 'october.zip'), join(folder, 'november.zip')];
  const close = (month: string, out: string) =>
    runClose(['--brand', brandId, '--month', month, '--out', out], using);

  assert.equal(await close('2024-10', file), 0);
  assert.match(
    printed.join('\n'),
    /^2024-10 is closed: 1 movement and 0 bank entries compared\n {2}1 funding: /,
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
  const keys = join(folder, 'keys.pem');
  writeFileSync(keys, pemOf(await listMonthEndKeys(sql, merchantId)));
  const others = join(folder, 'others.pem');
  writeFileSync(others, pemOf([{ ...newSealKeyPair(), madeAt: new Date(0), retiredAt: null }]));
  const verify = async (...options: string[]) => {
    printed.length = 0;
    return { ended: await runVerifyClose(options, using), said: printed.join('\n') };
  };
  const whole = await verify(next, '--former', file, '--audit', log, '--database', '--key', keys);
  assert.equal(whole.ended, 0, whole.said);
  assert.match(whole.said, /november\.zip is right: /);
  for (const line of [
    /its workbook and its page agree with its tables/,
    /it follows the archive of 2024-10/,
    /its seal is signed with a key of .*keys\.pem/,
    /the audit log in .*audit\.json contains that row/,
    /the audit log and the month-ends of the database contain it/,
  ])
    assert.match(whole.said, line);
  for (const one of [['--key', keys], ['--audit', log], ['--database']] as const)
    assert.equal((await verify(next, ...one)).ended, 0, one.join());
  assert.equal((await verify(file, '--former', next)).ended, 1);
  assert.match(printed.at(-1)!, /october\.zip IS WRONG$/);

  // Alone, and with the archive of the month before, which a forger can rewrite just as well.
  for (const options of [[next], [next, '--former', file]]) {
    const { ended, said } = await verify(...options);
    assert.equal(ended, 3);
    assert.match(said, /is consistent, but nothing was given that shows who made it/);
    assert.match(said, /NOT SHOWN: that the gateway made it/);
    assert.doesNotMatch(said, /is right/);
  }
  const anew = join(folder, 'anew.zip');
  writeFileSync(anew, await forged(new Uint8Array(readFileSync(next)), {}));
  assert.equal((await verify(anew)).ended, 3);
  for (const one of [['--key', keys], ['--audit', log], ['--database']] as const) {
    const { ended, said } = await verify(anew, ...one);
    assert.equal(ended, 1, said);
    assert.match(said, /IS WRONG$/);
  }
  assert.equal((await verify(next, '--key', others)).ended, 1);
  await assert.rejects(verify(next, '--key', log), /contains no public key/);

  const env = { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const alone = runProgram(t, env, `close:verify ${next}`);
  assert.equal(await alone.ended(), 3, alone.output());
  const withKey = runProgram(t, env, `close:verify ${next} --key ${keys}`);
  assert.equal(await withKey.ended(), 0, withKey.output());
  const changed = Buffer.from(bytes);
  changed[100]! ^= 1;
  writeFileSync(file, changed);
  const wrong = runProgram(t, env, `close:verify ${file}`);
  assert.equal(await wrong.ended(), 1);
  assert.match(wrong.output(), /IS WRONG$/m);
});
