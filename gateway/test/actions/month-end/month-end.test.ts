// A month-end lists every movement once, matched with the bank's entries; every difference has its cause; and what changes later is said by
// the next one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { checkTables } from '../../../src/actions/month-end/check-tables.ts';
import { commitMonthEnd } from '../../../src/actions/month-end/commit-month-end.ts';
import { archiveInMemory } from '../../../src/actions/month-end/read-archive.ts';
import { rotateMonthEndKey } from '../../../src/actions/month-end/seal-keys.ts';
import {
  auditFaults,
  formerFaults,
  keyFaults,
  verifyMonthEnd,
} from '../../../src/actions/month-end/verify-month-end.ts';
import { hashOfRow, ROOT } from '../../../src/domain/audit/audit.ts';
import {
  FIRST_FORMAT,
  type FileName,
  type Manifest,
  type Seal,
  sha256Of,
} from '../../../src/domain/month-end/manifest.ts';
import { fingerprintOf, keysInPem, pemOf } from '../../../src/domain/month-end/seal-key.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { listAudit } from '../../../src/storage/audit/audit-log.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { listMonthEndKeys } from '../../../src/storage/month-end/month-end-keys.ts';
import { statusReport } from '../../http/bank/messages.ts';
import { causes, forged, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();
const compact = (id: string) => id.replaceAll('-', '');

test('a month whose statements came has no difference but what is not of the bank', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const payin = await brand.transfer(100, 'C1');
  const payout = await brand.payOut(30);
  await brand.shop.operator('POST', 'bank-files', {});
  stage.setClock('2026-10-06T10:00:00Z');
  const debit = { amount: '30.00', direction: 'DBIT' as const, details: [{ endToEndId: compact(payout) }] };
  await brand.take([payin.paid, debit], { day: '2026-10-06', closing: '70.00' });
  // The last day of the month is a Saturday, so the bank's last day is the one before.
  await brand.take([], { day: '2026-10-30', closing: '70.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  assert.deepEqual(causes(closed), ['funding 2026-10 1000000.00']);
  const movements = closed.table('movements.csv');
  assert.deepEqual(
    movements.map(({ Kind, Proof, Difference }) => [Kind, Proof, Difference]),
    [
      ['FUNDING', 'none', 'funding'],
      ['PAYOUT_SET_ASIDE', 'internal', ''],
      ['PAYIN', 'bank', ''],
      ['PAYOUT_PAID', 'bank', ''],
    ],
  );
  assert.deepEqual(
    closed
      .table('accounts.csv')
      .map((line) => [line.Account, line['Opening balance'], line['Closing balance']]),
    [
      ['available', '0.00', '1000070.00'],
      ['funding', '0.00', '-1000000.00'],
      ['provider', '0.00', '-70.00'],
      ['reserved', '0.00', '0.00'],
    ],
  );
  const [bank] = closed.table('providers.csv');
  assert.deepEqual(
    [
      bank!.Provider,
      bank!.In,
      bank!.Out,
      bank!['Bank entries in'],
      bank!['Bank entries out'],
      bank!['Bank closing balance'],
    ],
    ['bank', '100.00', '30.00', '100.00', '30.00', '70.00'],
  );
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);
  assert.match(closed.text('read-me.html'), /2026-10/);
});

test('each difference has its cause', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { shop } = brand;
  const late = await brand.transfer(11, 'C1');
  const other = await brand.transfer(12, 'C2');
  const unbooked = await brand.payOut(7);
  const waiting = await brand.payOut(8);
  const file = await shop.operator('POST', 'bank-files', {});
  await brand.tell(
    statusReport(file.body.fileId, { of: [{ endToEndId: compact(unbooked), status: 'ACSC' }] }),
  );
  const card = await shop.card({ amount: 50 });
  const first = await brand.take(
    [
      { amount: '3.00', bankReference: 'F1', direction: 'DBIT', kind: 'CHRG' },
      { amount: '4.00', bankReference: 'U1', details: [{ text: 'hello' }] },
      { amount: '5.00', bankReference: 'U2', details: [{ text: 'gone' }] },
      { ...other.paid, amount: '13.00' },
    ],
    { day: '2026-10-07', closing: '20.00' },
  );
  assert.equal(first.unmatched, 3, JSON.stringify(first));
  const listed = await shop.operator('GET', 'bank-entries?state=unmatched');
  const gone = listed.body.find((one: { amount: number }) => one.amount === 5);
  await shop.operator('POST', `bank-entries/${gone.entryId}/dismiss`, { reason: 'Zoë Müller called' });
  // Booked on the last day of the month, and told on the first day of the next one.
  stage.setClock('2026-11-01T09:00:00Z');
  await brand.take([late.paid], { day: '2026-10-31', closing: '31.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  const found = closed.table('differences.csv');
  assert.deepEqual(found.map((line) => [line.Difference, line.Of, line.Amount]).sort(), [
    ['bank-charge', 'bank entry', '3.00'],
    ['conflict', 'bank entry', '13.00'],
    ['dismissed', 'bank entry', '5.00'],
    ['funding', 'movement', '1000000.00'],
    ['no-statements', 'account', '50.00'],
    ['not-booked', 'movement', '7.00'],
    ['recorded-in-another-month', 'bank entry', '11.00'],
    ['set-aside', 'payment', '8.00'],
    ['unmatched', 'bank entry', '4.00'],
  ]);
  assert.equal(found.find((line) => line.Difference === 'set-aside')!['Payment id'], waiting);
  const counted = closed.manifest.counts.differences;
  assert.equal(
    Object.values(counted).reduce((sum, one) => sum + one, 0),
    found.length,
  );
  assert.equal(closed.monthEnd.differences, found.length);
  // Neither a customer nor what a person wrote.
  const all = ['movements.csv', 'bank-entries.csv', 'differences.csv', 'read-me.html', 'manifest.json'];
  for (const name of all) assert.doesNotMatch(closed.text(name), /Müller|Muller|FR14|Ada|hello/, name);
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);

  // The next month: the entry of the pay-in is of October; the payout is booked, the conflict is decided.
  await brand.take(
    [
      {
        amount: '7.00',
        direction: 'DBIT',
        bankReference: 'D1',
        details: [{ endToEndId: compact(unbooked) }],
      },
    ],
    { day: '2026-11-03', closing: '24.00' },
  );
  await brand.take([], { day: '2026-11-30', closing: '24.00' });
  stage.setClock('2026-12-02T10:00:00Z');
  const next = await brand.close('2026-11');
  assert.deepEqual(
    next
      .table('differences.csv')
      .map((line) => [line.Difference, line.Month, line.Amount])
      .sort(),
    [
      ['booked-in-another-month', '2026-11', '11.00'],
      ['conflict', '2026-10', '13.00'],
      ['recorded-in-another-month', '2026-11', '7.00'],
      ['set-aside', '2026-11', '8.00'],
      ['unmatched', '2026-10', '4.00'],
    ],
  );
  assert.deepEqual(
    next.table('changes.csv').map((line) => [line.Change, line.Month, line['Month was closed'], line.Amount]),
    [
      ['completed', '2026-10', 'yes', '11.00'],
      ['settled', '2026-10', 'yes', '7.00'],
    ],
  );
  assert.ok(card);
  const former = await verifyMonthEnd(closed.bytes);
  assert.deepEqual(formerFaults(next.manifest, former), []);
  const [account] = next.manifest.accounts;
  const moved = { ...account!, opening: String(BigInt(account!.opening) + 1n) };
  for (const wrong of [
    formerFaults({ ...next.manifest, begins: '2026-11-01T00:00:01.000Z' }, former),
    formerFaults({ ...next.manifest, accounts: [moved, ...next.manifest.accounts.slice(1)] }, former),
    formerFaults(next.manifest, { ...former, faults: ['it is wrong'] }),
  ])
    assert.equal(wrong.length, 1, wrong.join('\n'));
  assert.equal(formerFaults(closed.manifest, former).length, 1);
});

test('a late success is said by the next month-end, and the balances go on from where they were', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const payin = await brand.transfer(15, 'C1');
  await brand.shop.card({ amount: 40, merchantReference: 'card-1' });
  await brand.shop.call('POST', '/cancel-payment', { transactionId: payin.id });
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  assert.equal(october.table('movements.csv').length, 2);
  assert.deepEqual(october.table('changes.csv'), []);
  // The same month again is the same one, byte for byte.
  const again = await brand.close('2026-10');
  assert.equal(again.isNew, false);
  assert.deepEqual(again.bytes, october.bytes);

  await brand.take([payin.paid], { day: '2026-11-02', closing: '15.00' });
  await brand.take([{ amount: '9.00', bankReference: 'X1', details: [{ text: 'from October' }] }], {
    day: '2026-10-20',
    closing: '9.00',
  });
  await brand.shop.refund('card-1', 5);
  await stage.payRefunds();
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  const changes = november.table('changes.csv');
  assert.deepEqual(
    changes.map((line) => [line.Change, line.Month, line.Reference === '', line.Amount]).sort(),
    [
      ['entry-came-later', '2026-10', true, '9.00'],
      ['late-success', '2026-10', false, '15.00'],
      ['refunded', '2026-10', false, '5.00'],
    ],
  );
  assert.equal(changes.find((line) => line.Change === 'late-success')!['Payment id'], payin.id);
  for (const account of october.manifest.accounts) {
    const later = november.manifest.accounts.find((one) => one.account === account.account)!;
    assert.equal(later.opening, account.closing, account.account);
  }
  assert.deepEqual((await verifyMonthEnd(november.bytes)).faults, []);
});

