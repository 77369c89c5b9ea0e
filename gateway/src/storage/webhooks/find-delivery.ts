// One webhook event with all its tries: the content, the addresses and the answers. It only reads.
import type { Sql } from '../database/database.ts';
import { type Delivery, type DeliveryKey, SHOWN, toDelivery, WITH_LAST_TRY } from './list-deliveries.ts';

interface DeliveryTry {
  tryNumber: number;
  at: Date;
  durationMs: number;
  /** Without the query. */
  url: string | null;
  signingSecretId: string | null;
  statusCode: number | null;
  error: string | null;
  /** The beginning of the answer. */
  excerpt: string | null;
}

export interface DeliveryDetails extends Delivery {
  /** The body, which is the same in each try. */
  body: string;
  /** The signature of the latest try; before any try, the signature of the first try to come. */
  xSignature: string;
  signingSecretId: string;
  endpointId: string;
  /** The transaction's own address; null: the brand's. */
  url: string | null;
  /** X-Request-Id of the call that made the transaction; null: unknown. */
  requestId: string | null;
  /** Oldest first. */
  history: DeliveryTry[];
}

export async function findDelivery(sql: Sql, key: DeliveryKey): Promise<DeliveryDetails | null> {
  const { merchantId, brandId, transactionId, sequence } = key;
  const ofEvent = [merchantId, transactionId, sequence];
  const [row] = await sql.unsafe(
    `select ${SHOWN}, e.x_signature, e.signing_secret_id, e.endpoint_id, e.url,
       (select o.details ->> 'requestId' from openings o where o.merchant_id = $1 and o.id = $2) as request_id
     from webhook_events e ${WITH_LAST_TRY}
     where e.merchant_id = $1 and e.transaction_id = $2 and e.sequence = $3 and e.brand_id = $4`,
    [...ofEvent, brandId],
  );
  if (!row) return null;
  // Read after the event, so that it has every try that the event counts.
  const tries = await sql.unsafe(
    `select try_number, at, duration_ms, url, signing_secret_id, status_code, error, answer_excerpt
     from webhook_tries where merchant_id = $1 and transaction_id = $2 and sequence = $3 order by try_number`,
    ofEvent,
  );
  return {
    ...toDelivery(row),
    body: row.body,
    xSignature: row.x_signature,
    signingSecretId: row.signing_secret_id,
    endpointId: row.endpoint_id,
    url: row.url,
    requestId: row.request_id,
    history: tries.map((one) => ({
      tryNumber: one.try_number,
      at: one.at,
      durationMs: one.duration_ms,
      url: one.url,
      signingSecretId: one.signing_secret_id,
      statusCode: one.status_code,
      error: one.error,
      excerpt: one.answer_excerpt,
    })),
  };
}
