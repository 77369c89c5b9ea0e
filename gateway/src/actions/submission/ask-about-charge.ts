// Calls a provider about the charge of a transaction (ask-provider.ts has the deadline). It gives the adapter the state
// that was kept for the charge, and checks which charge the answer is about. An answer about another amount, currency
// or reference must never be applied (contract 13).
import type { Call, ChargeState, Provider } from '@tollgate/provider-kit';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { readChargeState, writeChargeState } from '../../storage/transactions/charge-state.ts';
import type { Context } from '../context.ts';
import { askProvider } from './ask-provider.ts';

type Answer = Outcome | { kind: 'unheard' };

export interface Question<A extends Answer> {
  ask: (call: Call) => Promise<A>;
  /** Replaces an answer that is about something else. */
  ofAnother: Extract<A, { kind: 'unknown' | 'waiting' }>;
  /** Gets an answer that comes after the deadline. Absent: the call ends at the deadline. */
  late?: ((answer: A) => Promise<unknown>) | undefined;
}

export async function askAboutCharge<A extends Answer>(
  context: Context,
  provider: Provider,
  transaction: Transaction,
  { ask, ofAnother, late }: Question<A>,
): Promise<A | Extract<Outcome, { kind: 'unknown' }>> {
  const checked = async (signal: AbortSignal) => {
    const answer = await ask(callAbout(context, transaction, signal));
    return isAbout(context, transaction, answer) ? answer : ofAnother;
  };
  return await askProvider(context, provider, checked, late);
}

/** The kept state belongs to one charge: another attempt or another account starts with none. */
export function callAbout(context: Context, transaction: Transaction, signal: AbortSignal): Call {
  const { merchantId, id } = transaction;
  const reference = chargeReference(transaction);
  return {
    signal,
    async state() {
      const sealed = await readChargeState(context.sql, merchantId, id);
      if (!sealed) return null;
      const text = (await context.vault.open(sealed, sealContext.chargeState(merchantId))).toString('utf8');
      const kept = JSON.parse(text) as { reference: string; state: ChargeState };
      return kept.reference === reference ? kept.state : null;
    },
    async keep(state) {
      const sealed = context.vault.seal(
        JSON.stringify({ reference, state }),
        sealContext.chargeState(merchantId),
      );
      const written = await writeChargeState(context.sql, merchantId, id, sealed);
      if (!written)
        throw new Error(`transaction ${id} has ended, so its state at the provider cannot be stored`);
    },
  };
}

function isAbout(context: Context, transaction: Transaction, answer: Answer): boolean {
  const of = 'of' in answer ? answer.of : undefined;
  if (!of) return true;
  const { id: transactionId, brandId, provider, amountMinor, currency } = transaction;
  const same =
    of.reference === chargeReference(transaction) &&
    of.amountMinor === amountMinor &&
    of.currency === currency;
  if (!same) {
    const said = { ...of, amountMinor: String(of.amountMinor) };
    context.log.error(
      { transactionId, brandId, provider, said },
      'a provider answered about another payment',
    );
  }
  return same;
}
