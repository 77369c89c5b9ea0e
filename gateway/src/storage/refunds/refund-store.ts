// Everything that reads or writes refunds: it writes their steps in groups, lists them for a record, and claims the due
// ones. Every query names the merchant first, except the sweep's. This file decides nothing; domain/refunds/refund.ts
// does.
import type { Refund } from '../../domain/refunds/refund.ts';
import { claimDueRows } from '../database/claim-due.ts';
import { isDatabaseTrouble, type Sql } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { GroupCommit, type GroupCommitOptions } from '../group-commit/group-commit.ts';
import { type GroupObserver, UNOBSERVED } from '../group-commit/group-observer.ts';
import { groupPipelines } from '../group-commit/group-pipelines.ts';
import type { Lock } from '../group-commit/lock-lines.ts';
import { sparePipelinesOf } from '../group-commit/pipeline-pool.ts';
import { fromRefundRow, REFUND_COLUMNS } from '../transactions/refund-row.ts';
import { type RefundJob, type RefundWrite, writeRefunds } from './write-refunds.ts';

export interface RefundStore {
  /** Commits the step that the job decides on, with everything that belongs to it; null if the job decides on none. */
  write(job: RefundJob): Promise<RefundWrite | null>;
  /** A refund of the brand. */
  find(merchantId: string, brandId: string, id: string): Promise<Refund | null>;
  /** Oldest first. */
  ofTransaction(merchantId: string, transactionId: string): Promise<Refund[]>;
  /** Claims up to `limit` due refunds for `leaseMs`: until then nobody else gets them. */
  claimDue(now: Date, limit: number, leaseMs: number): Promise<Refund[]>;
  /** Resolves when no write is waiting or in progress. */
  settled(): Promise<void>;
}

const OWN_COLUMNS = REFUND_COLUMNS.replace(/\w+/g, 'refunds.$&');

const lockOf = ({ merchantId, brandId, currency, transactionId, spends }: RefundJob): Lock => ({
  merchantId,
  row: spends ? `${brandId} ${currency}` : transactionId,
});

export function openRefundStore(sql: Sql, by: GroupObserver = UNOBSERVED): RefundStore {
  const [opening, ending] = [groupPipelines(sql), groupPipelines(sql)];
  const same: GroupCommitOptions<RefundJob, RefundWrite | null> = {
    ...opening.sharing(({ merchantId }) => merchantId),
    watched: { store: 'refund', by },
    hitsAll: isDatabaseTrouble,
    aside: { pipelines: sparePipelinesOf(sql), write: writeRefunds, lockOf },
  };
  const openings = new GroupCommit(
    (jobs: RefundJob[]) => opening.use((pipeline) => writeRefunds(pipeline, jobs)),
    same,
  );
  const endings = new GroupCommit(
    (jobs: RefundJob[]) => ending.use((pipeline) => writeRefunds(pipeline, jobs)),
    {
      ...same,
      isOutcome: true,
    },
  );
  return {
    // A step that ends a refund needs no balance, so it does not wait with jobs that need one.
    write: (job) => (job.spends ? openings : endings).write(job),

    async find(merchantId, brandId, id) {
      const rows = await sql`select ${sql.unsafe(REFUND_COLUMNS)} from refunds
        where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
      return rows[0] ? fromRefundRow(rows[0]) : null;
    },

    async ofTransaction(merchantId, transactionId) {
      const rows = await sql`select ${sql.unsafe(REFUND_COLUMNS)} from refunds
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by created_at, id`;
      return rows.map(fromRefundRow);
    },

    async claimDue(now, limit, leaseMs) {
      const due = await sql<{ merchant_id: string; transaction_id: string; id: string }[]>`
        select merchant_id, transaction_id, id from refunds where due_at <= ${now} order by due_at limit ${limit}`;
      if (due.length === 0) return [];
      // The condition is repeated, so that if two processes choose the same row, only one gets it.
      const rows = await claimDueRows(
        sql,
        'refunds',
        due.sort(byKey),
        (tx, keys, merchantOf) => tx`
          update refunds set due_at = ${new Date(now.getTime() + leaseMs)}
          from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, transaction_id uuid, id uuid)
          where refunds.merchant_id = due.merchant_id and refunds.transaction_id = due.transaction_id
            and refunds.id = due.id and due_at <= ${now} ${merchantOf('refunds.merchant_id')}
          returning ${tx.unsafe(OWN_COLUMNS)}`,
      );
      return rows.map(fromRefundRow);
    },

    async settled() {
      await openings.settled();
      await endings.settled();
    },
  };
}
