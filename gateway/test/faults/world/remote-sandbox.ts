// The sandbox with its money elsewhere: it proposes its answer to the bank of the fault suite (bank.ts), and the bank's answer
// counts. preload.ts replaces the sandbox by it in the gateways that the suite starts.
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { idempotencyKeyOf, type Provider } from '../../../src/providers/provider.ts';
import { createSandbox as createLocalSandbox } from '../../../src/providers/sandbox/sandbox.ts';
import type { SandboxSettings } from '../../../src/providers/sandbox/settings.ts';
import type { BankCall } from './bank.ts';
import { askBank } from './bank-process.ts';

const SOCKET_PATH = process.env.FAULTS_BANK ?? '';

async function tell<T extends { kind: string }>(
  what: BankCall['what'],
  about: { transaction: Transaction; refund?: Refund },
  proposal: T,
  signal?: AbortSignal,
): Promise<T> {
  const { transaction, refund } = about;
  const call: BankCall = {
    what,
    key: refund?.id ?? idempotencyKeyOf(transaction),
    kind: refund ? 'refund' : transaction.type === 'PAYOUT' ? 'payout' : 'pay-in',
    transactionId: transaction.id,
    reference: transaction.merchantReference,
    amountMinor: String(refund?.amountMinor ?? transaction.amountMinor),
    currency: refund?.currency ?? transaction.currency,
    proposal,
  };
  const said = await askBank<T>(SOCKET_PATH, '/call', call, signal);
  return revive(said);
}

/** Times travel as text. */
function revive<T extends { kind: string }>(said: T): T {
  const times = ['askAgainAt', 'expiresAt'] as const;
  const fields = said as Record<string, unknown>;
  for (const name of times) if (typeof fields[name] === 'string') fields[name] = new Date(fields[name]);
  return said;
}

export function createSandbox(settings: SandboxSettings): Provider {
  const local = createLocalSandbox(settings);
  return {
    ...local,
    payIn: async (transaction, instrument, signal, returnUrl) =>
      tell('move', { transaction }, await local.payIn(transaction, instrument, signal, returnUrl), signal),
    completeChallenge: async (transaction, card, signal) =>
      tell('move', { transaction }, await local.completeChallenge(transaction, card, signal), signal),
    payOut: async (transaction, recipient, signal) =>
      tell('move', { transaction }, await local.payOut(transaction, recipient, signal), signal),
    inquire: async (transaction, signal) =>
      tell('ask', { transaction }, await local.inquire(transaction, signal), signal),
    refund: async (transaction, refund, signal) =>
      tell('move', { transaction, refund }, await local.refund(transaction, refund, signal), signal),
    inquireRefund: async (transaction, refund, signal) =>
      tell('ask', { transaction, refund }, await local.inquireRefund(transaction, refund, signal), signal),
  };
}
