// Jobs for a refund store: the step that makes a refund, and the
// step that ends it, as the actions write them.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { ROOT, refundEntry } from '../../src/domain/audit/audit.ts';
import {
  openRefund,
  type Refund,
  type RefundOutcome,
  settleRefund,
} from '../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { refundEvent } from '../../src/domain/webhooks/webhook-event.ts';
import type { RefundJob } from '../../src/storage/refunds/write-refunds.ts';
import { LATER } from './store-stage.ts';

const SENDER = {
  notificationUrl: null,
  signingSecrets: [{ id: randomUUID(), secret: 'tgs_of_the_stage' }],
};

function jobOf(payment: Transaction, refundId: string, more: Partial<RefundJob>): RefundJob {
  const { merchantId, brandId, currency, id: transactionId } = payment;
  const job = { merchantId, brandId, currency, transactionId, refundId, refundReference: null };
  return { ...job, spends: false, by: null, decide: () => null, ...more };
}

/** The job that actions/refunds/create-refund.ts writes. */
export function opening(
  payment: Transaction,
  amountMinor: bigint,
  refundReference: string | null = null,
): RefundJob {
  const id = randomUUIDv7();
  return jobOf(payment, id, {
    refundReference,
    spends: true,
    by: ROOT,
    decide(standing) {
      const request = { id, amountMinor, refundReference, reason: null };
      const judged = openRefund(request, { ...standing, supported: true }, LATER);
      if (judged.kind !== 'opened') return null;
      const { change } = judged;
      const event = refundEvent(change.after, change.refund, randomUUIDv7(), SENDER);
      return { change, event, taken: false, audit: refundEntry(change, ROOT) };
    },
  });
}

export function ending(payment: Transaction, { id }: Refund, outcome: RefundOutcome): RefundJob {
  return jobOf(payment, id, {
    decide({ transaction, refund }) {
      const change = settleRefund(transaction, refund!, { outcome, inquired: true }, LATER);
      if (!change) return null;
      const told = change.before !== change.after;
      const event = told ? refundEvent(change.after, change.refund, randomUUIDv7(), SENDER) : null;
      return { change, event, taken: false, audit: null };
    },
  });
}
