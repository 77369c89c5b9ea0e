// The form of a SEPA direct debit (contract 6, formData): posted as it is, it leads the payer to the mandate on the
// simulated bank's page. The form does not ask for an account holder who is known. It never contains the whole IBAN,
// because it goes through the payer's browser.
import { fullName, type PaymentData, type Transaction } from '@tollgate/provider-kit';
import { BENEFICIARY, transferReference } from './bank-accounts.ts';

/** The identifier of the Bundesbank for tests. */
const CREDITOR_IDENTIFIER = 'DE98ZZZ09999999999';

export function mandateForm(transaction: Transaction, data: PaymentData, bankPage: string) {
  return {
    url: bankPage,
    method: 'POST',
    fields: [
      field('mandateReference', 'Mandate reference', 'hidden', transferReference(transaction)),
      field('creditor', 'Creditor', 'hidden', BENEFICIARY),
      field('creditorIdentifier', 'Creditor identifier', 'hidden', CREDITOR_IDENTIFIER),
      field('iban', 'Account to be debited', 'hidden', masked(data.iban)),
      data.accountHolder === undefined
        ? field('accountHolder', 'Account holder', 'text', fullName(transaction.details.customer) ?? '')
        : field('accountHolder', 'Account holder', 'hidden', data.accountHolder),
    ],
  };
}

function field(name: string, label: string, type: 'hidden' | 'text', value: string) {
  return { name, label, type, required: true, values: [], value };
}

/** Country, check digits and the last four characters. */
function masked(iban = ''): string {
  return iban.length < 12 ? '••••' : `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}
