// The archive of a month-end. Every change to it is detected: by its bytes, its sums, its workbook and page, its
// signature, or the archive of the month before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { checkTables } from '../../../src/actions/month-end/check-tables.ts';
import { zipInMemory } from '../../../src/actions/month-end/read-zip.ts';
import { rotateMonthEndKey } from '../../../src/actions/month-end/seal-keys.ts';
import { auditFaults, keyFaults, verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { hashOfRow, ROOT } from '../../../src/domain/audit/audit.ts';
import {
  FIRST_FORMAT,
  type FileName,
  type Manifest,
  type Seal,
} from '../../../src/domain/month-end/manifest.ts';
import { fingerprintOf, keysInPem, pemOf } from '../../../src/domain/month-end/seal-key.ts';
import { listAudit } from '../../../src/storage/audit/audit-log.ts';
import { listMonthEndKeys } from '../../../src/storage/month-end/month-end-keys.ts';
import { forged, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();

test('the verification notices a change of any byte of the archive', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  const { bytes, manifest } = closed;
  const step = Math.max(1, Math.floor(bytes.length / 150));
  for (let at = 0; at < bytes.length; at += step) {
    const changed = new Uint8Array(bytes);
    changed[at]! ^= 1;
    assert.notDeepEqual((await verifyMonthEnd(changed)).faults, [], `byte ${at}`);
  }
  assert.notDeepEqual((await verifyMonthEnd(bytes.slice(0, -1))).faults, []);
  assert.notDeepEqual((await verifyMonthEnd(new Uint8Array([...bytes, 0]))).faults, []);
  for (const name of Object.keys(unzipSync(bytes))) {
    const files = unzipSync(bytes);
    files[name]![files[name]!.length - 2]! ^= 1;
    const { faults } = await verifyMonthEnd(new Uint8Array(zipSync(files)));
    assert.notDeepEqual(faults, [], name);
  }
  // The audit log reveals somebody who rewrites everything.
  const { seal } = await verifyMonthEnd(bytes);
  const { sql } = stage.providerStage.gateway.gateway.context;
  const rows = (await listAudit(sql, {
    merchantId: manifest.merchantId,
    target: null,
    after: null,
    limit: 100,
  }))!;
  assert.deepEqual(auditFaults(seal!, rows), []);
  const forged = { ...seal!.auditRow, actor: { ...seal!.auditRow.actor, name: 'somebody' } };
  const forgedSeal = { ...seal!, auditRow: { ...forged, hash: hashOfRow(forged) } };
  assert.equal(auditFaults(forgedSeal, rows).length, 1);
  assert.equal(auditFaults(seal!, rows.slice(0, 1)).length, 1);
});

test('the verification finds tables that do not add up, even if all hashes are right', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes, manifest } = await brand.close('2026-10');
  const files = unzipSync(bytes);
  const check = (all: Record<string, Uint8Array>) => checkTables((name) => [all[name]!], manifest);
  assert.deepEqual(await check(files), []);
  const change = (name: FileName, from: string, to: string) => {
    const text = strFromU8(files[name]!);
    assert.ok(text.includes(from), `${name} has ${from}`);
    return { ...files, [name]: strToU8(text.replace(from, to)) };
  };
  const wrong = [
    change('movements.csv', '1000000.00', '1000000.01'),
    change('accounts.csv', '1000000.00', '999999.00'),
    change('differences.csv', '"funding"', '"unmatched"'),
  ];
  for (const one of wrong) assert.notDeepEqual(await check(one), []);
  const [head, line] = strFromU8(files['movements.csv']!).split('\r\n');
  const twice = strToU8([head, line, line, ''].join('\r\n'));
  const faults = await check({ ...files, 'movements.csv': twice });
  assert.ok(faults.includes('a movement appears twice, or out of order'), faults.join('; '));
});

