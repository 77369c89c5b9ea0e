// Payouts that wait for their approval, made by set-based SQL as copies of one that the gateway made, with their
// timeline and webhook. Ids, references and amounts differ.
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import { namesOf } from '../../gateway/src/storage/pipeline/recordset.ts';
import {
  OPENING_COLUMNS,
  STEP_COLUMNS,
  toRow,
  toStep,
} from '../../gateway/src/storage/transactions/transaction-row.ts';
import type { Sample } from '../gateway-process.ts';
import { COLUMN_NAMES } from '../reference/one-by-one-scripts.ts';
import { insertOf, literal } from './seed-million.ts';

const BATCH = 20_000;
const WORK_COLUMNS =
  'merchant_id, transaction_id, brand_id, status, error_code, due_at, payment_data_sealed, created_at';

export async function seedPayouts(sql: Sql, sample: Sample, ids: readonly string[]): Promise<void> {
  // The tables that (a) writes have the delivery in the event itself.
  const [made] = await sql`select to_regclass('webhook_queue') is null as frozen`;
  const statement = statementOf(sample, made!.frozen);
  for (let from = 0; from < ids.length; from += BATCH) {
    await sql.unsafe(statement, [`{${ids.slice(from, from + BATCH).join(',')}}`]);
  }
}

function statementOf({ apply: { change, event } }: Sample, frozen: boolean): string {
  const row = toRow(change.after) as Record<string, unknown>;
  const entry = change.entry!;
  const own: Record<string, string> = {
    id: 's.id',
    transaction_id: 's.id',
    session_id: 'gen_random_uuid()',
    merchant_reference: `'payout-' || s.id`,
    // No amount ends in digits that make the sandbox fail.
    amount_minor: '100 * (1 + floor(random() * 500))::bigint + 6 + floor(random() * 94)::bigint',
  };
  const frozenRows = () => `t as (
      ${insertOf('transactions', COLUMN_NAMES.join(', '), row, own)}
    ), l as (
      insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason)
      select ${merchant}, id, ${entry.sequence}, now(), '${entry.from}', '${entry.to}', '${entry.actor}',
        ${literal(entry.reason)} from s
    )`;
  const currentRows = () => `t as (
      ${insertOf('openings', namesOf(OPENING_COLUMNS), toRow(change.before), own)}
    ), l as (
      ${insertOf('steps', namesOf(STEP_COLUMNS), toStep(change), own)}
    ), w as (
      ${insertOf('open_work', WORK_COLUMNS, row, own)}
    )`;
  const merchant = `${literal(row.merchant_id)}::uuid`;
  return `
    with s as (select id from unnest($1::uuid[]) as id
    ), ${frozen ? frozenRows() : currentRows()}
    insert into ${frozen ? 'webhook_events' : 'events'} (merchant_id, transaction_id, sequence, event_id, brand_id,
      endpoint_id, url, body, x_signature, signing_secret_id, created_at${frozen ? ', state, tries, delivered_at' : ''})
    select ${merchant}, id, ${event!.sequence}, gen_random_uuid(), ${literal(event!.brandId)}::uuid,
      ${literal(event!.endpointId)}::uuid, ${literal(event!.url)}, ${literal(event!.body)}, ${literal(event!.xSignature)},
      ${literal(event!.signingSecretId)}::uuid, now()${frozen ? ", 'delivered', 1, now()" : ''} from s`;
}
