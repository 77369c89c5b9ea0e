// A sound ledger of any size, for the tests of its proof. It
// writes rows straight into the tables.
import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/storage/database/database.ts';
import { idAt } from '../../../src/storage/ledger/list-transfers.ts';

export const MERCHANT = randomUUID();
export const BRAND = randomUUID();

/** The time of everything here: on a cluster each node has its own clock. */
const AT = `timestamptz '${new Date().toISOString()}'`;
/** A new id of that time, like the ids of transactions and transfers. */
export const NEW_ID = `(left(${idAt(AT)}::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`;

/** In every twenty rows, those that are not completed pay-ins. */
const KINDS = `case i % 20
  when 0 then 'DECLINED' when 10 then 'DECLINED' when 1 then 'INIT' when 11 then 'INIT'
  when 4 then 'PROCESSING' when 5 then 'PENDING' else 'COMPLETED' end`;

/**
 * `count` sound transactions of 25.00: completed pay-ins, one in twenty of them with a refund of each status; declined
 * ones and some at their beginning; and payouts that completed, are on their way, or wait for approval.
 */
export async function writeBooks(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    // Replaces the view by a table, so that these books can have a timeline that no steps produce.
    await tx`create table told as table timeline with no data`;
    await tx`drop view timeline`;
    await tx`alter table told rename to timeline`;
    await tx`
      insert into openings (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version,
        merchant_reference, reference_country, currency, amount_minor, amount_refunded_minor, money_reserved, user_id,
        details, late_success, inquiries, created_at, updated_at)
      select ${MERCHANT}, ${tx.unsafe(NEW_ID)}, ${BRAND}, gen_random_uuid(),
        case when i % 20 in (3, 4, 5) then 'PAYOUT' else 'PAYIN' end, 'v3', ${tx.unsafe(KINDS)}, 0, 2, 'order-' || i,
        '', 'EUR', 2500, case i % 20 when 2 then 1300 else 0 end, i % 20 = 4, 'user', '{}', false, 0, ${tx.unsafe(AT)}, ${tx.unsafe(AT)}
      from generate_series(1, ${count}::int) as i`;
    await tx`
      insert into open_work (merchant_id, transaction_id, brand_id, status, due_at, created_at)
      select merchant_id, id, brand_id, status, ${tx.unsafe(AT)}, created_at from openings
      where status in ('INIT', 'PENDING', 'PROCESSING')`;
    await tx`
      insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
        currency, origin, inquiries, created_at, updated_at, completed_at)
      select merchant_id, t.id, gen_random_uuid(), brand_id, r.status, r.amount, 0, currency, 'merchant', 0, ${tx.unsafe(AT)}, ${tx.unsafe(AT)},
        case r.status when 'COMPLETED' then ${tx.unsafe(AT)} end
      from transactions t, (values ('COMPLETED', 1000), ('PENDING', 300), ('FAILED', 500)) as r (status, amount)
      where amount_refunded_minor > 0`;
    await tx`
      insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor)
      select merchant_id, id, n, ${tx.unsafe(AT)}, case n when 1 then 'INIT' else 'PROCESSING' end,
        case when n < steps then 'PROCESSING' else status end, 'provider'
      from (select *, case status when 'INIT' then 0 when 'COMPLETED' then 2 else 1 end as steps from transactions) as t,
        generate_series(1, steps) as n`;
    // In every twenty, number 6 was paid at its third attempt in the cashier, and number 10 was cancelled after two.
    await tx`
      update openings set origin = 'session', attempts = case status when 'COMPLETED' then 3 else 2 end,
        provider = case status when 'COMPLETED' then 'sandbox' end,
        error_code = case status when 'DECLINED' then '2005' end
      where substring(merchant_reference from 7)::integer % 20 in (6, 10)`;
    await tx`
      insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor)
      select merchant_id, id, 2, ${tx.unsafe(AT)}, 'PROCESSING', 'DECLINED', 'shopper' from transactions
      where attempts = 2`;
    await tx`
      update timeline set to_status = 'PROCESSING' where sequence = 1
        and transaction_id in (select id from transactions where attempts = 2)`;
    await tx`
      insert into declined_attempts (merchant_id, transaction_id, attempt, sequence, at, error_code, actor)
      select merchant_id, id, n, 1, ${tx.unsafe(AT)}, '2005', 'shopper'
      from transactions, generate_series(1, 2) as n where attempts > 0`;
    await tx`
      insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, created_at)
      select merchant_id, transaction_id, sequence, gen_random_uuid(), ${BRAND},
        '{"eventId":"' || gen_random_uuid() || '","eventType":"payin.' || lower(to_status) || '"'
          || repeat(',"padding":"as long as a real one"', 30) || '}',
        'x', gen_random_uuid(), ${tx.unsafe(AT)}
      from timeline`;
    await tx`
      insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, created_at)
      select merchant_id, transaction_id, 2 + row_number() over (partition by transaction_id order by step <> 'PENDING', id),
        gen_random_uuid(), ${BRAND}, '{"eventId":"' || gen_random_uuid() || '","eventType":"refund.' || lower(step)
          || '"' || repeat(',"padding":"as long as a real one"', 30) || ',"refund":{"refundId":"' || id || '"}}',
        'x', gen_random_uuid(), ${tx.unsafe(AT)}
      from (select *, 'PENDING' as step from refunds union all
            select *, status as step from refunds where status <> 'PENDING') as steps`;
    await tx`
      update openings t set sequence = e.events
      from (select transaction_id, max(sequence) as events from events group by 1) as e
      where e.transaction_id = t.id`;
    await tx`
      insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
      select merchant_id, ${tx.unsafe(NEW_ID)}, brand_id, id, currency, 'provider', 'available', amount_minor, ${tx.unsafe(AT)}
      from transactions where status = 'COMPLETED' and type = 'PAYIN'`;
    const moves = `
      select merchant_id, brand_id, id, currency, 'available' as from_account, 'reserved' as to_account, amount_minor
      from transactions where type = 'PAYOUT' and status in ('PROCESSING', 'COMPLETED')
      union all
      select merchant_id, brand_id, id, currency, 'reserved', 'provider', amount_minor
      from transactions where type = 'PAYOUT' and status = 'COMPLETED'
      union all
      select merchant_id, brand_id, transaction_id, currency, 'available', 'reserved', amount_minor from refunds
      union all
      select merchant_id, brand_id, transaction_id, currency, 'reserved',
        case status when 'COMPLETED' then 'provider' else 'available' end, amount_minor
      from refunds where status <> 'PENDING'`;
    await tx`
      insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
      select merchant_id, ${tx.unsafe(NEW_ID)}, brand_id, id, currency, from_account, to_account, amount_minor, ${tx.unsafe(AT)}
      from (${tx.unsafe(moves)}) as moves`;
    await tx`
      insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
      select merchant_id, brand_id, currency, gen_random_uuid(),
        sum(case when to_account = 'available' then amount_minor when from_account = 'available' then -amount_minor else 0 end),
        sum(case when to_account = 'reserved' then amount_minor when from_account = 'reserved' then -amount_minor else 0 end)
      from transfers group by 1, 2, 3`;
  });
}
