// What a shopper hands in to show that they paid (spec 2.11, 4.6): references and a receipt, and which method asks for
// which of them. Pure.
import type { Confirmation } from '@tollgate/provider-kit/seam/instrument';
import { isAtCashier, isFinal, isLateSuccess, type Transaction } from '../transactions/transaction.ts';

export type { Confirmation } from '@tollgate/provider-kit/seam/instrument';

/**
 * Only the result types `receipt` and `mobile` ask for a confirmation. When the confirmation has come, the payment gets
 * another result type.
 */
export function asksForConfirmation({
  type,
  status,
  resultType,
}: Pick<Transaction, 'type' | 'status' | 'resultType'>): boolean {
  return type === 'PAYIN' && status === 'PROCESSING' && (resultType === 'receipt' || resultType === 'mobile');
}

/**
 * What the method needs and did not get, or got wrong; each fault names its field. Empty: the confirmation is complete.
 */
export function confirmationFaults(method: string | null, given: Confirmation): string[] {
  switch (method) {
    case 'upi-transfer':
      return faultsOfUpi(given);
    case 'p2p':
      return given.documentType === null
        ? ['document: the receipt of the transfer is required; send it as a file of multipart/form-data']
        : [];
    case 'm-pesa':
      return faultsOfMobileMoney(given);
    default: {
      const { essentialKey, documentType } = given;
      return essentialKey === null && documentType === null
        ? ['essentialKey: the reference of the payment is required if no document is sent']
        : [];
    }
  }
}

/**
 * Spec 2.11: without a receipt the UTR (RRN) must have 12 digits. It belongs in the second field, but the first field
 * works too.
 */
function faultsOfUpi({ essentialKey, additionalEssentialKey, documentType }: Confirmation): string[] {
  if (documentType !== null) return [];
  const field = additionalEssentialKey === null && essentialKey !== null ? 'essentialKey' : UTR_FIELD;
  const utr = additionalEssentialKey ?? essentialKey;
  if (utr === null) return [`${UTR_FIELD}: the UTR (RRN) of 12 digits is required where no document is sent`];
  return /^[0-9]{12}$/.test(utr) ? [] : [`${field}: must be the UTR (RRN), exactly 12 digits`];
}

const UTR_FIELD = 'additionalEssentialKey';

function faultsOfMobileMoney({ essentialKey }: Confirmation): string[] {
  if (essentialKey === null) return ['essentialKey: the transaction id of the payment is required'];
  return /^[A-Za-z0-9]{4,40}$/.test(essentialKey)
    ? []
    : ['essentialKey: must be the transaction id, 4 to 40 letters and digits'];
}

/**
 * The reference of the transfer, a UTR or a transaction id, in one spelling. It confirms only one payment of a merchant
 * (contract 8). null: the confirmation names no transfer, only for example a sender or a note beside a receipt.
 */
export function referenceNamed(
  method: string | null,
  { essentialKey, additionalEssentialKey, documentType }: Confirmation,
): { field: string; name: string } | null {
  if (method === 'm-pesa' && essentialKey !== null) {
    return { field: 'essentialKey', name: `M-Pesa ${essentialKey.toUpperCase()}` };
  }
  if (method !== 'upi-transfer') return null;
  const isSecond = additionalEssentialKey !== null;
  // With a receipt the first field holds the sender, and a phone number may have 12 digits too.
  const utr = isSecond ? additionalEssentialKey : documentType === null ? essentialKey : null;
  // Zeros name no transfer; the sandbox declines them each time.
  if (utr === null || !/^[0-9]{12}$/.test(utr) || /^0+$/.test(utr)) return null;
  return { field: isSecond ? UTR_FIELD : 'essentialKey', name: `UTR ${utr}` };
}

/**
 * Whether the reference of this attempt still belongs to this payment. While money may still arrive late, it does. If
 * the attempt was declined or left, it does not, and the reference may confirm another payment. After that it never
 * belongs to this payment again.
 */
export function holdsReference(payment: Transaction, attempt: number | null): boolean {
  if (payment.attempts !== attempt) return false;
  if (payment.status === 'COMPLETED') return true;
  return isFinal(payment.status) ? isLateSuccess(payment) : !isAtCashier(payment);
}
