// Rows beside the transactions of seed-listing.ts, as the portal lists them: transfers, refunds, webhook events with their
// tries, customers, requests, payouts to approve, payment links, audit rows, closed days. Only for listings; written by
// set-based SQL.
import { closeDays } from '../../gateway/src/actions/ledger/settlement-days.ts';
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import {
  type BrandRow,
  insertBrand,
  insertMerchant,
} from '../../gateway/src/storage/merchants/brand-store.ts';
import { DAYS, type SeededMerchant } from './seed-listing.ts';

const TIME_ZONE = 'Asia/Kolkata';
const BATCH_DAYS = 2;

export async function seedBeside(
  sql: Sql,
  merchant: SeededMerchant,
  progress: (done: string) => void,
): Promise<void> {
  await insertPeople(sql, merchant);
  const { merchantId, end } = merchant;
  for (let day = 0; day <= DAYS; day += BATCH_DAYS) {
    const ago = (days: number) => new Date(end.getTime() - days * 86_400_000).toISOString();
    const some = `transactions t where t.merchant_id = '${merchantId}' and t.created_at > '${ago(day + BATCH_DAYS)}'
      and t.created_at <= '${ago(day)}'`;
    for (const statement of [
      transfers(some),
      refunds(some),
      events(some),
      queue(some),
      tries(some),
      recipients(some),
    ])
      await sql.unsafe(statement);
  }
  progress('transfers, refunds and webhooks');
  for (const statement of [customers(merchant), requests(merchant), links(merchant), audit(merchant)])
    await sql.unsafe(statement);
  await sql`insert into audit_heads (merchant_id, sequence, hash) values (${merchantId}, 300000, ${Buffer.of(0)})`;
  await sql.unsafe('vacuum (analyze)');
  for (const brandId of [merchant.brandId, merchant.otherBrandId])
    while ((await closeDays(sql, { merchantId, brandId, timeZone: TIME_ZONE }, end)) > 0);
  progress('customers, requests, links, audit rows and closed days');
}

async function insertPeople(sql: Sql, { merchantId, brandId, otherBrandId, end }: SeededMerchant) {
  const at = new Date(end.getTime() - (DAYS + 1) * 86_400_000);
  await insertMerchant(sql, merchantId, 'Bench', at);
  for (const [id, name] of [
    [brandId, 'Harbour Coffee'],
    [otherBrandId, 'Harbour Tea'],
  ] as const) {
    const brand = {
      ...{ merchantId, brandId: id, name, active: true, notificationUrl: null, enforceSignatures: false },
      ...{ signAllRequests: false, automaticApproval: false, paymentFacilitator: false, fourEyes: true },
      ...{
        timeZone: TIME_ZONE,
        ipAllowList: [],
        domains: [],
        optionIds: null,
        look: {} as never,
        risk: null,
      },
    } satisfies BrandRow;
    await insertBrand(sql, brand, at);
  }
}

