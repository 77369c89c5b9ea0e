// No function of a CVV is stored (contract 8; PCI DSS 3.3.1): a CVV has a thousand values, so anybody with a copy of
// the database and its keys could try them all. Two merchants do the same with the same code, a third with another.
// Every value that the first two have in common must be the third's as well. Then an attacker with all keys tries the
// thousand.
import assert from 'node:assert/strict';
import { createDecipheriv, createHmac, hash } from 'node:crypto';
import test from 'node:test';
import type { Sql } from '../../src/storage/database/database.ts';
import { sealContext, type Vault } from '../../src/storage/keys/vault.ts';
import { openSession, submit } from '../http/cashier/shopper.ts';
import {
  aCardPayin,
  CARD_OPTION_ID,
  MASTER_KEY,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../stage/harness.ts';

const CODES = { first: '739', same: '739', other: '164' };
const GOOD = '4539578763621486';

test('no stored value depends on a CVV', async (t) => {
  const at = new Date('2026-03-01T12:00:00.000Z');
  const gate = await startTestGateway(t, { workers: false, now: () => at });
  const { sql, vault } = gate.gateway.context;
  const brands: Record<keyof typeof CODES, TestBrand> = {
    first: await gate.createBrand(),
    same: await gate.createBrand(),
    other: await gate.createBrand(),
  };
  for (const [name, cvv] of Object.entries(CODES)) await doEverything(gate, brands[name as 'first'], cvv);
  const storedOf = (brand: TestBrand) => leavesOf(sql, vault, brand);

  await t.test('stored values are the same whether or not merchants use the same code', async () => {
    const [first, same, other] = [
      await storedOf(brands.first),
      await storedOf(brands.same),
      await storedOf(brands.other),
    ];
    const common = intersection(first, same);
    assert.ok(common.length > 300, `${common.length} values to compare`);
    for (const what of [
      'idempotency_keys.request_fingerprint',
      'transactions.card.last4',
      'transactions.pan_sealed',
    ])
      assert.ok(
        common.some((leaf) => leaf.startsWith(`${what} = `)),
        `${what} is compared`,
      );
    assert.deepEqual(missingIn(other, common), []);
    // Proves that the comparison finds a planted value.
    await sql`update customers set profile = jsonb_build_object('x', 'f(739)')
      where brand_id in (${brands.first.brandId}, ${brands.same.brandId})`;
    const planted = intersection(await storedOf(brands.first), await storedOf(brands.same));
    assert.deepEqual(missingIn(await storedOf(brands.other), planted), ['customers.profile.x = f(739)']);
  });

  await t.test('trying all codes with the database and every key finds no CVV', async () => {
    const rows = await everyRow(sql);
    const keys = await everyKey(sql);
    assert.ok(keys.length >= 6);
    assert.deepEqual(codesFoundIn(rows, keys), []);
    const planted = createHmac('sha256', keys.at(-1)!).update(bodyWith('739')).digest();
    await sql`update idempotency_keys set request_fingerprint = ${planted} where brand_id = ${brands.other.brandId}`;
    assert.deepEqual(codesFoundIn(await everyRow(sql), keys), ['739']);
  });
});

const fieldsOf = (merchantReference: string) => ({
  merchantReference,
  userId: 'ada',
  customer: { email: 'ada@example.com' },
});
const bodyWith = (cardCvv: string, key = 'keyed') =>
  JSON.stringify(aCardPayin(fieldsOf(key), { cardNumber: GOOD, cardCvv }));

/** Every way that a CVV comes in, in the same order with the same words. */
async function doEverything(gate: TestGateway, brand: TestBrand, cvv: string): Promise<void> {
  const { apiKey } = brand;
  const pay = (body: unknown, key?: string) =>
    gate.call('POST', '/v3/payment', {
      apiKey,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const done = await pay(bodyWith(cvv), 'keyed');
  assert.equal(done.body.result.status, 'COMPLETED', done.text);
  assert.equal((await pay(bodyWith(cvv), 'keyed')).text, done.text);
  const misplaced = { cvv, note: { securityCode: cvv }, list: [{ cvc: cvv }] };
  await pay(
    { ...aCardPayin(fieldsOf('misplaced'), { cardCvv: cvv, cvv2: cvv, cardcvv: cvv }), ...misplaced },
    'misplaced',
  );
  for (const cardNumber of ['4000000000003220', '4000000000000341', '4000000000000002', '4000000000000119'])
    await pay(aCardPayin(fieldsOf(cardNumber.slice(-4)), { cardNumber, cardCvv: cvv }), cardNumber.slice(-4));
  const { token } = (await gate.call('GET', `/payments/${done.body.result.transactionId}`, { apiKey })).body
    .card;
  const saved = { ...aCardPayin(fieldsOf('saved')), paymentData: { token, cardCvv: cvv } };
  assert.equal((await pay(saved, 'saved')).body.result.status, 'COMPLETED');
  for (const cardNumber of [GOOD, '4000000000000002', '4000000000003220', '4000000000000341']) {
    const link = await openSession(gate, brand, { merchantReference: `hosted ${cardNumber.slice(-4)}` });
    const card = { cardNumber, cardCvv: cvv, expiryMonth: '12', expiryYear: '2035', cardHolder: 'Ada' };
    assert.equal((await submit(gate, link, CARD_OPTION_ID, card)).status, 200);
  }
}

/**
 * Written after the requests, with how long each took, so it differs by chance. It has no bodies, and the test searches
 * it as a whole.
 */
const BY_CHANCE = 'request_log';

/** All data of a brand as `table.column.path = value`; sealed values are opened first. */
async function leavesOf(sql: Sql, vault: Vault, { merchantId, brandId }: TestBrand): Promise<string[]> {
  const leaves: string[] = [];
  for (const { table, columns } of await everyTable(sql)) {
    if (!columns.includes('merchant_id') || table === BY_CHANCE) continue;
    for (const row of await sql`select * from ${sql(table)} where merchant_id = ${merchantId}`) {
      for (const [column, value] of Object.entries(row)) {
        const name = `${table}.${column}`;
        if (!Buffer.isBuffer(value)) collect(name, value, leaves);
        else collect(name, await opened(vault, value, merchantId, brandId), leaves);
      }
    }
  }
  return leaves;
}

async function opened(vault: Vault, value: Buffer, merchantId: string, brandId: string): Promise<string> {
  const { pan, paymentData, confirmation, signingSecret } = sealContext;
  const contexts = [
    pan(merchantId),
    paymentData(merchantId),
    confirmation(merchantId),
    signingSecret(brandId),
  ];
  for (const context of contexts) {
    const text = await vault.open(value, context).catch(() => null);
    if (text) return text.toString('utf8');
  }
  return value.toString('hex');
}

function collect(path: string, value: unknown, leaves: string[]): void {
  const inner = typeof value === 'string' && /^[{[]/.test(value) ? JSON.parse(value) : value;
  if (typeof inner !== 'object' || inner === null || inner instanceof Date) {
    leaves.push(`${path} = ${inner instanceof Date ? inner.toISOString() : inner}`);
  } else for (const [key, one] of Object.entries(inner)) collect(`${path}.${key}`, one, leaves);
}

/** Entries of `wanted` that occur less often in `there`. */
function missingIn(there: string[], wanted: string[]): string[] {
  const counts = Map.groupBy(there, (leaf) => leaf);
  return wanted.filter((leaf) => counts.get(leaf)?.pop() === undefined);
}

function intersection(a: string[], b: string[]): string[] {
  const missing = Map.groupBy(missingIn(b, a), (leaf) => leaf);
  return a.filter((leaf) => missing.get(leaf)?.pop() === undefined);
}

async function everyTable(sql: Sql): Promise<{ table: string; columns: string[] }[]> {
  return await sql`select table_name as table, json_agg(column_name) as columns
    from information_schema.columns where table_schema = 'public' group by 1`;
}

/** The whole database as text, with bytes in hexadecimal. */
async function everyRow(sql: Sql): Promise<string> {
  const texts: string[] = [];
  for (const { table } of await everyTable(sql))
    for (const { text } of await sql`select t::text as text from ${sql(table)} t`) texts.push(text);
  return texts.join('\n');
}

/** The unwrapped data keys, and all keys derived from them. */
async function everyKey(sql: Sql): Promise<Buffer[]> {
  const keys = [MASTER_KEY];
  for (const { id, purpose, wrapped_key: box } of await sql`select id, purpose, wrapped_key from data_keys`) {
    const decipher = createDecipheriv('aes-256-gcm', MASTER_KEY, box.subarray(0, 12));
    decipher.setAAD(Buffer.from(`data-key:${purpose}:${id}`));
    decipher.setAuthTag(box.subarray(12, 28));
    keys.push(Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]));
  }
  const derived = keys.flatMap((key) =>
    ['fingerprint', 'token'].map((use) => createHmac('sha256', key).update(use).digest()),
  );
  return [...keys, ...derived];
}

/** Codes that appear in the text as a hash, or as an HMAC under one of the keys. */
function codesFoundIn(text: string, keys: Buffer[]): string[] {
  // All 32-byte values in hexadecimal or Base64.
  const stored = new Set(text.match(/[0-9a-f]{64}/g));
  for (const base64 of text.match(/[A-Za-z0-9+/_-]{43}/g) ?? [])
    stored.add(Buffer.from(base64, 'base64url').toString('hex'));
  const found: string[] = [];
  for (let code = 0; code < 1_000; code++) {
    const cvv = String(code).padStart(3, '0');
    const told = [cvv, `${GOOD}${cvv}`, `${GOOD} ${cvv}`, `${GOOD}:${cvv}`, bodyWith(cvv)];
    const traces = told.flatMap((one) => [
      hash('sha256', one),
      ...keys.map((key) => createHmac('sha256', key).update(one).digest('hex')),
    ]);
    if (traces.some((one) => stored.has(one))) found.push(cvv);
  }
  return found;
}
