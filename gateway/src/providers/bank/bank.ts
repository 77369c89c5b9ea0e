// A SEPA bank account as a provider (contract 15): the declaration, and the adapter of one account. It calls nobody. A
// pay-in shows the account with a reference; a payout waits for a file that a person gives to the bank; the bank's
// statements tell what became of both (actions/bank).
import {
  type AdapterParts,
  CODE,
  capabilityFor,
  NOTHING_DONE,
  type Outcome,
  type Provider,
  type ProviderAccount,
  type ProviderDeclaration,
  SEAM_VERSION,
  type Transaction,
} from '@tollgate/provider-kit';
import type { BankRules } from './bank-rules.ts';
import { credentialsOf } from './credentials.ts';
import { transferInstructions } from './instructions.ts';
import { CAPABILITIES } from './methods.ts';

const NOT_TAKEN: Outcome = { kind: 'failed', errorCode: NOTHING_DONE };
const UNKNOWN: Outcome = { kind: 'unknown' };
const DAY_MS = 86_400_000;
/** Contract 4: transfer instructions. */
const INSTRUCTIONS_LIFETIME_MS = 3 * DAY_MS;
/** The gateway can ask nobody, and a file may wait for weeks. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

const BANK_ID = 'bank';

export const newBank = (rules: BankRules): ProviderDeclaration => ({
  seam: SEAM_VERSION,
  id: BANK_ID,
  name: 'Bank account',
  capabilities: CAPABILITIES,
  cardEntries: [],
  credentials: credentialsOf(rules),
  merchantAccountOf: (credentials) => rules.accountOf(credentials)?.iban ?? null,
  connect: (account, parts) => connectBank(rules, account, parts),
});

function connectBank(rules: BankRules, account: ProviderAccount, parts: AdapterParts): Provider {
  const { now, methodOf, qrCode } = parts;
  const own = rules.accountOf(account.credentials);
  const isServed = (transaction: Transaction): boolean => {
    const { country, currency, type: direction } = transaction;
    const method = methodOf(transaction);
    return (
      method !== null && capabilityFor(CAPABILITIES, { direction, method, country, currency }) !== undefined
    );
  };
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
        fields: transferInstructions(rules, own, transaction, { expiresAt, qrCode }),
        expiresAt,
      };
    },
    async payOut(transaction) {
      if (own === null || !isServed(transaction)) return NOT_TAKEN;
      if (transaction.amountMinor > rules.mostMinor)
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
