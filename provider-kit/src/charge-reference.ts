// Reads the references that a provider gives back (contract 13).
// Pure: it never looks a charge up.

/** One of our charges, by the parts of its reference (transaction.ts, `chargeReference`). */
export interface Charge {
  transactionId: string;
  /** Also 1 for a payment that was never in the cashier. */
  attempt: number;
  reroutes: number;
}

const REFERENCE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([2-9]|[1-9]\d{1,3}))?(?:-r([1-9]\d{0,3}))?$/;

/** null: it is not one of our references. */
export function readChargeReference(reference: string): Charge | null {
  const [, transactionId, attempt, reroutes] = REFERENCE.exec(reference) ?? [];
  if (transactionId === undefined) return null;
  return { transactionId, attempt: Number(attempt ?? 1), reroutes: Number(reroutes ?? 0) };
}

/**
 * The id of one of our refunds, which is also its reference. null: somebody made the refund at the provider, unless its
 * text happens to have this form.
 */
export const readRefundReference = (reference: string): string | null =>
  readChargeReference(reference)?.transactionId === reference ? reference : null;
