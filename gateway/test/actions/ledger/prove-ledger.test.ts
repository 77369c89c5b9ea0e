// The nightly proof reads what changed since the last one (docs/decisions/0089). It finds new errors and does not read
// what was proved before. After a failed proof it checks everything until the books are right.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { proveLedger } from '../../../src/actions/ledger/prove-ledger.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { firstIdAt, timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { moveProofMark } from '../../../src/storage/ledger/proof-marks.ts';
import {
  aCardPayin,
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { asOwner, openTestPool } from '../../stage/harness-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Shop {
  gate: TestGateway;
  brand: TestBrand;
  /** A connection as the owner, so that a test may write what no gateway would. */
  sql: Sql;
  pay(amount?: number): Promise<string>;
  refund(transactionId: string, amount: number): Promise<void>;
  prove(): ReturnType<typeof proveLedger>;
}

async function openShop(t: TestContext): Promise<Shop> {
  const gate = await startTestGateway(t);
  // At noon no worker of the gateway runs a proof by itself.
  gate.advance(DAY_MS - ((gate.now().getTime() - DAY_MS / 2) % DAY_MS));
  const brand = await gate.createBrand();
  const sql = await openTestPool(asOwner(gate.databaseUrl), { maxConnections: 2 });
  t.after(() => sql.end());
  const { apiKey } = brand;
  return {
    gate,
    brand,
    sql,
    async pay(amount = 25) {
      const { body, text } = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ amount }) });
      assert.equal(body.result?.status, 'COMPLETED', text);
      return body.result.transactionId;
    },
    async refund(transactionId, amount) {
      const [row] = await sql`select merchant_reference from openings where id = ${transactionId}`;
      const body = { merchantReference: row!.merchant_reference, amount };
      const { status, text } = await gate.call('POST', '/refund/by-reference', { apiKey, body });
      assert.ok(status < 300, text);
      await eventually(async () => (await sql`select 1 from refunds where status = 'PENDING'`).length === 0);
    },
    prove: () => proveLedger(sql, sql, gate.now()),
  };
}

test('the first proof reads everything, and later proofs read only changes', async (t) => {
  const { gate, pay, refund, prove } = await openShop(t);
  const paid = [await pay(), await pay(), await pay()];
  assert.deepEqual((await prove()).checked.transactions, 3);
  // The mark lies an hour behind its proof, so that hour is read twice.
  gate.advance(DAY_MS);
  assert.equal((await prove()).checked.transactions, 3);
  gate.advance(DAY_MS);
  assert.deepEqual(await prove(), {
    ok: true,
    checked: { transactions: 0, transfers: 0, balances: 1 },
    faults: [],
  });
  gate.advance(DAY_MS);
  await pay();
  await refund(paid[0]!, 10);
  const { ok, checked, faults } = await prove();
  assert.deepEqual([ok, checked.transactions, faults], [true, 2, []]);
  gate.advance(2 * HOUR_MS);
  await prove();
  gate.advance(DAY_MS);
  assert.equal((await prove()).checked.transactions, 0);
});

test('a proof finds each error made since the last proof, in old and new transactions', async (t) => {
  for (const [what, planted, fault] of [
    [
      'a transfer that is gone',
      'delete from transfers where transaction_id = $1',
      /balance 7500 available, 0 reserved; transfers say/,
    ],
    [
      'a credit without a cause',
      `insert into transfers select merchant_id, $2::uuid, brand_id, transaction_id, currency,
        from_account, to_account, amount_minor, now() from transfers where transaction_id = $1`,
      /5000 came in \(2 times\)/,
    ],
    [
      'an event that is gone',
      'delete from events where transaction_id = $1',
      /its webhook event begins \(there is none\)/,
    ],
    [
      'a step that is gone',
      'delete from steps where transaction_id = $1 and version = (select max(version) from steps where transaction_id = $1)',
      /^transaction /,
    ],
  ] as const) {
    const { gate, sql, pay, prove } = await openShop(t);
    await pay();
    await prove();
    gate.advance(DAY_MS);
    await pay();
    const victim = await pay();
    await sql.unsafe(planted, planted.includes('$2') ? [victim, timeOrderedId(gate.now())] : [victim]);
    const { ok, faults } = await prove();
    assert.equal(ok, false, what);
    assert.ok(
      faults.some((one) => fault.test(one)),
      `${what}: ${faults.join('\n')}`,
    );
  }
});

