// What the sandbox's files share: its settings, and the references it gives out. What it would have to remember it writes
// into a transaction's reference, which is stored with the transaction (decision 18). Used in this folder only.
import type { Transaction } from '../../domain/transaction.ts';

export interface SandboxSettings {
  /** Where the simulated bank's page is; without a slash at its end. */
  publicUrl: string;
  /** How long a simulated network takes to settle. */
  delayMs: number;
  now: () => Date;
  fingerprint: (text: string) => Buffer;
}

/** `settlesAt`: money is on its way and arrives then. Without it nothing has been decided, or it is over. */
export function referenceOf({ id }: Pick<Transaction, 'id'>, settlesAt?: Date): string {
  return settlesAt ? `sandbox-${id}-${settlesAt.getTime()}` : `sandbox-${id}`;
}

/** When money arrives that is on its way; null: nobody has paid as far as the stored reference tells. */
export function settlesAtOf({ id, providerReference }: Pick<Transaction, 'id' | 'providerReference'>) {
  const prefix = `sandbox-${id}-`;
  if (!providerReference?.startsWith(prefix)) return null;
  return new Date(Number(providerReference.slice(prefix.length)));
}

/** One delay from now: when what was accepted just now will have settled. */
export function afterDelay({ now, delayMs }: Pick<SandboxSettings, 'now' | 'delayMs'>): Date {
  return new Date(now().getTime() + delayMs);
}
