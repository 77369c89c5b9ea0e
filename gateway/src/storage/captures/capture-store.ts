// Everything that reads or writes captures: it writes their steps in groups, lists them for a record, and claims the
// due ones. Every query names the merchant first, except the sweep's. This file decides nothing;
// domain/captures/capture.ts does.
import type { Capture } from '../../domain/captures/capture.ts';
import { inquiryDueAt } from '../../domain/transactions/outcome-step.ts';
import { isDatabaseTrouble, type Sql } from '../database/database.ts';
import { GroupCommit } from '../group-commit/group-commit.ts';
import { type GroupObserver, UNOBSERVED } from '../group-commit/group-observer.ts';
import { groupPipelines } from '../group-commit/group-pipelines.ts';
import { sparePipelinesOf } from '../group-commit/pipeline-pool.ts';
import { CAPTURE_COLUMNS, fromCaptureRow } from '../transactions/capture-row.ts';
import { type SentRows, sentRowsIn } from '../transactions/sent-rows.ts';
import { type CaptureJob, type CaptureWrite, writeCaptures } from './write-captures.ts';

export interface CaptureStore extends SentRows<Capture> {
  /** Commits the step that the job decides on, with everything that belongs to it; null if the job decides on none. */
  write(job: CaptureJob): Promise<CaptureWrite | null>;
  /** After the provider was told to release the rest: it did so, or it is told again later. Answers when. */
  noteRelease(capture: Capture, answer: { isReleased: boolean; now: Date }): Promise<Date | null>;
  /** Resolves when no write is waiting or in progress. */
  settled(): Promise<void>;
}

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
    ...sentRowsIn(sql, 'captures', { columns: CAPTURE_COLUMNS, fromRow: fromCaptureRow }),

    write: (job) => writes.write(job),

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
