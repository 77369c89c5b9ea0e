// Opens transactions in groups. The row of openings is the transaction and the claim on its merchant reference; the
// same statement claims the idempotency key before it (contract 8). A key whose transaction was not opened counts for
// nothing. Called by transaction-store.ts; nobody may ask a provider before this has answered 'opened'.
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { RiskRule } from '../../domain/risk/risk.ts';
import type { AttemptCheck } from '../../domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { insertAudit, lockAuditHeads } from '../audit/audit-log.ts';
import { insertLinks, type PaymentLink } from '../cashier/link-store.ts';
import {
  type AnyTransaction,
  inPipeline,
  isOnCitus,
  retryAfterConnectionLoss,
  type Sql,
  send,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { namesOf, Recordset } from '../pipeline/recordset.ts';
import { countAttempts } from '../risk/risk-counters.ts';
import { findKeyHolder, type Idempotency, KEY_LIFETIME_MS, removeKey } from './idempotency-keys.ts';
import { OPENING_COLUMNS, toRow } from './transaction-row.ts';

export interface OpenJob {
  transaction: Transaction;
  /** Customer fields to remember for this userId; null: none. */
  profile: Customer | null;
  /** The idempotency key of a card pay-in. */
  idempotency?: Idempotency | null;
  /** For a card attempt that the risk rules check. */
  check?: AttemptCheck | null;
  /** If a person made it: a row of the audit log, in the same commit. */
  audit?: AuditEntry | null;
  /** The payment link of this pay-in. */
  link?: PaymentLink | null;
}

export type OpenResult =
  /** `refusedBy`: opened, but no provider may be asked. */
  | { kind: 'opened'; refusedBy?: RiskRule }
  /** Same key, same data, answered: send this answer again. */
  | { kind: 'replay'; transactionId: string; answer: string }
  /** Same key, same data, not answered yet (or its process died and the resolver is not done). */
  | { kind: 'in-flight'; transactionId: string }
  /** Same key, other data. */
  | { kind: 'key-reused'; transactionId: string }
  /** The reference is taken; only the brand that has it learns the id. */
  | { kind: 'duplicate-reference'; transactionId: string | null };

interface Opening {
  sql: Sql;
  /**
   * Only for the transaction of the group. When the refused jobs are examined later, the pipeline already has another
   * group, or its shard has moved.
   */
  pipeline: Writer;
  /** Opens the job in another group, after its key became free. */
  again(job: OpenJob): Promise<OpenResult>;
}

/**
 * One database transaction for all jobs. Safe to repeat: a row that exists under its id was opened. The answer has a
 * promise for each job, because a failing query about one job must not undo the answers of the others.
 */
export async function openGroup(
  { sql, pipeline, again }: Opening,
  jobs: OpenJob[],
): Promise<Promise<OpenResult>[]> {
  const { winners, refusals } = await retryAfterConnectionLoss(() =>
    withRetries(() => insertGroup(pipeline, jobs)),
  );
  return jobs.map(async (job) => {
    const { id } = job.transaction;
    const opened = winners.has(id) ? { kind: 'opened' as const } : await classifyLoser(sql, again, job);
    const refusedBy = refusals.get(id);
    return opened.kind === 'opened' && refusedBy ? { ...opened, refusedBy } : opened;
  });
}

async function insertGroup(
  pipeline: Writer,
  jobs: OpenJob[],
): Promise<{ winners: Set<string>; refusals: Map<string, RiskRule | null> }> {
  // In key order, so that two groups with the same references cannot deadlock.
  const rows = jobs.map((job) => ({ ...toRow(job.transaction), ...keyOf(job) })).sort(byReference);
  const [inserted, refusals] = await inPipeline(pipeline, async (tx) => {
    const { opened, stored } = isOnCitus(tx)
      ? await openOnCitus(tx, jobs, rows)
      : { opened: send(tx, OPEN, GIVEN.parameters(rows)), stored: jobs };
    const checks = stored.flatMap((job) => job.check ?? []);
    const answer = Promise.all([opened, countAttempts(tx, checks)]);
    if (isOnCitus(tx)) await answer;
    const noted = noteChanges(
      tx,
      jobs.map((job) => job.transaction),
    );
    const last = [answer, noted, rememberCustomers(tx, stored)];
    return { last: [...last, ...(await insertMade(tx, jobs, opened))], answer };
  });
  return { winners: new Set(inserted.map((row) => row.id)), refusals };
}

const keyOf = ({ idempotency }: OpenJob) => ({
  key: idempotency?.key ?? null,
  request_fingerprint: idempotency?.fingerprint ?? null,
});

/** Writes the additional rows of transactions made by a person; for others it sends nothing and waits for no answer. */
async function insertMade(
  tx: AnyTransaction,
  jobs: OpenJob[],
  opened: Promise<readonly { id?: string }[]>,
): Promise<Promise<unknown>[]> {
  if (!jobs.some((job) => job.audit)) return [];
  const winners = new Set((await opened).map((row) => row.id));
  const made = jobs.filter((job) => winners.has(job.transaction.id));
  const entries = made.flatMap((job) => job.audit ?? []);
  const links = insertLinks(
    tx,
    made.flatMap((job) => job.link ?? []),
  );
  return [links, ...insertAudit(tx, await lockAuditHeads(tx, entries), entries)];
}

const GIVEN = new Recordset({
  ...OPENING_COLUMNS,
  due_at: 'timestamptz',
  payment_data_sealed: 'bytea',
  key: 'text',
  request_fingerprint: 'bytea',
});
const OPENING_NAMES = namesOf(OPENING_COLUMNS);

/**
 * Opens only rows that got their key. Only transactions opened now get open work: an existing one may have ended. `is
 * true` makes the planner use a hash, because it would look up joins one by one.
 */
const OPEN = `
  with given as materialized (
    select * from ${GIVEN.rows}
  ), claimed as (
    insert into idempotency_keys (merchant_id, transaction_id, brand_id, key, request_fingerprint, created_at)
    select merchant_id, id, brand_id, key, request_fingerprint, created_at from given where key is not null
    order by merchant_id, brand_id, key
    on conflict do nothing returning transaction_id
  ), opened as (
    insert into openings (${OPENING_NAMES}) select ${OPENING_NAMES} from given
    where key is null or (id in (select transaction_id from claimed)) is true
    on conflict do nothing returning id
  )
  insert into open_work (merchant_id, transaction_id, brand_id, status, due_at, payment_data_sealed, created_at)
  select merchant_id, id, brand_id, status, due_at, payment_data_sealed, created_at from given
  where (id in (select id from opened)) is true
  returning transaction_id as id`;

const OPENINGS = new Recordset(OPENING_COLUMNS);
const KEYS = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  key: 'text',
  request_fingerprint: 'bytea',
  created_at: 'timestamptz',
});
const WORK = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  status: 'text',
  due_at: 'timestamptz',
  payment_data_sealed: 'bytea',
  created_at: 'timestamptz',
});

