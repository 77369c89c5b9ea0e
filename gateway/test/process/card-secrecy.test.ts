// Card data after a run (spec 2.8, 7.1; docs/SECURITY.md). The whole program at its most talkative log level gets
// payments with good and bad cards of all kinds, and its database dies in between. Then the test searches everything
// the program wrote or said for the numbers and CVVs: log, answers, webhooks, every table, every file of its data
// folder. Planted values prove that the search works.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { lockFilePid, startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { aCardPayin, CARD_OPTION_ID, eventually } from '../stage/harness.ts';
import { dataDirWithDatabase, runProgram } from '../stage/program.ts';
import { silentLog } from '../stage/shared-server.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';

const CVV = '739';
const AMEX_CVV = '8317';
/** They pass Luhn and appear in nobody's examples. */
const GOOD = '4539578763621486';
const AMEX = '374512896703511';
const SAVED = '5425233430109903';
const FAILS_LUHN = '4539578763621487';
const SANDBOX = {
  declined: '4000000000009995',
  stolen: '4000000000009979',
  challenge: '4000000000003220',
  challengeThenDeclined: '4000008400001629',
  frictionless: '4000000000003055',
  authenticationDown: '4000008400001280',
  failure: '4000000000000119',
  slow: '4000000000000259',
  silent: '4000000000000341',
};
const NUMBERS = [GOOD, AMEX, SAVED, FAILS_LUHN, ...Object.values(SANDBOX)];
const MARKER = 'marker-of-the-card-secrecy-test';

/** The forms that a leaked number could have: plain, spaced, wide, hex, Base64 at any offset, a bare hash. */
function disguises(number: string): Buffer[] {
  const bytes = Buffer.from(number);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]).toString('base64');
    // Only the part that depends on the number alone, whatever surrounds it.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const digest = hash('sha256', number, 'buffer');
  return [
    number,
    number.replace(/(.{4})(?=.)/g, '$1 '),
    number.replace(/(.{4})(?=.)/g, '$1-'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    digest.toString('hex'),
    digest.toString('base64'),
  ]
    .map((text) => Buffer.from(text))
    .concat(Buffer.from(number, 'utf16le'), digest);
}

const TRACES = NUMBERS.flatMap((number) => disguises(number).map((bytes) => ({ number, bytes })));

/** Card numbers in the bytes, by their last four digits. */
function numbersIn(bytes: Buffer): string[] {
  return [...new Set(TRACES.filter((one) => bytes.includes(one.bytes)).map((one) => one.number.slice(-4)))];
}

/** A CVV that stands by itself; three digits within ids, times and signatures do not count. */
const LONE_CVV = new RegExp(`(?<![\\w.+/=-])(${CVV}|${AMEX_CVV})(?![\\w.+/=-])`);

/** CVVs in a text that is JSON, has JSON in its strings, or is plain text. */
function cvvsIn(text: string): string[] {
  const found: string[] = [];
  function walk(value: unknown, path: string): void {
    if (typeof value === 'string') {
      const inner = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
      if (inner !== undefined) walk(inner, path);
      else if (LONE_CVV.test(value)) found.push(path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        if (/cvv|cvc/i.test(key) && one !== null) found.push(`${path}.${key}`);
        walk(one, `${path}.${key}`);
      }
    }
  }
  walk(text, '$');
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was found where; empty if all is well. */
function search(name: string, text: string): string[] {
  return [
    ...numbersIn(Buffer.from(text)).map((number) => `${name}: number …${number}`),
    ...text.split('\n').flatMap((line) => cvvsIn(line).map((path) => `${name}: CVV at ${path}`)),
  ];
}

async function tablesOf(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  assert.ok(tables.length > 15, 'the tables are there');
  return tables.map(({ name }) => name);
}

async function searchTables(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of tables) {
    const rows = await sql`select t::text as plain, row_to_json(t)::text as json from ${sql(name)} t`;
    for (const { plain, json } of rows)
      found.push(...search(`table ${name}`, `${plain.replaceAll('\n', ' ')}\n${json}`));
  }
  return found;
}

