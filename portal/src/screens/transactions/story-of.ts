// The story of a transaction, made of the steps, transfers and webhooks of its page: what committed together stands together.
// Pure.
import type { PageOf } from './page.ts';

export type Transfer = PageOf['transfers'][number];
export type Webhook = PageOf['webhooks'][number];

export interface Chapter {
  at: string;
  /** null: a transfer or webhook of a moment without a step. */
  step: PageOf['timeline'][number] | null;
  transfers: Transfer[];
  webhooks: Webhook[];
  /** The refund that began with this step, if a person must decide its outcome. */
  undecidedRefund: string | null;
}

type Page = Pick<PageOf, 'timeline' | 'transfers' | 'webhooks' | 'refunds'>;

/** Oldest first. Transfers and webhooks stand at the last step of their moment. */
export function storyOf({ timeline, transfers, webhooks, refunds }: Page): Chapter[] {
  const undecided = refunds.filter((refund) => refund.undecided);
  const chapters = timeline.map(
    (step): Chapter => ({
      at: step.at,
      step,
      transfers: [],
      webhooks: [],
      undecidedRefund:
        step.kind === 'refund' && step.status === 'PENDING'
          ? (undecided.find(({ createdAt }) => createdAt === step.at)?.id ?? null)
          : null,
    }),
  );
  const chapterAt = (at: string): Chapter => {
    const standing = chapters.findLast((one) => one.at === at);
    if (standing) return standing;
    const own: Chapter = { at, step: null, transfers: [], webhooks: [], undecidedRefund: null };
    chapters.push(own);
    return own;
  };
  for (const transfer of transfers) chapterAt(transfer.at).transfers.push(transfer);
  for (const webhook of webhooks) chapterAt(webhook.createdAt).webhooks.push(webhook);
  // The sort is stable: steps of one moment keep their order.
  return chapters.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