/** References that CSV and XLSX write in another way. */
const ODD = ['MAR-1', '=1+1', "'t Hoen", "'123", '_x0041_', 'a;＝1', 'say "yes", ü <&>'];

test('the verification finds a workbook or page that disagrees with the tables, even if all hashes are right', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  for (const merchantReference of ODD) {
    const paid = await brand.shop.card({ merchantReference });
    assert.equal(paid.result.status, 'COMPLETED', JSON.stringify(paid));
  }
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes, table } = await brand.close('2026-10');
  assert.deepEqual((await verifyMonthEnd(bytes)).faults, []);
  const written = table('movements.csv').map((line) => line.Reference);
  for (const reference of ODD) assert.ok(written.includes(reference), reference);
  assert.deepEqual((await verifyMonthEnd(await forged(bytes, {}))).faults, []);
  const files = unzipSync(bytes);
  const sheets = unzipSync(files['month.xlsx']!);
  const workbook = (change: (all: Record<string, Uint8Array>) => Record<string, Uint8Array>) => ({
    'month.xlsx': zipSync(change({ ...sheets })),
  });
  const text = (name: string, from: string, to: string) => {
    const all = strFromU8(sheets[name]!);
    assert.ok(all.includes(from), `${name} has ${from}`);
    return strToU8(all.replace(from, to));
  };
  const accounts = 'xl/worksheets/sheet1.xml';
  const workbooks = [
    // An amount; a heading; another sheet first; one more sheet; the same bytes packed in another way.
    workbook((all) => ({ ...all, [accounts]: text(accounts, '1000000.00', '2000000.00') })),
    workbook((all) => ({ ...all, [accounts]: text(accounts, 'Closing', 'Opening') })),
    workbook((all) => ({ ...all, [accounts]: all['xl/worksheets/sheet2.xml']! })),
    workbook((all) => ({ ...all, 'xl/worksheets/sheet9.xml': all[accounts]! })),
    workbook((all) => all),
    workbook(({ [accounts]: _, ...all }) => all),
    { 'month.xlsx': strToU8('PK no workbook') },
  ];
  for (const [i, change] of workbooks.entries()) {
    const { faults } = await verifyMonthEnd(await forged(bytes, { files: change }));
    assert.deepEqual(faults, ['the rows of month.xlsx differ from the tables'], `workbook ${i}`);
  }
  const page = strFromU8(files['read-me.html']!);
  for (const [from, to] of [
    ['1000000.00', '2000000.00'],
    ['2026-10', '2026-09'],
    ['</body>', '<p>Correction: the balance is 5.00</p></body>'],
  ] as const) {
    assert.ok(page.includes(from), from);
    const { faults } = await verifyMonthEnd(
      await forged(bytes, { files: { 'read-me.html': page.replace(from, to) } }),
    );
    assert.deepEqual(faults, ['read-me.html differs from the tables'], from);
  }
});

