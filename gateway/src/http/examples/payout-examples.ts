// Worked payouts for the API reference: a request for each method and for each amount with a meaning in the sandbox,
// and every kind of answer. A test sends each request to a running gateway and compares.

import { optionsOf } from '../../domain/options/payment-option.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Example } from '../calls/operation.ts';
import {
  envelopeAfter,
  exampleSteps,
  exampleTransaction,
  inMinutes,
  TRANSACTION_ID,
} from './example-transaction.ts';

const idOf = (method: string) => optionsOf('PAYOUT').find((one) => one.method === method)!.id;
const SEPA_ID = idOf('sepa-transfer');

const usual = {
  paymentOptionId: SEPA_ID,
  currency: 'EUR',
  amount: 120.5,
  country: 'DE',
  merchantReference: 'withdrawal-553',
  userId: 'customer-77',
  paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Anna Schmidt' },
};
const { merchantReference: _reference, ...other } = usual;

function to(
  method: string,
  [country, currency, amount]: [string, string, number],
  paymentData: Record<string, string>,
): object {
  return { paymentOptionId: idOf(method), currency, amount, country, paymentData };
}

const ending = (minor: string, says: string): Example => ({
  summary: `Sandbox: an amount that ends in ${minor} ${says}`,
  value: { ...other, amount: Number(`120.${minor}`) },
});

export const payoutRequests: Record<string, Example> = {
  sepa: { summary: 'To a bank account', value: usual },
  card: {
    summary: 'To a card',
    value: to('card', ['DE', 'EUR', 120.5], {
      cardNumber: '4111111111111111',
      expiryMonth: '12',
      expiryYear: '2030',
      cardHolder: 'Anna Schmidt',
    }),
  },
  savedCard: {
    summary: 'To a saved card of the user',
    value: {
      ...to('card', ['DE', 'EUR', 120.5], { token: 'tok_Zbf078kwxlwQlC1kaPA2k0UzgO1nIw9ARcTWYQs5nAP' }),
      userId: 'customer-77',
    },
  },
  indianBank: {
    summary: 'To an Indian bank account',
    value: to('indian-bank', ['IN', 'INR', 1200], {
      accountNumber: '004501000123',
      ifsc: 'HDFC0001234',
      accountHolder: 'Asha Rao',
    }),
  },
  upi: {
    summary: 'To a UPI address',
    value: to('upi', ['IN', 'INR', 1200], { vpa: 'asha.rao@okbank' }),
  },
  pix: {
    summary: 'By PIX',
    value: to('pix', ['BR', 'BRL', 120.5], { pixKeyType: 'EMAIL', pixKey: 'maria@example.com' }),
  },
  mPesa: {
    summary: 'To an M-Pesa account',
    value: to('m-pesa', ['KE', 'KES', 1200], { phoneNumber: '+254712345678' }),
  },
  wallet: {
    summary: 'To a wallet',
    value: to('wallet', ['GB', 'GBP', 120.5], { walletId: 'pw-204418' }),
  },
  crypto: {
    summary: 'In USDT, over Tron',
    value: to('crypto', ['DE', 'USDT', 120.5], {
      network: 'tron',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    }),
  },
  incomplete: {
    summary: 'Without recipient data: the cashier asks for it',
    value: { ...other, paymentData: {} },
  },
  amount02: ending('02', 'is declined when it is sent'),
  amount03: ending('03', 'is sent, and stays PROCESSING until it is forced'),
  amount04: ending('04', 'fails when it is sent'),
  amount05: ending('05', 'gets no answer when it is sent; later found completed'),
};

const APPROVAL: Outcome = { kind: 'approval-needed', expiresAt: inMinutes(30 * 24 * 60) };

const payout: Partial<Transaction> = {
  type: 'PAYOUT',
  merchantReference: usual.merchantReference,
  amountMinor: 12_050n,
  optionId: SEPA_ID,
  provider: null,
};

/** A payout that was approved in the call. */
const sent: Partial<Transaction> = { ...payout, status: 'PROCESSING', moneyReserved: true };

const answer = (summary: string, outcome: Outcome, fields = payout): Example => ({
  summary,
  value: envelopeAfter(outcome, fields),
});

export const payoutAnswers: Record<string, Example> = {
  pending: answer('Approve or decline it', APPROVAL),
  processing: answer(
    'Approved automatically and submitted: await the final status',
    { kind: 'pending' },
    sent,
  ),
  redirect: answer('Send the recipient to the cashier, which asks for the missing data', {
    kind: 'cashier',
    expiresAt: inMinutes(60),
  }),
  declined: answer(
    'Approved automatically, but declined by the provider',
    { kind: 'declined', errorCode: '2005' },
    sent,
  ),
  notAllowed: answer('Declined by a rule: the option is not enabled for the brand', {
    kind: 'declined',
    errorCode: '1010',
  }),
  short: answer('Automatic approval, but the balance is too low', { kind: 'failed', errorCode: '4001' }),
  failed: answer(
    'Approved automatically, but the submission failed',
    { kind: 'failed', errorCode: '9002' },
    sent,
  ),
};

/** The answer to each request with automatic approval; without it all but the incomplete one are `pending`. */
export const AUTOMATIC_ANSWER_OF: Readonly<Record<string, string>> = {
  incomplete: 'redirect',
  amount02: 'declined',
  amount04: 'failed',
};

const providerReference = `sandbox-${TRANSACTION_ID}`;

/** Each step of a payout that its merchant approves. */
export const payoutSteps = [
  exampleSteps(exampleTransaction(payout), APPROVAL),
  exampleSteps(exampleTransaction(payout), APPROVAL, { kind: 'approved' }),
  exampleSteps(
    exampleTransaction(payout),
    APPROVAL,
    { kind: 'approved' },
    { kind: 'completed', providerReference },
  ),
] as const;

export const completedPayout = payoutSteps[2];
export const declinedPayout = exampleSteps(exampleTransaction(payout), APPROVAL, {
  kind: 'declined',
  errorCode: '4005',
});