test('a month that is empty, not over, or out of its turn', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  await assert.rejects(brand.close('2026-10'), /2026-10 is not over yet/);
  await assert.rejects(brand.close('2026-13'), /must be a month/);
  // Nothing could be closed for ten years.
  await assert.rejects(brand.close('2016-10'), /money first moved in 2026-10/);
  stage.setClock('2026-10-31T23:59:00Z');
  await assert.rejects(brand.close('2026-10'), /is not over yet/);
  stage.setClock('2026-12-02T10:00:00Z');
  await brand.close('2026-10');
  stage.setClock('2027-01-02T10:00:00Z');
  await assert.rejects(brand.close('2026-12'), /the next one to close is 2026-11/);
  await assert.rejects(brand.close('2026-09'), /the next one to close is 2026-11/);
  const empty = await brand.close('2026-11');
  assert.deepEqual([empty.manifest.counts.movements, empty.table('differences.csv')], [0, []]);
  assert.deepEqual((await verifyMonthEnd(empty.bytes)).faults, []);
});

test('who closes a month at the same time gets the same month-end', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const [one, other] = await Promise.all([brand.close('2026-10'), brand.close('2026-10')]);
  assert.deepEqual(one.bytes, other.bytes);
  const { sql } = stage.house.gateway.gateway.context;
  const { merchantId } = brand.shop.brand;
  const [rows] =
    await sql`select count(distinct month_end_id)::integer as tries from month_end_parts where merchant_id = ${merchantId}`;
  assert.equal(rows!.tries, 1);
  const logged =
    await sql`select 1 from audit_log where merchant_id = ${merchantId} and action = 'month-end.made'`;
  assert.equal(logged.length, 1);
});

