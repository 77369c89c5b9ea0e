// After an erasure no file of the archive has a value of the customer, and the sums of the closed month still hold
// (docs/decisions/0091).
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eraseArchived } from '../../../src/actions/archive/erase-archived.ts';
import { verifyArchive } from '../../../src/actions/archive/verify-archive.ts';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { eraseCustomer } from '../../../src/actions/erasure/erase-customer.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { aPerson } from '../../http/erasure/customer-everywhere.ts';
import { type ArchiveStage, killedAtEachStep, openArchiveStage } from './archive-stage.ts';

const ADA = aPerson('Ottilie', 'Quandtmann', '1234567', 'DE89370400440532013000');
const OTHER = aPerson('Bruno', 'Ziegelbauer', '7654321', 'DE89370400440532013000');
const FIELDS = { notificationUrl: `https://shop.example/hooks/${ADA.userId}?of=${ADA.email}` };

async function paid(t: Parameters<typeof openArchiveStage>[0]): Promise<ArchiveStage> {
  const stage = await openArchiveStage(t);
  const [shop, another] = stage.brands;
  await stage.pay(shop, 'a', { ...ADA.fields, ...FIELDS }, ADA.card);
  await stage.pay(shop, 'b', OTHER.fields, OTHER.card);
  await stage.pay(another, 'c', OTHER.fields, OTHER.card);
  await stage.deliver();
  // A receiver may repeat in its answer what it was sent.
  await stage.owner`update webhook_tries t set answer_excerpt = left(e.body, 1000) from events e
    where e.merchant_id = t.merchant_id and e.transaction_id = t.transaction_id and e.sequence = t.sequence`;
  return stage;
}

const erase = (stage: ArchiveStage) =>
  eraseCustomer(stage.context, ROOT, stage.brands[0].brandId, { userId: ADA.userId });

/** A turn of the worker, with the archive's folder or without one (null). */
const workerOf = ({ context, folder }: ArchiveStage, archiveDir: string | null = folder) =>
  eraseArchived({ ...context, config: { ...context.config, archiveDir } });

async function namesIn(stage: ArchiveStage, values: readonly string[]): Promise<string[]> {
  const text = (await stage.archiveText()).toLowerCase();
  return values.filter((value) => text.includes(value.toLowerCase()));
}

async function proves(stage: ArchiveStage): Promise<void> {
  assert.deepEqual((await verifyArchive(stage.folder)).faults, []);
  assert.deepEqual((await verifyAudit(stage.owner)).faults, []);
  assert.deepEqual(await stage.ledgerFaults(), []);
}

test('erasing a user removes them from the archive, and nobody else', async (t) => {
  const stage = await paid(t);
  const { folder, owner } = stage;
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  stage.until(stage.archivableFrom);
  await stage.archive();
  assert.ok((await namesIn(stage, ADA.values)).includes(ADA.userId), 'it was there');
  await erase(stage);

  const waits = () => owner`select 1 from archive_erasures`;
  await workerOf(stage, null);
  assert.equal((await waits()).length, 1, 'a worker without the folder leaves it to another one');
  // Left by a worker that died while it wrote.
  const [month] = await readdir(folder);
  const unfinished = join(folder, month!, 'x.events.2.ndjson.gz.partial');
  await writeFile(unfinished, '');
  await workerOf(stage);
  assert.equal((await waits()).length, 0);
  assert.deepEqual(await namesIn(stage, [...ADA.values, 'shop.example/hooks/']), []);
  assert.ok((await namesIn(stage, OTHER.values)).includes(OTHER.userId));
  await proves(stage);
  assert.equal((await verifyArchive(folder)).checked.entries, 2);

  await killedAtEachStep((atStep) => stage.restore(atStep));
  const rows = (await stage.rows()).join('\n').toLowerCase();
  assert.deepEqual(
    ADA.values.filter((value) => rows.includes(value.toLowerCase())),
    [],
  );
  assert.deepEqual(await stage.ledgerFaults(), []);
  // It may be erased and archived again.
  await stage.archive();
  await proves(stage);
});

test('erasure does not write an altered archive file again as if it were whole', async (t) => {
  const stage = await paid(t);
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  stage.until(stage.archivableFrom);
  await stage.archive();
  await erase(stage);
  const names = await readdir(stage.folder, { recursive: true });
  const name = names.find((one) => one.includes(`${stage.brands[0].merchantId}.events.`))!;
  const file = join(stage.folder, name);
  const bytes = await readFile(file);
  const [line] = gunzipSync(bytes).toString().split('\n');
  await writeFile(file, gzipSync(`${line}\n`));
  await assert.rejects(workerOf(stage), /nothing was erased: .* was changed/);
  assert.equal((await stage.owner`select 1 from archive_erasures`).length, 1);
  await writeFile(file, bytes);
  await workerOf(stage);
  assert.deepEqual(await namesIn(stage, ADA.values), []);
  await proves(stage);
});

test('the archive does not get personal data that was erased after its month was closed', async (t) => {
  const stage = await paid(t);
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  await erase(stage);
  await proves(stage);
  // Nothing is in the archive yet, so no folder is needed.
  await workerOf(stage, null);
  assert.equal((await stage.owner`select 1 from archive_erasures`).length, 0);
  stage.until(stage.archivableFrom);
  await stage.archive();
  assert.deepEqual(await namesIn(stage, ADA.values), []);
  await proves(stage);
});

test('the archive does not keep personal data that is erased while a month is being archived', async (t) => {
  const stage = await paid(t);
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  stage.until(stage.archivableFrom);
  let erasing: Promise<unknown> = Promise.resolve();
  await stage.archive((step) => {
    if (step === 'find late rows') erasing = erase(stage);
  });
  await erasing;
  await workerOf(stage);
  assert.deepEqual(await namesIn(stage, ADA.values), []);
  await proves(stage);
});
