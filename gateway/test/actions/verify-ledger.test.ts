// The ledger's proof: quiet over sound books, and it names the row for each way in which they can be wrong.
// Rows are written straight into the tables, because no code of ours would write most of these.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { verifyLedger } from '../../src/actions/verify-ledger.ts';
import type { Sql } from '../../src/storage/database.ts';
import { aCardPayin, startTestGateway } from '../harness.ts';
import { openTestContext } from '../http/operator/operator-app.ts';

const MERCHANT = randomUUID();
const BRAND = randomUUID();

/** `count` sound pay-ins of 25.00: some completed, some declined, some still at their beginning. */
async function writeBooks(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      insert into transactions (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version,
        merchant_reference, reference_country, currency, amount_minor, amount_refunded_minor, user_id, details,
        late_success, inquiries, created_at, updated_at)
      select ${MERCHANT}, gen_random_uuid(), ${BRAND}, gen_random_uuid(), 'PAYIN', 'v3',
        case i % 10 when 0 then 'DECLINED' when 1 then 'INIT' else 'COMPLETED' end,
        case i % 10 when 0 then 1 when 1 then 0 else 2 end, 2, 'order-' || i, '', 'EUR', 2500, 0, 'user', '{}',
        false, 0, now(), now()
      from generate_series(1, ${count}::int) as i`;
    await tx`
      insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor)
      select merchant_id, id, n, now(), case n when 1 then 'INIT' else 'PROCESSING' end,
        case when n < sequence then 'PROCESSING' else status end, 'provider'
      from transactions, generate_series(1, sequence) as n`;
    await tx`
      insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, state, tries, created_at)
      select merchant_id, transaction_id, sequence, gen_random_uuid(), ${BRAND},
        '{"eventId":"' || gen_random_uuid() || '","eventType":"payin.' || lower(to_status) || '"'
          || repeat(',"padding":"as long as a real one"', 30) || '}',
        'x', gen_random_uuid(), 'unaddressed', 0, now()
      from timeline`;
    await tx`
      insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
      select merchant_id, gen_random_uuid(), brand_id, id, currency, 'provider', 'available', amount_minor, now()
      from transactions where status = 'COMPLETED'`;
    await tx`
      insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
      select merchant_id, brand_id, currency, gen_random_uuid(), sum(amount_minor), 0 from transfers group by 1, 2, 3`;
  });
}

const completed = `(select id from transactions where status = 'COMPLETED' order by id limit 1)`;

/** Each breaks sound books in one way; the sentence tells of it. */
const BREAKS: [what: string, statement: string, fault: RegExp][] = [
  [
    'a balance that no transfer explains',
    `update balance_changes set available_minor = available_minor + 1`,
    /^brand .* EUR: balance 200001 available, 0 reserved; transfers say 200000 and 0/,
  ],
  ['a change that was lost', `delete from balance_changes`, /^brand .*balance 0 available/],
  [
    'a balance without any transfer',
    `insert into balances values (gen_random_uuid(), gen_random_uuid(), 'USD', 1, 0)`,
    /^brand .* USD: balance 1 available/,
  ],
  [
    'a completed pay-in without its transfer',
    `with gone as (delete from transfers where transaction_id = ${completed} returning amount_minor)
     update balance_changes set available_minor = available_minor - gone.amount_minor from gone`,
    /^transaction .*PAYIN COMPLETED, 2500 EUR minor.*0 came in \(0 times\)/,
  ],
  [
    'a pay-in that was credited twice',
    `insert into transfers select merchant_id, gen_random_uuid(), brand_id, transaction_id, currency, from_account,
       to_account, amount_minor, created_at from transfers where transaction_id = ${completed}`,
    /^transaction .*5000 came in \(2 times\)/,
  ],
  [
    'a declined pay-in with a transfer',
    `update transactions set status = 'DECLINED' where id = ${completed}`,
    /^transaction .*PAYIN DECLINED/,
  ],
  [
    'a transfer of another amount',
    `update transactions set amount_minor = 2499 where id = ${completed}`,
    /^transaction .*2499 EUR minor.*2500 came in/,
  ],
  [
    'a transfer in another currency',
    `update transactions set currency = 'USD' where id = ${completed}`,
    /^transaction .*2500 USD minor.*0 came in/,
  ],
  [
    'a transfer of no transaction',
    `update transfers set transaction_id = gen_random_uuid() where transaction_id = ${completed}`,
    /^transaction .*not stored/,
  ],
  [
    'a funding without its transfer',
    `insert into fundings values ('${MERCHANT}', '${BRAND}', 'wire', 'EUR', -100, now())`,
    /^brand .* EUR -100 minor: 1 fundings, 0 funding transfers/,
  ],
  [
    'a transfer between accounts without a transaction',
    `update transfers set transaction_id = null where transaction_id = ${completed}`,
    /^transfer .*: provider to available without a transaction/,
  ],
  [
    'a timeline with a hole',
    `delete from timeline where sequence = 1 and transaction_id = ${completed}`,
    /^transaction .*: sequence 2, 1 timeline entries \(2 to 2\), 2 webhook events/,
  ],
  [
    'a webhook event that was never stored',
    `delete from webhook_events where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: entry 2 moved it to COMPLETED, its webhook event begins \(there is none\)/,
  ],
  [
    'a webhook event that tells of another status',
    `update webhook_events set body = replace(body, 'payin.completed', 'payin.declined') where transaction_id = ${completed}`,
    /^transaction .*: entry 2 moved it to COMPLETED, its webhook event begins .*payin\.declined/,
  ],
  [
    'a status that the timeline does not end in',
    `update timeline set to_status = 'DECLINED' where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: is COMPLETED, but its timeline ends in DECLINED/,
  ],
  [
    'a timeline that jumps',
    `update timeline set from_status = 'PENDING' where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: entry 2 of its timeline starts from PENDING, the one before ended in PROCESSING/,
  ],
  [
    'a payout that was paid but not reserved',
    `update transactions set type = 'PAYOUT', status = 'COMPLETED' where id = ${completed}`,
    /^transaction .*PAYOUT COMPLETED/,
  ],
];