test('a seal is signed, and another seal needs the key', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  const { context } = stage.providerStage.gateway.gateway;
  const { merchantId } = october.monthEnd;
  const [first] = await listMonthEndKeys(context.sql, merchantId);
  stage.setClock('2026-12-02T10:00:00Z');
  const second = await rotateMonthEndKey(context, ROOT, merchantId);
  const november = await brand.close('2026-11');
  // The archive of the month before keeps its bytes, although its key is gone.
  assert.deepEqual((await brand.close('2026-10')).bytes, october.bytes);
  const keys = await listMonthEndKeys(context.sql, merchantId);
  assert.deepEqual(
    keys.map(({ id, retiredAt }) => [id, retiredAt?.toISOString() ?? null]),
    [
      [second.id, null],
      [first!.id, '2026-12-02T10:00:00.000Z'],
    ],
  );
  const kept = await context.sql`
    select id, private_sealed is null as gone from month_end_keys where merchant_id = ${merchantId} order by id`;
  assert.deepEqual(
    kept.map(({ gone }) => gone),
    [true, false],
  );
  const sealOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const { faults, seal } = await verifyMonthEnd(bytes);
    assert.deepEqual(faults, []);
    return seal!;
  };
  const given = keysInPem(pemOf(keys));
  for (const [month, own, other] of [
    [october, first!, second],
    [november, second, first!],
  ] as const) {
    const seal = await sealOf(month.bytes);
    assert.deepEqual(keyFaults(seal, given), []);
    assert.deepEqual(keyFaults(seal, [own.publicKey]), []);
    assert.equal(keyFaults(seal, [other.publicKey]).length, 1);
  }
  // A forger who rewrites all of it has another key.
  const bytes = await forged(october.bytes, {});
  assert.match(keyFaults(await sealOf(bytes), given)[0]!, /a key that is not among the given keys/);
  const faultsOf = async (signature: (seal: Seal) => Seal['signature']) =>
    (await verifyMonthEnd(await forged(october.bytes, { signature }))).faults;
  assert.deepEqual(await faultsOf(() => undefined), ['the seal is not signed']);
  const genuine = (await sealOf(october.bytes)).signature!;
  assert.deepEqual(await faultsOf(() => genuine), [
    'the seal is signed with a different key than its row of the audit log names',
  ]);
  assert.deepEqual(await faultsOf(({ signature }) => ({ ...signature!, value: genuine.value })), [
    'the signature of the seal is wrong',
  ]);
  // The log has each key, and says which one signed.
  const logged = await context.sql`
    select action, after::json ->> 'fingerprint' as made, after::json ->> 'sealedWith' as sealed from audit_log
    where merchant_id = ${merchantId} and action like 'month-end%' order by sequence`;
  const [one, two] = [fingerprintOf(first!.publicKey), fingerprintOf(second.publicKey)];
  assert.deepEqual(
    logged.map(({ action, made, sealed }) => [action, made ?? sealed]),
    [
      ['month-end-key.made', one],
      ['month-end.made', one],
      ['month-end-key.made', two],
      ['month-end.made', two],
    ],
  );
});

test('an archive of the first format is not signed, and its workbook and page are not compared', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes } = await brand.close('2026-10');
  const first = await forged(bytes, {
    manifest: (made) => ({ ...made, format: FIRST_FORMAT }),
    files: { 'read-me.html': 'other words' },
    signature: () => undefined,
  });
  const { faults, isCompared, seal } = await verifyMonthEnd(first);
  assert.deepEqual([faults, isCompared], [[], false]);
  assert.deepEqual(keyFaults(seal!, []), []);
});

test('the verification refuses an archive made to exhaust it, and reads little of it', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes } = await brand.close('2026-10');
  const faultsOf = async (archive: Uint8Array<ArrayBuffer>) => {
    let reads = 0;
    const { size, read } = zipInMemory(archive);
    const counted = (begins: number, ends: number) => {
      assert.ok(++reads < 2_000, 'it goes on reading');
      return read(begins, ends);
    };
    return (await verifyMonthEnd({ size, read: counted })).faults;
  };
  assert.deepEqual(await faultsOf(await forged(bytes, {})), []);
  for (const packedBytes of [9e15, -9e15, '5' as never]) {
    const manifest = (made: Manifest) => ({
      ...made,
      files: made.files.map((file, i) => (i === 5 ? { ...file, packedBytes } : file)),
    });
    const archive = await forged(bytes, { manifest });
    const notAsMade = ['the ZIP file was changed: its bytes differ from those that were written'];
    assert.deepEqual(await faultsOf(archive), notAsMade, String(packedBytes));
  }
  for (const row of [`"${'x\n'.repeat(600_000)}`, ','.repeat(1_200_000)]) {
    const [fault, ...others] = await faultsOf(await forged(bytes, { files: { 'movements.csv': row } }));
    assert.match(fault!, /^its tables cannot be read: (Max Record Size|a row is too long)/);
    assert.deepEqual(others, []);
  }
});
