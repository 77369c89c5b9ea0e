// A backlog of webhook events: copies of one declined payment of a merchant, with everything that belongs to it, whose events
// were never tried. Each is as the gateway would have written it: its own ids and reference, bodies that name them, signatures
// over these bodies. Set-based; used by scenarios/backlog-faults.ts.
import type { Sql } from '../../../src/storage/database.ts';
import { until } from '../world.ts';

export interface BacklogOwner {
  merchantId: string;
  signingSecret: string;
}

/** Copies as many payments as have `events` events; answers how many events it made. The load makes the first one. */
export async function seedBacklog(sql: Sql, owner: BacklogOwner, events: number): Promise<number> {
  const { merchantId, signingSecret } = owner;
  const model = await modelOf(sql, merchantId);
  const payments = Math.ceil(events / model.sequence);
  await sql.begin(async (tx) => {
    await tx`
      create temporary table copies on commit drop as
      select i, uuidv7() as id, uuidv7() as session_id, 'backlog-' || i as reference
      from generate_series(1, ${payments}::int) i`;
    // Made here, where each row gets its own: within the statement below one would do for all.
    await tx`
      create temporary table told on commit drop as
      select copies.*, e.sequence, uuidv7() as event_id from copies, webhook_events e
      where e.merchant_id = ${merchantId} and e.transaction_id = ${model.id}`;
    await tx`
      insert into transactions select c.* from transactions t, copies,
        lateral jsonb_populate_record(t, jsonb_build_object('id', copies.id, 'session_id', copies.session_id,
          'merchant_reference', copies.reference, 'idempotency_key', null, 'request_fingerprint', null, 'answer', null)) c
      where t.merchant_id = ${merchantId} and t.id = ${model.id}`;
    await tx`
      insert into timeline select c.* from timeline l, copies,
        lateral jsonb_populate_record(l, jsonb_build_object('transaction_id', copies.id)) c
      where l.merchant_id = ${merchantId} and l.transaction_id = ${model.id}`;
    const [inner, outer] = paddedKeys(signingSecret);
    await tx`
      insert into webhook_events select c.* from webhook_events e join told using (sequence),
        lateral (select replace(replace(replace(replace(e.body, ${model.id}, told.id::text),
          ${model.session_id}, told.session_id::text), ${model.merchant_reference}, told.reference),
          e.event_id::text, told.event_id::text) as text) body,
        lateral jsonb_populate_record(e, jsonb_build_object('transaction_id', told.id, 'event_id', told.event_id,
          'body', body.text, 'x_signature',
          encode(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(body.text, 'UTF8'))), 'base64'),
          'state', 'pending', 'tries', 0, 'schedule_start', 0, 'next_try_at', now(), 'delivered_at', null)) c
      where e.merchant_id = ${merchantId} and e.transaction_id = ${model.id}`;
    await tx`
      insert into transaction_changes (merchant_id, id, transaction_ids)
      select ${merchantId}, uuidv7(), array_agg(id) from copies group by i / 100`;
  });
  return payments * model.sequence;
}

interface Model {
  id: string;
  session_id: string;
  merchant_reference: string;
  sequence: number;
}

/** A payment by card that was declined after its shopper had been asked: two events, and no money. */
async function modelOf(sql: Sql, merchantId: string): Promise<Model> {
  let model: Model | undefined;
  await until(async () => {
    [model] = await sql<Model[]>`
      select id, session_id, merchant_reference, sequence from transactions t
      where merchant_id = ${merchantId} and type = 'PAYIN' and status = 'DECLINED' and sequence > 1
        and cashier_token_hash is null limit 1`;
    return model !== undefined;
  }, 120_000);
  if (model === undefined) throw new Error('no payment was declined after its shopper had been asked');
  return model;
}

const BLOCK = 64;

/** HMAC-SHA256 (RFC 2104) as two hashes, which PostgreSQL has without an extension. */
function paddedKeys(secret: string): [Buffer, Buffer] {
  const key = Buffer.alloc(BLOCK);
  if (key.write(secret, 'utf8') < Buffer.byteLength(secret))
    throw new Error('the secret is longer than a block');
  return [key.map((byte) => byte ^ 0x36) as Buffer, key.map((byte) => byte ^ 0x5c) as Buffer];
}
