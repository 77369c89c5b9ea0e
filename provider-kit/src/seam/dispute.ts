// The merchant's response to a dispute, as an adapter knows it, and what a provider says about it (contract 13). A
// response moves no money: the provider's news of the dispute does.

/** `evidence`: the merchant contests the dispute. `acceptance`: the merchant gives the money up. */
export const RESPONSE_KINDS = ['evidence', 'acceptance'] as const;
export type ResponseKind = (typeof RESPONSE_KINDS)[number];

export interface DisputeResponse {
  merchantId: string;
  transactionId: string;
  /** Its idempotency key. */
  id: string;
  kind: ResponseKind;
  /** The provider's id of the dispute; null: it has none (the sandbox). */
  disputeReference: string | null;
  amountMinor: bigint;
  currency: string;
  /** Inquiries at the provider that brought no final answer. */
  inquiries: number;
  createdAt: Date;
}

/** The texts that evidence can have. `shippedOn` is a date as the merchant writes it. */
export const EVIDENCE_TEXTS = ['explanation', 'product', 'carrier', 'trackingNumber', 'shippedOn'] as const;
export type EvidenceText = (typeof EVIDENCE_TEXTS)[number];

/** Our words for the files that evidence can have; a provider may have words of its own. */
export const EVIDENCE_FILES = ['receipt', 'delivery', 'correspondence', 'other'] as const;

export const EVIDENCE_FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type EvidenceFileType = (typeof EVIDENCE_FILE_TYPES)[number];

/** What a provider takes as evidence for one dispute. */
export interface EvidenceForm {
  /** One of them is the merchant's ground. A provider that asks for no ground names one. */
  grounds: readonly EvidenceGround[];
  texts: readonly EvidenceText[];
  fileTypes: readonly EvidenceFileType[];
}

export interface EvidenceGround {
  /** The provider's own word, or `general`. At most 100 characters. */
  code: string;
  /** At most one file of each kind. */
  files: readonly { kind: string; isNeeded: boolean }[];
}

export const GENERAL_GROUND = 'general';

export interface Evidence {
  ground: string;
  texts: Readonly<Partial<Record<EvidenceText, string>>>;
  files: readonly EvidenceFile[];
}

export interface EvidenceFile {
  kind: string;
  type: EvidenceFileType;
  bytes: Uint8Array;
}

export type ResponseOutcome =
  | { kind: 'sent' }
  /** The provider certainly did not take it. `reason`: in words that may be shown; at most 255 characters. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' };
