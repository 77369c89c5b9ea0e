// Everything that reads or writes captures: it writes their steps in groups, lists them for a record, and claims the
// due ones. Every query names the merchant first, except the sweep's. This file decides nothing;
// domain/captures/capture.ts does.
import type { Capture } from '../../domain/captures/capture.ts';
import { inquiryDueAt } from '../../domain/transactions/outcome-step.ts';
import { claimDueRows } from '../database/claim-due.ts';
import { isDatabaseTrouble, type Sql } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { GroupCommit } from '../group-commit/group-commit.ts';
import { type GroupObserver, UNOBSERVED } from '../group-commit/group-observer.ts';
import { groupPipelines } from '../group-commit/group-pipelines.ts';
import { sparePipelinesOf } from '../group-commit/pipeline-pool.ts';
import { CAPTURE_COLUMNS, fromCaptureRow } from '../transactions/capture-row.ts';
import { type CaptureJob, type CaptureWrite, writeCaptures } from './write-captures.ts';

export interface CaptureStore {
  /** Commits the step that the job decides on, with everything that belongs to it; null if the job decides on none. */
  write(job: CaptureJob): Promise<CaptureWrite | null>;
  /** A capture of the brand. */
  find(merchantId: string, brandId: string, id: string): Promise<Capture | null>;
  /** Oldest first. */
  ofTransaction(merchantId: string, transactionId: string): Promise<Capture[]>;
  /** Claims up to `limit` due captures for `leaseMs`: until then nobody else gets them. */
  claimDue(now: Date, limit: number, leaseMs: number): Promise<Capture[]>;
  /** After the provider was told to release the rest: it did so, or it is told again later. Answers when. */
  noteRelease(capture: Capture, answer: { isReleased: boolean; now: Date }): Promise<Date | null>;
  /** Resolves when no write is waiting or in progress. */
  settled(): Promise<void>;
}

const OWN_COLUMNS = CAPTURE_COLUMNS.replace(/\w+/g, 'captures.$&');

export function openCaptureStore(sql: Sql, by: GroupObserver = UNOBSERVED): CaptureStore {
  const pipelines = groupPipelines(sql);
  const writes = new GroupCommit<CaptureJob, CaptureWrite | null>(
    (jobs) => pipelines.use((pipeline) => writeCaptures(pipeline, jobs)),
    {
      ...pipelines.sharing(({ merchantId }) => merchantId),
      watched: { store: 'capture', by },
      hitsAll: isDatabaseTrouble,
      isOutcome: true,
      aside: {
        pipelines: sparePipelinesOf(sql),
        write: writeCaptures,
        lockOf: ({ merchantId, transactionId }) => ({ merchantId, row: transactionId }),
      },
    },
  );
  return {
    write: (job) => writes.write(job),

    async find(merchantId, brandId, id) {
      const rows = await sql`select ${sql.unsafe(CAPTURE_COLUMNS)} from captures
        where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
      return rows[0] ? fromCaptureRow(rows[0]) : null;
    },

    async ofTransaction(merchantId, transactionId) {
      const rows = await sql`select ${sql.unsafe(CAPTURE_COLUMNS)} from captures
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by created_at, id`;
      return rows.map(fromCaptureRow);
    },

    async claimDue(now, limit, leaseMs) {
      const due = await sql<{ merchant_id: string; transaction_id: string; id: string }[]>`
        select merchant_id, transaction_id, id from captures where due_at <= ${now} order by due_at limit ${limit}`;
      if (due.length === 0) return [];
      // The condition is repeated, so that if two processes choose the same row, only one gets it.
      const rows = await claimDueRows(
        sql,
        'captures',
        due.sort(byKey),
        (tx, keys, merchantOf) => tx`
          update captures set due_at = ${new Date(now.getTime() + leaseMs)}
          from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, transaction_id uuid, id uuid)
          where captures.merchant_id = due.merchant_id and captures.transaction_id = due.transaction_id
            and captures.id = due.id and due_at <= ${now} ${merchantOf('captures.merchant_id')}
          returning ${tx.unsafe(OWN_COLUMNS)}`,
      );
      return rows.map(fromCaptureRow);
    },

    async noteRelease({ merchantId, transactionId, id, inquiries }, { isReleased, now }) {
      const dueAt = isReleased ? null : inquiryDueAt(inquiries, now);
      await sql`update captures set due_at = ${dueAt}, inquiries = inquiries + 1
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id}
          and status = 'COMPLETED'`;
      return dueAt;
    },

    settled: () => writes.settled(),
  };
}
