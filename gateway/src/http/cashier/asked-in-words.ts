// What is missing of a transaction, from the words of the request (country, suboption, paymentData.iban …) to words a
// person reads. For the cashier's page.
import { findOption, inputsOf } from '../../domain/payment-option.ts';
import type { Transaction } from '../../domain/transaction.ts';

type Asking = Pick<Transaction, 'optionId' | 'currency' | 'country' | 'type'>;

export function askedInWords(transaction: Asking, asked: readonly string[]): string[] {
  return asked.map((name) => inWords(transaction, name));
}

function inWords({ optionId, currency, country, type }: Asking, name: string): string {
  const option = optionId === null ? undefined : findOption(optionId)?.option;
  if (name === 'country') return 'Your country';
  if (!option) return type === 'PAYIN' ? 'How you want to pay' : 'How you want to be paid';
  if (name === 'suboption') {
    const choices = option.suboptions.filter(
      ({ availableCountries }) =>
        country === null ||
        availableCountries.some(({ code }) => [country, 'WORLDWIDE', 'ANY'].includes(code)),
    );
    const noun = CHOICES[option.type] ?? 'One of these ways';
    return `${noun}: ${choices.map((one) => one.name).join(', ')}`;
  }
  const field = inputsOf(option, currency).find((one) => one.name === name.replace(/^paymentData\./, ''));
  if (!field) return 'A detail about you';
  return field.values.length === 0 ? field.label : `${field.label}: ${field.values.join(' or ')}`;
}

const CHOICES: Readonly<Record<string, string>> = {
  OPEN_BANKING: 'Your bank',
  P2P: 'Your bank',
  WALLET: 'Your wallet',
};
