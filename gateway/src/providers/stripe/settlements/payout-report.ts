// Reads a payout of Stripe (contract 17): its amount, when it is paid out, why it failed, and the text at the bank.
// Called by settlement-source.ts. It must never keep Stripe's text about a failure: the gateway has words of its own.
import type { Amount, ReportedPayout } from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from '../account.ts';
import { fromStripeAmount } from '../amounts.ts';
import type { UnknownValue } from '../answers.ts';
import { callFailureOf } from '../client.ts';
import { cleanText, idIn, isRecord, type StripePayout } from '../objects.ts';
import { askedFor } from './asking.ts';

/** Stripe's descriptors have 22 characters. */
const LONGEST_TEXT = 100;
/** The text that banks show if neither the payout nor the account has a statement descriptor. */
const DEFAULT_TEXT = 'STRIPE';

const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'];

/** Stripe's codes of failed payouts. */
const FAILURES: Readonly<Record<string, string>> = {
  account_closed: 'the bank account is closed',
  account_frozen: 'the bank account is frozen',
  bank_account_restricted: 'the bank account does not take this kind of payout',
  bank_ownership_changed: 'the bank account now belongs to somebody else',
  could_not_process: 'the bank could not process it',
  debit_not_authorized: 'the bank account does not allow debits',
  declined: 'the bank declined it',
  expired_card: 'the card for payouts has expired',
  incorrect_account_address: 'the bank has another address of the account holder',
  incorrect_account_holder_address: 'the bank has another address of the account holder',
  incorrect_account_holder_details: 'the bank has other details of the account holder',
  incorrect_account_holder_name: 'the bank has another name of the account holder',
  incorrect_account_holder_tax_id: 'the bank has another tax number of the account holder',
  incorrect_account_type: 'the bank account is of another type',
  insufficient_funds: 'the balance at Stripe was too low',
  invalid_account_number: 'the number of the bank account is wrong',
  invalid_account_number_length: 'the number of the bank account has a wrong length',
  invalid_card: 'the card for payouts cannot be used',
  invalid_currency: 'the bank account does not take this currency',
  no_account: 'the bank has no such account',
  unsupported_card: 'the card for payouts does not take payouts',
};

export async function payoutReport(
  at: StripeAccount,
  stripe: Stripe,
  payout: StripePayout,
): Promise<ReportedPayout> {
  const { unknownValue } = at.parts;
  const { amountMinor, currency } = amountOf(payout);
  if (!STATUSES.includes(String(payout.status))) unknownValue('payout.status', String(payout.status));
  return {
    reference: payout.id,
    currency,
    netMinor: amountMinor,
    paidAt: paidAtOf(payout),
    failure: failureOf(payout, unknownValue),
    bankWords: await bankWordsOf(stripe, payout),
  };
}

export const currencyOf = (payout: StripePayout): string => amountOf(payout).currency;

function amountOf({ id, amount, currency }: StripePayout): Amount {
  const known = fromStripeAmount(amount, currency);
  if (!known) throw new Error(`the payout ${id} has an amount or currency that is not known`);
  return known;
}

/** Stripe only expects the date of a payout in transit, and it may still fail. */
function paidAtOf({ status, arrival_date: seconds }: StripePayout): Date | null {
  if (status !== 'paid' || !Number.isSafeInteger(seconds)) return null;
  const date = new Date(seconds! * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}

function failureOf(payout: StripePayout, unknownValue: UnknownValue): string | null {
  const { status, failure_code: code } = payout;
  if (status === 'canceled') return 'the payout was cancelled at Stripe';
  if (status === 'failed') {
    if (typeof code !== 'string' || code === '') return 'the payout failed, and Stripe does not say why';
    if (Object.hasOwn(FAILURES, code)) return `the payout failed: ${FAILURES[code]}`;
    unknownValue('payout.failure_code', code);
    return `the payout failed for a reason that this gateway does not know${isCode(code) ? ` (${code})` : ''}`;
  }
  return idIn(payout.reversed_by) === null ? null : 'Stripe took the payout back';
}

const isCode = (code: string): boolean => /^[a-z_]{1,60}$/.test(code);

/**
 * The text at the bank is the payout's statement descriptor, else the account's, else STRIPE. Most automatic payouts
 * have none of their own. If the account's cannot be read, no text is known: it is never guessed.
 */
async function bankWordsOf(stripe: Stripe, { statement_descriptor: own }: StripePayout): Promise<string[]> {
  const text = textOf(own);
  if (text !== null) return [text];
  const account: unknown = await askedFor('the account', readAccount(stripe));
  const settings = isRecord(account) ? account.settings : null;
  const payouts = isRecord(settings) ? settings.payouts : null;
  if (!isRecord(payouts)) return [];
  return [textOf(payouts.statement_descriptor) ?? DEFAULT_TEXT];
}

/** null: the key may not read the account. */
async function readAccount(stripe: Stripe): Promise<unknown> {
  try {
    return await stripe.accounts.retrieveCurrent();
  } catch (error) {
    const answer = callFailureOf(error);
    if (answer.kind === 'refused' && answer.status === 403) return null;
    throw error;
  }
}

function textOf(text: unknown): string | null {
  const clean = typeof text === 'string' ? cleanText(text, LONGEST_TEXT).trim() : '';
  return clean === '' ? null : clean;
}
