// What the gateway gives its own adapters beside the kit: the catalogue of options, QR codes, the rules of bank
// accounts, and the tokens and signatures that the sandbox's pages share with the sandbox.
import type { AdapterParts } from '@tollgate/provider-kit';
import { extractIBAN } from 'ibantools';
import { bankAccountOf } from '../domain/bank/bank-account.ts';
import { creditorReference } from '../domain/bank/creditor-reference.ts';
import { epcCode } from '../domain/bank/epc-code.ts';
import {
  isSigned,
  readNotification,
  SIGNATURE_HEADER,
} from '../domain/notifications/sandbox-notification.ts';
import { isOwnOption } from '../domain/options/own-options.ts';
import { findOption, methodOf, optionsOf } from '../domain/options/payment-option.ts';
import { MOST_SEPA_MINOR } from '../domain/options/sepa-amount.ts';
import { checkBic, checkIban } from '../domain/payment-data/iban.ts';
import { hasLatinName, LONGEST_NAME } from '../domain/payment-data/latin-text.ts';
import { pageToken } from '../domain/transactions/page-token.ts';
import { DECISION_PARAMETER, readDecision } from '../domain/transactions/visit-decision.ts';
import { newBank } from './bank/bank.ts';
import { qrCodeResult } from './qr-code.ts';
import type { SandboxServices } from './sandbox/sandbox-services.ts';

/** For every adapter. */
export const ADAPTER_SERVICES: Pick<AdapterParts, 'methodOf' | 'qrCode'> = { methodOf, qrCode: qrCodeResult };

const faultOf = (checked: { value: string } | { fault: string }) =>
  'fault' in checked ? checked.fault : null;

export const BANK = newBank({
  ibanFault: (value) => faultOf(checkIban(value)),
  holderFault(value) {
    if ([...value].length > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters`;
    return hasLatinName(value) ? null : 'must have a letter';
  },
  bicFault: (value) => faultOf(checkBic(value)),
  accountOf: bankAccountOf,
  bankCodeOf: (iban) => `${iban.slice(0, 2)} ${extractIBAN(iban).bankIdentifier ?? iban.slice(4, 8)}`,
  mostMinor: MOST_SEPA_MINOR,
  referenceOf: creditorReference,
  codeOf: (account, amountMinor, reference) => epcCode({ ...account, amountMinor, reference }),
});

export const SANDBOX_SERVICES: SandboxServices = {
  ...ADAPTER_SERVICES,
  // Not the options of packages: a shopper in test would see those of every provider, connected or not.
  choices: (direction) =>
    optionsOf(direction)
      .filter(({ id }) => !isOwnOption(id))
      .flatMap((option) => [option, ...option.suboptions]),
  chosenBankOf({ optionId }) {
    const { option, suboption } = findOption(optionId!)!;
    return option.type === 'P2P' && suboption ? suboption.name : null;
  },
  pageToken,
  decisionParameter: DECISION_PARAMETER,
  readDecision,
  signatureHeader: SIGNATURE_HEADER,
  isSigned,
  readNotification,
};
