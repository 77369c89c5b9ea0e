// The settlements of a month in its month-end: what came in, what it cost, what is still out, and what differs. The
// archive proves them by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { checkTables } from '../../../src/actions/month-end/check-tables.ts';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { storeLines } from '../../../src/actions/settlements/store-lines.ts';
import { type FileName, FORMAT, SETTLED_FORMAT } from '../../../src/domain/month-end/manifest.ts';
import type { ReportedLine } from '../../../src/domain/settlements/settlement.ts';
import { lockSource } from '../../../src/storage/settlements/settlement-store.ts';
import { sweepDueSettlements } from '../../../src/worker/due-settlements.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { causes, forged, type Line, type MonthBrand, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();
const { context } = stage.providerStage.gateway.gateway;

async function pay(brand: MonthBrand, amount: number, merchantReference: string): Promise<string> {
  const { result } = await brand.shop.card({ amount, merchantReference });
  assert.equal(result.status, 'COMPLETED', JSON.stringify(result));
  return result.transactionId;
}

async function settle(brand: MonthBrand) {
  const answer = await brand.shop.call('POST', '/sandbox/settlements', { provider: 'sandbox' });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** The sandbox tells of a payout with these lines. */
async function tell(
  brand: MonthBrand,
  { reference, paidAt, net }: { reference: string; paidAt: string; net?: bigint },
  lines: readonly Partial<ReportedLine>[],
): Promise<string> {
  const { merchantId, brandId } = brand.shop.brand;
  const source = { merchantId, brandId, accountId: brandId, provider: 'sandbox' };
  const told = lines.map((line, i): ReportedLine => {
    const { grossMinor = 0n, feeMinor = 0n } = line;
    return {
      key: `${reference} ${i}`,
      kind: 'charge',
      charge: null,
      modification: null,
      payment: null,
      providerReference: null,
      currency: 'EUR',
      original: null,
      occurredAt: new Date(paidAt),
      word: 'told',
      ...line,
      grossMinor,
      feeMinor,
      netMinor: grossMinor - feeMinor,
    };
  });
  const payout = {
    reference,
    currency: 'EUR',
    netMinor: net ?? null,
    paidAt: new Date(paidAt),
    failure: null,
    bankWords: [reference],
  };
  const { settlement } = await context.sql.begin(async (tx) => {
    await lockSource(tx, source, context.now());
    return await storeLines(
      tx,
      source,
      { payout, lines: told, isComplete: true, nextPage: null },
      context.now(),
    );
  });
  return settlement.id;
}

const cells = (lines: readonly Line[], ...titles: string[]) =>
  lines.map((line) => titles.map((title) => line[title]));

/** Two payments and a refund that are paid out and booked, and a payment that is not paid out. */
async function october(brand: MonthBrand) {
  const first = await pay(brand, 49.9, 'S-1');
  await pay(brand, 25, 'S-2');
  await brand.shop.refund('S-2', 5);
  await stage.payRefunds();
  const settlement = await settle(brand);
  stage.setClock('2026-10-07T10:00:00Z');
  const text = `PAYOUT ${settlement.reference} SANDBOX`;
  await brand.take([{ amount: '68.35', bankReference: 'B1', details: [{ text }] }], {
    day: '2026-10-07',
    closing: '68.35',
  });
  await sweepDueSettlements(context);
  await brand.take([], { day: '2026-10-30', closing: '68.35' });
  stage.setClock('2026-10-29T10:00:00Z');
  const young = await pay(brand, 30, 'S-3');
  stage.setClock('2026-11-02T10:00:00Z');
  return { first, young, settlement, closed: await brand.close('2026-10') };
}

test('a month-end tells what the providers paid out, what it cost and what is still out', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { first, young, settlement, closed } = await october(brand);
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);
  assert.equal(closed.manifest.format, SETTLED_FORMAT);
  const [told, ...others] = closed.table('settlements.csv');
  assert.deepEqual(others, []);
  const [entry] = closed.table('bank-entries.csv');
  assert.deepEqual(
    { ...told },
    {
      'Settlement id': settlement.settlementId,
      Provider: 'sandbox',
      Account: '',
      Reference: settlement.reference,
      Currency: 'EUR',
      Charges: '74.90',
      Refunds: '-5.00',
      Disputes: '0.00',
      Fees: '-1.55',
      Other: '0.00',
      Net: '68.35',
      'Paid out': '68.35',
      'Settled on': '2026-10-05',
      'Paid on': '2026-10-05',
      Lines: '3',
      State: 'paid',
      'Bank entry id': entry!['Bank entry id'],
      'Booked on': '2026-10-07',
      Told: 'in time',
      Difference: '',
    },
  );
  assert.deepEqual(
    [entry!.Amount, entry!['Settlement id'], entry!['Paid out'], entry!.Difference],
    ['68.35', settlement.settlementId, '68.35', ''],
  );
  const [fees] = closed.table('fees.csv');
  assert.deepEqual(
    { ...fees },
    {
      Provider: 'sandbox',
      Account: '',
      Option: 'Card',
      Currency: 'EUR',
      Lines: '3',
      Charges: '2',
      'Gross of charges': '74.90',
      'Gross of other lines': '-5.00',
      Fee: '1.55',
      'Percent of charges': '2.07',
      Net: '68.35',
    },
  );
  assert.deepEqual(
    cells(closed.table('movements.csv'), 'Kind', 'Amount', 'Settlement', 'Settlement id', 'Fee'),
    [
      ['FUNDING', '1000000.00', '', '', ''],
      ['PAYIN', '49.90', 'settled', settlement.settlementId, '0.95'],
      ['PAYIN', '25.00', 'settled', settlement.settlementId, '0.60'],
      ['REFUND_SET_ASIDE', '5.00', '', '', ''],
      ['REFUND_PAID', '5.00', 'settled', settlement.settlementId, '0.00'],
      ['PAYIN', '30.00', 'open', '', ''],
    ],
  );
  const open = closed.table('not-paid-out.csv');
  assert.deepEqual(cells(open, 'Kind', 'Amount', 'Days', 'Payment id', 'Difference'), [
    ['PAYIN', '30.00', '2', young, ''],
  ]);
  const lines = closed.table('settlement-lines.csv');
  assert.equal(lines.find((line) => line.Fee === '0.95')!['Payment id'], first);
  const found = causes(closed).filter((cause) => !cause.startsWith('no-statements'));
  assert.deepEqual(found, ['funding 2026-10 1000000.00']);
  assert.match(
    closed.text('read-me.html'),
    /The providers paid out 68\.35 EUR in 1 payout, and the bank has 1 of them\. It cost 1\.55 EUR \(2\.07 % of the charges\)\. Still out at the end of the month: 30\.00 EUR \(1 movement\)\./,
  );
  // The next month pays the rest out; nothing is in two month-ends.
  stage.setClock('2026-11-03T10:00:00Z');
  const next = await settle(brand);
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  assert.deepEqual((await verifyMonthEnd(november.bytes)).faults, []);
  assert.deepEqual(cells(november.table('settlements.csv'), 'Settlement id', 'Difference'), [
    [next.settlementId, 'settlement-not-at-bank'],
  ]);
  assert.deepEqual(november.table('not-paid-out.csv'), []);
});

