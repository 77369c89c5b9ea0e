// The counts of calls to providers (table provider_calls), for the health of a brand's accounts over all processes. A
// process counts in memory and writes the sums of a minute, so a payment never waits for it. A crash loses the counts
// of a few seconds.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { BrandId } from '../../domain/merchants/brand.ts';
import {
  type CallsOfMinute,
  CLASSES_MS,
  type CountedCall,
  classOf,
  HEALTH_COVERS_MS,
  MINUTE_MS,
} from '../../domain/merchants/provider-health.ts';
import type { Sql } from '../database/database.ts';
import { eachShard, insertRows } from '../database/row-statements.ts';
import { formatArray } from '../pipeline/array-types.ts';
import { Recordset } from '../pipeline/recordset.ts';

type Kept = CallsOfMinute & BrandId & { isWritten: boolean };

export class ProviderCalls {
  readonly #sql: Sql;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #now: () => Date;
  readonly #processId = randomUUID();
  readonly #kept = new Map<string, Kept>();
  #writing = Promise.resolve();

  constructor(sql: Sql, log: Pick<Logger, 'warn'>, now: () => Date) {
    this.#sql = sql;
    this.#log = log;
    this.#now = now;
  }

  count({ merchantId, brandId, provider, accountId, result, durationMs, circuit }: CountedCall): void {
    const minute = new Date(Math.floor(this.#now().getTime() / MINUTE_MS) * MINUTE_MS);
    const key = `${brandId} ${accountId} ${minute.getTime()}`;
    const kept = this.#kept.get(key) ?? {
      merchantId,
      brandId,
      provider,
      accountId,
      minute,
      processId: this.#processId,
      calls: 0,
      failed: 0,
      heldBack: 0,
      latencies: CLASSES_MS.map(() => 0),
      circuit,
      isWritten: false,
    };
    this.#kept.set(key, kept);
    kept.isWritten = false;
    kept.circuit = circuit;
    if (result === 'held-back') {
      kept.heldBack++;
      return;
    }
    kept.calls++;
    if (result === 'failed') kept.failed++;
    kept.latencies[classOf(durationMs)]!++;
  }

  /** Writes what was counted since the last time. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const unwritten = [...this.#kept.values()].filter(({ isWritten }) => !isWritten);
    for (const one of unwritten) one.isWritten = true;
    try {
      await upsertCalls(this.#sql, unwritten);
    } catch (error) {
      for (const one of unwritten) one.isWritten = false;
      this.#log.warn(
        { err: error, minutes: unwritten.length },
        'counts of provider calls could not be written',
      );
    }
    const now = this.#now().getTime();
    for (const [key, { minute, isWritten }] of this.#kept) {
      const age = now - minute.getTime();
      if (age > HEALTH_COVERS_MS || (isWritten && age > MINUTE_MS)) this.#kept.delete(key);
    }
  }
}

const CALLS = new Recordset(
  {
    merchant_id: 'uuid',
    brand_id: 'uuid',
    account_id: 'uuid',
    minute: 'timestamptz',
    process_id: 'uuid',
    provider: 'text',
    calls: 'integer',
    failed: 'integer',
    held_back: 'integer',
    latencies: 'text',
    is_open: 'boolean',
    open_or_closed_since: 'timestamptz',
  },
  { latencies: 'integer[]' },
);

/** The sums of a process's minute grow, and replace the earlier ones. */
async function upsertCalls(sql: Sql, kept: readonly Kept[]): Promise<void> {
  const rows = kept.map((one) => ({
    merchant_id: one.merchantId,
    brand_id: one.brandId,
    // The sandbox needs no account, so the brand's id takes its place.
    account_id: one.accountId ?? one.brandId,
    minute: one.minute,
    process_id: one.processId,
    provider: one.provider,
    calls: one.calls,
    failed: one.failed,
    held_back: one.heldBack,
    latencies: formatArray(one.latencies.map(String)),
    is_open: one.circuit.isOpen,
    open_or_closed_since: one.circuit.since,
  }));
  const after = `on conflict (merchant_id, brand_id, account_id, minute, process_id) do update set calls = excluded.calls,
    failed = excluded.failed, held_back = excluded.held_back, latencies = excluded.latencies, is_open = excluded.is_open,
    open_or_closed_since = excluded.open_or_closed_since`;
  await eachShard(sql, rows, (own) => insertRows(sql, { into: 'provider_calls', after }, CALLS, own));
}

/** What all processes counted of a brand in the last hour. */
export async function readProviderCalls(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  now: Date,
): Promise<CallsOfMinute[]> {
  const rows = await sql`select * from provider_calls
    where merchant_id = ${merchantId} and brand_id = ${brandId} and minute > ${new Date(now.getTime() - HEALTH_COVERS_MS)}`;
  return rows.map((row) => ({
    provider: row.provider,
    accountId: row.account_id === brandId ? null : row.account_id,
    processId: row.process_id,
    minute: row.minute,
    calls: row.calls,
    failed: row.failed,
    heldBack: row.held_back,
    latencies: row.latencies,
    circuit: { isOpen: row.is_open, since: row.open_or_closed_since },
  }));
}

/** Deletes minutes that count no more, up to `limit` of each merchant; answers the most that it deleted of one. */
export async function deleteOldProviderCalls(sql: Sql, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - 2 * HEALTH_COVERS_MS);
  let most = 0;
  const merchants = await sql`select merchant_id as id from merchants order by merchant_id`;
  for (const { id } of merchants) {
    const gone = await sql`delete from provider_calls where merchant_id = ${id}
      and (brand_id, account_id, minute, process_id) in (
        select brand_id, account_id, minute, process_id from provider_calls
        where merchant_id = ${id} and minute < ${before} limit ${limit})`;
    most = Math.max(most, gone.count);
  }
  return most;
}
