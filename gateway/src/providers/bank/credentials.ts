// The details that a merchant enters to use a bank account as a provider (contract 15), and how they are read. None is
// secret: payers see all of them.
import type { CredentialField } from '@tollgate/provider-kit';
import type { BankRules } from './bank-rules.ts';

export const credentialsOf = ({
  ibanFault,
  holderFault,
  bicFault,
}: BankRules): readonly CredentialField[] => [
  {
    name: 'iban',
    label: 'IBAN',
    help: 'The account that takes the transfers and pays the payouts, in euro, at a bank in the SEPA area. It is on each statement.',
    needed: 'always',
    isList: false,
    isSecret: false,
    check: ibanFault,
    example: 'DE89370400440532013000',
  },
  {
    name: 'holder',
    label: 'Account holder',
    help: 'The name of the account holder as the bank has it. Payers see it, and payouts name it as the debtor.',
    needed: 'always',
    isList: false,
    isSecret: false,
    check: holderFault,
    example: 'Example Shop GmbH',
  },
  {
    name: 'bic',
    label: 'BIC',
    help: 'The BIC of the bank. Only if your bank asks for it in payment files: within the SEPA area the IBAN is enough.',
    needed: 'never',
    isList: false,
    isSecret: false,
    check: bicFault,
  },
];