/** An id of the time `at`, different for each salt and row. */
const idAt = (at: string, salt: string, row = 't.id::text') =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || ${row}), 1, 3) ||
    '8' || substr(md5('${salt}' || ${row}), 4, 15))::uuid`;

/** A completed pay-in has one transfer; a refund and a payout have two: set aside, then paid. */
const transfers = (some: string) => `
  insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
  select t.merchant_id, ${idAt('m.at', 'transfer', `m.n || t.id::text`)}, t.brand_id, t.id, t.currency, m.from_account,
    m.to_account, m.amount, m.at
  from (select * from ${some}) t cross join lateral (
    select 1 as n, 'provider' as from_account, 'available' as to_account, t.amount_minor as amount, t.created_at as at
      where t.type = 'PAYIN' and t.status = 'COMPLETED'
    union all select 2, 'available', 'reserved', t.amount_refunded_minor, t.created_at + interval '1 hour'
      where t.amount_refunded_minor > 0
    union all select 3, 'reserved', 'provider', t.amount_refunded_minor, t.created_at + interval '2 hours'
      where t.amount_refunded_minor > 0
    union all select 4, 'available', 'reserved', t.amount_minor, t.created_at
      where t.type = 'PAYOUT' and t.status in ('COMPLETED', 'PROCESSING')
    union all select 5, 'reserved', 'provider', t.amount_minor, t.created_at + interval '1 second'
      where t.type = 'PAYOUT' and t.status = 'COMPLETED') m`;

const refunds = (some: string) => `
  insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor, currency,
    refund_reference, reason, error_code, provider, provider_reference, inquiries, due_at, created_at, updated_at)
  select t.merchant_id, t.id, ${idAt(`t.created_at + interval '1 hour'`, 'refund')}, t.brand_id,
    case when hashtext(t.id::text) % 50 = 0 then 'FAILED' when hashtext(t.id::text) % 50 = 1 then 'PENDING' else 'COMPLETED' end,
    t.amount_refunded_minor, t.amount_minor - t.amount_refunded_minor, t.currency, 'refund-' || t.merchant_reference,
    (array['RETURN', 'RETURN', 'DUPLICATE', 'FRAUD', 'OTHER'])[1 + abs(hashtext(t.id::text)) % 5],
    case when hashtext(t.id::text) % 50 = 0 then '9002' end, 'sandbox', null, 0, null,
    t.created_at + interval '1 hour', t.created_at + interval '2 hours'
  from ${some} and t.amount_refunded_minor > 0`;

/** One in a hundred is not delivered. */
const STATE = `case abs(hashtext(t.id::text)) % 1000 when 1 then 'waiting' when 2 then 'abandoned' when 3 then 'unaddressed'
  when 4 then 'pending' when 5 then 'abandoned' else 'delivered' end`;
const ENDPOINT = `'00000000-0000-4000-8000-0000000000e0'`;

const events = (some: string) => `
  insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body, x_signature,
    signing_secret_id, created_at)
  select t.merchant_id, t.id, 1, ${idAt('t.created_at', 'event')}, t.brand_id, ${ENDPOINT}, null,
    '{"eventId":"' || ${idAt('t.created_at', 'event')} || '","eventType":"' || lower(t.type) || '.' || lower(t.status) ||
    '","occurredAt":"2036-01-01T00:00:00.000Z","transactionId":"' || t.id || '","merchantReference":"' || t.merchant_reference ||
    '","currency":"' || t.currency || '","details":"' || repeat('0123456789', 60) || '"}',
    repeat('A', 44), ${ENDPOINT}, t.created_at
  from ${some} and t.status <> 'INIT'`;

const queue = (some: string) => `
  insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id, next_try_at,
    created_at, state)
  select t.merchant_id, t.id, 1, 1, 0, t.brand_id, ${ENDPOINT},
    case when ${STATE} = 'pending' then t.created_at + interval '90 days' end, t.created_at, ${STATE}
  from ${some} and t.status <> 'INIT' and ${STATE} <> 'delivered'`;

const tries = (some: string) => `
  insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms, status_code, error)
  select t.merchant_id, t.id, 1, 1, t.created_at, 12, case when ${STATE} = 'delivered' then 204 else 500 end, null
  from ${some} and t.status <> 'INIT'`;

/** Some accounts are paid often. */
const recipients = (some: string) => `
  insert into payout_recipients (merchant_id, brand_id, transaction_id, recipient_key, user_id, currency, amount_minor, created_at)
  select t.merchant_id, t.brand_id, t.id, 'account-' || abs(hashtext(t.id::text)) % 5000, t.user_id, t.currency, t.amount_minor,
    t.created_at
  from ${some} and t.type = 'PAYOUT'`;

const customers = ({ merchantId }: SeededMerchant) => `
  insert into customers (merchant_id, brand_id, user_id, profile, updated_at)
  select merchant_id, brand_id, user_id, (array_agg(details -> 'customer'))[1], max(updated_at)
  from transactions where merchant_id = '${merchantId}' group by merchant_id, brand_id, user_id`;

/** As many as the request log keeps. */
const requests = ({ merchantId, brandId, end }: SeededMerchant) => `
  insert into request_log (merchant_id, id, brand_id, at, method, path, status, duration_ms, request_id, error_code, message,
    transaction_id, source, left_out)
  select '${merchantId}', ${idAt('r.at', 'request', 'i::text')}, '${brandId}', r.at, case when i % 3 = 0 then 'GET' else 'POST' end,
    case when i % 3 = 0 then '/payments/' || md5(i::text)::uuid else '/v3/payment' end,
    case when i % 400 = 0 then 409 when i % 70 = 0 then 400 else 200 end, 12, 'request-' || i, null, null,
    case when i % 3 = 0 then md5(i::text)::uuid end, '203.0.113.7', 0
  from (select i, '${end.toISOString()}'::timestamptz - interval '6 seconds' * i as at from generate_series(1, 100000) i) r`;

const links = ({ merchantId, brandId, end }: SeededMerchant) => `
  insert into payment_links (merchant_id, brand_id, transaction_id, token_sealed, description, made_by, made_by_name, expires_at,
    created_at)
  select merchant_id, brand_id, id, '\\x00', 'Order ' || merchant_reference, '${brandId}', 'Ada', '${end.toISOString()}', created_at
  from transactions where merchant_id = '${merchantId}' and brand_id = '${brandId}' and type = 'PAYIN' and origin = 'session'
    and abs(hashtext(id::text)) % 10 = 0`;

const ACTIONS = [
  'refund.made',
  'payout.approved',
  'payout.approved',
  'brand.changed',
  'transaction.cancelled',
];

/** As many as a merchant with forty users writes in some years. Their chain is not checked here. */
const audit = ({ merchantId, end }: SeededMerchant) => `
  insert into audit_log (merchant_id, sequence, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, before,
    after, request_id, ip, previous_hash, hash)
  select '${merchantId}', i, md5('audit' || i)::uuid, '${end.toISOString()}'::timestamptz - interval '90 seconds' * (300001 - i),
    'user', md5('user' || i % 40)::uuid::text, 'Person ' || i % 40,
    case when i % 5000 = 0 then 'user.invited' else (array[${ACTIONS.map((one) => `'${one}'`).join(', ')}])[1 + i % ${ACTIONS.length}] end,
    'transaction', md5('target' || i)::uuid::text, null, '{"amount":10}', null, '203.0.113.7', '\\x00', '\\x00'
  from generate_series(1, 300000) i`;
