// The sandbox with its money elsewhere. It proposes its answer to the bank of the fault suite (bank.ts), and the bank's
// answer counts. preload.ts puts it in place of the sandbox in the suite's gateways.
import type { Provider, Refund, Transaction } from '@tollgate/provider-kit';
import { chargeReference } from '../../../src/domain/transactions/transaction.ts';
import { createSandbox as createLocalSandbox } from '../../../src/providers/sandbox/sandbox.ts';
import type { SandboxSettings } from '../../../src/providers/sandbox/sandbox-settings.ts';
import { askBank } from './bank-process.ts';
import type { BankCall } from './bank-words.ts';

const SOCKET_PATH = process.env.FAULTS_BANK ?? '';

async function tell<T extends { kind: string }>(
  what: BankCall['what'],
  about: { transaction: Transaction; refund?: Refund },
  proposal: T,
  signal: AbortSignal,
): Promise<T> {
  const { transaction, refund } = about;
  const call: BankCall = {
    what,
    key: refund?.id ?? chargeReference(transaction),
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

/** JSON carries times as text. */
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
    payIn: async (transaction, instrument, call) =>
      tell('move', { transaction }, await local.payIn(transaction, instrument, call), call.signal),
    async resume(transaction, parameters, call) {
      const decided = await local.resume(transaction, parameters, call);
      // Nobody has decided yet.
      if (decided.kind === 'waiting') return decided;
      return await tell('move', { transaction }, decided, call.signal);
    },
    payOut: async (transaction, recipient, call) =>
      tell('move', { transaction }, await local.payOut(transaction, recipient, call), call.signal),
    inquire: async (transaction, call) =>
      tell('ask', { transaction }, await local.inquire(transaction, call), call.signal),
    refund: async (transaction, refund, signal) =>
      tell('move', { transaction, refund }, await local.refund(transaction, refund, signal), signal),
    inquireRefund: async (transaction, refund, signal) =>
      tell('ask', { transaction, refund }, await local.inquireRefund(transaction, refund, signal), signal),
  };
}
