// Folds waiting changes into the balances (storage/ledger/fold-balance-batch.ts), a batch per turn; chores.ts runs it
// in a loop. A pass goes through all changed balances before it begins again, so the busiest cannot delay the others.
// If a balance fails, the log names it and the pass continues. A balance locked by another writer is no failure: an
// approval decides under that lock, or another process folds it.
import type { Context } from '../actions/context.ts';
import { ShardPipelines } from '../storage/group-commit/shard-pipelines.ts';
import { type BalanceKey, foldWaitingBalances } from '../storage/ledger/fold-balance-batch.ts';
import type { TurnResult } from './turn-result.ts';

const BATCH = 500;

/** Each call is a turn of the same pass; 'more' until the pass is done. */
export function foldBalances(
  context: Pick<Context, 'sql' | 'log'>,
  batch = BATCH,
): () => Promise<TurnResult> {
  const ofShards = new ShardPipelines(context.sql);
  let after: BalanceKey | null = null;
  let failures = 0;

  return async () => {
    const isFirst = after === null;
    const { folded, locked, failed, last } = await foldWaitingBalances(context.sql, batch, after, ofShards);
    for (const key of locked)
      context.log.info(key, 'a balance is locked; its changes will be folded in the next pass');
    for (const { key, error } of failed) {
      failures++;
      context.log.error(
        { err: error, ...key },
        'a balance could not be folded; its changes stay in the queue',
      );
    }
    after = last;
    if (last !== null) return 'more';
    const failedInPass = failures;
    failures = 0;
    // Thrown at the end of the pass, so that the loop pauses longer before the same ones fail again.
    if (failedInPass > 0) throw new Error(`${failedInPass} balances could not be folded`);
    return isFirst && folded + locked.length === 0 ? 'nothing' : 'done';
  };
}