test('a brand without settlements has no tables of them', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  await pay(brand, 10, 'N-1');
  stage.setClock('2026-11-02T10:00:00Z');
  const { bytes, manifest } = await brand.close('2026-10');
  assert.equal(manifest.format, FORMAT);
  assert.equal(unzipSync(bytes)['settlements.csv'], undefined);
  assert.equal('settled' in manifest, false);
});

test('the verification finds one changed cell in each table of settlements, even if all hashes are right', {
  skip: onlyInProof,
}, async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { closed, settlement } = await october(brand);
  const { bytes, manifest } = closed;
  const files = unzipSync(bytes);
  assert.deepEqual((await verifyMonthEnd(await forged(bytes, {}))).faults, []);
  const changed = (name: FileName, from: string, to: string) => {
    const text = strFromU8(files[name]!);
    assert.ok(text.includes(from), `${name} has ${from}`);
    return text.replace(from, to);
  };
  for (const [name, from, to, fault] of [
    ['settlements.csv', '-1.55', '-1.54', /settlements\.csv differs from the manifest/],
    ['settlements.csv', '"paid"', '"open"', /month\.xlsx differ from the tables/],
    ['settlement-lines.csv', '49.90', '49.91', /do not add up to it/],
    ['settlement-lines.csv', '"charge"', '"other"', /do not add up to it/],
    ['fees.csv', '2.07', '1.07', /fees\.csv differs from the lines/],
    ['not-paid-out.csv', '30.00', '29.00', /not-paid-out\.csv differs/],
    ['movements.csv', '"open"', '"settled"', /not-paid-out\.csv differs from the movement/],
    ['bank-entries.csv', '68.35', '68.36', /has another amount than its settlement/],
  ] as const) {
    const text = changed(name, from, to);
    const faults = (await verifyMonthEnd(await forged(bytes, { files: { [name]: text } }))).faults.join('; ');
    assert.match(faults, fault, `${name}: ${from}`);
    const plain = await checkTables((one) => [one === name ? strToU8(text) : files[one]!], manifest);
    if (!fault.source.includes('xlsx')) assert.match(plain.join('; '), fault);
  }
  // Somebody who writes the manifest anew too cannot invent a bank entry.
  const other = { id: '019d0000-0000-7000-8000-000000000000', bookedOn: '2026-10-07' };
  const { faults } = await verifyMonthEnd(
    await forged(bytes, {
      files: {
        'settlements.csv': changed(
          'settlements.csv',
          manifest.settled!.settlements[0]!.bankEntry!.id,
          other.id,
        ),
      },
      manifest: (made) => ({
        ...made,
        settled: {
          ...made.settled!,
          settlements: made.settled!.settlements.map((one) => ({ ...one, bankEntry: other })),
        },
      }),
    }),
  );
  assert.deepEqual(faults, [`the bank entry of settlement ${settlement.reference} differs from it`]);
});

