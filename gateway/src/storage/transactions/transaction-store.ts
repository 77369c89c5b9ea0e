// Everything that reads or writes transactions: it opens, changes and finds them in groups, and claims due
// transactions. Every function names the merchant first, except lookups by the id alone. It decides nothing about
// payments: the rules are in domain/, the sequence of steps in actions/.
import type { PendingQuery, Row } from 'postgres';
import { idsOfSameMillisecond } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TimelineEntry } from '../../domain/transactions/transition.ts';
import { claimDueRows } from '../database/claim-due.ts';
import {
  isDatabaseTrouble,
  type Pipeline,
  type Sql,
  type SqlTransaction,
  type Writer,
} from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { GroupCommit, type GroupCommitOptions } from '../group-commit/group-commit.ts';
import { type GroupObserver, UNOBSERVED } from '../group-commit/group-observer.ts';
import { groupPipelines } from '../group-commit/group-pipelines.ts';
import type { Lock } from '../group-commit/lock-lines.ts';
import { sparePipelinesOf } from '../group-commit/pipeline-pool.ts';
import { type Applied, type ApplyJob, applyGroup } from './apply-changes.ts';
import { type Approved, approveGroup } from './approve-payouts.ts';
import { findGroup, READING_PIPELINE, type Recorded, recordGroup, type Wanted } from './grouped-reads.ts';
import { findAnswer, findKeyHolder } from './idempotency-keys.ts';
import { type OpenJob, type OpenResult, openGroup } from './open-transactions.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

export interface TransactionStore {
  /** Makes a transaction durable, or answers why it cannot. */
  open(job: OpenJob): Promise<OpenResult>;
  /** Commits a change with everything that belongs to it; 'lost' if the transaction has changed meanwhile. */
  apply(job: ApplyJob): Promise<Applied>;
  /** The same for the approval of a payout, which sets its money aside; 'short' if the balance is too low. */
  approve(job: ApplyJob): Promise<Approved>;
  find(merchantId: string, id: string): Promise<Transaction | null>;
  /** With its timeline and refunds, all from the same moment. */
  record(merchantId: string, id: string): Promise<Recorded | null>;
  /** For the sandbox's pages, which know no merchant. On a cluster it asks every node. */
  findAnywhere(id: string): Promise<Transaction | null>;
  /** The pay-in or payout of a cashier page, by the hash of the token in its address. */
  findByCashierToken(merchantId: string, tokenHash: Buffer): Promise<Transaction | null>;
  /** The versions of existing transactions, by id: they tell whether anything has changed. */
  versions(wanted: readonly Wanted[]): Promise<Map<string, number>>;
  /** All transactions of a brand under a reference; `country` undefined: in any country. */
  findByReference(
    merchantId: string,
    brandId: string,
    reference: string,
    country?: string,
  ): Promise<Transaction[]>;
  findBySession(merchantId: string, brandId: string, sessionId: string): Promise<Transaction | null>;
  /** The transaction that holds an idempotency key. */
  holderOf(merchantId: string, brandId: string, key: string): Promise<string | null>;
  /** The answer for a replay of its idempotency key; null: it has no key, or no answer yet. */
  answerOf(merchantId: string, transactionId: string): Promise<string | null>;
  timeline(merchantId: string, transactionId: string): Promise<TimelineEntry[]>;
  /** Claims up to `limit` due transactions for `leaseMs`: until then nobody else gets them. */
  claimDue(now: Date, limit: number, leaseMs: number): Promise<Transaction[]>;
  /** Resolves when no write is waiting or in progress. */
  settled(): Promise<void>;
}

const readByKeys = (tx: SqlTransaction, keys: string, ofMerchant: PendingQuery<Row[]>) => tx`
  select ${tx.unsafe(COLUMNS.replace(/\w+/g, 't.$&'))} from transactions t
  join json_to_recordset(${keys}::text::json) as due (merchant_id uuid, id uuid)
    on t.merchant_id = due.merchant_id and t.id = due.id ${ofMerchant}`;

const ofReference = ({ transaction: { merchantId, merchantReference } }: OpenJob): Lock => ({
  merchantId,
  row: merchantReference,
});
const ofTransaction = ({ change: { after } }: ApplyJob): Lock => ({
  merchantId: after.merchantId,
  row: after.id,
});
const ofBalance = ({ change: { after } }: ApplyJob): Lock => ({
  merchantId: after.merchantId,
  row: `${after.brandId} ${after.currency}`,
});

