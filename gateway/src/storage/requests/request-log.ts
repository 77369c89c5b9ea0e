// The log of the requests of merchants' servers (table request_log), for their developers. It writes in groups, after
// the answers. A request never waits for it and is never refused because of it: if there are too many, it leaves out
// successes first, and the next row says how many.

import type { Logger } from 'pino';
import { firstIdAt, timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { LONG_LOCK_TIMEOUT, openPipeline, type Pipeline, type Sql } from '../database/database.ts';
import { parameters } from '../database/parameters.ts';
import { eachShard, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

/** Time from an answer to its row. */
const REST_MS = 500;
/** Rows in one such interval: above the first number the log leaves out successes, above the second everything. */
const MOST_SUCCESSES = 100;
const MOST_ROWS = 1_000;
export const KEPT_DAYS = 7;
/** Rows of one merchant. */
const KEPT_ROWS = 100_000;

export interface RequestEntry {
  merchantId: string;
  brandId: string;
  at: Date;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  durationMs: number;
  requestId: string;
  errorCode: string | null;
  message: string | null;
  transactionId: string | null;
  source: string;
}

export interface RequestRow extends RequestEntry {
  id: string;
  leftOut: number;
}

export class RequestLog {
  readonly #sql: Sql;
  readonly #log: Pick<Logger, 'warn'>;
  /** Opened with the first row: a process without requests needs no connection for it. */
  #pipeline: Pipeline | undefined;
  #rows: RequestRow[] = [];
  #leftOut = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(sql: Sql, log: Pick<Logger, 'warn'>) {
    this.#sql = sql;
    this.#log = log;
  }

  /** Whether the log would write an answer with this status now; only then the caller collects its details. */
  wants(brandId: string, status: number): boolean {
    const most = status < 400 ? MOST_SUCCESSES : MOST_ROWS;
    if (this.#rows.length < most) return true;
    this.#leave(brandId, 1);
    return false;
  }

  note(entry: RequestEntry): void {
    const before = this.#leftOut.size > 0 ? (this.#leftOut.get(entry.brandId) ?? 0) : 0;
    if (before > 0) this.#leftOut.delete(entry.brandId);
    this.#rows.push({ ...entry, id: timeOrderedId(entry.at), leftOut: before });
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#writing.then(() => this.#flush());
    }, REST_MS).unref();
  }

  /** Writes the remaining rows; for the end of a process and for tests. */
  async settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#flush());
    await this.#writing;
    this.#leftOut = new Map();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const group = this.#rows;
    this.#rows = [];
    if (group.length === 0) return;
    try {
      // Nobody waits for the disk: a crash loses only some lines of a log.
      const connection = { ...LONG_LOCK_TIMEOUT, synchronous_commit: 'off' };
      this.#pipeline ??= openPipeline(this.#sql, { connection });
      await insertRequests(this.#pipeline, group);
    } catch (error) {
      // While the database is unavailable, a log must not fill the memory.
      this.#log.warn({ err: error, requests: group.length }, 'requests could not be written to the log');
      for (const { brandId, leftOut: before } of group) this.#leave(brandId, before + 1);
    }
  }

  #leave(brandId: string, count: number): void {
    this.#leftOut.set(brandId, (this.#leftOut.get(brandId) ?? 0) + count);
  }
}

const REQUESTS = new Recordset(
  {
    merchant_id: 'uuid',
    id: 'uuid',
    brand_id: 'uuid',
    at: 'timestamptz',
    method: 'text',
    path: 'text',
    status: 'integer',
    duration_ms: 'text',
    request_id: 'text',
    error_code: 'text',
    message: 'text',
    transaction_id: 'uuid',
    source: 'text',
    left_out: 'integer',
  },
  { duration_ms: 'real' },
);

async function insertRequests(pipeline: Pipeline, requests: readonly RequestRow[]): Promise<void> {
  const rows = requests.map((row) => ({
    merchant_id: row.merchantId,
    id: row.id,
    brand_id: row.brandId,
    at: row.at,
    method: row.method,
    path: row.path,
    status: row.status,
    duration_ms: String(row.durationMs),
    request_id: row.requestId,
    error_code: row.errorCode,
    message: row.message,
    transaction_id: row.transactionId,
    source: row.source,
    left_out: row.leftOut,
  }));
  await eachShard(pipeline, rows, (own) => insertRows(pipeline, { into: 'request_log' }, REQUESTS, own));
}

export interface RequestFilter {
  outcome?: 'failed' | 'succeeded' | null;
  method?: string | null;
  /** The beginning of the path. */
  path?: string | null;
  transactionId?: string | null;
  requestId?: string | null;
  from?: Date | null;
  to?: Date | null;
}

/** Newest first. */
export async function listRequests(
  sql: Sql,
  request: {
    merchantId: string;
    brandId: string;
    filter: RequestFilter;
    before: string | null;
    limit: number;
  },
): Promise<{ rows: RequestRow[]; next: string | null }> {
  const { values, place } = parameters();
  const { filter, before, limit } = request;
  const conditions = [`merchant_id = ${place(request.merchantId)}`, `brand_id = ${place(request.brandId)}`];
  if (before) conditions.push(`id < ${place(before)}::uuid`);
  if (filter.from) conditions.push(`id >= ${place(firstIdAt(filter.from))}::uuid`);
  if (filter.to) conditions.push(`id < ${place(firstIdAt(filter.to))}::uuid`);
  if (filter.outcome === 'failed') conditions.push('status >= 400');
  if (filter.outcome === 'succeeded') conditions.push('status < 400');
  if (filter.method) conditions.push(`method = ${place(filter.method)}`);
  if (filter.path) conditions.push(`starts_with(path, ${place(filter.path)})`);
  if (filter.transactionId) conditions.push(`transaction_id = ${place(filter.transactionId)}`);
  if (filter.requestId) conditions.push(`request_id = ${place(filter.requestId)}`);
  const found = await sql.unsafe(
    `select * from request_log where ${conditions.join(' and ')} order by id desc limit ${place(limit + 1)}`,
    values as never[],
  );
  const rows = found.slice(0, limit).map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    at: row.at,
    method: row.method,
    path: row.path,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    errorCode: row.error_code,
    message: row.message,
    transactionId: row.transaction_id,
    source: row.source,
    leftOut: row.left_out,
  }));
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null };
}

/** Deletes rows of each merchant that are too old or too many, up to `limit`; answers how many it found. */
export async function deleteOldRequests(sql: Sql, now: Date, limit: number): Promise<number> {
  const oldest = firstIdAt(new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  let deleted = 0;
  for (const {
    merchant_id: merchantId,
  } of await sql`select merchant_id from merchants order by merchant_id`) {
    // The first row over the limit of this merchant.
    const [tooMuch] = await sql`select id from request_log where merchant_id = ${merchantId}
      order by id desc offset ${KEPT_ROWS} limit 1`;
    const last = tooMuch && tooMuch.id > oldest ? tooMuch.id : oldest;
    const gone = await sql`delete from request_log where merchant_id = ${merchantId} and id in (
      select id from request_log where merchant_id = ${merchantId} and id <= ${last} order by id limit ${limit - deleted})`;
    deleted += gone.count;
    if (deleted >= limit) break;
  }
  return deleted;
}