test('a proof does not read proved rows again; ledger:verify reads them', async (t) => {
  const { gate, sql, pay, prove } = await openShop(t);
  const old = await pay();
  await prove();
  // Once more: a mark lies an hour behind its proof.
  gate.advance(DAY_MS);
  await prove();
  gate.advance(DAY_MS);
  await pay();
  await sql`delete from events where transaction_id = ${old}`;
  const { ok, checked } = await prove();
  assert.deepEqual([ok, checked.transactions], [true, 1]);
  assert.match((await verifyLedger(sql)).faults.join('\n'), new RegExp(old));
});

test('a step of an old transaction puts it into the next proof', async (t) => {
  const { gate, sql, pay, refund, prove } = await openShop(t);
  const old = await pay();
  await prove();
  gate.advance(2 * DAY_MS);
  await prove();
  await refund(old, 10);
  await sql`delete from events where transaction_id = ${old} and sequence = 1`;
  assert.match((await prove()).faults.join('\n'), new RegExp(old));
});

test('a failed proof checks everything again each night until the ledger is correct', async (t) => {
  const { gate, sql, pay, prove } = await openShop(t);
  const paid = await pay();
  await prove();
  const [lost] = await sql`delete from events where transaction_id = ${paid} returning *`;
  assert.equal((await prove()).ok, false);
  for (let night = 0; night < 2; night++) {
    gate.advance(DAY_MS);
    assert.match((await prove()).faults.join('\n'), new RegExp(paid), 'it is forgotten');
  }
  await sql`insert into events ${sql(lost!)}`;
  gate.advance(DAY_MS);
  const { ok, checked } = await prove();
  assert.deepEqual([ok, checked.transactions], [true, 1]);
  gate.advance(DAY_MS);
  assert.equal((await prove()).checked.transactions, 0);
});

test('a merchant without a mark is proved day by day, and counted once', async (t) => {
  const { gate, brand, sql, pay, refund, prove } = await openShop(t);
  await sql`insert into merchants (merchant_id, name, created_at) values (${timeOrderedId(gate.now())}, 'Other', now())`;
  const paid = await pay();
  await prove();
  const [own] = await sql`select merchant_id from brands where brand_id = ${brand.brandId}`;
  const forget = () => sql`delete from proof_marks where merchant_id = ${own!.merchant_id}`;
  gate.advance(3 * DAY_MS);
  await pay();
  await refund(paid, 10);
  gate.advance(2 * DAY_MS);
  await forget();
  assert.deepEqual(await prove(), {
    ok: true,
    checked: { transactions: 2, transfers: 4, balances: 1 },
    faults: [],
  });
  // On another day, without a change of its transaction.
  await sql`insert into transfers select merchant_id, ${timeOrderedId(gate.now())}::uuid, brand_id, transaction_id, currency,
    from_account, to_account, amount_minor, now() from transfers where transaction_id = ${paid} and to_account = 'available'`;
  await forget();
  const { faults } = await prove();
  const credited = faults.filter((fault) => fault.includes(paid) && fault.includes('5000 came in (2 times)'));
  assert.equal(credited.length, 1, faults.join('\n'));
  // Open work of a missing transaction.
  const nobody = timeOrderedId(gate.now());
  await sql`insert into open_work (merchant_id, transaction_id, brand_id, status, due_at, created_at)
    values (${own!.merchant_id}, ${nobody}, ${brand.brandId}, 'PENDING', ${new Date(gate.now().getTime() + DAY_MS)}, now())`;
  await forget();
  assert.match((await prove()).faults.join('\n'), new RegExp(`transaction ${nobody} is over or not stored`));
});

