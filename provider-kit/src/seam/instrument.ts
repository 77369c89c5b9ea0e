// What a charge is made with: a card in clear, the fields of a method, or a mandate.
import type { StoredMeans } from './outcome.ts';
import type { MandateReason } from './transaction.ts';

/** Checked values by field name, in their normal form. */
export type PaymentData = Readonly<Record<string, string>>;

/** Card data in clear: in memory during the call, never stored or logged. */
export interface ClearCard {
  details: {
    /** Digits alone. */
    number: string;
    /** 01 to 12. */
    expiryMonth: string;
    /** Four digits. */
    expiryYear: string;
  };
  /** Absent for a saved card. */
  holder: string | null;
  /** Absent for a saved card: a CVV is never stored. */
  cvv: string | null;
}

/** The means of payment: a card, or the fields of a method (domain/payment-data), checked and complete. */
export type Instrument =
  | { kind: 'card'; card: ClearCard }
  /**
   * Method `card` without a card: the shopper enters it on the provider's page (`cardEntry`), or paid by Apple Pay on
   * ours; then `data` has the `applePayToken`, which is never stored.
   */
  | { kind: 'method'; method: string; data: PaymentData }
  /**
   * A later charge, the payer absent (contract 16). It never ends in a page or another step for the payer: `declined`
   * with 2102 if the bank wants the payer. `stored`: what this account stored; null: another account stored it, and
   * `card` is charged with `networkTransactionId`.
   */
  | {
      kind: 'mandate';
      method: string;
      reason: MandateReason;
      stored: StoredMeans | null;
      card: ClearCard | null;
      networkTransactionId: string | null;
    };

/** What a shopper hands in to show that they paid (spec 2.11, 4.6). */
export interface Confirmation {
  essentialKey: string | null;
  additionalEssentialKey: string | null;
  /** Content type, from its bytes; null: no receipt came. The sandbox's providers do not get the receipt itself. */
  documentType: string | null;
}
