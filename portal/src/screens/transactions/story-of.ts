// The story of a transaction, made of the steps, transfers and webhooks of its page: everything from one commit stands
// together. Pure; it reads only the fields that decide the order.

interface Step {
  at: string;
  kind: string;
  status: string | null;
}

interface Page<S extends Step, T, W> {
  timeline: readonly S[];
  transfers: readonly T[];
  webhooks: readonly W[];
  refunds: readonly { id: string; createdAt: string; undecided: boolean }[];
}

export interface Chapter<S, T, W> {
  at: string;
  /** null: transfers or webhooks of a moment that has no step. */
  step: S | null;
  transfers: T[];
  webhooks: W[];
  /** The refund that began with this step, if a person must decide its outcome. */
  undecidedRefund: string | null;
}

/** Oldest first. Transfers and webhooks stand at the last step of their moment. */
export function storyOf<S extends Step, T extends { at: string }, W extends { createdAt: string }>({
  timeline,
  transfers,
  webhooks,
  refunds,
}: Page<S, T, W>): Chapter<S, T, W>[] {
  const begun = ({ kind, status, at }: S) =>
    kind === 'refund' && status === 'PENDING'
      ? refunds.find(({ undecided, createdAt }) => undecided && createdAt === at)
      : undefined;
  const chapters = timeline.map(
    (step): Chapter<S, T, W> => ({
      at: step.at,
      step,
      transfers: [],
      webhooks: [],
      undecidedRefund: begun(step)?.id ?? null,
    }),
  );
  const chapterAt = (at: string) => {
    const standing = chapters.findLast((one) => one.at === at);
    if (standing) return standing;
    const own = { at, step: null, transfers: [], webhooks: [], undecidedRefund: null };
    chapters.push(own);
    return own;
  };
  for (const transfer of transfers) chapterAt(transfer.at).transfers.push(transfer);
  for (const webhook of webhooks) chapterAt(webhook.createdAt).webhooks.push(webhook);
  // The sort is stable: steps of one moment keep their order.
  return chapters.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
