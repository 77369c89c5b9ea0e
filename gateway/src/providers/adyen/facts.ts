// What is kept of an item of a notification, between its receipt and its reading (stored sealed, as JSON). Pure; it must hold
// no card data.
import { readChargeReference } from '../../domain/transactions/charge-reference.ts';

export interface Facts {
  pspReference: string;
  /** Of a step after a payment: its id at Adyen. Empty: the item does not say it. */
  originalReference: string;
  merchantReference: string;
  /** In Adyen's minor units. */
  value: number | null;
  currency: string;
  eventCode: string;
  isSuccess: boolean;
  /** From here on nothing is signed. */
  reason: string | null;
  reasonCode: string | null;
  /** RFC 3339, UTC. */
  defendUntil: string | null;
}

/** Of a charge (`chargeReference`) or of a refund, by its form. */
export const isOurReference = (reference: string): boolean => readChargeReference(reference) !== null;
