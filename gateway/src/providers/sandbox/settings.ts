// What the sandbox's files share: its settings, and the references it gives out. What it would have to remember it writes
// into a transaction's reference, which is stored with the transaction (decision 18). Used in this folder only.

import { pageToken } from '../../domain/transactions/page-token.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';

export interface SandboxSettings {
  /** The address of the simulated bank's page; without a slash at its end. */
  publicUrl: string;
  /** How long a simulated network takes to settle. */
  delayMs: number;
  now: () => Date;
  fingerprint: (text: string) => Buffer;
}

/**
 * The address of a page of the simulated bank. It stores nothing, so what leads a shopper back to the cashier, the last part of
 * the return address (return-token.ts), is in the address too.
 */
export function bankPageUrl(
  { publicUrl, fingerprint }: Pick<SandboxSettings, 'publicUrl' | 'fingerprint'>,
  page: keyof typeof PATHS,
  { id }: Transaction,
  returnUrl: string | null,
): string {
  const address = `${publicUrl}/sandbox/${PATHS[page]}/${pageToken(page, id, fingerprint)}`;
  const back = returnUrl?.split('/').at(-1)?.split('.')[3];
  return back === undefined ? address : `${address}?back=${back}`;
}

const PATHS = { '3ds-page': '3ds', 'bank-page': 'bank' } as const;

type Charge = Pick<Transaction, 'id' | 'attempts' | 'reroutes'>;

/** `settlesAt`: money is being sent and arrives then. Without it nothing has been decided, or it is over. */
export function referenceOf(charge: Charge, settlesAt?: Date): string {
  const reference = `sandbox-${chargeReference(charge)}`;
  return settlesAt ? `${reference}-${settlesAt.getTime()}` : reference;
}

/** When money that is being sent arrives; null: nobody has paid, by the stored reference. */
export function settlesAtOf(charge: Charge & Pick<Transaction, 'providerReference'>) {
  const { providerReference } = charge;
  const prefix = `${referenceOf(charge)}-`;
  if (!providerReference?.startsWith(prefix)) return null;
  return new Date(Number(providerReference.slice(prefix.length)));
}

/** One delay from now: when a payment accepted now will have settled. */
export function afterDelay({ now, delayMs }: Pick<SandboxSettings, 'now' | 'delayMs'>): Date {
  return new Date(now().getTime() + delayMs);
}

/** When the payer began: with the request of the transaction, or with their last attempt in the cashier. */
export function begunAt({ attemptedAt, createdAt }: Pick<Transaction, 'attemptedAt' | 'createdAt'>): Date {
  return attemptedAt ?? createdAt;
}
