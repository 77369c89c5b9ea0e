// Balances, statement, refunds, customers and settlement reports
// match the payments, in the brand's days.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { verifyLedger } from '../../../../src/actions/ledger/verify-ledger.ts';
import { aPayout } from '../../../stage/payouts.ts';
import { openMoneyStage, sharedMoneyStage } from './money-stage.ts';

test('the currency with most transactions is the first balance', async (t) => {
  const { pay, as } = await sharedMoneyStage(t);
  await pay(10, { currency: 'EUR' });
  await pay(10, { currency: 'USD', country: 'US' });
  await pay(10, { currency: 'USD', country: 'US' });
  await pay(10, { currency: 'GBP', country: 'GB' });
  const { body } = await (await as('support'))('GET', '/brands/:brand/balances');
  assert.deepEqual(
    body.items.map(({ currency }: { currency: string }) => currency),
    ['USD', 'EUR', 'GBP'],
  );
});

test('balances, statement and refunds match payments and refunds', async (t) => {
  const { stage, pay, refund, fund, as } = await sharedMoneyStage(t);
  await fund(100);
  const first = await pay(25, { merchantReference: '00123' });
  await pay(10, { currency: 'USD', country: 'US' });
  const refundId = await refund('00123', 5, 'back-1');
  const call = await as('support');

  const { body: balances } = await call('GET', '/brands/:brand/balances');
  assert.deepEqual(
    balances.items.map((one: Record<string, unknown>) => [one.currency, one.available]),
    [
      ['EUR', 120],
      ['USD', 10],
    ],
  );

  const statement = await call('GET', '/brands/:brand/statement?currency=EUR');
  assert.equal(statement.status, 200, statement.text);
  const lines = statement.body.items;
  const [eur] = balances.items;
  assert.deepEqual([lines[0].availableAfter, lines[0].reservedAfter], [eur.available, eur.reserved]);
  assert.deepEqual(lines.at(-1).kind, 'FUNDING');
  assert.equal(lines.at(-1).fundingReference, 'funding-1');
  assert.equal(lines.at(-1).availableAfter, 100);
  const payin = lines.find((line: { kind: string }) => line.kind === 'PAYIN');
  assert.deepEqual(
    [payin.transactionId, payin.merchantReference, payin.method, payin.availableAfter],
    [first, '00123', 'Card', 125],
  );
  const setAside = lines.find((line: { kind: string }) => line.kind === 'REFUND_SET_ASIDE');
  assert.deepEqual([setAside.refundId, setAside.available, setAside.reserved], [refundId, -5, 5]);

  const pages = [];
  let cursor = '';
  do {
    const page = await call('GET', `/brands/:brand/statement?currency=EUR&limit=1${cursor}`);
    pages.push(...page.body.items);
    cursor = page.body.next && `&cursor=${page.body.next}`;
  } while (cursor);
  assert.deepEqual(pages, lines, 'a page at a time it is the same');

  const { body: refunds } = await call('GET', '/brands/:brand/refunds?reason=RETURN');
  assert.equal(refunds.items.length, 1);
  const { amount, paid, madeBy, refundReference } = refunds.items[0];
  assert.deepEqual([amount, paid, madeBy, refundReference], [5, 25, 'API', 'back-1']);
  assert.deepEqual((await call('GET', '/brands/:brand/refunds?status=FAILED')).body.items, []);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('the statement is exported with the rows of the screen, the zone of the brand, and references as text', async (t) => {
  const { stage, pay, refund, fund, as } = await sharedMoneyStage(t);
  await fund(100);
  await pay(25, { merchantReference: '00123' });
  await refund('00123', 5, '=back');
  const call = await as('read-only');
  const path = '/brands/:brand/statement';
  const { body } = await call('GET', `${path}?currency=EUR`);
  const file = await call('GET', `${path}/export?currency=EUR&format=csv`);
  assert.match(
    file.headers.get('content-disposition')!,
    /"statement-eur-test-brand-[\d-]+-europe-berlin\.csv"/,
  );
  const [head, ...lines] = parse(file.text, { bom: true }) as string[][];
  assert.deepEqual(head!.slice(0, 8), [
    ...['Time (Europe/Berlin)', 'Kind', 'Currency', 'Available', 'Reserved', 'Available after'],
    ...['Reserved after', 'Reference'],
  ]);
  const cell = (line: string[], title: string) => line[head!.indexOf(title)];
  const money = (amount: number) => amount.toFixed(2);
  assert.deepEqual(
    lines.map((line) => [
      ...['Available', 'Available after', 'Reserved after', 'Transfer id'].map((title) => cell(line, title)),
    ]),
    body.items.map((one: Record<string, number>) => [
      ...[money(one.available!), money(one.availableAfter!), money(one.reservedAfter!), one.transferId],
    ]),
  );
  assert.deepEqual([cell(lines[0]!, 'Reference'), cell(lines[0]!, 'Refund reference')], ['00123', "'=back"]);

  const some = await call('GET', `${path}/export?currency=EUR&format=csv&kind=PAYIN`);
  const [, only, ...none] = parse(some.text, { bom: true }) as string[][];
  assert.deepEqual([only![1], cell(only!, 'Available after'), none], ['Pay-in', '', []]);
  const answer = await fetch(
    `${stage.url}/portal/api/brands/${stage.brand.brandId}/statement/export?currency=EUR&format=xlsx`,
    { headers: { cookie: await stage.cookieOf('read-only') } },
  );
  const sheet = strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['xl/worksheets/sheet1.xml']!);
  assert.equal(sheet.match(/<row>/g)!.length, body.items.length + 1);
  assert.match(sheet, /preserve">00123</);
});

test('waiting payouts are shown beside the balance that pays them', async (t) => {
  const { stage, fund, as } = await sharedMoneyStage(t);
  await fund(100);
  for (const amount of [40, 2])
    await stage.call('POST', '/v3/payout', { apiKey: stage.brand.apiKey, body: { ...aPayout(), amount } });
  const { body } = await (await as('finance-approver'))('GET', '/brands/:brand/balances');
  const [{ available, waitingForApproval, payoutsWaiting }] = body.items;
  assert.deepEqual([available, waitingForApproval, payoutsWaiting], [100, 42, 2]);
});

test('customers are masked, and listed with their payments', async (t) => {
  const { pay, as } = await sharedMoneyStage(t);
  const customer = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+4915112345678',
  };
  await pay(25, { userId: 'ada', customer, merchantReference: 'order-1' });
  await pay(5, { userId: 'ada', merchantReference: 'order-2' });
  await pay(7, { userId: 'ada', merchantReference: 'order-3' }, { cardNumber: '4000000000009995' });
  await pay(1, { userId: 'grace', customer: { email: 'grace@example.com' } });
  const call = await as('support');
  const { body } = await call('GET', '/brands/:brand/customers');
  assert.deepEqual(
    body.items.map((one: Record<string, unknown>) => [one.userId, one.email, one.payments, one.paid]),
    [
      ['ada', 'a***@example.com', 2, [{ currency: 'EUR', amount: 30 }]],
      ['grace', 'g***@example.com', 1, [{ currency: 'EUR', amount: 1 }]],
    ],
  );
  const found = await call('GET', '/brands/:brand/customers?search=grace@example.com');
  assert.deepEqual(
    found.body.items.map((one: { userId: string }) => one.userId),
    ['grace'],
  );
  const page = await call('GET', '/brands/:brand/customers/ada');
  assert.deepEqual(
    page.body.items.map((one: Record<string, unknown>) => [one.merchantReference, one.status]),
    [
      ['order-3', 'DECLINED'],
      ['order-2', 'COMPLETED'],
      ['order-1', 'COMPLETED'],
    ],
  );
  assert.equal((await call('GET', '/brands/:brand/customers/nobody')).status, 404);
});

test('the report of a 23-hour day has only its own payments, on screen and in every file', async (t) => {
  const { stage, setClock, pay, refund, fund, closeDays, as } = await sharedMoneyStage(t);
  await fund(100);
  await pay(1, { merchantReference: 'the-day-before' });
  setClock('2026-03-28T23:00:00Z');
  await pay(25, { merchantReference: '=first' });
  setClock('2026-03-29T21:59:00Z');
  await pay(10, { merchantReference: 'last' });
  await refund('=first', 5);
  await pay(1002, { currency: 'JPY', country: 'JP' });
  setClock('2026-03-29T22:00:00Z');
  await pay(3, { merchantReference: 'the-day-after' });
  const open = await (await as('finance-maker'))('GET', '/brands/:brand/reports/2026-03-29');
  assert.equal(open.status, 200, open.text);
  assert.equal(open.body.computedAt, null);
  setClock('2026-03-29T22:20:00Z');
  await closeDays();
  const call = await as('finance-maker');
  const report = await call('GET', '/brands/:brand/reports/2026-03-29');
  assert.notEqual(report.body.computedAt, null);
  assert.deepEqual({ ...report.body, computedAt: null }, open.body, 'closing it changes no number');
  assert.deepEqual(
    [report.body.begins, report.body.ends],
    ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  );
  const [eur, jpy] = report.body.currencies;
  assert.deepEqual(eur.opening, { available: 101, reserved: 0 });
  assert.equal(eur.closing.available, 131);
  assert.deepEqual(jpy.closing, { available: 1002, reserved: 0 });
  const payins = eur.activity.find((one: { kind: string }) => one.kind === 'PAYIN');
  assert.deepEqual([payins.count, payins.amount], [2, 35]);

  const file = (query: string) => `/brands/:brand/reports/2026-03-29/file?${query}`;
  const lines = await call('GET', '/brands/:brand/reports/2026-03-29/transfers?part=details');
  const done = await call(
    'GET',
    '/brands/:brand/reports/2026-03-29/transfers?part=transactions&currency=EUR',
  );
  assert.deepEqual(
    done.body.items
      .filter((one: { kind: string }) => one.kind === 'PAYIN')
      .map((one: { amount: number }) => one.amount),
    [25, 10],
  );
  const json = (await call('GET', file('format=json'))).body;
  assert.deepEqual(json.details, lines.body.items);
  assert.deepEqual(json.currencies, report.body.currencies);
  assert.deepEqual(
    json.transactions.filter((one: { currency: string }) => one.currency === 'EUR'),
    done.body.items,
  );

  const download = await call('GET', file('format=csv&part=activity'));
  assert.match(
    download.headers.get('content-disposition')!,
    /"activity-of-settlement-test-brand-2026-03-29-europe-berlin\.csv"/,
  );
  const csv = parse(download.text, { bom: true }) as string[][];
  assert.equal(csv[0]![0], 'Day (Europe/Berlin)');
  assert.deepEqual(csv[1]!.slice(1), ['EUR', 'Opening balance', '', '101.00', '0.00']);
  const closing = csv.filter((row) => row[2] === 'Closing balance');
  assert.deepEqual(
    closing.map((row) => [row[1], row[4]]),
    [
      ['EUR', '131.00'],
      ['JPY', '1002'],
    ],
  );
  const details = parse((await call('GET', file('format=csv&part=details'))).text, {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  assert.deepEqual(
    details.map((row) => row['Transfer id']),
    json.details.map((one: { transferId: string }) => one.transferId),
  );
  const sums = details
    .filter((row) => row.Currency === 'EUR')
    .reduce((sum, row) => sum + Number(row.Available), 0);
  assert.equal(sums, 30, 'the details lead from the opening to the closing balance');
  assert.ok(details.some((row) => row.Reference === `'=first`));

  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('the XLSX of a report has its three parts, with the same rows', async (t) => {
  const { stage, pay, fund } = await sharedMoneyStage(t, { timeZone: 'Asia/Kathmandu' });
  await fund(100);
  await pay(25, { merchantReference: '007' });
  const cookie = await stage.cookieOf('owner');
  // 22:30 in London is 04:15 of the next day in Kathmandu.
  const path = `/portal/api/brands/${stage.brand.brandId}/reports/2026-03-29/file?format=xlsx`;
  const answer = await fetch(stage.url + path, { headers: { cookie } });
  assert.equal(answer.status, 200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const sheet = (number: number) => strFromU8(files[`xl/worksheets/sheet${number}.xml`]!);
  assert.match(strFromU8(files['xl/workbook.xml']!), /Transactions.*Balance activity.*Settlement details/);
  assert.match(sheet(1), />007</);
  assert.equal(sheet(1).match(/<row>/g)!.length, 2);
  assert.match(sheet(2), /Closing balance.*<v>125\.00<\/v>/);
  assert.equal(sheet(3).match(/<row>/g)!.length, 3);
});

test('a closed day does not change, and the proof names the difference', async (t) => {
  const { stage, setClock, pay, fund, closeDays, as } = await openMoneyStage(t);
  await fund(100);
  const paid = await pay(25);
  setClock('2026-03-28T23:30:00Z');
  await closeDays();
  const before = (await (await as('owner'))('GET', '/brands/:brand/reports/2026-03-28')).body;
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
  await stage.sql`delete from transfers where transaction_id = ${paid}`;
  await closeDays();
  const call = await as('owner');
  assert.deepEqual((await call('GET', '/brands/:brand/reports/2026-03-28')).body, before);
  const { faults } = await verifyLedger(stage.sql);
  assert.ok(
    faults.some((fault) =>
      /report of 2026-03-28 in EUR: 2 transfers, .* the ledger has 1, which add 10000 and 0/.test(fault),
    ),
    faults.join('\n'),
  );
  assert.ok(faults.some((fault) => /1 2500 minor of kind PAYIN; the ledger has 0, 0 minor/.test(fault)));
});

test('days without movements are closed too, and listed newest first', async (t) => {
  const { setClock, fund, closeDays, as, stage } = await sharedMoneyStage(t);
  await fund(100);
  setClock('2026-05-10T12:00:00Z');
  while ((await closeDays()) === 'more');
  await fund(1);
  const call = await as('read-only');
  const { body } = await call('GET', '/brands/:brand/reports?limit=20');
  assert.equal(body.items.length, 21, 'and today, which is open');
  assert.deepEqual(
    body.items.slice(0, 2).map((one: Record<string, unknown>) => [one.date, one.computedAt !== null]),
    [
      ['2026-05-10', false],
      ['2026-05-09', true],
    ],
  );
  const [yesterday] = body.items[1].currencies;
  assert.deepEqual(
    [yesterday.opening, yesterday.closing, yesterday.transfers],
    [yesterday.closing, { available: 100, reserved: 0 }, 0],
  );
  const months = (await call('GET', '/brands/:brand/months')).body.items;
  assert.deepEqual(
    months.map((one: Record<string, unknown[]>) => [one.month, one.computedAt !== null, one.days!.length]),
    [
      ['2026-05', false, 10],
      ['2026-04', true, 30],
      ['2026-03', true, 4],
    ],
  );
  const sums = {
    currency: 'EUR',
    opening: 100,
    in: 0,
    out: 0,
    refunded: 0,
    funded: 1,
    afterEnd: 0,
    closing: 101,
    transfers: 1,
  };
  assert.deepEqual(months[0].currencies, [sums]);
  assert.deepEqual((await call('GET', '/brands/:brand/months/2026-05')).body, months[0]);
  for (const wrong of ['2026-06', '2026-13', '2026-5'])
    assert.equal((await call('GET', `/brands/:brand/months/${wrong}`)).status, 400);
  const next = await call('GET', `/brands/:brand/reports?limit=100&cursor=${body.next}`);
  assert.equal(next.body.items.at(-1).date, '2026-03-28');
  assert.equal((await call('GET', '/brands/:brand/reports/2026-05-11')).status, 400);
  assert.equal((await call('GET', '/brands/:brand/reports/2026-02-30')).status, 400);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('disputes and returns of completed payments are in the month, in its file and in the list of disputes', async (t) => {
  const { stage, pay, fund, as } = await sharedMoneyStage(t);
  const { apiKey } = stage.brand;
  await fund(50);
  const disputed = await pay(25, { merchantReference: 'disputed' });
  const first = await pay(10, { merchantReference: 'first' });
  const won = await pay(5, { merchantReference: 'won' });
  const dispute = async (id: string, body: unknown) => {
    const answer = await stage.call('POST', `/sandbox/transactions/${id}/dispute`, { apiKey, body });
    assert.equal(answer.status, 200, answer.text);
  };
  await dispute(disputed, { status: 'OPEN' });
  await dispute(first, { status: 'INQUIRY', deadline: '2026-04-01T00:00:00.000Z' });
  await dispute(won, { status: 'OPEN' });
  await dispute(won, { status: 'WON' });
  const call = await as('finance-maker');
  const { body: open } = await call('GET', '/brands/:brand/disputes');
  assert.deepEqual(
    open.items.map((one: Record<string, unknown>) => [one.merchantReference, one.amount, one.withheld]),
    [
      ['first', 10, 0],
      ['disputed', 25, 25],
    ],
  );
  const page = await call('GET', '/brands/:brand/disputes?limit=1');
  const next = await call('GET', `/brands/:brand/disputes?limit=1&cursor=${page.body.next}`);
  assert.deepEqual([...page.body.items, ...next.body.items], open.items);
  assert.equal(next.body.next, null);
  const { body: over } = await call('GET', '/brands/:brand/disputes?state=over');
  assert.deepEqual(
    over.items.map((one: Record<string, unknown>) => [one.merchantReference, one.status]),
    [['won', 'WON']],
  );
  assert.equal((await call('GET', '/brands/:brand/disputes?cursor=x')).status, 400);

  const { body: month } = await call('GET', '/brands/:brand/months/2026-03');
  const [eur] = month.currencies;
  assert.deepEqual([eur.in, eur.funded, eur.afterEnd, eur.closing], [40, 50, -25, 65]);
  const rows = parse((await call('GET', '/brands/:brand/months/2026-03/file?format=csv')).text, {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  assert.deepEqual(
    rows.map((row) => [row.Kind, row.Direction, row.In, row['Disputes and returns']]),
    [
      ['Pay-in', 'In', '25.00', ''],
      ['Pay-in', 'In', '10.00', ''],
      ['Pay-in', 'In', '5.00', ''],
      ['Withheld for a dispute', 'Taken', '', '-25.00'],
      ['Withheld for a dispute', 'Taken', '', '-5.00'],
      ['Given back after a dispute', 'Given back', '', '5.00'],
    ],
  );
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});