test('each difference of a settlement has its cause, and is looked at again', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const [one, two, three] = [
    await pay(brand, 10, 'D-1'),
    await pay(brand, 20, 'D-2'),
    await pay(brand, 30, 'D-3'),
  ];
  const charge = (charge: string, grossMinor: bigint): Partial<ReportedLine> => ({
    charge,
    grossMinor,
    feeMinor: 10n,
  });
  const batch = await tell(brand, { reference: 'BATCH1', paidAt: '2026-10-08T10:00:00Z', net: 8_000n }, [
    charge(one, 1_000n),
    charge(one, 1_000n),
    charge(two, 2_100n),
    charge('019d0000-0000-7000-8000-000000000000', 700n),
    { kind: 'fee', feeMinor: 50n },
  ]);
  stage.setClock('2026-10-30T10:00:00Z');
  const young = await tell(brand, { reference: 'BATCH2', paidAt: '2026-10-30T10:00:00Z' }, [
    { kind: 'other', grossMinor: 100n },
  ]);
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);
  const found = (month: typeof closed) =>
    cells(
      month.table('differences.csv').filter(({ Difference }) => !/funding|statement/.test(Difference!)),
      ...['Difference', 'Of', 'Month', 'Id', 'Amount'],
    ).sort();
  const lineOf = (amount: string) =>
    closed.table('settlement-lines.csv').findLast((line) => line.Gross === amount)!['Line id'];
  const movementOf = (id: string) =>
    closed.table('movements.csv').find((line) => line['Payment id'] === id)!['Movement id'];
  const expected = [
    ['amount-differs', 'settlement line', '2026-10', lineOf('21.00'), '20.90'],
    ['batch-does-not-add-up', 'settlement', '2026-10', batch, '80.00'],
    ['not-settled', 'movement', '2026-10', movementOf(three), '30.00'],
    ['not-settled', 'movement', '2026-10', movementOf(two), '20.00'],
    ['settled-twice', 'settlement line', '2026-10', lineOf('10.00'), '9.90'],
    ['settlement-not-at-bank', 'settlement', '2026-10', batch, '80.00'],
    ['unknown-charge', 'settlement line', '2026-10', lineOf('7.00'), '6.90'],
  ].sort();
  assert.deepEqual(found(closed), expected);
  // In November a person decides two lines, and the payment that was missing comes late, with two more of October.
  const dismiss = (line: string | undefined) =>
    brand.shop.operator('POST', `settlements/${batch}/lines/${line}/dismiss`, {
      reason: 'Zoë Müller called',
    });
  for (const amount of ['7.00', '10.00']) assert.equal((await dismiss(lineOf(amount))).status, 200);
  const late = await tell(brand, { reference: 'BATCH3', paidAt: '2026-10-20T10:00:00Z' }, [
    charge(three, 3_000n),
  ]);
  await tell(brand, { reference: 'BATCH2', paidAt: '2026-10-30T10:00:00Z' }, [
    { key: 'further', kind: 'other', grossMinor: 50n },
  ]);
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  assert.deepEqual((await verifyMonthEnd(november.bytes)).faults, []);
  assert.deepEqual(
    cells(november.table('settlements.csv'), 'Settlement id', 'Net', 'Paid out', 'Told').sort(),
    [
      [young, '0.50', '', 'further lines'],
      [late, '29.90', '29.90', 'later'],
    ].sort(),
  );
  assert.deepEqual(
    found(november),
    [
      ...expected.filter(([cause, , , id]) => !/unknown|twice/.test(cause!) && id !== movementOf(three)),
      ['settlement-not-at-bank', 'settlement', '2026-10', late, '29.90'],
      ['settlement-not-at-bank', 'settlement', '2026-10', young, '1.50'],
    ].sort(),
  );
  assert.deepEqual(
    cells(november.table('changes.csv'), 'Change', 'Id', 'Former difference').sort(),
    [
      ['settled', movementOf(three), 'not-settled'],
      ['settled', lineOf('10.00'), 'settled-twice'],
      ['settled', lineOf('7.00'), 'unknown-charge'],
      ['settlement-came-later', late, ''],
      ['settlement-came-later', young, ''],
    ].sort(),
  );
  for (const name of ['settlement-lines.csv', 'differences.csv', 'read-me.html', 'manifest.json'])
    assert.doesNotMatch(november.text(name), /Müller/, name);
});

