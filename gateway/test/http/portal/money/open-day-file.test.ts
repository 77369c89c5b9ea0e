// The file of an unfinished day: all its parts show one moment,
// although payments continue while it is made.
import assert from 'node:assert/strict';
import test from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { eventually } from '../../../stage/harness.ts';
import { openMoneyStage } from './money-stage.ts';

const FILE = '/brands/:brand/reports/2026-03-28/file?format=json';

test('sums and rows of an open month are from one snapshot, even if a payment comes between them', async (t) => {
  const { stage, pay } = await openMoneyStage(t);
  await pay(10);
  const cookie = await stage.cookieOf('finance-maker');
  const url = `${stage.url}/portal/api/brands/${stage.brand.brandId}/months/2026-03/file?format=xlsx`;
  const rowsOf = (sheets: Record<string, Uint8Array>, sheet: number) =>
    strFromU8(sheets[`xl/worksheets/sheet${sheet}.xml`]!).split('<row').length - 1;
  const read = async () => {
    const answer = await fetch(url, { headers: { cookie } });
    assert.equal(answer.status, 200);
    const sheets = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return [strFromU8(sheets['xl/worksheets/sheet1.xml']!), rowsOf(sheets, 3)] as const;
  };
  const before = await read();
  const held = await stage.sql.reserve();
  await held`begin`;
  await held`lock table fundings in access exclusive mode`;
  const download = read();
  await eventually(async () => {
    const waiting = await stage.sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%transfers t%'`;
    return waiting.length > 0;
  });
  await held`insert into transfers select (jsonb_populate_record(t, jsonb_build_object('id', overlay(t.id::text placing 'ffff' from 33)))).*
    from transfers t`;
  await held`commit`;
  held.release();
  assert.deepEqual(await download, before);
  assert.equal((await read())[1], before[1] + 1);
});

test('totals and rows of an open day are from one snapshot, even if a payment comes between them', async (t) => {
  const { stage, pay, as } = await openMoneyStage(t);
  await pay(10);
  const call = await as('finance-maker');
  // Only the statement for the rows reads the fundings. So a lock there stops the file after the totals and before the
  // rows.
  const held = await stage.sql.reserve();
  await held`begin`;
  await held`lock table fundings in access exclusive mode`;
  const download = call('GET', FILE);
  await eventually(async () => {
    const waiting = await stage.sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%transfers t%'`;
    return waiting.length > 0;
  });
  // Commits another transfer of this day. It writes the row directly, because the file waits at most five seconds for
  // the lock.
  await held`insert into transfers select (jsonb_populate_record(t, jsonb_build_object('id', overlay(t.id::text placing 'ffff' from 33)))).*
    from transfers t`;
  await held`commit`;
  held.release();
  const { status, text, body } = await download;
  assert.equal(status, 200, text);
  const [{ transfers, closing }] = body.currencies;
  assert.deepEqual(
    [transfers, closing.available, body.details.length, body.transactions.length],
    [1, 10, 1, 1],
  );
  const later = (await call('GET', FILE)).body;
  assert.deepEqual([later.currencies[0].transfers, later.details.length], [2, 2]);
});

test('every file closes its snapshot, whether it is read completely, refused or cancelled', async (t) => {
  const { stage, pay, as } = await openMoneyStage(t);
  await pay(10);
  const call = await as('finance-maker');
  for (let i = 0; i < 7; i++) assert.equal((await call('GET', FILE)).status, 200, `file ${i}`);
  const cookie = await stage.cookieOf('owner');
  const url = `${stage.url}/portal/api${FILE.replace(':brand', stage.brand.brandId)}`;
  for (let i = 0; i < 7; i++) {
    const stop = new AbortController();
    const answer = fetch(url, { headers: { cookie }, signal: stop.signal }).catch(() => null);
    stop.abort();
    await answer;
  }
  await eventually(async () => (await call('GET', FILE)).status === 200);
  await eventually(async () => {
    const open = await stage.sql`select 1 from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    return open.length === 0;
  });
});
