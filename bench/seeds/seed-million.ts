// A merchant's history: a million completed card pay-ins with all their rows, written by set-based SQL in batches, each
// one statement and one commit. Values are the sample's; ids, references, users and times differ, spread over the last
// thirty days. The seeding does what the chores of a gateway would do: it fills the listing, and stores no expired
// keys. No gateway may run on the database meanwhile, or its chores do it as well.
import { openDatabase } from '../../gateway/src/storage/database/database.ts';
import { fillListing } from '../../gateway/src/storage/listing/fill-listing.ts';
import { openFoldingPipeline } from '../../gateway/src/storage/listing/fold-changes.ts';
import { namesOf } from '../../gateway/src/storage/pipeline/recordset.ts';
import { KEY_LIFETIME_MS } from '../../gateway/src/storage/transactions/idempotency-keys.ts';
import {
  OPENING_COLUMNS,
  STEP_COLUMNS,
  toRow,
  toStep,
} from '../../gateway/src/storage/transactions/transaction-row.ts';
import type { BenchDatabase } from '../cluster.ts';
import type { Sample } from '../gateway-process.ts';
import type { BenchMerchant } from '../merchant.ts';
import { USERS } from '../payments.ts';

const BATCH = 25_000;
const FILLED_AT_ONCE = 5_000;
const DAYS = 30;

export async function seedPayments(
  { sql, url }: BenchDatabase,
  { sample, merchant, count }: { sample: Sample; merchant: BenchMerchant; count: number },
  progress: (done: number) => void = () => {},
): Promise<void> {
  const statement = statementOf(sample, merchant, count);
  const filler = openFiller(url);
  try {
    for (let from = 1; from <= count; from += BATCH) {
      const to = Math.min(count, from + BATCH - 1);
      // Ids are in the order of time, so the listing can be filled up to the batch before.
      await Promise.all([sql.unsafe(statement, [from, to]), filler.fillTo(from - 1)]);
      if (to % (BATCH * 8) === 0 || to === count) progress(to);
    }
    await filler.fillAll();
  } finally {
    await filler.end();
  }
  await sql.unsafe(
    `insert into customers (merchant_id, brand_id, user_id, profile, updated_at)
     select '${merchant.merchantId}', '${merchant.brandId}', 'user-' || lpad(u::text, 6, '0'),
       ${literal(sample.open.profile)}::jsonb, now()
     from generate_series(0, ${USERS - 1}) u on conflict do nothing`,
  );
}

/** Fills the listing on a separate connection, at the same time as the seeding. */
function openFiller(url: string) {
  const sql = openDatabase(url, { maxConnections: 1 });
  const pipeline = openFoldingPipeline(sql);
  const fillSome = () => fillListing(sql, pipeline, new Date(), FILLED_AT_ONCE);
  let filled = 0;
  return {
    /** Only whole batches: after a short one the listing counts as filled. */
    async fillTo(stored: number) {
      for (; filled + FILLED_AT_ONCE <= stored; filled += FILLED_AT_ONCE) await fillSome();
    },
    async fillAll() {
      while ((await fillSome()) === 'more');
    },
    end: () => sql.end({ timeout: 5 }),
  };
}

function statementOf({ open, apply }: Sample, merchant: BenchMerchant, count: number): string {
  const row = toRow(apply.change.before) as Record<string, unknown>;
  const step = toStep(apply.change) as Record<string, unknown>;
  const event = apply.event!;
  const movement = apply.change.movements[0]!;
  const own: Record<string, string> = {
    merchant_id: `'${merchant.merchantId}'::uuid`,
    brand_id: `'${merchant.brandId}'::uuid`,
    id: 's.id',
    transaction_id: 's.id',
    session_id: 's.session_id',
    merchant_reference: 's.merchant_reference',
    user_id: 's.user_id',
    amount_minor: 's.amount_minor',
    created_at: 's.at',
    updated_at: 's.at',
    completed_at: 's.at',
  };
  const opening = insertOf('openings', namesOf(OPENING_COLUMNS), row, own);
  const stepped = insertOf('steps', namesOf(STEP_COLUMNS), step, own);
  const isYoung = `s.at > now() - interval '${KEY_LIFETIME_MS} milliseconds'`;
  // UUIDv7: 48 bits of milliseconds, then random bits.
  const uuid = (salt: string) =>
    `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || i), 1, 3) ||
      '8' || substr(md5('${salt}' || i), 4, 15))::uuid`;
  return `
    with numbers as (
      select i, now() - interval '${DAYS} days' * (1 - i::float8 / ${count + 1}) as at
      from generate_series($1::int, $2::int) i
    ), s as materialized (
      select i, at, ${uuid('t')} as id, ${uuid('s')} as session_id, ${uuid('x')} as transfer_id,
        ${uuid('e')} as event_id, 'order-past-' || lpad(i::text, 8, '0') as merchant_reference,
        'user-' || lpad(floor(random() * ${USERS})::int::text, 6, '0') as user_id,
        100 + floor(random() * 49900)::bigint as amount_minor
      from numbers
    ), t as (
      ${opening}
    ), l as (
      ${stepped}
    ), k as (
      insert into idempotency_keys
        (merchant_id, transaction_id, brand_id, key, request_fingerprint, created_at, answer)
      select ${own.merchant_id}, id, ${own.brand_id}, gen_random_uuid()::text,
        ${literal(open.idempotency?.fingerprint ?? Buffer.alloc(32))}, at, ${literal(apply.answer ?? null)}
      from s where ${isYoung}
    ), m as (
      insert into transfers
        (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at)
      select ${own.merchant_id}, transfer_id, ${own.brand_id}, id, ${literal(row.currency)}, '${movement.from}',
        '${movement.to}', amount_minor, at from s
    ), b as (
      insert into balances (merchant_id, brand_id, currency, available_minor, reserved_minor)
      select ${own.merchant_id}, ${own.brand_id}, ${literal(row.currency)}, sum(amount_minor), 0 from s
      on conflict (merchant_id, brand_id, currency) do update
        set available_minor = balances.available_minor + excluded.available_minor
    ), w as (
      insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
        x_signature, signing_secret_id, created_at)
      select ${own.merchant_id}, id, 1, event_id, ${own.brand_id}, ${literal(event.endpointId)}::uuid,
        ${literal(event.url)}, ${literal(event.body)}, ${literal(event.xSignature)},
        ${literal(event.signingSecretId)}::uuid, at from s
    )
    insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms, status_code, error)
    select ${own.merchant_id}, id, 1, 1, at, 3, 204, null from s`;
}

/** An insert into a table from rows `s`: SQL for the columns that differ, and the sample's values for the others. */
export function insertOf(
  table: string,
  columns: string,
  row: Record<string, unknown>,
  own: Record<string, string>,
): string {
  const names = columns.split(',').map((column) => column.trim());
  const values = names.map((column) => own[column] ?? literal(row[column]));
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from s`;
}

/** A value in PostgreSQL's text format. */
export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The same as an SQL literal. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${asText(value).replaceAll("'", "''")}'`;
}