test('a commit whose answer was lost stands, and one that was overtaken is refused', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { monthEnd: october, manifest } = await brand.close('2026-10');
  const { sql, vault } = stage.house.gateway.gateway.context;
  const id = timeOrderedId(new Date('2026-12-02T10:00:00Z'));
  const november = { ...october, month: '2026-11', id, manifestSha256: sha256Of('november') };
  const committing = { monthEnd: november, manifest, statementIds: [], former: october };
  const months = async () => {
    const rows = await sql`
      select month from month_ends where merchant_id = ${october.merchantId} order by month`;
    return rows.map(({ month }) => month);
  };
  // It was read before October was closed.
  await assert.rejects(
    commitMonthEnd({ sql, vault }, ROOT, { ...committing, former: null }),
    /2026-10 was closed meanwhile/,
  );
  let begun = 0;
  const losing: Sql = new Proxy(sql, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property !== 'begin' || ++begun > 1) return value;
      return async (work: unknown) => {
        await value(work);
        throw Object.assign(new Error('the connection broke'), { code: 'CONNECTION_CLOSED' });
      };
    },
  });
  const made = await commitMonthEnd({ sql: losing, vault }, ROOT, committing);
  assert.deepEqual([begun, made.isNew, made.monthEnd.id], [2, true, id]);
  const other = { ...november, id: timeOrderedId(new Date('2026-12-02T10:00:00Z')) };
  const again = await commitMonthEnd({ sql, vault }, ROOT, { ...committing, monthEnd: other });
  assert.deepEqual([again.isNew, again.monthEnd.id], [false, id]);
  assert.deepEqual(await months(), ['2026-10', '2026-11']);
  const logged =
    await sql`select 1 from audit_log where merchant_id = ${october.merchantId} and action = 'month-end.made'`;
  assert.equal(logged.length, 2);

  // An archive without a piece is no archive.
  await sql`delete from month_end_parts where merchant_id = ${october.merchantId} and file = 'movements.csv' and part = 0`;
  await assert.rejects(brand.close('2026-10'), /has lost the piece 0 of movements\.csv/);
});

