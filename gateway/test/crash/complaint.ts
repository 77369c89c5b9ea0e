// What can be wrong after a crash or another fault; each kind breaks one promise. shop.ts, proof.ts and the fault suite
// (test/faults) file complaints. The tests expect none; the tests with mutants expect the right one.

export type ComplaintKind =
  /** The client saw a 201, but the payment is gone or has another amount or reference. */
  | 'payment lost'
  /** A client was told a final status, and it changed. */
  | 'final status changed'
  /** A key did not repeat its first answer byte for byte. */
  | 'replay differs'
  /** One reference or one key moved money twice. */
  | 'charged twice'
  /** The merchant never received the event of a status change. */
  | 'webhook missing'
  /** An event had other bytes, a wrong signature, or came out of order. */
  | 'webhook differs'
  /** ledger:verify found something. */
  | 'ledger'
  /** audit:verify found something. */
  | 'audit log'
  /** No worker will ever pick it up again. */
  | 'stuck'
  /** The bank paid, but the record says it failed. */
  | 'unknown called failed'
  /** The bank did not pay, but the record says it did. */
  | 'never paid'
  /** The bank was asked for money that no record has, for another amount, or against the merchant's decision. */
  | 'money differs'
  /** A process ended without being told to. */
  | 'process ended'
  /** It did not take payments again, or not within the promised time. */
  | 'did not recover'
  /** One merchant's trouble held up another. */
  | 'reached another'
  /** A call failed or got no answer although every call must succeed. */
  | 'call failed'
  /** It expired too early. */
  | 'expired early'
  /** The fault's alert did not fire (deploy/alerts.yml). */
  | 'nobody was told'
  /** Readiness, or an answer, says something untrue. */
  | 'untrue signal'
  /** The answer is neither the expected one nor an understandable refusal. */
  | 'unexpected answer';

export interface Complaint {
  kind: ComplaintKind;
  text: string;
}

export type Complain = (kind: ComplaintKind, text: string) => void;
