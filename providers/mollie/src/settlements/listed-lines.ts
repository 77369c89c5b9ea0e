// Reads the payments, captures, refunds and chargebacks in a settlement as its lines (contract 17). Called by
// settlement-source.ts. It throws for amounts that cannot be true, so that no line is ever left out or counted wrongly.
// A reference must never come from anything but Mollie's objects.
import { type LineKind, type ReportedLine, readRefundReference } from '@tollgate/provider-kit';
import type { MollieAccount } from '../account.ts';
import { type Amount, fromMollieAmount } from '../amounts.ts';
import { failureOf, type MollieClient } from '../client.ts';
import {
  cleanText,
  dateIn,
  isId,
  isObject,
  isRecord,
  type MollieCapture,
  type MollieChargeback,
  type MolliePayment,
  type MollieRefund,
  objectOf,
  pageOf,
  referenceIn,
} from '../objects.ts';

/** In this order. */
export const LISTS = ['payments', 'captures', 'refunds', 'chargebacks'] as const;
export type ListName = (typeof LISTS)[number];

/** An object of one of the lists. */
type Listed = { id: string; settlementAmount?: unknown; paidAt?: unknown } & Partial<
  Pick<MolliePayment, 'amount' | 'createdAt' | 'metadata' | 'method' | '_embedded'> &
    Pick<MollieRefund | MollieCapture | MollieChargeback, 'paymentId'>
>;

/** The kind of a line by its sign: what is taken of a refund or a chargeback may come back. */
const KINDS: Readonly<Record<ListName, { plus: LineKind; minus: LineKind }>> = {
  payments: { plus: 'charge', minus: 'other' },
  captures: { plus: 'charge', minus: 'other' },
  refunds: { plus: 'refund-failed', minus: 'refund' },
  chargebacks: { plus: 'dispute-reversed', minus: 'dispute' },
};

interface Page {
  list: ListName;
  answer: unknown;
  /** The settlement's currency. */
  currency: string;
}

interface Asked {
  at: MollieAccount;
  organization: MollieClient;
}

export async function linesOfPage(
  asked: Asked,
  { list, answer, currency }: Page,
  signal: AbortSignal,
): Promise<{ lines: ReportedLine[]; rest: string | null }> {
  const { found, rest } = pageOf<Listed>(answer, list);
  const references = new Map<string, string | null>();
  const lines: ReportedLine[] = [];
  for (const one of found) {
    const settled = settledOf(one, currency);
    // Another party pays it out, such as PayPal: nothing of it is in this settlement.
    if (settled === null) continue;
    const payment = list === 'payments' ? one.id : isId(one.paymentId) ? one.paymentId : null;
    const charge = list === 'payments' ? referenceIn(one) : await chargeOf(asked, one, references, signal);
    lines.push(lineOf(list, one, settled, { payment, charge }));
  }
  return { lines, rest };
}

/** The amount as it changes the settlement; null: Mollie does not settle it. */
function settledOf({ id, settlementAmount }: Listed, currency: string): Amount | null {
  if (settlementAmount === undefined || settlementAmount === null) return null;
  const settled = fromMollieAmount(settlementAmount);
  if (!settled) throw new Error(`${id} in a settlement has an amount that is not known`);
  if (settled.currency !== currency) throw new Error(`${id} has another currency than its settlement`);
  return settled;
}

function lineOf(
  list: ListName,
  one: Listed,
  { amountMinor, currency }: Amount,
  { payment, charge }: Pick<ReportedLine, 'payment' | 'charge'>,
): ReportedLine {
  const kinds = KINDS[list];
  const kind = amountMinor < 0n || (amountMinor === 0n && kinds.plus !== 'charge') ? kinds.minus : kinds.plus;
  const isUsual = list === 'payments' || list === 'captures' ? kind === kinds.plus : kind === kinds.minus;
  return {
    // What comes back of a refund or a chargeback is a line of its own, in a later settlement.
    key: isUsual ? one.id : `${one.id}:${kind}`,
    kind,
    charge,
    modification: list === 'payments' ? null : readRefundReference(referenceIn(one) ?? ''),
    payment,
    providerReference: one.id,
    grossMinor: amountMinor,
    // Mollie tells its fees for all payments of a method together (cost-lines.ts).
    feeMinor: 0n,
    netMinor: amountMinor,
    currency,
    original: originalOf(one, { amountMinor, currency }),
    occurredAt: dateIn(one.paidAt) ?? dateIn(one.createdAt),
    word: wordOf(list, one),
  };
}

const WORDS: Readonly<Record<ListName, string>> = {
  payments: 'payment',
  captures: 'capture',
  refunds: 'refund',
  chargebacks: 'chargeback',
};

function wordOf(list: ListName, { method }: Listed): string {
  const text = typeof method === 'string' ? cleanText(method, 100) : '';
  return text === '' ? WORDS[list] : text;
}

/** Only if Mollie converted it. Mollie names no rate. */
function originalOf({ amount }: Listed, settled: Amount): ReportedLine['original'] {
  const own = fromMollieAmount(amount);
  if (!own || own.currency === settled.currency) return null;
  const amountMinor = settled.amountMinor < 0n ? -own.amountMinor : own.amountMinor;
  return { amountMinor, currency: own.currency, rate: null };
}

/** Our reference of the payment. Its payment is embedded; else it is read, once for each page. */
async function chargeOf(
  { at }: Asked,
  { paymentId, _embedded }: Listed,
  known: Map<string, string | null>,
  signal: AbortSignal,
): Promise<string | null> {
  const embedded = isRecord(_embedded) ? _embedded.payment : null;
  if (isObject(embedded) && embedded.id === paymentId)
    return referenceIn(objectOf<MolliePayment>(embedded, 'payment'));
  if (!isId(paymentId)) return null;
  if (!known.has(paymentId)) known.set(paymentId, await readReference(at, paymentId, signal));
  return known.get(paymentId) ?? null;
}

async function readReference(
  { client }: MollieAccount,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return referenceIn(objectOf<MolliePayment>(await client.get(`payments/${id}`, signal), 'payment', id));
  } catch (error) {
    const failure = failureOf(error);
    // It is of another profile.
    if (failure.kind === 'refused' && failure.isReadable && [404, 410].includes(failure.status)) return null;
    throw error;
  }
}
