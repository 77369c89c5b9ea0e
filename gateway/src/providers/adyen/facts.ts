// What is kept of an item of a notification, between its receipt and its reading (stored sealed, as JSON). Pure; it must hold
// no card data.

export interface Facts {
  pspReference: string;
  merchantReference: string;
  /** In Adyen's minor units. */
  value: number | null;
  currency: string;
  eventCode: string;
  isSuccess: boolean;
  /** From here on nothing is signed. */
  reason: string | null;
  paymentMethod: string | null;
  reasonCode: string | null;
  /** RFC 3339, UTC. */
  defendUntil: string | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REFERENCE = new RegExp(`^${UUID}(-[0-9]{1,4})?(-r[0-9]{1,4})?$`);
const PLAIN = new RegExp(`^${UUID}$`);

/** Of a charge (`chargeReference`) or of a refund, by its form. */
export const isOurReference = (reference: string): boolean => REFERENCE.test(reference);

/** A refund's reference is its id; a charge's may be one too. */
export const mayBeRefund = (reference: string): boolean => PLAIN.test(reference);
