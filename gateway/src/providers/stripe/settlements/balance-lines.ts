// Reads a balance transaction of Stripe as a line of a settlement (contract 17). Called by settlement-source.ts. The
// kind comes from `reporting_category`. It throws for amounts that cannot be true, so that no line is ever left out or
// counted wrongly.
import type { LineKind, OriginalAmount, ReportedLine } from '@tollgate/provider-kit';
import { fromStripeAmount } from '../amounts.ts';
import type { UnknownValue } from '../answers.ts';
import { type BalanceTransaction, cleanText } from '../objects.ts';
import type { Subject } from './line-subjects.ts';

/**
 * Stripe's list of reporting categories. Stripe pays a fee back under `fee`, too. What is `other` moves money of no
 * payment, except these: `charge_failure` takes back a debit that never succeeded, and `partial_capture_reversal` takes
 * back what was not captured of a charge made under an API version before 2025-03-31.
 */
const KINDS: Readonly<Record<string, LineKind>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-reversed',
  fee: 'fee',
  network_cost: 'fee',
  // Taxes on Stripe's fees.
  tax: 'fee',
  advance: 'other',
  advance_funding: 'other',
  anticipation_repayment: 'other',
  charge_failure: 'other',
  climate_order_purchase: 'other',
  climate_order_refund: 'other',
  connect_collection_transfer: 'other',
  connect_reserved_funds: 'other',
  contribution: 'other',
  currency_conversion: 'other',
  financing_paydown: 'other',
  financing_paydown_reversal: 'other',
  financing_payout: 'other',
  financing_payout_reversal: 'other',
  inbound_transfer: 'other',
  inbound_transfer_reversal: 'other',
  issuing_authorization_hold: 'other',
  issuing_authorization_release: 'other',
  issuing_dispute: 'other',
  issuing_transaction: 'other',
  minimum_balance_hold: 'other',
  other_adjustment: 'other',
  partial_capture_reversal: 'other',
  payment_network_reserved_funds: 'other',
  // Another payout: it was made by hand, or it failed and came back.
  payout: 'other',
  payout_reversal: 'other',
  platform_earning: 'other',
  platform_earning_refund: 'other',
  risk_reserved_funds: 'other',
  stripe_balance_payment_debit: 'other',
  stripe_balance_payment_debit_reversal: 'other',
  topup: 'other',
  topup_reversal: 'other',
  transfer: 'other',
  transfer_reversal: 'other',
  unreconciled_customer_funds: 'other',
};

/** How each kind changes the payout. A line of another sign is not what its category says. */
const SIGNS: Readonly<Partial<Record<LineKind, 1n | -1n>>> = {
  charge: 1n,
  refund: -1n,
  'refund-failed': 1n,
  dispute: -1n,
  'dispute-reversed': 1n,
};

const LONGEST_WORD = 100;

export function lineOf(
  transaction: BalanceTransaction,
  { amount: subjectAmount, ...references }: Subject,
  currency: string,
  unknownValue: UnknownValue,
): ReportedLine {
  const { id, created } = transaction;
  const amounts = amountsOf(transaction, currency);
  const word = wordOf(transaction);
  const kind = kindOf(word, amounts.amountMinor, unknownValue);
  const sums =
    kind === 'fee'
      ? { grossMinor: 0n, feeMinor: -amounts.netMinor }
      : { grossMinor: amounts.amountMinor, feeMinor: amounts.feeMinor };
  const sign = SIGNS[kind];
  const original = sign === undefined ? null : originalOf(transaction, subjectAmount, currency, sign);
  return {
    key: id,
    kind,
    ...references,
    ...sums,
    netMinor: amounts.netMinor,
    currency,
    original,
    occurredAt: dateOf(created),
    word,
  };
}

function amountsOf(transaction: BalanceTransaction, currency: string) {
  const { id } = transaction;
  const [amount, fee, net] = [transaction.amount, transaction.fee, transaction.net].map((one) =>
    fromStripeAmount(one, transaction.currency),
  );
  if (!amount || !fee || !net)
    throw new Error(`the balance transaction ${id} has an amount that is not known`);
  if (net.currency !== currency)
    throw new Error(`the balance transaction ${id} has another currency than its payout`);
  if (net.amountMinor !== amount.amountMinor - fee.amountMinor) {
    throw new Error(`the net of the balance transaction ${id} is not its amount without its fee`);
  }
  return { amountMinor: amount.amountMinor, feeMinor: fee.amountMinor, netMinor: net.amountMinor };
}

function wordOf({ reporting_category: category, type }: BalanceTransaction): string {
  const word: unknown = category || type;
  return typeof word === 'string' ? cleanText(word, LONGEST_WORD) : '';
}

function kindOf(word: string, amountMinor: bigint, unknownValue: UnknownValue): LineKind {
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word]! : null;
  if (kind !== null && amountMinor * (SIGNS[kind] ?? 0n) >= 0n) return kind;
  unknownValue('balance_transaction.reporting_category', kind === null ? word : `${word} of the other sign`);
  return 'other';
}

/** Only if Stripe converted it. */
function originalOf(
  { exchange_rate: rate }: BalanceTransaction,
  amount: Subject['amount'],
  currency: string,
  sign: bigint,
): OriginalAmount | null {
  if (amount === null || amount.currency === currency) return null;
  const text = typeof rate === 'number' && rate > 0 ? String(rate) : '';
  return {
    amountMinor: amount.amountMinor * sign,
    currency: amount.currency,
    rate: /^\d+(\.\d+)?$/.test(text) ? text : null,
  };
}

function dateOf(seconds: unknown): Date | null {
  if (!Number.isSafeInteger(seconds)) return null;
  const date = new Date((seconds as number) * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}
