// Commits a step after the end of a transaction together with its webhook event (contract 13). The caller decides the
// step, under the lock of the transaction. Answers whether a step was written.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { Movement } from '../../domain/ledger/ledger.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import {
  type AfterEndStanding,
  type AfterEndWrite,
  writeAfterEnd,
} from '../../storage/after-end/write-after-end.ts';
import type { Context } from '../context.ts';
import { traceOf } from '../trace-event.ts';

export interface StepAfterEnd {
  before: Transaction;
  after: Transaction;
  dispute: Dispute | null;
  movements: Movement[];
  /** The evidence of a new response to the dispute, sealed; absent: none. */
  evidenceSealed?: Buffer | null;
  /** null: only the dispute's response changes, and nobody is told. */
  eventOf: ((eventId: string, brand: Brand) => WebhookEvent) | null;
  /** Set if a person caused the step; null: a provider did. */
  audit: AuditEntry | null;
  /** More to write in the same commit. If it throws, nothing is written. */
  also?: AfterEndWrite['also'];
}

export async function writeStep(
  context: Context,
  transaction: Pick<Transaction, 'merchantId' | 'id'>,
  decide: (standing: AfterEndStanding) => StepAfterEnd | null,
): Promise<boolean> {
  const { outbox } = context;
  // Belongs to the current try: after a failed commit, `decide` runs again.
  let taken: WebhookEvent | null = null;
  const letGo = () => {
    if (taken) outbox.abandon(taken);
    taken = null;
  };
  const inTrace = traceOf(context);
  try {
    const write = await writeAfterEnd(context.sql, transaction, (standing) => {
      letGo();
      const step = decide(standing);
      if (!step) return null;
      const { eventOf, ...rest } = step;
      if (!eventOf) return { ...rest, event: null, taken: false };
      const event = inTrace(eventOf(timeOrderedId(step.after.updatedAt), brandOf(context, step.after)));
      if (outbox.take(event)) taken = event;
      return { ...rest, event, taken: taken !== null };
    });
    if (!write) return false;
    taken = null;
    if (write.event) outbox.commit(write.event, write.taken);
    return true;
  } finally {
    letGo();
  }
}

function brandOf({ brands }: Context, { brandId }: Transaction): Brand {
  const brand = brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} does not exist`);
  return brand;
}
