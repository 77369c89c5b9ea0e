// The payments that an entry most likely belongs to, with the reasons (contract 15), for the person who decides. It
// never assigns anything.

import { fullName } from '@tollgate/provider-kit/seam/customer';
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { nameText } from '../../domain/payment-data/recipient.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
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
const LOOKED_AT = 50;
const DAY_MS = 86_400_000;
/** A transfer rarely arrives later than this. */
const DAYS_BACK = 60;

export async function suggestPayments(context: Context, entry: OpenedEntry): Promise<Suggestion[]> {
  const { amountMinor, currency, direction, merchantId } = entry;
  if (direction !== 'credit' || amountMinor === null || currency === null) return [];
  const last = Math.floor(context.now().getTime() / DAY_MS);
  const booked = entry.bookedOn === null ? last : Date.parse(entry.bookedOn) / DAY_MS;
  const days = { first: Math.min(booked, last) - DAYS_BACK, last };
  const ids = await payinsOfAmount(context.sql, entry, { amountMinor, currency, days }, LOOKED_AT);
  const found = await readTransactions(context.sql, merchantId, ids);
  return found
    .filter(({ provider, providerAccount }) => provider === BANK_ID && providerAccount === entry.accountId)
    .map((transaction) => weigh(entry, transaction))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ transaction, reasons }) => ({ transaction, reasons }));
}

const compact = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

function weigh({ said, bookedOn }: OpenedEntry, transaction: Transaction) {
  const reasons: string[] = [];
  let weight = 0;
  const note = (points: number, reason: string) => {
    weight += points;
    reasons.push(reason);
  };
  const text = compact(said?.text ?? '');
  const { merchantReference, details, userId, createdAt, status } = transaction;
  const isNamed = (value: string | null | undefined) =>
    value != null && compact(value).length >= 4 && text.includes(compact(value));
  if (isNamed(merchantReference)) note(8, 'the text contains its reference');
  if (isNamed(details.paymentReference)) note(6, 'the text contains its payment reference');
  if (isNamed(userId)) note(4, 'the text contains its customer');
  const payer = said?.counterparty.name;
  const customer = fullName(details.customer);
  if (payer && customer && nameText({ accountHolder: payer }) === nameText({ accountHolder: customer }))
    note(6, 'the payer has the name of its customer');
  const before = bookedOn === null ? null : Date.parse(bookedOn) + DAY_MS - createdAt.getTime();
  if (before !== null && before >= 0 && before < 5 * DAY_MS) note(2, 'it was created in the days before');
  if (status === 'PROCESSING') note(1, 'it is still open');
  reasons.push('the same amount');
  return { transaction, weight, reasons };
}
