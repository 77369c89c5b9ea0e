// The facts that the gateway keeps of a notification's item between its receipt and its reading (stored sealed, as
// JSON). Pure; it must hold no card data.
import { readChargeReference } from '@tollgate/provider-kit';

export interface Facts {
  pspReference: string;
  /** For a step after a payment: the payment's id at Adyen. Empty: the item does not say it. */
  originalReference: string;
  merchantReference: string;
  /** In Adyen's minor units. */
  value: number | null;
  currency: string;
  eventCode: string;
  isSuccess: boolean;
  /** The fields from here on are not signed. */
  reason: string | null;
  reasonCode: string | null;
  /** RFC 3339, UTC. */
  defendUntil: string | null;
}

/** The reference of a charge (`chargeReference`) or of a refund, by its form. */
export const isOurReference = (reference: string): boolean => readChargeReference(reference) !== null;
