// What the sandbox asks of the gateway. The simulated bank's pages (http/sandbox) use the same tokens and signatures.
import type {
  AdapterParts,
  Outcome,
  PaymentFlow,
  Transaction,
  TransactionType,
} from '@tollgate/provider-kit';

/** The buttons for a shopper on the page of a bank, a wallet or a mandate. */
export type VisitDecision = 'approve' | 'decline' | 'cancel';

export type SandboxPage = '3ds-page' | 'bank-page';

type Fingerprint = (text: string) => Buffer;

/** How a visit of the simulated bank's page ended. */
interface VisitNotification {
  /** The reference of the charge. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  at: Date;
  outcome: Outcome;
}

export interface SandboxServices extends Pick<AdapterParts, 'methodOf' | 'qrCode'> {
  /** Every option and suboption of the catalogue. */
  choices(direction: TransactionType): readonly { method: string; flow: PaymentFlow }[];
  /** The bank of a transfer to a person, which the payer chose; null: no transfer to a person. */
  chosenBankOf(transaction: Transaction): string | null;
  pageToken(page: SandboxPage, transactionId: string, fingerprint: Fingerprint): string;
  /** The parameter with which the simulated bank sends the shopper back. */
  decisionParameter: string;
  /** null: the sandbox's bank did not sign it for this charge. */
  readDecision(reference: string, signed: string | undefined, fingerprint: Fingerprint): VisitDecision | null;
  signatureHeader: string;
  isSigned(body: string, signature: string, fingerprint: Fingerprint): boolean;
  /** Reads a body that the sandbox signed. */
  readNotification(body: string): VisitNotification;
}
