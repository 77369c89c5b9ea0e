// What a shopper hands in to show that a payment was made (spec 2.11, 4.6): references, and a receipt. Which method asks for
// which of them. Pure.
import { isAtCashier, isFinal, isLateSuccess, type Transaction } from '../transactions/transaction.ts';

export interface Confirmation {
  essentialKey: string | null;
  additionalEssentialKey: string | null;
  /** Content type by its bytes; null: no receipt came. The sandbox's providers do not get the receipt itself. */
  documentType: string | null;
}

/** Only a receipt and a mobile payment ask for one, and only until it came: then another result type follows. */
export function asksForConfirmation({
  type,
  status,
  resultType,
}: Pick<Transaction, 'type' | 'status' | 'resultType'>): boolean {
  return type === 'PAYIN' && status === 'PROCESSING' && (resultType === 'receipt' || resultType === 'mobile');
}

/** What the method needs and did not get, or got wrong; each fault names its field. Empty: it is complete. */
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

/** Spec 2.11: without a receipt the UTR (RRN) must be 12 digits. Its own field is the second one; the first will do. */
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
 * The name of the transfer, a UTR or a transaction id, in one spelling: it confirms only one payment of a merchant
 * (contract 8). null: the confirmation names none, but for example a sender or a note beside a receipt.
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
  // Beside a receipt the first field is the sender's, and a phone number may have 12 digits too.
  const utr = isSecond ? additionalEssentialKey : documentType === null ? essentialKey : null;
  // Zeros name no transfer; the sandbox declines them each time.
  if (utr === null || !/^[0-9]{12}$/.test(utr) || /^0+$/.test(utr)) return null;
  return { field: isSecond ? UTR_FIELD : 'essentialKey', name: `UTR ${utr}` };
}

/**
 * Whether the reference of this attempt still belongs to this payment. No if the attempt was declined or left: then it
 * may confirm another payment. Yes if money may still arrive late. Once no, it stays no.
 */
export function holdsReference(payment: Transaction, attempt: number | null): boolean {
  if (payment.attempts !== attempt) return false;
  if (payment.status === 'COMPLETED') return true;
  return isFinal(payment.status) ? isLateSuccess(payment) : !isAtCashier(payment);
}
