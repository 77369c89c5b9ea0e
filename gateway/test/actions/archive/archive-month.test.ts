// A closed month leaves the database for files, and comes
// back unchanged (docs/decisions/0091).
import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listMonths } from '../../../src/actions/archive/list-months.ts';
import { databaseFaults, shownByHash, verifyArchive } from '../../../src/actions/archive/verify-archive.ts';
import { proveLedger } from '../../../src/actions/ledger/prove-ledger.ts';
import { closedMonths } from '../../../src/storage/archive/closed-months.ts';
import { aCardPayin } from '../../stage/harness.ts';
import { type ArchiveStage, killedAtEachStep, openArchiveStage, REFUSED } from './archive-stage.ts';

/** Three payments of two merchants, one with a webhook that was given up; closed, and old enough. */
async function closedMonth(t: Parameters<typeof openArchiveStage>[0]) {
  const stage = await openArchiveStage(t);
  const { brands } = stage;
  await stage.pay(brands[0], 'a');
  await stage.pay(brands[0], 'b', { amount: 49.9 }, { cardNumber: '4000000000009995' });
  await stage.pay(brands[1], 'c');
  await stage.deliver(1);
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  return stage;
}

async function answers({ gate, brands }: ArchiveStage): Promise<string[]> {
  const found = await Promise.all(
    [
      [brands[0], 'a'],
      [brands[0], 'b'],
      [brands[1], 'c'],
    ].map(([brand, reference]) =>
      gate.call('GET', `/payments?merchantReference=${reference}&country=DE`, {
        apiKey: (brand as (typeof brands)[0]).apiKey,
      }),
    ),
  );
  return found.map(({ status, text }) => `${status} ${text}`);
}

test('a month is archived and restored, killed before each step, and nothing is lost or changed', async (t) => {
  const stage = await closedMonth(t);
  const { gate, owner, folder, brands, month } = stage;
  await assert.rejects(stage.archive(), /can be archived from/);
  const before = await stage.rows();
  const records = await answers(stage);
  stage.until(stage.archivableFrom);
  // This refund belongs to the present: it stays.
  const refund = { merchantReference: 'a', amount: 10, refundReference: 'r', reason: 'RETURN' };
  await gate.call('POST', '/refund/by-reference', { apiKey: brands[0].apiKey, body: refund });
  const late = (await stage.rows()).filter((row) => !before.includes(row));
  assert.deepEqual(late.map((row) => row.split(' ', 1)[0]).sort(), [
    'events',
    'steps',
    'transfers',
    'webhook_queue',
  ]);
  const whole = await stage.rows();

  const died = await killedAtEachStep((atStep) => stage.archive(atStep));
  assert.deepEqual(died, ['write', 'check', 'note', 'manifest', 'find late rows', 'drop', 'erase']);
  assert.equal((await closedMonths(owner))[0]?.state, 'archived');
  const stays = await stage.rows();
  assert.deepEqual(
    stays.filter((row) => /^(events|webhook_tries|webhook_queue) /.test(row)),
    late.filter((row) => /^(events|webhook_queue) /.test(row)),
  );
  assert.deepEqual(
    stays.filter((row) => /^(steps|transfers) /.test(row)),
    whole.filter((row) => /^(steps|transfers) /.test(row)),
  );
  const archive = await verifyArchive(folder);
  assert.deepEqual(archive.faults, []);
  assert.deepEqual(archive.checked, { entries: 1, months: 1, files: 5, rows: 7 });

  // Archived data says where it is; later data is still there.
  const developer = await gate.as('developer');
  const ids = await owner`select id from openings order by id`;
  const [{ id: paid }, { id: declined }] = ids as unknown as [{ id: string }, { id: string }];
  const deliveries = '/brands/:brand/webhooks/deliveries';
  for (const [method, path, body] of [
    ['GET', `${deliveries}/${paid}/1`],
    ['POST', `${deliveries}/${paid}/1/resend`, {}],
    ['GET', `${deliveries}?transactionId=${declined}`],
  ] as const) {
    const gone = await developer(method, path, body);
    assert.equal(gone.status, 410, `${path} ${gone.text}`);
    assert.match(gone.body.message, new RegExp(`payments of ${month.slice(0, 7)} are in the archive`));
  }
  assert.equal((await developer('GET', `${deliveries}/${paid}/2`)).status, 200);
  assert.equal((await developer('GET', `${deliveries}?transactionId=${paid}`)).body.items.length, 1);
  const page = await developer('GET', `/brands/:brand/transactions/${paid}`);
  assert.equal(page.body.webhooksArchived, month.slice(0, 7));

  // The payments' records, and the proofs.
  assert.deepEqual((await answers(stage)).slice(1), records.slice(1));
  assert.deepEqual(await stage.ledgerFaults(), []);
  assert.deepEqual((await proveLedger(owner, owner, gate.now())).faults, []);
  assert.deepEqual((await proveLedger(owner, owner, gate.now())).faults, [], 'and by what changed');

  const killed = await killedAtEachStep((atStep) => stage.restore(atStep));
  assert.deepEqual(killed, ['erase', 'check', 'fill', 'use', 'manifest']);
  assert.deepEqual(await stage.rows(), whole);
  assert.deepEqual(await stage.ledgerFaults(), []);
  await assert.rejects(
    owner`update webhook_tries set status_code = 1 where at < ${stage.closableFrom}`,
    REFUSED,
  );
  assert.deepEqual((await verifyArchive(folder)).checked, { entries: 2, months: 0, files: 0, rows: 0 });

  await stage.archive();
  assert.deepEqual(await stage.rows(), stays);
});