test('a wrong sum that the first proof found stays reported, also beside other merchants', async (t) => {
  const { gate, brand, sql, pay, prove } = await openShop(t);
  await pay();
  const [own] = await sql`select merchant_id from brands where brand_id = ${brand.brandId}`;
  await sql`insert into merchants (merchant_id, name, created_at) values (${timeOrderedId(gate.now())}, 'Other', now())`;
  await sql`insert into daily_totals (merchant_id, day, facet, count, amount_minor, amount_refunded_minor)
    values (${own!.merchant_id}, 20, 1, 1, 100, 0)`;
  for (let night = 0; night < 3; night++) {
    const { faults } = await prove();
    assert.match(faults.join('\n'), /day and facet 20 1 /, `in night ${night}`);
    gate.advance(DAY_MS);
  }
  await sql`delete from daily_totals where day = 20`;
  assert.equal((await prove()).ok, true);
});

test('a proof reads a commit that was open during the proof before', async (t) => {
  const { gate, sql, pay, prove } = await openShop(t);
  await pay();
  // Its id is made now, and the row becomes visible after the proof.
  const made = gate.now();
  await prove();
  gate.advance(DAY_MS);
  const [row] = await sql`select * from transfers limit 1`;
  await sql`insert into transfers ${sql({ ...row!, id: timeOrderedId(made) })}`;
  const { ok, faults } = await prove();
  assert.equal(ok, false, 'the mark lies before a commit that may be open');
  assert.match(faults.join('\n'), /transfers say 5000/);
});

test('two workers that move a mark add each transfer once', async (t) => {
  const { gate, brand, sql, pay } = await openShop(t);
  await pay();
  await pay();
  gate.advance(DAY_MS);
  const [{ merchant_id: merchantId }] =
    (await sql`select merchant_id from brands where brand_id = ${brand.brandId}`) as unknown as [
      { merchant_id: string },
    ];
  const through = firstIdAt(gate.now());
  const move = (id: string) => moveProofMark(sql, merchantId, { through: id, provedAt: gate.now() });
  await Promise.all([move(through), move(through)]);
  await move(firstIdAt(new Date(gate.now().getTime() - 2 * DAY_MS)));
  const sums =
    await sql`select from_account, to_account, kind, amount_minor::text as sum from proved_movements`;
  assert.deepEqual(
    sums.map((one) => ({ ...one })),
    [{ from_account: 'provider', to_account: 'available', kind: '', sum: '5000' }],
  );
});

test('a worker that saw no fault sets no mark if another worker found a fault in the same night', async (t) => {
  const { gate, brand, sql, pay, prove } = await openShop(t);
  const paid = await pay();
  await sql`delete from events where transaction_id = ${paid}`;
  assert.equal((await prove()).ok, false);
  const [row] = await sql`select merchant_id from brands where brand_id = ${brand.brandId}`;
  const late = { through: firstIdAt(gate.now()), provedAt: gate.now() };
  await moveProofMark(sql, row!.merchant_id, late);
  assert.deepEqual([...(await sql`select 1 from proof_marks where merchant_id = ${row!.merchant_id}`)], []);
});

test('the totals of the latest days are compared each night', async (t) => {
  for (const table of ['daily_totals', 'quarter_totals']) {
    const { gate, sql, pay, prove } = await openShop(t);
    await pay();
    await eventually(async () => (await sql`select 1 from transaction_changes`).length === 0);
    assert.equal((await prove()).ok, true);
    gate.advance(2 * DAY_MS);
    await prove();
    await pay();
    await eventually(async () => (await sql`select 1 from transaction_changes`).length === 0);
    await sql.unsafe(`update ${table} set count = count + 1`);
    // The proof does not read earlier totals, so one row is wrong.
    const { faults } = await prove();
    assert.equal(faults.filter((one) => /are written/.test(one)).length, 1, faults.join('\n'));
  }
});
