// Notes the tries of webhooks in groups: a delivered event leaves the queue, a failed one waits there for its next try,
// and each try becomes a row. On Citus all of a group belong to one shard. It sends nothing.
import type postgres from 'postgres';
import {
  type AnyTransaction,
  inPipeline,
  isOnCitus,
  retryAfterConnectionLoss,
  send,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { byEventKey } from '../database/row-order.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { type EndpointNote, noteEndpoints } from './webhook-endpoint-store.ts';
import { EVENT_KEY, type EventKey } from './webhook-store.ts';

/** The result of a try, and its consequence for the event. */
export interface TryNote extends EventKey {
  /** Tries before this one: shows whether a second worker has tried meanwhile. */
  triesBefore: number;
  at: Date;
  durationMs: number;
  /** The address, without the query. */
  url: string;
  /** The signature of this try; null: the same as in the try before, or as in the event. */
  xSignature: string | null;
  signingSecretId: string;
  statusCode: number | null;
  error: string | null;
  /** The beginning of the answer. */
  excerpt: string | null;
  state: 'pending' | 'delivered' | 'waiting' | 'abandoned';
  nextTryAt: Date | null;
  endpoint: EndpointNote | null;
}

/** Notes a group of tries in one commit; a group-commit writer. */
export async function noteTries(pipeline: Writer, notes: TryNote[]): Promise<undefined[]> {
  const rows = notes
    .map((note) => ({
      merchant_id: note.merchantId,
      transaction_id: note.transactionId,
      sequence: note.sequence,
      tries: note.triesBefore,
      at: note.at,
      duration_ms: note.durationMs,
      url: note.url,
      x_signature: note.xSignature,
      signing_secret_id: note.signingSecretId,
      status_code: note.statusCode,
      error: note.error,
      answer_excerpt: note.excerpt,
      state: note.state,
      next_try_at: note.nextTryAt,
    }))
    .sort(byEventKey);
  const deliveries = rows.filter((row) => row.state === 'delivered');
  const failures = rows.filter((row) => row.state !== 'delivered');
  const endpoints = notes.map((note) => note.endpoint).filter((note) => note !== null);
  const write = () =>
    inPipeline(pipeline, async (tx) => {
      await noteEndpoints(tx, endpoints);
      // A lost note costs a second delivery, which receivers must expect anyway (spec 6.3), so this does not wait for
      // the disk.
      const hurry = send(tx, 'set local synchronous_commit = off', []);
      const last = [hurry];
      if (isOnCitus(tx)) {
        await Promise.all([noteOnCitus(tx, deliveries, DELIVERED), noteOnCitus(tx, failures, FAILED)]);
      } else {
        if (deliveries.length > 0) last.push(send(tx, NOTE_DELIVERIES, TRIES.parameters(deliveries)));
        if (failures.length > 0) last.push(send(tx, NOTE_FAILURES, TRIES.parameters(failures)));
      }
      return { last, answer: undefined };
    });
  // Safe to repeat: the second time nothing matches.
  await retryAfterConnectionLoss(() => withRetries(write));
  return notes.map(() => undefined);
}

const TRY = {
  ...EVENT_KEY,
  tries: 'integer',
  at: 'timestamptz',
  duration_ms: 'integer',
  url: 'text',
  x_signature: 'text',
  signing_secret_id: 'uuid',
  status_code: 'integer',
  error: 'text',
  answer_excerpt: 'text',
  state: 'text',
  next_try_at: 'timestamptz',
} as const;
const TRIES = new Recordset(TRY);

type TryRow = Parameters<typeof TRIES.parameters>[0][number] & { merchant_id: string };

const TRIED = (from: string, sameMerchant: string) => `${from}
  where ${sameMerchant} and q.transaction_id = r.transaction_id and q.sequence = r.sequence`;

const SAME_MERCHANT = 'q.merchant_id = r.merchant_id';
const NOTED = `returning q.merchant_id, q.transaction_id, q.sequence, r.at, r.duration_ms, r.url, r.x_signature,
    r.signing_secret_id, r.status_code, r.error, r.answer_excerpt`;

const KNOWN = 'on conflict (merchant_id, transaction_id, sequence, try_number) do nothing';
const INSERT_NOTED = `
  insert into webhook_tries (merchant_id, transaction_id, sequence, at, duration_ms, url, x_signature,
    signing_secret_id, status_code, error, answer_excerpt, try_number)
  select * from noted ${KNOWN}`;

/**
 * A delivery counts even if another worker tried meanwhile: it takes the next number, and the event leaves the queue.
 */
const DELIVERED = (from: string, sameMerchant: string) =>
  `delete from webhook_queue q using ${TRIED(from, sameMerchant)} ${NOTED}, q.tries + 1 as try_number`;

/** A failure counts only if no other worker tried meanwhile. */
const FAILED = (from: string, sameMerchant: string) => `
  update webhook_queue q set state = r.state, tries = q.tries + 1, next_try_at = r.next_try_at,
      schedule_start = case when r.state = 'waiting' then q.tries + 1 else q.schedule_start end
    from ${TRIED(from, sameMerchant)} and q.state in ('pending', 'waiting') and q.tries = r.tries ${NOTED}, q.tries as try_number`;

const NOTE_DELIVERIES = `with noted as (${DELIVERED(TRIES.rows, SAME_MERCHANT)}) ${INSERT_NOTED}`;
const NOTE_FAILURES = `with noted as (${FAILED(TRIES.rows, SAME_MERCHANT)}) ${INSERT_NOTED}`;

const { tries: _, state: __, next_try_at: ___, ...TRIED_COLUMNS } = TRY;
const NOTED_TRIES = new Recordset({ ...TRIED_COLUMNS, try_number: 'integer' });

/** Citus would copy the result of a writing `with` to every node, so this waits for the answer here. */
async function noteOnCitus(
  tx: AnyTransaction,
  tries: TryRow[],
  kind: typeof DELIVERED,
): Promise<postgres.Row[]> {
  if (tries.length === 0) return [];
  const { from, sameMerchant, parameters } = givenRows(tx, TRIES, tries);
  const noted = await send(tx, kind(from, sameMerchant('q.merchant_id')), parameters);
  if (noted.length === 0) return [];
  return await insertRows(tx, { into: 'webhook_tries', after: KNOWN }, NOTED_TRIES, noted as never[]);
}