test('a new request cannot use a reference of an archived month, with or without an idempotency key', async (t) => {
  const stage = await openArchiveStage(t);
  const { gate, brands } = stage;
  const first = await stage.pay(brands[0], 'taken');
  await stage.deliver();
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  stage.until(stage.archivableFrom);
  await stage.archive();
  for (const key of ['key of taken', 'another']) {
    const again = await gate.call('POST', '/v3/payment', {
      apiKey: brands[0].apiKey,
      headers: { 'idempotency-key': key },
      body: aCardPayin({ merchantReference: 'taken' }),
    });
    assert.equal(again.status, 409, again.text);
    assert.equal(again.body.transactionId, first.body.result.transactionId);
  }
});

test('the archive refuses a file that was altered', async (t) => {
  const stage = await closedMonth(t);
  const { folder, gate, owner, month } = stage;
  stage.until(stage.archivableFrom);
  await stage.archive();
  const name = month.slice(0, 7);
  const files = (await readdir(join(folder, name))).map((file) => join(folder, name, file));
  const events = files.find((file) => file.includes('.events.'))!;
  const bytes = await readFile(events);
  const manifest = await readFile(join(folder, 'manifest.ndjson'), 'utf8');
  const faultsAfter = async (harm: () => Promise<unknown>) => {
    await harm();
    const { ok, faults } = await verifyArchive(folder);
    assert.equal(ok, false);
    await writeFile(events, bytes);
    await writeFile(join(folder, 'manifest.ndjson'), manifest);
    return faults.join('\n');
  };
  const changed = gunzipSync(bytes).toString().replace('DECLINED', 'COMPLETED');
  assert.match(await faultsAfter(() => writeFile(events, gzipSync(changed))), /was changed/);
  assert.match(await faultsAfter(() => rm(events)), /is missing in .*; put the file back/);
  assert.match(
    await faultsAfter(() => appendFile(join(folder, 'manifest.ndjson'), '{}\n')),
    /is not an entry/,
  );
  const entry = JSON.parse(manifest);
  assert.match(
    await faultsAfter(() =>
      writeFile(join(folder, 'manifest.ndjson'), JSON.stringify({ ...entry, number: 2 })),
    ),
    /is missing/,
  );
  await writeFile(`${events}.gz`, 'a');
  assert.match((await verifyArchive(folder)).faults.join(), /is not in the manifest/);
  await rm(`${events}.gz`);
  const right = await verifyArchive(folder);
  assert.deepEqual(right.faults, []);
  assert.equal(shownByHash(right, right.last!), 1);
  assert.deepEqual(await databaseFaults(right, stage.owner), []);

  // If somebody rewrites the manifest without a file, only data kept elsewhere reveals it.
  const left = entry.files.filter(({ file }: { file: string }) => !events.endsWith(file));
  await rm(events);
  await writeFile(join(folder, 'manifest.ndjson'), `${JSON.stringify({ ...entry, files: left })}\n`);
  const anew = await verifyArchive(folder);
  assert.deepEqual(anew.faults, []);
  assert.equal(shownByHash(anew, right.last!), null);
  assert.match(
    (await databaseFaults(anew, stage.owner))[0]!,
    /entry 1 of the manifest differs from the database/,
  );
  assert.match(
    (await databaseFaults({ ...right, lines: [] }, stage.owner))[0]!,
    /has 0 entries, but the database has 1/,
  );
  const more = { ...right, lines: [...right.lines, '{}'], last: 'another' };
  assert.equal(shownByHash(more, right.last!), 1);
  await writeFile(events, bytes);
  await writeFile(join(folder, 'manifest.ndjson'), manifest);

  await rm(events);
  await assert.rejects(stage.restore(), /nothing was restored: .* is missing in /);
  await writeFile(events, bytes);
  // A folder that knows more than the database belongs to another database.
  await appendFile(join(folder, 'manifest.ndjson'), '{}\n');
  await assert.rejects(stage.restore(), /entries that the database does not have/);
  await assert.rejects(
    listMonths(owner, { folder, now: gate.now() }),
    /differs from the manifest in the database/,
  );
});