/**
 * Citus would copy the result of a writing `with` to every node, so this waits for the answer here. `stored`: the
 * transactions that exist under their ids, also from a commit whose acknowledgement was lost. On PostgreSQL the other
 * statements find that out.
 */
async function openOnCitus(tx: AnyTransaction, jobs: OpenJob[], rows: readonly GivenRow[]) {
  const free = await claimOnCitus(tx, rows);
  const after = 'on conflict do nothing returning id';
  const opened = free.length > 0 ? await insertRows(tx, { into: 'openings', after }, OPENINGS, free) : [];
  const ids = new Set(opened.map((row) => row.id));
  const work = rows.flatMap((row) => (ids.has(row.id) ? [{ ...row, transaction_id: row.id }] : []));
  if (work.length > 0) await insertRows(tx, { into: 'open_work' }, WORK, work);
  for (const { transaction: t } of jobs) {
    if (ids.has(t.id)) continue;
    const [own] = await send(tx, 'select id from openings where merchant_id = $1 and id = $2', [
      t.merchantId,
      t.id,
    ]);
    if (own) ids.add(own.id);
  }
  const stored = jobs.filter(({ transaction }) => ids.has(transaction.id));
  return { opened: Promise.resolve(work), stored };
}

type GivenRow = ReturnType<typeof toRow> & ReturnType<typeof keyOf>;

/** Answers the rows without a key, and the rows that have got theirs now. */
async function claimOnCitus(tx: AnyTransaction, rows: readonly GivenRow[]): Promise<readonly GivenRow[]> {
  const keyed = rows.filter((row) => row.key !== null);
  if (keyed.length === 0) return rows;
  const inOrder = keyed.sort((a, b) => (`${a.brand_id} ${a.key}` < `${b.brand_id} ${b.key}` ? -1 : 1));
  const claims = inOrder.map((row) => ({ ...row, transaction_id: row.id }));
  const after = 'on conflict do nothing returning transaction_id';
  const claimed = await insertRows(tx, { into: 'idempotency_keys', after }, KEYS, claims);
  const ids = new Set(claimed.map((row) => row.transaction_id));
  return rows.filter((row) => row.key === null || ids.has(row.id));
}