test('sound books are found sound, and their rows are counted', async (t) => {
  const { context } = await openTestContext(t);
  assert.deepEqual(await verifyLedger(context.sql), {
    ok: true,
    checked: { transactions: 0, transfers: 0, balances: 0 },
    faults: [],
  });
  await writeBooks(context.sql, 100);
  assert.deepEqual(await verifyLedger(context.sql), {
    ok: true,
    checked: { transactions: 100, transfers: 80, balances: 1 },
    faults: [],
  });
});

test('after pay-ins over HTTP, completed, declined, failed and open, the books are sound', async (t) => {
  const gateway = await startTestGateway(t);
  const { apiKey, brandId } = await gateway.createBrand();
  const cards = [
    '4242424242424242',
    '4000000000000002',
    '4000000000000119',
    '4000000000003220',
    '4000000000003055',
  ];
  for (const cardNumber of [...cards, ...cards]) {
    const answer = await gateway.call('POST', '/v3/payment', {
      apiKey,
      body: aCardPayin({}, { cardNumber }),
    });
    assert.equal(answer.status, 201, answer.text);
  }
  const { ok, checked, faults } = await verifyLedger(gateway.gateway.context.sql);
  assert.deepEqual([ok, faults, checked.transactions, checked.transfers], [true, [], 10, 4]);
  const balances = await gateway.operator('GET', `/operator/brands/${brandId}/balances`);
  assert.deepEqual(balances.body, [{ currency: 'EUR', available: 100, reserved: 0 }]);
});

test('each way in which the books can be wrong is found and named', async (t) => {
  const { context } = await openTestContext(t);
  const { sql } = context;
  await writeBooks(sql, 100);
  for (const [what, statement, fault] of BREAKS) {
    await sql`create schema kept`;
    const tables = [
      'transactions',
      'timeline',
      'webhook_events',
      'transfers',
      'balances',
      'balance_changes',
      'fundings',
    ];
    for (const table of tables) await sql.unsafe(`create table kept.${table} as table ${table}`);
    await sql.unsafe(statement);
    const { ok, faults } = await verifyLedger(sql);
    assert.equal(ok, false, what);
    assert.ok(
      faults.some((one) => fault.test(one)),
      `${what}: ${faults.join('\n')}`,
    );
    for (const table of tables) {
      await sql.unsafe(`delete from ${table}`);
      await sql.unsafe(`insert into ${table} table kept.${table}`);
    }
    await sql`drop schema kept cascade`;
  }
  assert.equal((await verifyLedger(sql)).ok, true);
});

test('where everything is wrong the first faults of a kind are shown and the rest is counted', async (t) => {
  const { context } = await openTestContext(t);
  await writeBooks(context.sql, 100);
  await context.sql`delete from webhook_events`;
  const { faults } = await verifyLedger(context.sql);
  assert.ok(faults.length < 50);
  assert.ok(
    faults.some((one) => /^… and 70 more: timeline and webhook events/.test(one)),
    faults.join('\n'),
  );
});

// TOLLGATE_LEDGER_ROWS=1000000 node --test …: how long a large book takes.
test('a large book is proved in seconds', async (t) => {
  const { context } = await openTestContext(t);
  const rows = Number(process.env.TOLLGATE_LEDGER_ROWS ?? 20_000);
  await writeBooks(context.sql, rows);
  await context.sql`analyze`;
  const began = performance.now();
  assert.equal((await verifyLedger(context.sql)).ok, true);
  const seconds = (performance.now() - began) / 1_000;
  t.diagnostic(`${rows} transactions: ${seconds.toFixed(1)} s`);
  assert.ok(seconds < Math.max(5, rows / 20_000));
});