test('a table is dropped only if its file is in the folder', async (t) => {
  const stage = await closedMonth(t);
  const { folder, month } = stage;
  const before = await stage.rows();
  stage.until(stage.archivableFrom);
  const killed = stage.archive((step) => {
    if (step === 'manifest') throw new Error('killed');
  });
  await assert.rejects(killed, /killed/);
  const name = join(folder, month.slice(0, 7));
  await rename(name, `${name} elsewhere`);
  await assert.rejects(stage.archive(), /nothing was dropped: .* is missing in /);
  assert.deepEqual(await stage.rows(), before);
  await rename(`${name} elsewhere`, name);
  await stage.archive();
  assert.ok((await stage.rows()).length < before.length);
});

test('a webhook that was sent again and given up again keeps its month in the database', async (t) => {
  const stage = await closedMonth(t);
  stage.until(stage.archivableFrom);
  const killed = stage.archive((step) => {
    if (step === 'drop') throw new Error('killed');
  });
  await assert.rejects(killed, /killed/);
  await stage.owner`update webhook_queue set tries = tries + 1 where state = 'abandoned'`;
  await assert.rejects(stage.archive(), /has just resent a webhook of .*, so nothing was archived/);
  assert.deepEqual([...(await stage.owner`select relname from pg_class where relname like 'restored%'`)], []);
  await stage.archive();
  assert.deepEqual((await verifyArchive(stage.folder)).faults, []);
});

test('the check of a closed month finds rows that were removed or added afterwards', async (t) => {
  const stage = await closedMonth(t);
  const { owner } = stage;
  stage.until(stage.archivableFrom);
  const gone = await owner`delete from webhook_tries
    where transaction_id in (select transaction_id from webhook_tries order by 1 limit 1) returning *`;
  assert.equal(gone.length, 1);
  await assert.rejects(stage.archive(), /do not match the seal of /);
  assert.equal((await closedMonths(owner))[0]?.state, 'closed');
});