/**
 * If at least this many payments are in the store, a pipeline pauses after each commit, so that the next group is
 * larger. With fewer payments, each would only wait longer. A group that is already large gains nothing
 * (bench/MEASUREMENTS.md).
 */
const FEWEST_TO_GATHER = 6;
const MOST_TO_GATHER = 64;
const GATHER_MS = 2;

export function openTransactionStore(sql: Sql, by: GroupObserver = UNOBSERVED): TransactionStore {
  const { opens, makings, changes, decisions, approvals } = groupsOfWrites(sql, by);
  const { finds, records } = groupsOfReads(sql, by);
  return {
    // Writes to the audit log wait for the log's lock: card pay-ins must not wait with them.
    open: (job) => (job.audit ? makings : opens).write(job),
    apply: (job) => (job.audit ? decisions : changes).write(job),
    approve: (job) => approvals.write(job),
    find: (merchantId, id) => finds.write({ merchantId, id }),
    record: (merchantId, id) => records.write({ merchantId, id }),
    ...lookupsIn(sql),
    claimDue: (now, limit, leaseMs) => claimDue(sql, now, limit, leaseMs),
    async settled() {
      for (const one of [opens, makings, changes, decisions, approvals]) await one.settled();
    },
  };
}

/** `makings` and `decisions`: writes of people, with a row of the audit log. */
function groupsOfWrites(sql: Sql, by: GroupObserver) {
  const [opening, changing] = [groupPipelines(sql), groupPipelines(sql)];
  const [deciding, spending] = [groupPipelines(sql), groupPipelines(sql)];
  const pipelines = sparePipelinesOf(sql);
  const again = (job: OpenJob): Promise<OpenResult> => (job.audit ? makings : opens).write(job);
  const open = (pipeline: Writer, jobs: OpenJob[]) => openGroup({ sql, pipeline, again }, jobs);
  const apply = (pipeline: Writer, jobs: ApplyJob[]) => applyGroup(sql, pipeline, jobs);
  const ofOpen = ({ transaction }: OpenJob) => transaction.merchantId;
  const ofApply = ({ change: { after } }: ApplyJob) => after.merchantId;
  const approve = (pipeline: Pipeline, jobs: ApplyJob[]) => approveGroup(sql, pipeline, jobs);
  const ofOpening: GroupCommitOptions<OpenJob, OpenResult> = {
    ...opening.sharingShards(ofOpen),
    watched: { store: 'open', by },
    hitsAll: isDatabaseTrouble,
    tooLate: 'nothing was stored',
    aside: { pipelines, write: open, lockOf: ofReference },
  };
  const applying: GroupCommitOptions<ApplyJob, Applied> = {
    ...changing.sharingShards(ofApply),
    watched: { store: 'apply', by },
    hitsAll: isDatabaseTrouble,
    aside: { pipelines, write: apply, lockOf: ofTransaction },
  };
  const restMs = () => {
    const size = opens.size + changes.size;
    return size >= FEWEST_TO_GATHER && size < MOST_TO_GATHER ? GATHER_MS : 0;
  };
  const opens: GroupCommit<OpenJob, OpenResult> = new GroupCommit(
    (jobs) => opening.useForShard(jobs.map(ofOpen), (pipeline) => open(pipeline, jobs)),
    {
      ...ofOpening,
      restMs,
    },
  );
  const changes: GroupCommit<ApplyJob, Applied> = new GroupCommit(
    (jobs) => changing.useForShard(jobs.map(ofApply), (pipeline) => apply(pipeline, jobs)),
    {
      ...applying,
      isOutcome: true,
      restMs,
    },
  );
  const makings: GroupCommit<OpenJob, OpenResult> = new GroupCommit(
    (jobs) => deciding.use((pipeline) => open(pipeline, jobs)),
    ofOpening,
  );
  return {
    opens,
    makings,
    changes,
    decisions: new GroupCommit<ApplyJob, Applied>(
      (jobs) => deciding.use((pipeline) => apply(pipeline, jobs)),
      applying,
    ),
    approvals: new GroupCommit<ApplyJob, Approved>(
      (jobs) => spending.use((pipeline) => approve(pipeline, jobs)),
      {
        ...spending.sharing(ofApply),
        watched: { store: 'approve', by },
        hitsAll: isDatabaseTrouble,
        aside: { pipelines, write: approve, lockOf: ofBalance },
      },
    ),
  };
}

