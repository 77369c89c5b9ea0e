// A SEPA bank account as a provider (contract 15): the declaration, and the adapter of one account. It calls nobody. A
// pay-in shows the account with a reference; a payout waits for a file that a person gives to the bank; the bank's
// statements tell what became of both (actions/bank).
import { BANK_ID, bankAccountOf } from '../../domain/bank/bank-account.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { ProviderAccount } from '../../domain/merchants/provider-account.ts';
import { methodOf } from '../../domain/options/payment-option.ts';
import { MOST_SEPA_MINOR } from '../../domain/options/sepa-amount.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import {
  type AdapterParts,
  capabilityFor,
  NOTHING_DONE,
  type Provider,
  type ProviderDeclaration,
  SEAM_VERSION,
} from '../provider.ts';
import { CREDENTIALS } from './credentials.ts';
import { transferInstructions } from './instructions.ts';
import { CAPABILITIES } from './methods.ts';

const NOT_TAKEN: Outcome = { kind: 'failed', errorCode: NOTHING_DONE };
const UNKNOWN: Outcome = { kind: 'unknown' };
const DAY_MS = 86_400_000;
/** Contract 4: transfer instructions. */
const INSTRUCTIONS_LIFETIME_MS = 3 * DAY_MS;
/** The gateway can ask nobody, and a file may wait for weeks. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

export const BANK: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: BANK_ID,
  name: 'Bank account',
  capabilities: CAPABILITIES,
  cardEntries: [],
  credentials: CREDENTIALS,
  merchantAccountOf: (credentials) => bankAccountOf(credentials)?.iban ?? null,
  connect: connectBank,
};

function connectBank(account: ProviderAccount, { now }: AdapterParts): Provider {
  const own = bankAccountOf(account.credentials);
  const after = (ms: number) => new Date(now().getTime() + ms);
  return {
    id: BANK_ID,
    accountId: account.id,
    capabilities: CAPABILITIES,
    cardEntry: account.cardEntry,
    accepted: { contentType: 'text/plain; charset=utf-8', body: '' },
    deadlineMs: 5_000,

    async payIn(transaction, instrument) {
      const isMethod = instrument.kind === 'method' && instrument.method === methodOf(transaction);
      if (own === null || !isMethod || !isServed(transaction)) return NOT_TAKEN;
      const expiresAt = after(INSTRUCTIONS_LIFETIME_MS);
      return {
        kind: 'instructions',
        resultType: 'info',
        statusCode: 84,
        fields: transferInstructions(own, transaction, expiresAt),
        expiresAt,
      };
    },
    async payOut(transaction) {
      if (own === null || !isServed(transaction)) return NOT_TAKEN;
      if (transaction.amountMinor > MOST_SEPA_MINOR)
        return { kind: 'declined', errorCode: CODE.amountTooLarge };
      return { kind: 'pending', askAgainAt: after(LOOK_AGAIN_MS) };
    },
    // The bank collects nothing. If the payer sends the money anyway, it counts when it comes.
    cancel: async () => ({ kind: 'declined', errorCode: CODE.cancelled }),

    // A bank has no page to come back from, asks for no proof, answers no question, and sends no refund by itself.
    resume: async () => ({ kind: 'waiting' }),
    confirm: async () => UNKNOWN,
    inquire: async () => UNKNOWN,
    refund: async () => ({ kind: 'failed', errorCode: CODE.refundNotSupported }),
    inquireRefund: async () => ({ kind: 'unknown' }),
    readNotification: () => ({ kind: 'refused' }),
    readNews: async () => ({ about: 'nothing', reason: 'a bank reports through its statements' }),
    check: async () =>
      own === null
        ? { ok: false, reason: 'The account has no valid IBAN. Enter it again.' }
        : { ok: true, reason: null, merchantAccount: own.iban },
  };
}

function isServed({ optionId, country, currency, type }: Transaction): boolean {
  if (optionId === null) return false;
  return capabilityFor(CAPABILITIES, { optionId, country, currency })?.direction === type;
}