/** Empty for a file that the database removed meanwhile. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

const ZEROS = Buffer.alloc(8_192);

/** A new segment of the write-ahead log has 16 MB, most of them zeros at its end. */
function withoutZerosAtEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.subarray(Math.max(end - ZEROS.length, 0), end).equals(ZEROS)) end -= ZEROS.length;
  return bytes.subarray(0, end);
}

/**
 * Every file below the folder: heap, indexes, write-ahead log, server log, keys. `searched`: digests of contents that
 * need no search any more.
 */
function searchFiles(
  folder: string,
  searched: Set<string>,
): { found: string[]; files: number; marked: string[] } {
  const found: string[] = [];
  const marked: string[] = [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  for (const path of files) {
    const bytes = withoutZerosAtEnd(bytesOf(path));
    // The databases of a new server have the same files of some 7 MB.
    const digest = hash('sha1', bytes);
    if (searched.has(digest)) continue;
    searched.add(digest);
    found.push(...numbersIn(bytes).map((number) => `file ${path}: number …${number}`));
    for (const cvv of ['cardCvv', `"${CVV}"`, `"${AMEX_CVV}"`]) {
      if (bytes.includes(cvv)) found.push(`file ${path}: ${cvv}`);
    }
    if (bytes.includes(MARKER)) marked.push(path);
  }
  return { found, files: files.length, marked };
}

test('after payments of every kind no card number and no CVV is stored or logged anywhere', async (t) => {
  const dataDir = await dataDirWithDatabase(t);
  const program = runProgram(t, { DATA_DIR: dataDir, LOG_LEVEL: 'trace', SANDBOX_DELAY_MS: '200' });
  const url = await program.ready();
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const receiver = await startWebhookReceiver(t, { secrets: [demo.signingSecret] });
  const answers: string[] = [];

  async function call(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const json = { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { ...(sent !== undefined && json), 'x-api-key': demo.apiKey, ...headers },
      redirect: 'manual',
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    answers.push(text, ...[...response.headers].map(([name, value]) => `${name}: ${value}`));
    return {
      status: response.status,
      location: response.headers.get('location'),
      // biome-ignore lint/suspicious/noExplicitAny: read freely
      body: (parsed(text) ?? text) as any,
    };
  }
  const pay = (
    cardNumber: string,
    fields: Record<string, unknown> = {},
    card: Record<string, unknown> = {},
  ) => call('POST', '/v3/payment', {}, aCardPayin(fields, { cardNumber, cardCvv: CVV, ...card }));
  const operator = { authorization: `Bearer ${demo.operatorToken}` };
  const brandPath = `/operator/brands/${demo.brandId}`;
  const wide = { limit: 1_000, windowSeconds: 3_600 };
  const risk = {
    attemptsPerCard: wide,
    wrongCodesPerCard: wide,
    declinesPerUser: wide,
    declinesPerBin: wide,
  };
  await call('PATCH', brandPath, operator, { notificationUrl: receiver.url, risk });
  const recordOf = async (id: string) => (await call('GET', `/payments/${id}`)).body;

  await t.test('payments that complete, fail, wait and are saved', async () => {
    for (const number of [GOOD, ...Object.values(SANDBOX)]) {
      const { status, body } = await pay(number, {
        merchantReference: `${MARKER}-${number.slice(-4)}`,
        userId: 'ada',
      });
      assert.equal(status, 201);
      if (body.resultType !== 'redirect') continue;
      const page = new URL(body.result.redirectUrl).pathname;
      await call('GET', page);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const { location } = await call('POST', page, form, 'decision=approve');
      const { pathname, search: result } = new URL(location ?? '');
      // The parameters that a shopper's browser brings belong to the provider and may be anything.
      const more = `cardNumber=${number}&cardCvv=${CVV}`;
      assert.equal((await call('POST', `${pathname}?${more}`, form, more)).status, 200);
      assert.equal((await call('GET', `${pathname}${result}&${more}`)).status, 200);
    }
    const spaced = SAVED.replace(/(.{4})(?=.)/g, '$1 ');
    const saved = await pay(spaced, { userId: 'ada', customer: { email: 'ada@example.com' } });
    const amex = await pay(AMEX, {}, { cardCvv: AMEX_CVV });
    assert.equal(amex.body.result.status, 'COMPLETED');
    const { transactionId } = amex.body.result;
    const block = { kind: 'card', transactionId, reason: 'a test' };
    assert.equal((await call('POST', `${brandPath}/blocks`, operator, block)).status, 201);
    const refused = await pay(AMEX, {}, { cardCvv: AMEX_CVV });
    assert.equal(refused.body.result.errorCode, '2203');
    const { token } = (await recordOf(saved.body.result.transactionId)).card;
    const again = { ...aCardPayin({ userId: 'ada' }), paymentData: { token, cardCvv: CVV } };
    assert.equal((await call('POST', '/v3/payment', {}, again)).body.result.status, 'COMPLETED');
    const open = await pay(SANDBOX.silent);
    const forced = `/sandbox/transactions/${open.body.result.transactionId}/outcome`;
    assert.equal((await call('POST', forced, {}, { outcome: 'COMPLETED' })).status, 200);
  });

  await t.test('requests that are refused', async () => {
    for (const card of [
      { cardNumber: FAILS_LUHN },
      { expiryYear: '2001' },
      { expiryMonth: '13' },
      { cardCvv: AMEX_CVV },
      { cardHolder: '' },
      { cardNumber: Number(GOOD), cardCvv: Number(CVV) },
      { cardNumber: [GOOD], cardCvv: { value: CVV } },
      { cardNumber: `${GOOD}\u0000` },
      { cardNumber: `${GOOD}x` },
    ]) {
      assert.equal((await pay(GOOD, {}, card)).status, 400, JSON.stringify(Object.keys(card)));
    }
    assert.equal((await pay(GOOD, { amount: '25', currency: 'eur' })).status, 400);
    const text = JSON.stringify(aCardPayin({}, { cardNumber: GOOD, cardCvv: CVV }));
    const send = (body: string, headers = {}) => call('POST', '/v3/payment', headers, body);
    assert.equal((await send(`${text}}`)).status, 400);
    assert.equal((await send(text.slice(0, -2))).status, 400);
    assert.equal((await send(`[${text}]`)).status, 400);
    assert.equal((await send(text.replace('{', `{"x":"${'x'.repeat(300_000)}",`))).status, 413);
    assert.equal((await send(text, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await send(text, { 'x-api-key': 'wrong' })).status, 401);
    assert.equal((await call('POST', '/direct-payment', {}, text)).status, 410);
    assert.equal((await call('POST', '/v3/nowhere', {}, text)).status, 404);
    await call('GET', `/v3/payment-options?cardNumber=${GOOD}&cardCvv=${CVV}`);
    const key = { 'idempotency-key': 'k1' };
    await send(text, key);
    await send(text, key);
    assert.equal((await send(text.replace('"amount":25', '"amount":26'), key)).status, 422);
    assert.equal((await pay(GOOD, { merchantReference: `${MARKER}-${GOOD.slice(-4)}` })).status, 409);
    await call('PATCH', brandPath, operator, { enforceSignatures: true });
    assert.equal((await send(text)).status, 403);
    const signature = hmacBase64(demo.signingSecret, `${CARD_OPTION_ID}::EUR:25`);
    assert.equal((await send(text, { signature })).status, 201);
    await call('PATCH', brandPath, operator, { enforceSignatures: false });
  });

  await t.test('card data sent in wrong fields', async () => {
    const elsewhere = [...optionsOf('PAYIN'), ...optionsOf('PAYOUT')].map((option) => option.id);
    for (const paymentOptionId of [...elsewhere, '11111111-2222-4333-8444-555555555555']) {
      assert.equal((await pay(GOOD, { paymentOptionId })).status, 201);
    }
    const note = { cardNumber: GOOD, cardCvv: CVV };
    assert.equal((await pay(GOOD, { ...note, unknown: note, more: [note] })).status, 201);
    for (const name of [note, [note], `${GOOD}\u0000`, { [GOOD]: note }]) {
      const customer = { firstName: 'Ada', name, document: { type: 'ID', ...note }, address: { ...note } };
      const shippingAddress = { city: 'Berlin', ...note };
      const orderDetails = [{ productName: 'Tea', ...note }];
      const told = { userId: 'ada', customer, shippingAddress, orderDetails };
      assert.equal((await pay(GOOD, told)).status, 201);
    }
  });

  await t.test('payments while the database fails and recovers', async () => {
    const pid = lockFilePid(join(dataDir, 'postgres'))!;
    const during = Promise.all(Array.from({ length: 20 }, () => pay(GOOD)));
    process.kill(pid, 'SIGKILL');
    await during;
    await Promise.all(Array.from({ length: 5 }, () => pay(SANDBOX.challenge)));
    await eventually(async () => (await call('GET', '/health/ready')).status === 200, 30_000);
    assert.equal((await pay(GOOD)).status, 201);
  });

  // proves 5 rule 5
  await t.test('answers, log and files contain no card data, and planted card data is found', async (t) => {
    await receiver.waitFor(30);
    const server = await startEmbeddedPostgres({
      dataDir,
      log: silentLog,
      connect: connectPostgres,
      revive: false,
      holdProcess: false,
    });
    const sql = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
    t.after(async () => {
      await sql.end();
      await server.stop();
    });
    const said = () => [
      ...search('log', program.output()),
      ...answers.flatMap((text) => search('answer', text)),
      ...receiver.received.flatMap(({ rawBody, headers }) =>
        search('webhook', `${rawBody}\n${JSON.stringify(headers)}`),
      ),
    ];
    assert.ok(program.output().split('\n').length > 100, 'the log is there, debug lines and all');
    assert.match(program.output(), /the embedded database closed its connection/);
    assert.ok(receiver.received.every((one) => one.signatureValid && one.rawBody.includes('transactionId')));
    assert.deepEqual(said(), []);
    assert.deepEqual(await searchTables(sql, await tablesOf(sql)), []);

    await sql`checkpoint`;
    const searched = new Set<string>();
    const files = searchFiles(dataDir, searched);
    assert.deepEqual(files.found, []);
    assert.ok(files.files > 500, `${files.files} files`);
    const inLog = files.marked.some((path) => path.includes('pg_wal'));
    const inHeap = files.marked.some((path) => /[/\\]base[/\\]/.test(path));
    assert.ok(inLog && inHeap, `what was stored is visible to the search: ${files.marked}`);

    // The same search over the same places finds planted values.
    for (const [planted, what] of [
      [GOOD, 'number …1486'],
      [`x${Buffer.from(` ${SAVED} `).toString('base64')}`, 'number …9903'],
      [Buffer.from(AMEX).toString('hex'), 'number …3511'],
      [hash('sha256', GOOD), 'number …1486'],
      [`{"paymentData":{"cardCvv":"${CVV}"}}`, 'CVV at'],
      [`security code ${AMEX_CVV}, thanks`, 'CVV at'],
    ] as const) {
      assert.match(
        search('log', `${program.output()}\n${JSON.stringify({ msg: planted })}`)[0] ?? 'nothing',
        new RegExp(what),
      );
      await sql`update merchants set name = ${planted}`;
      const inTables = await searchTables(sql, ['merchants']);
      assert.match(inTables[0] ?? 'nothing', new RegExp(`^table merchants: ${what}`));
    }
    await sql`update merchants set name = ${`{"cardCvv":"${CVV}","n":"${GOOD}"}`}`;
    await sql`checkpoint`;
    const { found } = searchFiles(dataDir, searched);
    for (const place of ['pg_wal', 'base']) {
      assert.ok(
        found.some((one) => one.includes(`/${place}/`) && one.endsWith('…1486')),
        place,
      );
      assert.ok(
        found.some((one) => one.includes(`/${place}/`) && one.endsWith('cardCvv')),
        place,
      );
    }
    // The searches held this process up for long, so the gateway may have closed the connection that fetch had kept.
    const isAlive = async () => (await call('GET', '/health/live')).status === 200;
    assert.ok(await isAlive().catch(isAlive));
  });
});
