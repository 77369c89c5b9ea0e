// What the sandbox's files share: its settings, and the references it gives out. What it would have to remember it writes
// into a transaction's reference, which is stored with the transaction (decision 18). Used in this folder only.

import { returnUrl } from '../../domain/cashier/return-url.ts';
import { pageToken, wayBackContext } from '../../domain/transactions/page-token.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { idempotencyKeyOf } from '../provider.ts';

export interface SandboxSettings {
  /** The address of the simulated bank's page; without a slash at its end. */
  publicUrl: string;
  /** How long a simulated network takes to settle. */
  delayMs: number;
  now: () => Date;
  fingerprint: (text: string) => Buffer;
  seal: (text: string, context: string) => Buffer;
}

/**
 * The address of a page of the simulated bank. It stores nothing, so the return address to the cashier is in the
 * address, sealed; without one the payer returns to the shop.
 */
export function bankPageUrl(
  { publicUrl, fingerprint, seal }: Pick<SandboxSettings, 'publicUrl' | 'fingerprint' | 'seal'>,
  page: keyof typeof PATHS,
  transaction: Transaction,
  backTo: string | null,
): string {
  const { id } = transaction;
  const address = `${publicUrl}/sandbox/${PATHS[page]}/${pageToken(page, id, fingerprint)}`;
  if (backTo === null || backTo === returnUrl(transaction)) return address;
  return `${address}?back=${seal(backTo, wayBackContext(id)).toString('base64url')}`;
}

const PATHS = { '3ds-page': '3ds', 'bank-page': 'bank' } as const;

type Charge = Pick<Transaction, 'id' | 'attempts'>;

/** `settlesAt`: money is being sent and arrives then. Without it nothing has been decided, or it is over. */
export function referenceOf(charge: Charge, settlesAt?: Date): string {
  const reference = `sandbox-${idempotencyKeyOf(charge)}`;
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
