// A backlog of webhook events: copies of one declined payment with all its rows; their events were never tried. Each
// copy looks as the gateway would have written it: its own ids and reference, bodies that name them, and signatures
// over these bodies.
import { randomUUIDv7 } from 'node:crypto';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import type { WebhookEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import type { Sql, SqlTransaction } from '../../../src/storage/database/database.ts';
import { noteChanges } from '../../../src/storage/listing/note-changes.ts';
import { insertWebhookEvents } from '../../../src/storage/webhooks/webhook-store.ts';
import { until } from '../world.ts';

export interface BacklogOwner {
  merchantId: string;
  signingSecret: string;
}

const BATCH = 2_000;

/** Copies `model` until there are `events` events. Returns how many it made. */
export async function seedBacklog(
  sql: Sql,
  owner: BacklogOwner,
  model: Model,
  events: number,
): Promise<number> {
  const { merchantId } = owner;
  const told = await eventsOf(sql, merchantId, model.id);
  const payments = Math.ceil(events / told.length);
  for (let done = 0; done < payments; done += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, payments - done) }, (_, i) => ({
      id: randomUUIDv7(),
      session_id: randomUUIDv7(),
      merchant_reference: `backlog-${done + i}`,
    }));
    await sql.begin(async (tx) => {
      await copyPayments(tx as SqlTransaction, merchantId, model.id, copies);
      const rows = copies.flatMap((copy) => told.map((event) => copyOf(event, model, copy, owner)));
      await insertWebhookEvents(tx as SqlTransaction, rows);
      await noteChanges(
        tx as SqlTransaction,
        copies.map(({ id }) => ({ merchantId, id })),
      );
    });
  }
  return payments * told.length;
}

async function copyPayments(tx: SqlTransaction, merchantId: string, modelId: string, copies: Model[]) {
  const json = JSON.stringify(copies);
  await tx`
    insert into openings select c.* from openings o, json_array_elements(${json}::text::json) copy,
      lateral jsonb_populate_record(o, copy::jsonb) c
    where o.merchant_id = ${merchantId} and o.id = ${modelId}`;
  await tx`
    insert into steps select c.* from steps s, json_array_elements(${json}::text::json) copy,
      lateral jsonb_populate_record(s, jsonb_build_object('transaction_id', copy->>'id')) c
    where s.merchant_id = ${merchantId} and s.transaction_id = ${modelId}`;
}

async function eventsOf(sql: Sql, merchantId: string, transactionId: string): Promise<WebhookEvent[]> {
  const rows = await sql`select * from webhook_events
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by sequence`;
  return rows.map((row) => ({
    merchantId,
    transactionId,
    sequence: row.sequence,
    eventId: row.event_id,
    brandId: row.brand_id,
    endpointId: row.endpoint_id,
    url: row.url,
    addressed: true,
    body: row.body,
    xSignature: row.x_signature,
    signingSecretId: row.signing_secret_id,
    createdAt: row.created_at,
  }));
}

/** No process has claimed it, so it is due at once. */
function copyOf(event: WebhookEvent, model: Model, copy: Model, { signingSecret }: BacklogOwner) {
  const eventId = randomUUIDv7();
  const body = event.body
    .replaceAll(model.id, copy.id)
    .replaceAll(model.session_id, copy.session_id)
    .replaceAll(model.merchant_reference, copy.merchant_reference)
    .replace(event.eventId, eventId);
  const xSignature = hmacBase64(signingSecret, body);
  return { event: { ...event, transactionId: copy.id, eventId, body, xSignature }, taken: false };
}

export interface Model {
  id: string;
  session_id: string;
  merchant_reference: string;
}

/** A card payment that was declined after its shopper had been asked: two events, no money. The load makes it. */
export async function modelOf(sql: Sql, { merchantId }: BacklogOwner): Promise<Model> {
  let model: Model | undefined;
  await until(async () => {
    [model] = await sql<Model[]>`
      select id, session_id, merchant_reference from transactions t
      where merchant_id = ${merchantId} and type = 'PAYIN' and status = 'DECLINED' and sequence > 1
        and cashier_token_hash is null limit 1`;
    return model !== undefined;
  }, 120_000);
  if (model === undefined) throw new Error('no payment was declined after its shopper had been asked');
  return model;
}
