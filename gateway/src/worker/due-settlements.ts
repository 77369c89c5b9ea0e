// Looks at settlements that are due (contract 17): pages of lines to read, lines that did not fit, credits at the bank.
// Once a day it asks each provider for payouts of which no news came. Loops of chores.ts, in every process with the
// worker role. A claim is a lease, and a line is stored once, so two processes do no harm.
import { pairCredits } from '../actions/bank/pair-credits.ts';
import type { Context } from '../actions/context.ts';
import { askForPayouts } from '../actions/settlements/ask-for-payouts.ts';
import { lookAtSettlement } from '../actions/settlements/look-at-settlement.ts';
import { claimDueSettlements, type StoredSettlement } from '../storage/settlements/settlement-store.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than one turn of pages; after a process dies, others can claim its settlements this much later. */
const LEASE_MS = 120_000;
const MOST_AT_ONCE = 16;

export async function sweepDueSettlements(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await claimDueSettlements(context.sql, context.now(), limit, LEASE_MS);
  await inFlight.turn(
    due.map((settlement) => ({
      of: settlement.accountId ?? settlement.brandId,
      run: () => look(context, settlement),
    })),
  );
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/** One settlement's fault must not delay the others: this logs it, and a worker claims it again after its lease. */
async function look(context: Context, settlement: StoredSettlement): Promise<void> {
  try {
    await pairCredits(context, settlement);
    await lookAtSettlement(context, settlement);
  } catch (error) {
    const { id: settlementId, brandId } = settlement;
    context.log.error(
      { err: error, settlementId, brandId },
      'a settlement could not be looked at; it is tried again',
    );
  }
}

/** One account's fault must not stop the others. */
export function askForMissedPayouts(context: Context): () => Promise<'done'> {
  return async () => {
    for (const account of context.providerAccounts.all()) {
      try {
        await askForPayouts(context, account);
      } catch (error) {
        context.log.warn({ err: error, accountId: account.id }, 'could not ask a provider for its payouts');
      }
    }
    return 'done';
  };
}
