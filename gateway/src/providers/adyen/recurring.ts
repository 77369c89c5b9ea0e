// What Adyen is told about the payer and the agreement to later charges (contract 16): the same values with the payment
// that stores a means of payment and with every later charge. Pure.
import { createHash } from 'node:crypto';
import type { MandateReason, Transaction } from '@tollgate/provider-kit';

/** Without personal data, because a user's id may be an address. The brands of a merchant share an account. */
export function shopperReferenceOf({ brandId, userId }: { brandId: string; userId: string }): string {
  return createHash('sha256').update(`${brandId} ${userId}`).digest('base64url');
}

/** Adyen's Subscription has a fixed schedule, whatever the amount; instalments have one too. */
export function modelOf(reason: MandateReason): 'Subscription' | 'UnscheduledCardOnFile' {
  return reason === 'UNSCHEDULED' ? 'UnscheduledCardOnFile' : 'Subscription';
}

/** For a payment with which the payer agrees to later charges; empty for any other payment. */
export function storeFields(transaction: Transaction): object {
  const { mandate } = transaction.details;
  if (mandate === undefined) return {};
  return {
    shopperReference: shopperReferenceOf(transaction),
    recurringProcessingModel: modelOf(mandate.reason),
  };
}