test('whatever byte of the archive is changed, it is noticed', async (t) => {
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
  // Whoever writes everything anew is noticed by the audit log.
  const { seal } = await verifyMonthEnd(bytes);
  const { sql } = stage.house.gateway.gateway.context;
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

test('tables that do not add up are noticed, whatever hashes stand beside them', async (t) => {
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
  assert.ok(faults.includes('a movement is there twice, or out of its order'), faults.join('; '));
});

test('workbook and page that do not say what the tables have are noticed, whatever hashes stand beside them', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes } = await brand.close('2026-10');
  assert.deepEqual((await verifyMonthEnd(bytes)).faults, []);
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
    // An amount, a heading, another sheet first, one more sheet, and the same bytes packed in another way.
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
    assert.deepEqual(faults, ['month.xlsx does not have the rows of the tables'], `workbook ${i}`);
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
    assert.deepEqual(faults, ['read-me.html does not say what the tables have'], from);
  }
});

test('a seal is signed, and a key puts another in its place', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  const { context } = stage.house.gateway.gateway;
  const { merchantId } = october.monthEnd;
  const [first] = await listMonthEndKeys(context.sql, merchantId);
  stage.setClock('2026-12-02T10:00:00Z');
  const second = await rotateMonthEndKey(context, ROOT, merchantId);
  const november = await brand.close('2026-11');
  // The archive of the month before is the same, although its key is gone.
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
  // Somebody who writes all of it anew has another key.
  const bytes = await forged(october.bytes, {});
  assert.match(keyFaults(await sealOf(bytes), given)[0]!, /a key that is none of the given ones/);
  const faultsOf = async (signature: (seal: Seal) => Seal['signature']) =>
    (await verifyMonthEnd(await forged(october.bytes, { signature }))).faults;
  assert.deepEqual(await faultsOf(() => undefined), ['the seal is not signed']);
  const genuine = (await sealOf(october.bytes)).signature!;
  assert.deepEqual(await faultsOf(() => genuine), [
    'the seal is signed with another key than its row of the audit log names',
  ]);
  assert.deepEqual(await faultsOf(({ signature }) => ({ ...signature!, value: genuine.value })), [
    'the signature of the seal is not right',
  ]);
  // The log has each key, and which one signed.
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

test('an archive that somebody made to keep a reader busy is refused, and little of it is read', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes } = await brand.close('2026-10');
  const faultsOf = async (archive: Uint8Array<ArrayBuffer>) => {
    let reads = 0;
    const { size, read } = archiveInMemory(archive);
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
    const notAsMade = ['the ZIP file is not byte for byte the one that was made'];
    assert.deepEqual(await faultsOf(archive), notAsMade, String(packedBytes));
  }
  for (const row of [`"${'x\n'.repeat(600_000)}`, ','.repeat(1_200_000)]) {
    const [fault, ...others] = await faultsOf(await forged(bytes, { files: { 'movements.csv': row } }));
    assert.match(fault!, /^its tables cannot be read: (Max Record Size|a row is too long)/);
    assert.deepEqual(others, []);
  }
});
