// The background loops of a worker process: due transactions and refunds, balances to fold, the nightly proof.
// Started by gateway.ts for the roles worker and all. Webhooks have a sender of their own.
import type { Context } from '../actions/context.ts';
import { sweepDueRefunds } from './due-refunds.ts';
import { sweepDueTransactions } from './due-transactions.ts';
import { foldBalances } from './fold-balances.ts';
import { startLoop } from './loop.ts';
import { nightlyLedgerCheck } from './nightly-ledger-check.ts';

export function startChores(context: Context): () => Promise<void> {
  const loops = [
    startLoop(context, { name: 'due transactions', everyMs: 250, work: () => sweepDueTransactions(context) }),
    startLoop(context, { name: 'due refunds', everyMs: 250, work: () => sweepDueRefunds(context) }),
    startLoop(context, { name: 'fold balances', everyMs: 1_000, work: foldBalances(context) }),
    startLoop(context, { name: 'nightly ledger check', everyMs: 60_000, work: nightlyLedgerCheck(context) }),
  ];
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
