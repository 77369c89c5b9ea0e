// The payments that a line of a settlement most likely belongs to, with the reasons (contract 17), for the person who
// decides. It never assigns anything.
import { isOfPayment, matchLine, SETTLED_BEFORE } from '../../domain/settlements/match-line.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { listTransactions } from '../../storage/listing/list-transactions.ts';
import { searchTransactions } from '../../storage/listing/search-transactions.ts';
import { type StoredLine, settledOf } from '../../storage/settlements/line-store.ts';
import { readPaymentFacts } from '../../storage/settlements/payment-facts.ts';
import type { StoredSettlement } from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';

export interface LikelyPayment {
  transaction: Transaction;
  /** In words, the strongest first. */
  reasons: string[];
}

const MOST = 3;
const LOOKED_AT = 50;
const DAY_MS = 86_400_000;
/** A provider books a charge soon after the payment; a capture comes days later, a refund or dispute later still. */
const DAYS_BACK = { charge: 10, other: 120 };

type OfSettlement = Pick<StoredSettlement, 'merchantId' | 'brandId' | 'provider' | 'accountId'>;

export async function suggestPayments(
  context: Pick<Context, 'sql' | 'now'>,
  settlement: OfSettlement,
  line: StoredLine,
): Promise<LikelyPayment[]> {
  if (!isOfPayment(line)) return [];
  const { sql } = context;
  const ids = await candidatesOf(context, settlement, line);
  const facts = await readPaymentFacts(sql, settlement, ids);
  const settled = await settledOf(sql, settlement, ids);
  return (
    [...facts.values()]
      .filter(
        ({ transaction: { type, provider, providerAccount } }) =>
          type === 'PAYIN' && provider === settlement.provider && providerAccount === settlement.accountId,
      )
      .map((payment) => {
        const { state, reason } = matchLine(line, settlement, payment, settled);
        return { payment, fits: state === 'matched', isSettled: reason === SETTLED_BEFORE };
      })
      // It could not be assigned.
      .filter(({ isSettled }) => !isSettled)
      .map(({ payment, fits }) => weigh(line, payment.transaction, fits))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST)
      .map(({ transaction, reasons }) => ({ transaction, reasons }))
  );
}

async function candidatesOf(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { merchantId, brandId }: OfSettlement,
  line: StoredLine,
): Promise<string[]> {
  const { amountMinor, currency } = amountOf(line);
  const at = line.occurredAt ?? now();
  const days = line.kind === 'charge' ? DAYS_BACK.charge : DAYS_BACK.other;
  const page = { merchantId, brandId, before: null, limit: LOOKED_AT };
  const filter = {
    types: ['PAYIN' as const],
    currencies: [currency],
    amountFromMinor: amountMinor,
    amountToMinor: amountMinor,
    createdFrom: new Date(at.getTime() - days * DAY_MS),
    createdTo: new Date(at.getTime() + DAY_MS),
  };
  const texts = [line.charge, line.modification, line.payment, line.providerReference];
  const named = [...new Set(texts.filter((text) => text !== null))];
  const pages = await Promise.all([
    listTransactions(sql, { ...page, filter }),
    ...named.map((text) => searchTransactions(sql, { ...page, filter: {}, text })),
  ]);
  const own = line.transactionId === null ? [] : [line.transactionId];
  return [...new Set([...own, ...pages.flatMap(({ ids }) => ids)])];
}

/** In the currency of the payment, without its sign. */
function amountOf({ grossMinor, currency, original }: StoredLine) {
  const { amountMinor, currency: of } = original ?? { amountMinor: grossMinor, currency };
  return { amountMinor: amountMinor < 0n ? -amountMinor : amountMinor, currency: of };
}

/** `fits`: the line would match it, if it named it. */
function weigh(line: StoredLine, transaction: Transaction, fits: boolean) {
  const reasons: string[] = [];
  let weight = 0;
  const note = (points: number, reason: string) => {
    weight += points;
    reasons.push(reason);
  };
  const { id, merchantReference, providerReference, createdAt, completedAt } = transaction;
  const told = amountOf(line);
  if (id === line.transactionId) note(10, 'the line names its reference');
  else if (line.charge !== null && same(line.charge, merchantReference))
    note(8, 'the line has its merchant reference');
  if (providerReference !== null && [line.payment, line.providerReference].includes(providerReference))
    note(8, 'the line has its id at the provider');
  if (told.currency === transaction.currency && told.amountMinor === transaction.amountMinor)
    note(4, 'it has the same amount');
  const apart = line.occurredAt && line.occurredAt.getTime() - (completedAt ?? createdAt).getTime();
  if (weight > 0 && apart !== null && Math.abs(apart) < DAY_MS) note(2, 'it was paid within a day of it');
  if (weight > 0 && fits) note(2, 'everything else fits too');
  return { transaction, weight, reasons };
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