test('captures, disputes, returns and failed refunds each have their line, and money that came back has none', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const call = async (path: string, body: object) => {
    const answer = await brand.shop.call('POST', path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const held = await brand.shop.card({ amount: 40, merchantReference: 'C-1', captureMode: 'manual' });
  const transactionId = held.result.transactionId;
  await call('/capture-payment', { transactionId, amount: 10, final: false });
  stage.setClock('2026-10-05T10:01:00Z');
  await call('/capture-payment', { transactionId, amount: 10, final: true });
  const disputed = await pay(brand, 25, 'C-2');
  await call(`/sandbox/transactions/${disputed}/dispute`, { status: 'OPEN', fundsWithheld: true });
  await pay(brand, 15, 'C-3');
  const even = await brand.shop.refund('C-3', 6);
  await stage.payRefunds();
  await call(`/sandbox/refunds/${even.body.refundId}/outcome`, { outcome: 'FAILED' });
  stage.setClock('2026-10-09T10:00:00Z');
  // Only the first capture and the dispute are paid out at first; the refund that failed never is.
  await tell(brand, { reference: 'FIRST', paidAt: '2026-10-09T10:00:00Z' }, [
    { charge: transactionId, grossMinor: 1_000n, feeMinor: 39n },
    { charge: disputed, grossMinor: 2_500n, feeMinor: 60n },
    { kind: 'dispute', charge: disputed, grossMinor: -2_500n, feeMinor: 1_500n },
  ]);
  await call(`/sandbox/transactions/${disputed}/dispute`, { status: 'WON' });
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);
  const moved = closed.table('movements.csv').filter(({ Kind }) => !/FUNDING|SET_ASIDE/.test(Kind!));
  assert.deepEqual(cells(moved, 'Kind', 'Amount', 'Settlement', 'Fee'), [
    ['CAPTURED', '10.00', 'settled', '0.39'],
    ['CAPTURED', '10.00', 'open', ''],
    ['PAYIN', '25.00', 'settled', '0.60'],
    ['DISPUTE_WITHHELD', '25.00', 'settled', '15.00'],
    ['PAYIN', '15.00', 'open', ''],
    ['REFUND_PAID', '6.00', 'even', ''],
    ['REFUND_SENT_BACK', '6.00', 'even', ''],
    ['DISPUTE_GIVEN_BACK', '25.00', 'open', ''],
  ]);
  assert.deepEqual(cells(closed.table('not-paid-out.csv'), 'Kind', 'Amount', 'Days', 'Difference'), [
    ['CAPTURED', '10.00', '26', 'not-settled'],
    ['PAYIN', '15.00', '26', 'not-settled'],
    ['DISPUTE_GIVEN_BACK', '25.00', '22', 'not-settled'],
  ]);
});
