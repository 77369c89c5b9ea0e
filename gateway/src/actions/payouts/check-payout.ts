// Checks whether a payout from the portal, written in the form or in a line of a file, can be made as it stands. It
// reports every fault at its field, with the same rules as v3 (contract 7), and leaves nothing for the cashier to ask.
// Stores nothing. Card numbers must not pass through the portal: a card is named by its token.

import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import { CODE, errorReason } from '../../domain/errors/error-codes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { describeAmountFault, toMinor } from '../../domain/money/money.ts';
import { isCountryCode } from '../../domain/options/country.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { holdsCardNumber } from '../../domain/payment-data/card-number-in-text.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import {
  checkPaymentData,
  missingInputs,
  type PaymentDataFault,
} from '../../domain/payment-data/payment-data.ts';
import { codePointLength, isCleanText } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { refuseOption } from '../payment-means/usable-options.ts';

/** As the user wrote it; not checked yet. */
export interface WrittenPayout {
  paymentOptionId: string;
  currency: string;
  /** null: the written text is no amount. */
  amount: number | null;
  country: string | null;
  merchantReference: string;
  userId: string | null;
  email: string | null;
  paymentData: Readonly<Record<string, string>>;
}

export interface CheckedPayout {
  amountMinor: bigint;
  paymentData: PaymentData;
}

const LONGEST_TEXT = 255;
const CARD_FIELDS = ['cardNumber', 'cardHolder', 'expiryMonth', 'expiryYear', 'cardCvv'];
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function checkPayout(
  context: Pick<Context, 'providersFor'>,
  brand: Brand,
  written: WrittenPayout,
  now: Date,
): CheckedPayout | PaymentDataFault[] {
  const faults: PaymentDataFault[] = [...textFaults(written), ...cardFaults(written.paymentData)];
  const { paymentOptionId, currency, country } = written;
  const note = (field: string, message: string) => faults.push({ field, message });
  const isCurrency = isCurrencyCode(currency);
  if (!isCurrency) note('currency', 'is not a currency code; write it in upper case, such as EUR');
  if (country !== null && !isCountryCode(country))
    note('country', 'is not a country code; write it in upper case, such as DE');
  if (written.amount === null) note('amount', 'is needed, as a number');
  const amount = isCurrency && written.amount !== null ? toMinor(written.amount, currency) : null;
  if (amount && 'fault' in amount) note('amount', describeAmountFault(amount.fault, currency));
  const found = findOption(paymentOptionId);
  if (found?.option.direction !== 'PAYOUT') {
    note('paymentOptionId', 'is not a payout option');
    return faults;
  }
  if (!isCurrency) return faults;
  const amountMinor = amount && 'minor' in amount ? amount.minor : null;
  if (amountMinor !== null) {
    const use = { type: 'PAYOUT', optionId: paymentOptionId, country, currency, amountMinor } as const;
    const refused = refuseOption(context, brand, use);
    if (refused) note(FIELD_OF[refused] ?? 'paymentOptionId', `${errorReason(refused)} (${refused})`);
  }
  const customer = written.email === null ? null : { email: written.email };
  const data = checkPaymentData(found, {
    paymentData: written.paymentData,
    currency,
    amountMinor,
    customer,
    now,
  });
  const isWrong = Array.isArray(data);
  if (isWrong) faults.push(...data);
  const filled = isWrong ? written.paymentData : data;
  for (const field of missingInputs(found, { country, currency, data: filled, customer })) {
    const isTold = faults.some((fault) => fault.field === field);
    if (!isTold && !CARD_FIELDS.includes(bare(field))) note(field, 'is needed');
  }
  if (found.option.type === 'CARD') {
    if (filled.token === undefined) note('paymentData.token', 'is needed: the token of a saved card');
    if (written.userId === null) note('userId', 'is needed: the customer who owns the saved card');
  }
  return isWrong || faults.length > 0 || amountMinor === null ? faults : { amountMinor, paymentData: data };
}

/** The field at which the fault of each rule of contract 7 is shown. */
const FIELD_OF: Readonly<Record<string, string>> = {
  [CODE.countryNotSupported]: 'country',
  [CODE.currencyNotSupported]: 'currency',
  [CODE.amountTooSmall]: 'amount',
  [CODE.amountTooLarge]: 'amount',
};

function textFaults({ merchantReference, userId, email }: WrittenPayout): PaymentDataFault[] {
  const faults: PaymentDataFault[] = [];
  if (merchantReference === '') {
    faults.push({
      field: 'merchantReference',
      message: 'is required, so that the same payout is never made twice',
    });
  }
  for (const [field, value] of Object.entries({ merchantReference, userId, email })) {
    const message = value === null ? null : textFault(field, value);
    if (message) faults.push({ field, message });
  }
  if (email !== null && !EMAIL.test(email))
    faults.push({ field: 'email', message: 'is not an e-mail address' });
  return faults;
}

function textFault(field: string, value: string): string | null {
  if (!isCleanText(value)) return 'must not contain control characters or broken surrogate pairs';
  if (codePointLength(value) > LONGEST_TEXT) return `must have at most ${LONGEST_TEXT} characters`;
  return field !== 'userId' && holdsCardNumber(value) ? 'must not hold a card number' : null;
}

function cardFaults(data: WrittenPayout['paymentData']): PaymentDataFault[] {
  return CARD_FIELDS.filter((name) => data[name] !== undefined).map((name) => ({
    field: `paymentData.${name}`,
    message: 'is not accepted in the portal; name the saved card by its token',
  }));
}

const bare = (field: string) => field.replace(/^paymentData\./, '');
