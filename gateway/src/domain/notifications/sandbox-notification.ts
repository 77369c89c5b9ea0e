// What the sandbox's bank says in a notification (contract 13): how a visit of its page ended. Its page makes one
// (actions/notifications/notify-of-visit.ts), and the sandbox's adapter reads it. Pure; it must run in the test
// environment only.
import { timingSafeEqual } from 'node:crypto';
import type { Outcome } from '@tollgate/provider-kit/seam/outcome';

type Fingerprint = (text: string) => Buffer;

export interface SandboxNotification {
  /** The reference of the charge. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  at: Date;
  outcome: Outcome;
}

export const SIGNATURE_HEADER = 'sandbox-signature';

/** The body and its signature. */
export function writeNotification(
  { amountMinor, ...rest }: SandboxNotification,
  fingerprint: Fingerprint,
): { body: string; signature: string } {
  const body = JSON.stringify({ ...rest, amountMinor: String(amountMinor) });
  return { body, signature: signatureOf(body, fingerprint) };
}

export function isSigned(body: string, signature: string, fingerprint: Fingerprint): boolean {
  const [given, known] = [Buffer.from(signature), Buffer.from(signatureOf(body, fingerprint))];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** Reads a body that the sandbox signed. */
export function readNotification(body: string): SandboxNotification {
  const { amountMinor, at, outcome, ...rest } = JSON.parse(body);
  const { askAgainAt } = outcome;
  return {
    ...rest,
    amountMinor: BigInt(amountMinor),
    at: new Date(at),
    outcome: { ...outcome, ...(askAgainAt && { askAgainAt: new Date(askAgainAt) }) },
  };
}

const signatureOf = (body: string, fingerprint: Fingerprint) =>
  fingerprint(`sandbox-notification ${body}`).toString('base64');
