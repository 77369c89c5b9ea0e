// What can be wrong after a crash, each kind with the promise it breaks. Filed by shop.ts and proof.ts; crash.test.ts
// wants none of them, teeth.test.ts wants the right one.

export type ComplaintKind =
  /** A 201 that a client saw is gone, or has another amount or reference. */
  | 'payment lost'
  /** A final status that a client was told did not stay. */
  | 'final status changed'
  /** A key did not answer with its first answer, byte for byte. */
  | 'replay differs'
  /** One reference or one key, and money twice. */
  | 'charged twice'
  /** A status change that the merchant never heard of. */
  | 'webhook missing'
  /** Other bytes, a wrong signature, or out of turn. */
  | 'webhook differs'
  /** What ledger:verify finds. */
  | 'ledger'
  /** Nobody will look after it any more. */
  | 'stuck'
  /** Neither what was asked for nor an understandable refusal. */
  | 'unexpected answer';

export interface Complaint {
  kind: ComplaintKind;
  text: string;
}

export type Complain = (kind: ComplaintKind, text: string) => void;
