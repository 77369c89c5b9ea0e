// The payments that an entry most likely belongs to, with the reasons (contract 15), for the person who decides. It
// never assigns anything.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { likenessOf } from '../../domain/bank/payment-likeness.ts';
import {
  defaultReference,
  isLateSuccess,
  namedUser,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { payinsOfAmount } from '../../storage/bank/bank-overview.ts';
import { readTransactions } from '../../storage/transactions/read-transactions.ts';
import type { Context } from '../context.ts';
import type { OpenedEntry } from './verdict.ts';

export interface Suggestion {
  transaction: Transaction;
  /** In words, the strongest first. */
  reasons: string[];
}

const MOST = 3;
const LOOKED_AT = 200;
const DAY_MS = 86_400_000;
/** A transfer rarely arrives later than this. */
const DAYS_BACK = 60;
/** How much larger a payment may be: a payer, or a bank on the way, keeps a part back as a discount or a fee. */
const LARGER = { times: 5n, of: 4n };

export async function suggestPayments(context: Context, entry: OpenedEntry): Promise<Suggestion[]> {
  const { amountMinor, currency, direction, merchantId, said } = entry;
  if (direction !== 'credit' || amountMinor === null || currency === null) return [];
  const last = Math.floor(context.now().getTime() / DAY_MS);
  const booked = entry.bookedOn === null ? last : Date.parse(entry.bookedOn) / DAY_MS;
  const days = { first: Math.min(booked, last) - DAYS_BACK, last };
  const among = (least: bigint, most: bigint) =>
    payinsOfAmount(context.sql, entry, { least, most, currency, days }, LOOKED_AT);
  const ids = await Promise.all([
    among(amountMinor, amountMinor),
    among(amountMinor + 1n, (amountMinor * LARGER.times) / LARGER.of),
  ]);
  // The bank's text names this payment beyond doubt, and only the amount differs.
  const named = entry.transactionId === null ? [] : [entry.transactionId];
  const found = await readTransactions(context.sql, merchantId, [...new Set([...named, ...ids.flat()])]);
  const facts = {
    text: said?.text ?? '',
    payer: said?.counterparty.name ?? null,
    bookedOn: entry.bookedOn,
    amountMinor,
  };
  return found
    .filter((one) => one.provider === BANK_ID && one.providerAccount === entry.accountId && isAssignable(one))
    .filter((one) => one.amountMinor >= amountMinor)
    .map((transaction) => ({ transaction, ...likenessOf(facts, factsOf(transaction)) }))
    .map((one) => (one.transaction.id === entry.transactionId ? { ...one, ...byReference(one) } : one))
    .filter((one) => one.isNamed || one.transaction.amountMinor === amountMinor)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ transaction, reasons }) => ({ transaction, reasons }));
}

const isAssignable = (one: Transaction): boolean =>
  one.type === 'PAYIN' && (one.status === 'PROCESSING' || isLateSuccess(one));

const byReference = ({ weight, reasons }: { weight: number; reasons: string[] }) => ({
  weight: weight + 10,
  reasons: ['the entry contains its bank reference', ...reasons],
  isNamed: true,
});

const factsOf = (transaction: Transaction) => ({
  // The gateway's own reference has the digits of an id.
  merchantReference:
    transaction.merchantReference === defaultReference(transaction.id) ? '' : transaction.merchantReference,
  paymentReference: transaction.details.paymentReference,
  userId: namedUser(transaction),
  customer: transaction.details.customer,
  amountMinor: transaction.amountMinor,
  createdAt: transaction.createdAt,
  isOpen: transaction.status === 'PROCESSING',
});
