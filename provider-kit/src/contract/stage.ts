// A stage: everything that the contract needs to play one adapter against its stand-in. A package's stage.ts opens one
// for each rule.
import type {
  Instrument,
  Outcome,
  PaymentData,
  Provider,
  ProviderDeclaration,
  Transaction,
} from '../provider-kit.ts';
import type { PlayedNotification } from '../stand-in/send-notifications.ts';
import type { StandIn } from '../stand-in/stand-in.ts';

interface Case {
  name: string;
  /** The transaction as stored when it is sent. Each rule gives it a fresh id. */
  transaction: Transaction;
  /** What the adapter must answer. */
  answers: Outcome['kind'];
}

export interface PayinCase extends Case {
  instrument: Instrument;
}

export interface PayoutCase extends Case {
  recipient: PaymentData;
}

export interface LaterStage {
  provider: Provider;
  /** The stage's clock; the adapter gets the same one. */
  now(): Date;
  /** An authorised pay-in, if a method of the adapter is captured later. */
  authorized?(): Promise<Transaction>;
  /** A pay-in with a mandate that has completed, and the later charge of it. */
  agreed?(): Promise<{ paid: Transaction; later: Transaction; instrument: Instrument }>;
  /** How often money moved under a reference, where the network behind the adapter can be asked. */
  charges?(reference: string): number;
}

export interface SettlementStage {
  provider: Provider;
  now(): Date;
  /** References of payouts that have ended, with complete lists, for an adapter that is asked payout by payout. */
  paidOut?(): Promise<string[]>;
  /** A report with lines of at least one payout, for an adapter that reads reports. */
  report?(): Promise<Uint8Array>;
}

export interface PlayedDispute {
  /** A completed pay-in. */
  payin: Transaction;
  /** The provider's id of the open dispute. */
  disputeReference: string | null;
  /** How often the dispute was answered, where the network behind the adapter can be asked. */
  times?(): number;
}

export interface DisputeStage {
  provider: Provider;
  now(): Date;
  /** A new open dispute, for an adapter that answers disputes. */
  disputed?(): Promise<PlayedDispute>;
}

/** Who changed a transaction: the provider's answer, or the gateway's question to the provider. */
export type AppliedBy = 'provider' | 'resolver';

/** The transaction after an outcome; null: its status does not allow the outcome. */
export type ApplyOutcome = (
  before: Transaction,
  outcome: Outcome,
  by: AppliedBy,
  now: Date,
) => Transaction | null;

export interface Stage extends LaterStage, SettlementStage, DisputeStage {
  /** Moves the clock of the stage, the adapter and the stand-in. */
  advance(ms: number): void;
  payins: PayinCase[];
  payouts: PayoutCase[];
  /** Stored, and as far as anybody can know never sent to this provider. */
  neverSent: Transaction[];
  /**
   * It moves no money and remembers nothing, like the sandbox: afterwards it may not know a promise or a decline that
   * was lost before it was stored. A provider that moves money must never say so.
   */
  keepsNothing?: boolean;
  /**
   * How long after the first try it may say `unknown` about a payment that it never received; absent: it never says so.
   */
  callMayTakeMs?: number;
  /** A paid pay-in, for providers where none completes at once: the shopper has gone to the provider's page. */
  paid?(): Promise<Transaction>;
  /** Authentic notifications, as the provider sends them after a payment. Absent: it sends none. */
  notified?(): Promise<PlayedNotification[]>;
  /** Notifications with a wrong signature. */
  forged?(): Promise<PlayedNotification[]>;
  /**
   * The provider signs no notification. So each is only a hint: it never says an amount, and the adapter asks the
   * provider about the object.
   */
  notificationsAreHints?: boolean;
  /** Plays faults of the network: a `StandIn`. Absent: the rule about lost answers is not played. */
  faults?: Pick<StandIn, 'fault' | 'noFaults' | 'stopListening' | 'listen'>;
  /** Methods of options that the package brings itself. */
  ownMethods?: readonly string[];
  /** What the stand-in has against requests so far, such as contradictions to the published description. */
  violations?(): readonly string[];
  /** How an outcome changes a transaction. Absent: by the kit's own table. The gateway's tests give the gateway's. */
  apply?: ApplyOutcome;
}

/** Things that end with a rule, such as a stand-in. `node:test`'s context is one. */
export interface Ending {
  after(close: () => unknown): void;
}

/** The default export of a package's stage.ts. `declaration`: which one, if the package has several. */
export type OpenStage = (ending: Ending, declaration: ProviderDeclaration) => Stage | Promise<Stage>;
