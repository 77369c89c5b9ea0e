// Payouts of Stripe's stand-in, and the balance transactions in them (contract 17). Used by api.ts and control.ts. As
// at Stripe, a list of transactions is complete only after the payout is reconciled, and a manual payout has none.
import type { Form } from '@tollgate/provider-kit/stand-in';
import { textAt } from './form.ts';
import { invalid, newId, type Records, type Thing } from './records.ts';

/** Books money: of a charge, a refund or a dispute as its category says, else as the fields say. */
export function book(
  books: Records,
  category: string,
  source: string | null,
  fields: Record<string, unknown> = {},
): Thing {
  const about = source === null ? null : (books.things.get(source) ?? null);
  const whole = { fee: 0, ...amountsFor(category, about), ...fields } as { amount: number; fee: number };
  return books.keep({
    id: `txn_${newId()}`,
    object: 'balance_transaction',
    currency: about?.currency ?? 'eur',
    exchange_rate: null,
    fee_details: [],
    net: whole.amount - whole.fee,
    reporting_category: category,
    source,
    status: 'available',
    type: TYPES[category] ?? 'adjustment',
    in_payout: null,
    ...whole,
  });
}

const TYPES: Readonly<Record<string, string>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  fee: 'stripe_fee',
  tax: 'tax_fee',
  payout: 'payout',
  payout_reversal: 'payout_failure',
};

/** Stripe's usual prices: 1.4 % and 0.25 of a charge, 15.00 of a dispute. */
function amountsFor(category: string, about: Thing | null) {
  const amount = about?.amount ?? 0;
  switch (category) {
    case 'charge':
      return { amount: about?.amount_captured || amount, fee: Math.round(amount * 0.014) + 25 };
    case 'refund':
      return { amount: -amount };
    case 'dispute':
      return { amount: -amount, fee: 1_500 };
    default:
      return { amount };
  }
}

/** Pays transactions out, in the order in which the list shows them. */
export function createPayout(
  books: Records,
  transactions: readonly Thing[],
  fields: Record<string, unknown> = {},
): Thing {
  const net = transactions.reduce((sum, one) => sum + one.net, 0);
  const automatic = fields.automatic !== false;
  const payout = books.keep({
    id: `po_${newId()}`,
    object: 'payout',
    amount: net,
    arrival_date: books.seconds() + 2 * 86_400,
    automatic,
    currency: transactions[0]?.currency ?? 'eur',
    failure_code: null,
    failure_message: null,
    metadata: {},
    method: 'standard',
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    statement_descriptor: null,
    status: 'pending',
    type: 'bank_account',
    ...fields,
  });
  for (const one of transactions) one.in_payout = payout.id;
  const own = book(books, 'payout', payout.id, { amount: -payout.amount, currency: payout.currency });
  own.in_payout = payout.id;
  payout.balance_transaction = own.id;
  payout.listed = [own, ...transactions].map(({ id }) => id);
  books.tell('payout.created', payout);
  return payout;
}

export function movePayout(
  books: Records,
  id: string,
  status: 'in_transit' | 'paid' | 'failed' | 'canceled',
  fields: Record<string, unknown> = {},
): Thing {
  const payout = Object.assign(books.find(id), { status, ...fields });
  books.tell(status === 'in_transit' ? 'payout.updated' : `payout.${status}`, payout);
  return payout;
}

/** From now on its list is complete. */
export function reconcilePayout(books: Records, id: string): Thing {
  const payout = Object.assign(books.find(id), { reconciliation_status: 'completed' });
  books.tell('payout.reconciliation_completed', payout);
  return payout;
}

/** Newest first. */
export function payoutsFor(books: Records, form: Form): Thing[] {
  const since = Number(textAt(form, 'created', 'gte') ?? 0);
  return books
    .of('payout')
    .filter(({ created }) => created >= since)
    .reverse();
}

/** Before the payout is reconciled, some transactions are missing. */
export function transactionsFor(books: Records, form: Form): Thing[] {
  const payout = books.find(textAt(form, 'payout') ?? '');
  if (!payout.automatic) {
    throw invalid('', 'Balance transaction history can only be filtered on automatic transfers', 'payout');
  }
  const all: Thing[] = payout.listed.map((id: string) => books.find(id));
  return payout.reconciliation_status === 'completed' ? all : all.slice(0, Math.ceil(all.length / 2));
}

/** A transaction with its source, if the call asks for that. */
export function withSource(books: Records, transaction: Thing, form: Form): Thing {
  const isWanted = Array.isArray(form.expand) && form.expand.includes('data.source');
  const source = isWanted && !books.ignoresExpand ? books.things.get(transaction.source) : null;
  return source ? { ...transaction, source } : transaction;
}