function groupsOfReads(sql: Sql, by: GroupObserver) {
  const [finding, recording] = [groupPipelines(sql, READING_PIPELINE), groupPipelines(sql, READING_PIPELINE)];
  const everyone = {
    ...finding.sharing(({ merchantId }: Wanted) => merchantId.toLowerCase()),
    hitsAll: () => true,
    maxWaiting: Number.POSITIVE_INFINITY,
    watched: { store: 'read', by },
  };
  return {
    finds: new GroupCommit<Wanted, Transaction | null>(
      (ids) => finding.use((pipeline) => findGroup(pipeline, ids)),
      everyone,
    ),
    records: new GroupCommit<Wanted, Recorded | null>(
      (ids) => recording.use((pipeline) => recordGroup(pipeline, ids)),
      everyone,
    ),
  };
}

type Lookups = Pick<
  TransactionStore,
  | 'findAnywhere'
  | 'findByCashierToken'
  | 'versions'
  | 'findByReference'
  | 'findBySession'
  | 'holderOf'
  | 'answerOf'
  | 'timeline'
>;

function lookupsIn(sql: Sql): Lookups {
  return {
    async findAnywhere(id) {
      const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions where id = ${id}`;
      return rows[0] ? fromRow(rows[0]) : null;
    },

    async findByCashierToken(merchantId, tokenHash) {
      const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
        where merchant_id = ${merchantId} and cashier_token_hash = ${tokenHash}`;
      return rows[0] ? fromRow(rows[0]) : null;
    },

    async versions(wanted) {
      const byMerchant = Map.groupBy(wanted, (one) => one.merchantId);
      const found = await Promise.all(
        [...byMerchant].map(([merchantId, own]) => {
          const ids = own.map(({ id }) => id);
          return sql`select id, version from transactions where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`;
        }),
      );
      return new Map(found.flat().map((row) => [row.id as string, row.version as number]));
    },

    async findByReference(merchantId, brandId, reference, country) {
      const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
        where merchant_id = ${merchantId} and merchant_reference = ${reference}
          ${country === undefined ? sql`` : sql`and reference_country = ${country}`}
          and brand_id = ${brandId}
        order by id`;
      return rows.map(fromRow);
    },

    async findBySession(merchantId, brandId, sessionId) {
      const { first, last } = idsOfSameMillisecond(sessionId);
      const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
        where merchant_id = ${merchantId} and id between ${first} and ${last}
          and session_id = ${sessionId} and brand_id = ${brandId}`;
      return rows[0] ? fromRow(rows[0]) : null;
    },

    async holderOf(merchantId, brandId, key) {
      const holder = await findKeyHolder(sql, { merchantId, brandId, key });
      return holder?.transactionId ?? null;
    },

    answerOf: (merchantId, transactionId) => findAnswer(sql, merchantId, transactionId),

    async timeline(merchantId, transactionId) {
      const rows = await sql`select sequence, at, from_status, to_status, actor, reason from timeline
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by sequence`;
      return rows.map((row) => ({
        sequence: row.sequence,
        at: row.at,
        from: row.from_status,
        to: row.to_status,
        actor: row.actor,
        reason: row.reason,
      }));
    },
  };
}

async function claimDue(sql: Sql, now: Date, limit: number, leaseMs: number): Promise<Transaction[]> {
  const due = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, transaction_id as id from open_work where due_at <= ${now} order by due_at limit ${limit}`;
  if (due.length === 0) return [];
  // The condition is repeated, so that if two processes choose the same row, only one gets it.
  const rows = await claimDueRows(sql, 'open_work', due.sort(byKey), async (tx, keys, merchantOf) => {
    const claimed = await tx`
      update open_work set due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, id uuid)
      where open_work.merchant_id = due.merchant_id and transaction_id = due.id and due_at <= ${now}
        ${merchantOf('open_work.merchant_id')}
      returning due.merchant_id, due.id`;
    return await readByKeys(tx, JSON.stringify(claimed), merchantOf('t.merchant_id'));
  });
  return rows.map(fromRow);
}
