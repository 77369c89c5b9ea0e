// Payouts that wait for their approval, made by set-based SQL as copies of one that the gateway took, with their timeline
// and the webhook that told of them. Ids, references and amounts differ. Called by paths.ts for (t).
import type { Sql } from '../gateway/src/storage/database.ts';
import { COLUMNS, toRow } from '../gateway/src/storage/transaction-row.ts';
import type { Sample } from './gateway-process.ts';
import { literal } from './seed-million.ts';

const BATCH = 20_000;

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
    session_id: 'gen_random_uuid()',
    merchant_reference: `'payout-' || s.id`,
    // None ends in what the sandbox takes for an order to fail.
    amount_minor: '100 * (1 + floor(random() * 500))::bigint + 6 + floor(random() * 94)::bigint',
  };
  const columns = COLUMNS.split(',').map((column) => column.trim());
  const values = columns.map((column) => own[column] ?? literal(row[column]));
  const merchant = `${literal(row.merchant_id)}::uuid`;
  return `
    with s as (select id from unnest($1::uuid[]) as id
    ), t as (
      insert into transactions (${columns.join(', ')}) select ${values.join(', ')} from s
    ), l as (
      insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason)
      select ${merchant}, id, ${entry.sequence}, now(), '${entry.from}', '${entry.to}', '${entry.actor}',
        ${literal(entry.reason)} from s
    )
    insert into ${frozen ? 'webhook_events' : 'events'} (merchant_id, transaction_id, sequence, event_id, brand_id,
      endpoint_id, url, body, x_signature, signing_secret_id, created_at${frozen ? ', state, tries, delivered_at' : ''})
    select ${merchant}, id, ${event!.sequence}, gen_random_uuid(), ${literal(event!.brandId)}::uuid,
      ${literal(event!.endpointId)}::uuid, ${literal(event!.url)}, ${literal(event!.body)}, ${literal(event!.xSignature)},
      ${literal(event!.signingSecretId)}::uuid, now()${frozen ? ", 'delivered', 1, now()" : ''} from s`;
}
