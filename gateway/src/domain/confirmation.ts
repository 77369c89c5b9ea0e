// What a shopper hands in to show that a payment was made (spec 2.11, 4.6): references, and a receipt. Which method asks
// for what stands here. Pure; actions/confirm-payment.ts uses it.

export interface Confirmation {
  essentialKey: string | null;
  additionalEssentialKey: string | null;
  /** Content type by its bytes; null: no receipt came. The receipt itself goes to no provider of the sandbox. */
  documentType: string | null;
}
