// The portal's list of transactions over HTTP: filters, search,
// pages, and an export of exactly the same rows.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { aCardPayin, eventually } from '../../../stage/harness.ts';
import { sharedPortalStage } from '../portal-stage.ts';

const DECLINED = { cardNumber: '4000000000009995' };

const stage = await sharedPortalStage(
  { after: (end) => test.after(end as () => void) },
  { brand: { timeZone: 'Asia/Kolkata' } },
);
const support = await stage.as('support');

async function pay(fields: Record<string, unknown>, card = {}) {
  const body = aCardPayin(fields, card);
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
}
await pay({ amount: 10, merchantReference: '=cmd', customer: { email: 'Ada@Example.com' } });
await pay({ amount: 20, merchantReference: '00123456789012345678', userId: 'u-7' });
await pay({ amount: 30, currency: 'USD', country: 'FR' }, DECLINED);
await pay({ amount: 1500, currency: 'JPY', merchantReference: 'plain-1' });

const amounts = async (query: string) => {
  const answer = await support('GET', `/brands/:brand/transactions?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items.map(({ amount }: { amount: number }) => amount);
};

test('the list is newest first, and each filter narrows it', async () => {
  assert.deepEqual(await amounts(''), [1500, 30, 20, 10]);
  assert.deepEqual(await amounts('status=DECLINED'), [30]);
  assert.deepEqual(await amounts('status=DECLINED,COMPLETED&currency=USD,JPY'), [1500, 30]);
  assert.deepEqual(await amounts('country=FR'), [30]);
  assert.deepEqual(await amounts('errorCode=2001'), [30]);
  assert.deepEqual(await amounts('type=PAYOUT'), []);
  assert.deepEqual(await amounts('currency=EUR&amountFrom=10.01&amountTo=20'), [20]);
  assert.deepEqual(await amounts('refunded=part'), []);
});

// proves 7.3.2, portal
test('the list is searched by e-mail, last four digits, reference, user and id', async () => {
  assert.deepEqual(await amounts('q=ada%40example.com'), [10]);
  assert.deepEqual(await amounts('q=9995'), [30]);
  assert.deepEqual(await amounts('q=PLAIN-1'), [1500]);
  assert.deepEqual(await amounts('q=u-7'), [20]);
  const { body } = await support('GET', '/brands/:brand/transactions?q=u-7');
  assert.deepEqual(await amounts(`q=${body.items[0].id}`), [20]);
  const events = `/brands/:brand/webhooks/deliveries?transactionId=${body.items[0].id}`;
  const [event] = (await support('GET', events)).body.items;
  await eventually(async () => (await amounts(`q=${event.eventId}`)).join() === '20');
  assert.deepEqual(await amounts('q=4242&currency=JPY'), [1500]);
});

test('a search for an amount that no payment can have, or with a very long word, finds nothing', async () => {
  for (const q of [
    '999999999999.9',
    '999999999999.99 BTC',
    '999999999999.9 plain-1',
    `${'😀'.repeat(200)} plain-1`,
  ])
    assert.deepEqual(await amounts(`q=${encodeURIComponent(q)}`), [], q);
});

test('a search for a card number finds nothing, and its digits are neither answered nor logged', async () => {
  for (const number of ['4242424242424242', '4242 4242-4242 4242', 'ada 4242 4242 4242 4242']) {
    const answer = await support('GET', `/brands/:brand/transactions?q=${encodeURIComponent(number)}`);
    assert.equal(answer.status, 400, number);
    assert.deepEqual(answer.body.message, ['q: holds a card number; search for its last four digits']);
    assert.doesNotMatch(answer.text, /4242/);
  }
});

test('the list continues after its cursor, searched or not', async () => {
  for (const query of ['limit=2', 'limit=2&q=4242']) {
    const first = await support('GET', `/brands/:brand/transactions?${query}`);
    const second = await support('GET', `/brands/:brand/transactions?${query}&cursor=${first.body.next}`);
    const all = [...first.body.items, ...second.body.items].map(({ id }) => id);
    assert.equal(new Set(all).size, query.includes('q') ? 3 : 4);
    assert.equal(second.body.next, null);
  }
});

test('the list uses the days of the brand, which differ from those of UTC', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(stage.now());
  assert.equal((await amounts(`from=${today}&to=${today}`)).length, 4);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await amounts(`from=${tomorrow}`), []);
});

test('the list names each fault of a filter, and refuses unknown fields', async () => {
  const answer = await support(
    'GET',
    '/brands/:brand/transactions?status=PAID&currency=eur&from=2026-02-30&amountFrom=5&errorCode=1',
  );
  assert.equal(answer.status, 400);
  const named = answer.body.message.map((one: string) => one.split(':')[0]).sort();
  assert.deepEqual(named, ['amountFrom', 'currency', 'errorCode', 'from', 'status']);
  assert.equal((await support('GET', '/brands/:brand/transactions?colour=red')).status, 400);
  assert.equal((await support('GET', '/brands/:brand/transactions?cursor=x')).status, 400);
});

test('the CSV export has the same rows, in the time zone of the brand, safe for a spreadsheet', async () => {
  const { body } = await support('GET', '/brands/:brand/transactions?currency=EUR');
  const file = await support('GET', '/brands/:brand/transactions/export?format=csv&currency=EUR');
  assert.equal(file.status, 200, file.text);
  assert.match(file.headers.get('content-disposition')!, /transactions-test-brand-[\d-]+-asia-kolkata\.csv/);
  const [head, ...lines] = cellsOf(file.text);
  assert.ok(head!.includes('Created (Asia/Kolkata)'));
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const shown = body.items.map((one: { createdAt: string; id: string; amount: number }) => [
    wall.format(new Date(one.createdAt)),
    one.amount.toFixed(2),
    one.id,
  ]);
  const amountAt = head!.indexOf('Amount');
  const written = lines.map((cells) => [cells[0], cells[amountAt], cells.at(-1)]);
  assert.deepEqual(written, shown);
  assert.match(file.text, /,"'=cmd",/);
  assert.match(file.text, /,"00123456789012345678",/);
});

test('the XLSX export has references as text and amounts as numbers', async () => {
  const answer = await fetch(
    `${stage.url}/portal/api/brands/${stage.brand.brandId}/transactions/export?format=xlsx`,
    { headers: { cookie: await stage.cookieOf('support') } },
  );
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  assert.equal(sheet.match(/<row>/g)!.length, 5);
  assert.match(sheet, /inlineStr"><is><t xml:space="preserve">00123456789012345678</);
  assert.match(sheet, /<v>1500<\/v>/);
  assert.match(sheet, /<v>10\.00<\/v>/);
});

const EXPORT = '/brands/:brand/transactions/export';
const cellsOf = (text: string) => parse(text, { bom: true }) as string[][];

test('the file has the requested columns in their order, and all columns by default', async () => {
  const shown = await support('GET', `${EXPORT}?format=csv&columns=reference,amount,created&currency=JPY`);
  const [head, line] = cellsOf(shown.text);
  const amount = ['Direction', 'Amount', 'In', 'Out', 'Currency'];
  assert.deepEqual(head, ['Merchant reference', ...amount, 'Created (Asia/Kolkata)']);
  assert.deepEqual(line!.slice(0, 6), ['plain-1', 'In', '1500', '1500', '', 'JPY']);
  const all = await support('GET', `${EXPORT}?format=csv`);
  assert.equal(cellsOf(all.text)[0]!.length, 33);
  const unknown = await support('GET', `${EXPORT}?format=csv&columns=amount,toString`);
  assert.deepEqual([unknown.status, unknown.body.message], [400, ['columns: there is no column toString']]);
});

test('the file has a column for each column of the page', async () => {
  const { COLUMNS } = await columnsOfPage();
  const answer = await support('GET', `${EXPORT}?format=csv&columns=${COLUMNS.join(',')}`);
  assert.equal(answer.status, 200, answer.text);
});

async function columnsOfPage() {
  const file = new URL('../../../../../portal/src/screens/transactions/columns.tsx', import.meta.url);
  const [, columns = ''] = (await readFile(file, 'utf8')).split('export const COLUMNS');
  const COLUMNS = [...columns.matchAll(/\bid: '(\w+)'/g)].map(([, id]) => id!);
  assert.ok(COLUMNS.length >= 12);
  return { COLUMNS };
}

/** The pieces of a file with progress: after each, the number of written rows. */
async function pieces(query: string) {
  const path = `/portal/api/brands/${stage.brand.brandId}/transactions/export?progress=true&${query}`;
  const answer = await fetch(stage.url + path, { headers: { cookie: await stage.cookieOf('support') } });
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const rows: number[] = [];
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    rows.push(bytes.readUInt32BE(at + 4));
    parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
    assert.equal(length === 0, at === bytes.length, 'the last piece, and no other, is empty');
  }
  return { expected: answer.headers.get('x-expected-rows'), rows, file: Buffer.concat(parts) };
}

test('an export says how many rows to expect, and how many are written', async () => {
  // Transactions from before the gateway's start count as soon as they are folded; here there are none.
  const csv = await eventually(async () => {
    const file = await pieces('format=csv&currency=EUR');
    return file.expected !== null && file;
  });
  assert.equal(csv.expected, '2');
  assert.deepEqual([csv.rows[0], csv.rows.at(-1)], [0, 2]);
  const plain = await support('GET', `${EXPORT}?format=csv&currency=EUR`);
  assert.equal(new TextDecoder().decode(csv.file), plain.text);
  const xlsx = await pieces('format=xlsx');
  assert.deepEqual([xlsx.expected, xlsx.rows.at(-1)], ['4', 4]);
  assert.ok(unzipSync(xlsx.file)['xl/workbook.xml']);
  assert.equal((await pieces('format=csv&q=plain-1')).expected, null, 'of a search nobody knows');
  assert.equal((await pieces('format=csv&currency=EUR&amountFrom=11')).expected, null);
});

test('the exported columns of money in and money out add up to the balance', async () => {
  const owner = await stage.as('owner');
  const { brandId, apiKey } = stage.brand;
  await stage.operator('PATCH', `/operator/brands/${brandId}`, { automaticApproval: true });
  const sepa = '3423412e-a051-4862-b2be-167be3708ab0';
  const recipient = { iban: 'DE89370400440532013000', accountHolder: 'Ada' };
  for (const [merchantReference, amount] of [
    ['withdrawal-1', 7],
    ['withdrawal-2', 7.02],
  ]) {
    const payout = { paymentOptionId: sepa, currency: 'EUR', amount, country: 'DE', merchantReference };
    await stage.call('POST', '/v3/payout', { apiKey, body: { ...payout, paymentData: recipient } });
  }
  const rows = await eventually(async () => {
    const { text } = await owner('GET', `${EXPORT}?format=csv&currency=EUR`);
    const [head, ...lines] = cellsOf(text);
    const all = lines.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i]!])));
    const done = ['withdrawal-1', 'withdrawal-2'].every((reference) =>
      all.some((one) => one['Merchant reference'] === reference && one.Status !== 'Processing'),
    );
    return done ? all : null;
  });
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
  assert.deepEqual([sum('In'), sum('Out'), sum('Refunded')], [30, 7, 0]);
  const out = rows.filter(({ Direction }) => Direction === 'Out');
  assert.deepEqual(new Set(out.map(({ Status }) => Status)), new Set(['Paid out', 'Declined']));
});
