// Finds the pay-in by the token in the address of a bank, wallet or mandate page, and says what kind of page it is. The
// tokens of the 3-D Secure page and of the cashier must open nothing here.
import type { Context } from '../../actions/context.ts';
import type { PaymentFlow } from '../../domain/options/payment-flow.ts';
import { findChoice } from '../../domain/options/payment-option.ts';
import { readPageToken } from '../../domain/transactions/page-token.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { providerFormOf } from '../schemas/provider-form.ts';
import type { BankIdentity } from './bank-frame.ts';
import { isVisitOpen } from './open-page.ts';
import type { PageQuery } from './return-address.ts';

export interface Visit {
  transaction: Transaction;
  brandName: string;
  kind: VisitKind;
  face: BankIdentity;
  /** Whether this page still waits for the payer's answer. */
  open: boolean;
}

/** The flows of payment that have a page. */
export type VisitKind = Extract<PaymentFlow, 'bank' | 'wallet' | 'mandate'>;

const KINDS: Readonly<Record<VisitKind, string>> = {
  bank: 'Online banking',
  wallet: 'Wallet',
  mandate: 'Direct debit',
};

export async function findVisit(context: Context, token: string, query: PageQuery): Promise<Visit | null> {
  const id = readPageToken('bank-page', token, (text) => context.vault.fingerprint(text));
  const transaction = id === null ? null : await context.transactions.findAnywhere(id);
  if (!transaction) return null;
  const choice = findChoice(transaction.optionId);
  if (!choice || !hasPage(choice.flow)) return null;
  const kind = choice.flow;
  const isMandate = kind === 'mandate';
  return {
    transaction,
    brandName: context.brands.byId(transaction.brandId)?.name ?? 'the shop',
    kind,
    face: {
      // The mandate names the shop; the bank only stores it.
      name: isMandate ? 'Test Bank' : choice.name,
      logo: isMandate ? 'sandbox/bank.svg' : `logos/${choice.logo}`,
      kind: choice.method === 'klarna' ? 'Pay later' : KINDS[kind],
    },
    open: isVisitOpen(transaction, context.now()) && leadsHere(transaction, token, query),
  };
}

const hasPage = (flow: PaymentFlow): flow is VisitKind => Object.hasOwn(KINDS, flow);

/** If a pay-in has continued with another method or attempt, the former page does not decide it. */
function leadsHere(transaction: Transaction, token: string, { back }: PageQuery): boolean {
  const address = providerFormOf(transaction)?.url ?? transaction.result?.redirectUrl;
  return (
    typeof address === 'string' &&
    address.endsWith(`/sandbox/bank/${token}${back === undefined ? '' : `?back=${back}`}`)
  );
}