function byReference(a: ReturnType<typeof toRow>, b: ReturnType<typeof toRow>): number {
  if (a.merchant_id !== b.merchant_id) return a.merchant_id < b.merchant_id ? -1 : 1;
  return a.merchant_reference < b.merchant_reference
    ? -1
    : a.merchant_reference > b.merchant_reference
      ? 1
      : 0;
}

const CUSTOMERS = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  user_id: 'text',
  profile: 'jsonb',
  updated_at: 'timestamptz',
});
const PROFILES = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  user_id: 'text',
  transaction_id: 'uuid',
  profile: 'jsonb',
  updated_at: 'timestamptz',
});
/** A new form of a name replaces every other form (domain/cashier/customer-profile.ts). */
const NAMES = `array['firstName', 'lastName', 'name']`;
const ADDED = `(case when excluded.profile ?| ${NAMES} then customers.profile - ${NAMES} else customers.profile end) || excluded.profile`;
const ADD_TO_PROFILE = `on conflict (merchant_id, brand_id, user_id) do update
  set profile = ${ADDED}, updated_at = excluded.updated_at
  where customers.profile is distinct from ${ADDED}`;

/** Remembers the user's data if the transaction was opened: a refused request stores nothing. */
async function rememberCustomers(tx: AnyTransaction, jobs: OpenJob[]): Promise<void> {
  const rows = [];
  for (const { transaction: t, profile } of jobs) {
    if (!profile) continue;
    rows.push({
      merchant_id: t.merchantId,
      brand_id: t.brandId,
      user_id: t.userId,
      transaction_id: t.id,
      profile,
      updated_at: t.createdAt,
    });
  }
  if (rows.length === 0) return;
  // If a user appears twice in a group, the last one wins: "on conflict do update" must not meet a row twice.
  if (isOnCitus(tx)) {
    const inOrder = rows.sort((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
    const latest = new Map(inOrder.map((row) => [`${row.brand_id} ${row.user_id}`, row]));
    const sorted = [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await insertRows(tx, { into: 'customers', after: ADD_TO_PROFILE }, CUSTOMERS, sorted);
    return;
  }
  await send(
    tx,
    `insert into customers (${CUSTOMERS.names})
     select distinct on (r.merchant_id, r.brand_id, r.user_id)
       r.merchant_id, r.brand_id, r.user_id, r.profile, r.updated_at
     from ${PROFILES.rows}
     join openings t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
     order by r.merchant_id, r.brand_id, r.user_id, r.transaction_id desc
     ${ADD_TO_PROFILE}`,
    PROFILES.parameters(rows),
  );
}

/** Why was this row not inserted? It checks the idempotency key first (contract 3, order of checks). */
async function classifyLoser(sql: Sql, again: Opening['again'], job: OpenJob): Promise<OpenResult> {
  const t = job.transaction;
  const rivals = await sql`
    select id, brand_id from openings where merchant_id = ${t.merchantId} and id = ${t.id}
    union all
    select id, brand_id from openings
    where merchant_id = ${t.merchantId} and merchant_reference = ${t.merchantReference}
      and reference_country = ${t.referenceCountry}`;
  if (rivals.some((row) => row.id === t.id)) return { kind: 'opened' };
  const [first] = rivals;
  const known = await classifyKey(sql, job);
  if (known) return known;
  if (first)
    return { kind: 'duplicate-reference', transactionId: first.brand_id === t.brandId ? first.id : null };
  if (!job.idempotency)
    throw new Error(`transaction ${t.id} was not stored, although no other row prevents it`);
  // A payment that was not opened, or an expired one, held the key: the key is free now.
  return await again(job);
}

/** null: nobody holds the key. It removes a key that counts for nothing. */
async function classifyKey(sql: Sql, { transaction: t, idempotency }: OpenJob): Promise<OpenResult | null> {
  const holder = idempotency ? await findKeyHolder(sql, { ...t, key: idempotency.key }) : null;
  if (!idempotency || !holder) return null;
  const { transactionId, answer } = holder;
  const ageMs = t.createdAt.getTime() - holder.createdAt.getTime();
  if (!holder.isOpened || ageMs > KEY_LIFETIME_MS) {
    await removeKey(sql, t.merchantId, transactionId);
    return null;
  }
  if (!idempotency.fingerprint.equals(holder.fingerprint)) return { kind: 'key-reused', transactionId };
  return answer === null ? { kind: 'in-flight', transactionId } : { kind: 'replay', transactionId, answer };
}
