// What a shopper decided on a page of the sandbox's bank, and how the bank signs it in the address that leads the
// shopper back. `fingerprint` comes from the vault. Pure; test environment only, never in production.
import { timingSafeEqual } from 'node:crypto';

export const VISIT_DECISIONS = ['approve', 'decline', 'cancel'] as const;
/** The buttons for a shopper on the page of a bank, a wallet or a mandate. */
export type VisitDecision = (typeof VISIT_DECISIONS)[number];

type Fingerprint = (text: string) => Buffer;

/** The sandbox's bank sends the shopper back with this parameter. */
export const DECISION_PARAMETER = 'sandboxResult';

/** `reference`: of the charge. */
export function signDecision(reference: string, decision: VisitDecision, fingerprint: Fingerprint): string {
  return `${decision}.${fingerprint(`sandbox-result ${reference} ${decision}`).toString('base64url')}`;
}

/** null: the sandbox's bank did not sign it for this charge. */
export function readDecision(
  reference: string,
  signed: string | undefined,
  fingerprint: Fingerprint,
): VisitDecision | null {
  const decision = VISIT_DECISIONS.find((one) => signed?.startsWith(`${one}.`));
  if (!decision || !equal(signed!, signDecision(reference, decision, fingerprint))) return null;
  return decision;
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
