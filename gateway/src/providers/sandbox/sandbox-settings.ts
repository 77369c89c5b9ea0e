// Shared by the sandbox's files: its settings, and the references it gives out. If the sandbox must remember something,
// it writes that into a transaction's reference, which is stored with the transaction (decision 18). Used in this
// folder only.
import { chargeReference, type Transaction } from '@tollgate/provider-kit';
import type { SandboxPage, SandboxServices } from './sandbox-services.ts';

export interface SandboxSettings {
  /** The address of the simulated bank's page; without a slash at its end. */
  publicUrl: string;
  /** How long a simulated network takes to settle. */
  delayMs: number;
  now: () => Date;
  fingerprint: (text: string) => Buffer;
  services: SandboxServices;
}

/**
 * The address of a page of the simulated bank. The bank stores nothing, so its address also contains the last part of
 * the return address (return-token.ts), which leads the shopper back to the cashier.
 */
export function bankPageUrl(
  { publicUrl, fingerprint, services }: Pick<SandboxSettings, 'publicUrl' | 'fingerprint' | 'services'>,
  page: SandboxPage,
  { id }: Transaction,
  returnUrl: string | null,
): string {
  const address = `${publicUrl}/sandbox/${PATHS[page]}/${services.pageToken(page, id, fingerprint)}`;
  const back = returnUrl?.split('/').at(-1)?.split('.')[3];
  return back === undefined ? address : `${address}?back=${back}`;
}

const PATHS = { '3ds-page': '3ds', 'bank-page': 'bank' } as const satisfies Record<SandboxPage, string>;

type Charge = Pick<Transaction, 'id' | 'attempts' | 'reroutes'>;

/** `settlesAt`: when the money that is being sent arrives. Without it nothing is decided yet, or everything is over. */
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

/** When the payer began: at the transaction's request, or at their last attempt in the cashier. */
export function begunAt({ attemptedAt, createdAt }: Pick<Transaction, 'attemptedAt' | 'createdAt'>): Date {
  return attemptedAt ?? createdAt;
}
