// What can be wrong after a crash or another fault, each kind with the promise it breaks. Filed by shop.ts and proof.ts, and by
// the fault suite (test/faults). The tests want none of them; the tests of their teeth want the right one.

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
  /** What audit:verify finds. */
  | 'audit log'
  /** Nobody will look after it any more. */
  | 'stuck'
  /** The bank paid, and the record calls it a failure. */
  | 'unknown called failed'
  /** The bank did not pay, and the record says that it did. */
  | 'never paid'
  /** The bank was asked for money that no record knows of, or for another amount, or against its merchant's decision. */
  | 'money differs'
  /** A process ended that nobody had told to. */
  | 'process ended'
  /** It did not take payments again, or not in the time that is promised. */
  | 'did not recover'
  /** One merchant's trouble held up another. */
  | 'reached another'
  /** A call was refused, or not answered, where each one has to be taken. */
  | 'call failed'
  /** It ran out before its time. */
  | 'expired early'
  /** The alert of this fault did not fire (deploy/alerts.yml). */
  | 'nobody was told'
  /** Readiness, or an answer, says what is not so. */
  | 'untrue signal'
  /** Neither what was asked for nor an understandable refusal. */
  | 'unexpected answer';

export interface Complaint {
  kind: ComplaintKind;
  text: string;
}

export type Complain = (kind: ComplaintKind, text: string) => void;
