// Reads the references that a provider gives back (contract 13). Pure.

/** A charge of ours, by the parts of its reference (transaction.ts, `chargeReference`). */
export interface Charge {
  transactionId: string;
  /** 1 also for a payment that never was in the cashier. */
  attempt: number;
  reroutes: number;
}

const REFERENCE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([2-9]|[1-9]\d{1,3}))?(?:-r([1-9]\d{0,3}))?$/;

/** null: it is not a reference of ours. */
export function readChargeReference(reference: string): Charge | null {
  const [, transactionId, attempt, reroutes] = REFERENCE.exec(reference) ?? [];
  if (transactionId === undefined) return null;
  return { transactionId, attempt: Number(attempt ?? 1), reroutes: Number(reroutes ?? 0) };
}

/** The id of a refund of ours, which is its reference. Of a refund made at the provider: null, unless its text has that form. */
export const readRefundReference = (reference: string): string | null =>
  readChargeReference(reference)?.transactionId === reference ? reference : null;
