// What each connector that is played brings to its tests: its stand-in, its credentials, and payments that produce each
// answer of the adapter.
import type { Credentials } from '@tollgate/provider-kit';
import type { PayinCase, Stage } from '@tollgate/provider-kit/contract';
import type { StandIn } from '@tollgate/provider-kit/stand-in';

export interface PlayedConnector {
  connector: string;
  credentials: Credentials;
  start(): Promise<PlayedStandIn>;
  payins: PayinCase[];
  /** More of the stage: a paid payment, notifications. */
  more?(stage: Stage, standIn: PlayedStandIn): Partial<Stage>;
}

export interface PlayedStandIn {
  standIn: StandIn;
  /** How often money moved under a reference. */
  charges(reference: string): number;
  /** The shopper agrees on the connector's page to all that is open. */
  agree?(): void;
}

/** A charge at a stand-in. */
export interface Booked {
  id: string;
  reference: string;
  amount: number | string;
  currency: string;
  status: string;
}

/** The charges and refunds of a stand-in, by its own ids. */
export class Books<Charge extends Booked> {
  readonly charges = new Map<string, Charge>();
  readonly refunds: { id: string; reference: string; amount: unknown }[] = [];
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nextId(): string {
    return `${this.#prefix}${this.charges.size + this.refunds.length + 1}`;
  }

  add(charge: Charge): Charge {
    this.charges.set(charge.id, charge);
    return charge;
  }

  moved(reference: string, statuses: readonly string[]): number {
    const charged = [...this.charges.values()].filter(
      (one) => one.reference === reference && statuses.includes(one.status),
    );
    return charged.length + this.refunds.filter((one) => one.reference === reference).length;
  }
}
