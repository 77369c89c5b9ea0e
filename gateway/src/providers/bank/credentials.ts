// The details that a merchant enters to use a bank account as a provider (contract 15), and how they are read. None is
// secret: payers see all of them.
import { checkBic, checkIban } from '../../domain/payment-data/iban.ts';
import { hasLatinName, LONGEST_NAME } from '../../domain/payment-data/latin-text.ts';
import type { CredentialField } from '../provider.ts';

export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'iban',
    label: 'IBAN',
    help: 'The account that takes the transfers and pays the payouts, in euro, at a bank in the SEPA area. It is on each statement.',
    needed: 'always',
    isList: false,
    isSecret: false,
    check: (value) => faultOf(checkIban(value)),
    example: 'DE89370400440532013000',
  },
  {
    name: 'holder',
    label: 'Account holder',
    help: 'The name of the account holder as the bank has it. Payers see it, and payouts name it as the debtor.',
    needed: 'always',
    isList: false,
    isSecret: false,
    check(value) {
      if ([...value].length > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters`;
      return hasLatinName(value) ? null : 'must have a letter';
    },
    example: 'Example Shop GmbH',
  },
  {
    name: 'bic',
    label: 'BIC',
    help: 'The BIC of the bank. Only if your bank asks for it in payment files: within the SEPA area the IBAN is enough.',
    needed: 'never',
    isList: false,
    isSecret: false,
    check: (value) => faultOf(checkBic(value)),
  },
];

const faultOf = (checked: { value: string } | { fault: string }) =>
  'fault' in checked ? checked.fault : null;
