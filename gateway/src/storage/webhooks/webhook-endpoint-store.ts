// The SQL of webhook endpoints in trouble: failing, paused, or with events waiting in line. A try that finds an
// endpoint in trouble writes a row (webhook-store.ts), and workers read all rows every second or two;
// webhook-renewals.ts ends the trouble. The endpoint of a brand's address has the brand's id, so its row also says
// which address was in trouble. A healthy endpoint has no row, so the table stays small whatever the number of
// addresses.
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { type AnyTransaction, type Sql, send } from '../database/database.ts';
import { eachShard, givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

/** An endpoint in trouble: failing, paused, or with a line of waiting events. */
interface Endpoint {
  merchantId: string;
  brandId: string;
  endpointId: string;
  url: string;
  failingSince: Date | null;
  pausedAt: Date | null;
  pauseReason: string | null;
  changedAt: Date;
}

export interface TroubledEndpoint extends Endpoint {
  /** Events wait in its line. */
  hasLine: boolean;
  /** Workers must renew events missed before this time (webhook-renewals.ts). */
  renewedAt: Date | null;
}

/** News about an endpoint to store: new troubles, or (`recovered`) that it answers again. */
export interface EndpointNote extends Endpoint {
  recovered: boolean;
}

const NOTES = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  endpoint_id: 'uuid',
  url: 'text',
  failing_since: 'timestamptz',
  paused_at: 'timestamptz',
  pause_reason: 'text',
  changed_at: 'timestamptz',
});

export async function noteEndpoints(sql: Sql | AnyTransaction, notes: EndpointNote[]): Promise<void> {
  if (notes.length === 0) return;
  // In key order, so that two workers cannot deadlock.
  const rows = [...mergeNotes(notes).values()]
    .map((note) => ({
      merchant_id: note.merchantId,
      brand_id: note.brandId,
      endpoint_id: note.endpointId,
      url: withoutQuery(note.url),
      failing_since: note.failingSince,
      paused_at: note.pausedAt,
      pause_reason: note.pauseReason,
      changed_at: note.changedAt,
      recovered: note.recovered,
    }))
    .sort((a, b) => (a.endpoint_id < b.endpoint_id ? -1 : 1));
  const troubled = rows.filter((note) => !note.recovered);
  const recovered = rows.filter((note) => note.recovered);
  if (troubled.length > 0) {
    const after = `on conflict (merchant_id, endpoint_id) do update set
         failing_since = coalesce(${SAME_ADDRESS('failing_since')}, excluded.failing_since),
         paused_at = coalesce(${SAME_ADDRESS('paused_at')}, excluded.paused_at),
         pause_reason = coalesce(${SAME_ADDRESS('pause_reason')}, excluded.pause_reason),
         url = excluded.url, changed_at = excluded.changed_at`;
    await eachShard(sql, troubled, (own) =>
      insertRows(sql, { into: 'webhook_endpoints as w', after }, NOTES, own),
    );
  }
  if (recovered.length > 0) {
    await eachShard(sql, recovered, (own) => {
      const { from, sameMerchant, parameters } = givenRows(sql, NOTES, own);
      return send(
        sql,
        `update webhook_endpoints w set failing_since = null, changed_at = r.changed_at from ${from}
         where ${sameMerchant('w.merchant_id')} and w.endpoint_id = r.endpoint_id and w.url = r.url`,
        parameters,
      );
    });
  }
}

/**
 * A value of the row, if the row and the note are about the same address; null if the row is about a former address of
 * the brand.
 */
const SAME_ADDRESS = (column: string) => `case when w.url = excluded.url then w.${column} end`;

/** Merges to one note for each endpoint. The latest wins, but tries that were in progress do not end a pause. */
function mergeNotes(notes: EndpointNote[]): Map<string, EndpointNote> {
  const merged = new Map<string, EndpointNote>();
  for (const note of notes) {
    const former = merged.get(note.endpointId);
    if (former?.pausedAt && !note.pausedAt && former.url === note.url) continue;
    merged.set(note.endpointId, note);
  }
  return merged;
}

/** All endpoints in trouble, and whether events wait in their line. */
export async function troubledEndpoints(sql: Sql): Promise<TroubledEndpoint[]> {
  // With `=` on the endpoint the planner may hash every waiting event to answer "is there one": 100 ms for 100,000.
  const rows = await sql`
    select w.*, exists (select from webhook_queue e where e.merchant_id = w.merchant_id
      and e.endpoint_id >= w.endpoint_id and e.endpoint_id <= w.endpoint_id and e.state = 'waiting') as has_line
    from webhook_endpoints w`;
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    endpointId: row.endpoint_id,
    url: row.url,
    failingSince: row.failing_since,
    pausedAt: row.paused_at,
    pauseReason: row.pause_reason,
    changedAt: row.changed_at,
    hasLine: row.has_line,
    renewedAt: row.renewed_at,
  }));
}

/** Removes the rows of endpoints, unless somebody noted something about them since `quietSince`. */
export async function forgetEndpoints(
  sql: Sql,
  endpoints: { merchantId: string; endpointId: string; quietSince: Date }[],
): Promise<void> {
  if (endpoints.length === 0) return;
  const json = endpoints.map(({ merchantId, endpointId, quietSince }) => ({
    merchant_id: merchantId,
    endpoint_id: endpointId,
    quiet_since: quietSince,
  }));
  await sql.unsafe(
    `delete from webhook_endpoints w
     using json_to_recordset($1::text::json) as r (merchant_id uuid, endpoint_id uuid, quiet_since timestamptz)
     where w.merchant_id = r.merchant_id and w.endpoint_id = r.endpoint_id and w.changed_at < r.quiet_since
       and w.paused_at is null and w.renewed_at is null`,
    [JSON.stringify(json)],
    { prepare: true },
  );
}
