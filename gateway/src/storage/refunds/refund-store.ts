// Everything that reads or writes refunds: it writes their steps in groups, lists them for a record, and claims the due
// ones. Every query names the merchant first, except the sweep's. This file decides nothing; domain/refunds/refund.ts
// does.
import type { Refund } from '../../domain/refunds/refund.ts';
import { isDatabaseTrouble, type Sql } from '../database/database.ts';
import { GroupCommit, type GroupCommitOptions } from '../group-commit/group-commit.ts';
import { type GroupObserver, UNOBSERVED } from '../group-commit/group-observer.ts';
import { groupPipelines } from '../group-commit/group-pipelines.ts';
import type { Lock } from '../group-commit/lock-lines.ts';
import { sparePipelinesOf } from '../group-commit/pipeline-pool.ts';
import { fromRefundRow, REFUND_COLUMNS } from '../transactions/refund-row.ts';
import { type SentRows, sentRowsIn } from '../transactions/sent-rows.ts';
import { type RefundJob, type RefundWrite, writeRefunds } from './write-refunds.ts';

export interface RefundStore extends SentRows<Refund> {
  /** Commits the step that the job decides on, with everything that belongs to it; null if the job decides on none. */
  write(job: RefundJob): Promise<RefundWrite | null>;
  /** Resolves when no write is waiting or in progress. */
  settled(): Promise<void>;
}

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
    ...sentRowsIn(sql, 'refunds', { columns: REFUND_COLUMNS, fromRow: fromRefundRow }),

    // A step that ends a refund needs no balance, so it does not wait with jobs that need one.
    write: (job) => (job.spends ? openings : endings).write(job),

    async settled() {
      await openings.settled();
      await endings.settled();
    },
  };
}
